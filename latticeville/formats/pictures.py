"""A world or a run as text, pictures, animations and a page that plays it."""

from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from latticeville.draw.export import (
    ANIMATIONS,
    STILLS,
    ExportError,
    ExportOptions,
    export_ticks,
)
from latticeville.draw.tilemap.painter import MapStyle
from latticeville.formats.export_format import (
    AREA,
    EVERY,
    FOLLOW,
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
    look = _look(options, source.first.state)
    if source.run is None:
        look = look._replace(pictures=source.folder)
    return source.write({file: export_ticks(source.ticks, file, look, source.looked)})


def _look(options: Mapping[str, Any], state: State) -> ExportOptions:
    """Return how the map is shown; ExportError where there is no such area or person."""
    areas, area = state.world.areas.by_id, options.get("area")
    if area is not None and area not in areas:
        near = get_close_matches(area, areas) or sorted(each for each in areas if each)
        raise ExportError(f"there is no area “{area}”: choose one of {', '.join(near)}")
    style = options.get("style") or MapStyle.TILES
    return ExportOptions(style, area or "", _followed(options.get("follow"), state))


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
    return ExportFormat(suffix[1:], text, _write, suffix, options=(STYLE, *chosen, AREA, FOLLOW))


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
    _picture(
        ".html",
        "one page that plays the run in a browser, without any network: map, transcript, timeline, "
        "people",
    ),
)
"""Each shows a tick, or several."""
