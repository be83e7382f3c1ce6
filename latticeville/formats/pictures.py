"""A world or a run as text, pictures and animations."""

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from latticeville.core.text_fold import fold
from latticeville.draw.export import (
    ANIMATIONS,
    SCALED,
    STILLS,
    ExportError,
    ExportOptions,
    export_ticks,
    thin_out,
)
from latticeville.draw.tilemap.painter import MapStyle
from latticeville.formats.export_format import (
    AREA,
    EVERY,
    FOLLOW,
    SCALE,
    STYLE,
    TICK,
    TICKS,
    ExportFormat,
    ExportSource,
    Written,
)
from latticeville.reports.people import nobody, person
from latticeville.sim.state import State


def _write_text(source: ExportSource, file: Path, _options: Mapping[str, Any]) -> Written:
    from latticeville.draw.frame import frame

    return source.write({file: "".join(f"{row}\n" for row in frame(source.first.state)).encode()})


TEXT = ExportFormat(
    "text",
    "the map of a world as text",
    _write_text,
    ".txt",
    runs=False,
    instead="latticeville replay {run} --tick N --view map",
)


def _write(source: ExportSource, file: Path, options: Mapping[str, Any]) -> Written:
    look = look_of(options, source.first.state)
    if source.run is None:
        look = look._replace(pictures=source.folder)
    ticks = source.ticks
    if ticks.every == 1 and options.get("every") is None:
        ticks = thin_out(ticks, file, look, source.first.state)
    made = source.write({file: export_ticks(ticks, file, look, source.looked)})
    if ticks.every == source.ticks.every:
        return made
    told = f"{ticks.total:,} ticks are too many frames for a {file.suffix}, so one of "
    told += f"{ticks.every} is shown; choose with --every, or make it smaller with --scale"
    return made._replace(losses=(told,))


def look_of(options: Mapping[str, Any], state: State) -> ExportOptions:
    """Return how the map is shown; ExportError where there is no such area or person."""
    style = options.get("style") or MapStyle.TILES
    area, follow = _shown_area(options.get("area"), state), _followed(options.get("follow"), state)
    return ExportOptions(style, area, follow, scale=options.get("scale") or 1)


def _shown_area(word: str | None, state: State) -> str:
    """Return the id of the area that a word names by id or name, "" for none."""
    areas = state.world.areas.by_id
    if word is None or word in areas:
        return word or ""
    named = [(fold(key), name) for name, area in areas.items() for key in (name, area.name)]
    meant = _called([fold(word)], named)
    if len(meant) == 1:
        return meant[0]
    if meant:
        raise ExportError(f"“{word}” names several areas: choose one of {', '.join(meant)}")
    near = _called(get_close_matches(fold(word), dict(named)), named) or sorted(areas)
    raise ExportError(f"there is no area “{word}”: choose one of {', '.join(filter(None, near))}")


def _called(keys: Sequence[str], named: Sequence[tuple[str, str]]) -> list[str]:
    """Return the ids of the areas that have one of some names, each once."""
    return list(dict.fromkeys(name for key, name in named if key in keys))


def _followed(word: str | None, state: State) -> str:
    """Return the id of the person around whom the map is shown, "" for none."""
    if word is None:
        return ""
    who = person(state, word)
    if who is None:
        raise ExportError(nobody(state.minds, word).rstrip())
    return who


def _picture(suffix: str, text: str) -> ExportFormat:
    when = {STILLS: (TICK,), ANIMATIONS: (TICKS, EVERY)}
    chosen = next(options for suffixes, options in when.items() if suffix in suffixes)
    scale = (SCALE,) if suffix in SCALED else ()
    options = (STYLE, *chosen, *scale, AREA, FOLLOW)
    return ExportFormat(suffix[1:], text, _write, suffix, options=options)


_ANIMATION = "an animation, ten frames a second, with time, tick and weather below"
PICTURES = (
    _picture(".png", "a picture of one tick"),
    _picture(
        ".svg",
        "a picture of one tick that is sharp at any size, and whose letters can be searched",
    ),
    _picture(".gif", _ANIMATION),
    _picture(".webp", _ANIMATION),
    _picture(".cast", "a terminal recording for `asciinema play`, in 24-bit colours"),
)
"""Each shows a tick, or several."""
