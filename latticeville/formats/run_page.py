"""A run as one page that plays it in a browser, or two runs side by side."""

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from latticeville.core.geometry import Box
from latticeville.draw.export import ExportError, ExportOptions
from latticeville.draw.frozen_page import FrozenRun, frozen_page
from latticeville.draw.map_cells import MapCells
from latticeville.draw.tick_frame import looks_of
from latticeville.draw.tilemap.painter import MapStyle
from latticeville.formats.export_format import (
    AREA,
    EVERY,
    FOLLOW,
    STYLE,
    TICKS,
    ExportFormat,
    ExportOption,
    ExportSource,
    Written,
)
from latticeville.formats.pictures import look_of
from latticeville.reports.people import nobody, person
from latticeville.sim.tick import TickPayload

if TYPE_CHECKING:
    from latticeville.runs.replay import Replay

PARTS = ("why", "memories", "beliefs")
"""What a page may hold of people besides what is seen of them."""
HOUR = 60
SPEED = 5
"""Ticks a second of a page at its start."""


def _parts(text: str) -> tuple[str, ...]:
    chosen = tuple(filter(None, (word.strip() for word in text.split(","))))
    wrong = [one for one in chosen if one not in PARTS]
    if wrong or not chosen:
        raise ArgumentTypeError(
            f"“{text[:80]}” is not known: write {', '.join(PARTS)}, or some of them with commas"
        )
    return chosen


def _names(text: str) -> tuple[str, ...]:
    return tuple(filter(None, (word.strip() for word in text.split(","))))


WITH = ExportOption(
    "with",
    "WHAT",
    "with .html, what the page also holds of people: why, memories, beliefs, with commas (nothing)",
    _parts,
)
PEOPLE = ExportOption(
    "people", "NAMES", "whose, by id or name, with commas, where --with is given (all)", _names
)
BESIDE = ExportOption(
    "beside", "RUN", "another run of the same map, shown side by side with the first", Path
)


class _Shown(NamedTuple):
    """How the runs of a page are shown."""

    look: ExportOptions
    view: Box
    every: int
    parts: Sequence[str]
    people: Sequence[str]


def _write(source: ExportSource, file: Path, options: Mapping[str, Any]) -> Written:
    state = source.first.state
    look = look_of({"style": MapStyle.PIXELS, **_given(options)}, state)
    if source.run is None:
        look = look._replace(pictures=source.folder)
    if options.get("people") and not options.get("with"):
        raise ExportError("--people is for --with: name what the page holds of them")
    shown = _Shown(
        look,
        look._replace(follow="").view(state),
        source.ticks.every,
        options.get("with") or (),
        _chosen(options.get("people") or (), source),
    )
    runs = [_frozen(source, shown)]
    start = runs[0].start
    if (beside := options.get("beside")) is not None:
        runs.append(_frozen(_other(source, beside), shown))
        start = _parting(*(one.told for one in runs))
    how = {
        "start": start,
        "plays": True,
        "speed": SPEED,
        "follow": look.follow,
        "recipe": _recipe(source),
        "names": [one.name for one in runs],
    }
    page = frozen_page(state.world.name, [one.told for one in runs], how)
    return source.write({file: page})


def _given(options: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in options.items() if value is not None}


def _chosen(words: Sequence[str], source: ExportSource) -> list[str]:
    """Return the ids of people by id or name, everybody where none is named; ExportError for
    somebody unknown."""
    state = source.first.state
    found = [person(state, word) for word in words] or [*state.bodies]
    for word, who in zip(words, found, strict=False):
        if who is None:
            raise ExportError(nobody(state.minds, word).rstrip())
    return [who for who in found if who is not None]


class _Frozen(NamedTuple):
    """A run as the page is told of it, its name, and the tick at which the page begins."""

    told: dict[str, Any]
    name: str
    start: int


def _frozen(source: ExportSource, shown: _Shown) -> _Frozen:
    look, ticks = shown.look, source.ticks
    payloads = iter(ticks.payloads)
    first = next(payloads)
    page = FrozenRun(first, MapCells(first.state, look.style, look.pictures), shown.view)
    kept = _KeptParts(source.run, shown.parts, shown.people)
    for count, payload in enumerate(chain([first], payloads)):
        source.looked(count, ticks.total)
        page.add(payload, is_frame=count % shown.every == 0)
        kept.add(payload)
    start = first.tick if page.first_talk is None else page.first_talk
    return _Frozen({**page.to_dict(shown.every), "parts": kept.told}, source.folder.name, start)


class _KeptParts:
    """Keeps of people what reports say of them, at the ticks at which it is another than before."""

    def __init__(self, run: "Replay | None", parts: Sequence[str], people: Sequence[str]) -> None:
        self._runs = (run,) if run else ()
        self._parts, self._people = parts if run else (), people
        self._last = dict[tuple[str, str], object]()
        self._before: TickPayload | None = None
        self.told: dict[str, dict[str, list[tuple[int, object]]]] = {}

    def add(self, payload: TickPayload) -> None:
        """Ask the reports at a tick."""
        for part in self._parts:
            for who in self._people:
                if who in payload.state.bodies and self._is_due(part, payload, who):
                    self._keep(part, payload, who)
        self._before = payload

    def _is_due(self, part: str, payload: TickPayload, who: str) -> bool:
        """Tell whether to ask: for why where they begin something else, since that takes long, for
        memories where any come to mind, for beliefs every hour."""
        thought, before = payload.thoughts.get(who), self._before
        if part == "beliefs":
            return before is None or payload.state.minute // HOUR != before.state.minute // HOUR
        if thought is None or before is None:
            return False
        if part == "memories":
            return bool(thought.recalls)
        was = before.thoughts.get(who)
        return was is None or (was.why, was.step) != (thought.why, thought.step)

    def _keep(self, part: str, payload: TickPayload, who: str) -> None:
        found = self._ask(part, payload, who)
        if self._last.get((part, who)) != found:
            self._last[part, who] = found
            self.told.setdefault(who, {}).setdefault(part, []).append((payload.tick, found))

    def _ask(self, part: str, payload: TickPayload, who: str) -> object:
        """Return the answer of a report: why as text, the others as the rows of their JSON."""
        from latticeville.core.decoders import decode_json
        from latticeville.reports.plain_text import section_text
        from latticeville.reports.registry import load_report
        from latticeville.reports.report import Asked

        report, parser = load_report(part), ArgumentParser(add_help=False)
        report.declare(parser)
        asked = Asked(self._runs, payload, who, parser.parse_args([]))
        answer = report.ask(asked)
        if part == "why":
            return "\n".join(section_text(report.tell(asked, answer)))
        found = decode_json(msgspec.json.encode(report.json(answer)))
        if part == "memories":
            return found[0]["memories"] if found else []
        return [one for one in found if one["match"] != "same"]


def _other(source: ExportSource, folder: Path) -> ExportSource:
    """Return the same ticks of another run; ExportError where they cannot be shown side by side."""
    from latticeville.draw.export import ExportTicks
    from latticeville.runs.replay import Replay
    from latticeville.runs.segments import holds_run

    if source.run is None or not holds_run(folder):
        raise ExportError(f"--beside {folder}: both must be runs")
    other, first = Replay(folder), source.first.tick
    total = min(source.ticks.total, other.last - first + 1)
    if not other.first <= first or total < 1:
        raise ExportError(f"--beside {folder}: it has no ticks from {first} on")
    start = other.at(first)
    sizes = [
        (one.world.grid.width, one.world.grid.height) for one in (source.first.state, start.state)
    ]
    if sizes[0] != sizes[1]:
        raise ExportError(f"--beside {folder}: its map has another size")
    ticks = ExportTicks(islice(other.payloads(first), total), total, source.ticks.every)
    return ExportSource(folder, start, ticks, other, source.looked)


def _parting(one: Mapping[str, Any], other: Mapping[str, Any]) -> int:
    """Return the tick of the first frame in which people of two runs do not do the same."""
    for mine, theirs in zip(_seen(one), _seen(other), strict=False):
        if mine != theirs:
            return int(mine[0])
    return int(one["facts"]["first_tick"])


def _seen(run: Mapping[str, Any]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield of each frame the tick, and where everybody is, what they do and say."""
    seen = dict[str, Any]()
    for frame in run["frames"]:
        seen |= looks_of(frame["agents"])
        yield (
            frame["tick"],
            {who: look for who, look in seen.items() if who not in frame.get("gone", ())},
        )


def _recipe(source: ExportSource) -> str:
    """Return the command that makes the run again; "" where no line can hold it."""
    from latticeville.runs.recipe import RecipeError, make_recipe

    try:
        return f"latticeville run {make_recipe(source.folder)}" if source.run else ""
    except RecipeError:
        return ""


PAGE = ExportFormat(
    "html",
    "one page that plays the run in a browser, without any network: map, transcript, timeline, "
    "people, and with --beside another run next to it",
    _write,
    ".html",
    options=(STYLE, TICKS, EVERY, AREA, FOLLOW, WITH, PEOPLE, BESIDE),
)
