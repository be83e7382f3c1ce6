"""How often something was at each cell of the map, over a span of ticks of a run."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from fractions import Fraction
from math import ceil, expm1, log1p

import msgspec

from latticeville.core.geometry import Cell
from latticeville.core.progress import ProgressCallback, no_progress
from latticeville.reports.beliefs.match import BeliefMatch, heat
from latticeville.runs.body_replay import TickBodies, read_bodies
from latticeville.runs.replay import Replay
from latticeville.sim.event import Event

LEVELS = 15
"""The highest level of a cell; 0 is that of a cell where nothing was counted."""
FALSE = (BeliefMatch.STALE, BeliefMatch.ELSEWHERE, BeliefMatch.MISSING)
"""The beliefs that are counted."""


class HeatKind(StrEnum):
    """What is counted at a cell.

    PRESENCE: a person after a tick. TALK: an utterance, where the speaker stands. BELIEFS: a stale,
    misplaced or missing belief of one person after a tick, where its subject is. EVENTS: an event,
    where it happened.
    """

    PRESENCE = "presence"
    TALK = "talk"
    BELIEFS = "beliefs"
    EVENTS = "events"


class HeatMap(msgspec.Struct, frozen=True):
    """Counts by cell from tick `start` to tick `end`, both included, of one person or of everybody
    (`who` is "").

    `unplaced` counts what has no cell, such as the weather.
    """

    kind: HeatKind
    who: str
    start: int
    end: int
    cells: Mapping[Cell, int]
    unplaced: int = 0

    @property
    def total(self) -> int:
        """The sum of all counts."""
        return sum(self.cells.values()) + self.unplaced

    @property
    def most(self) -> int:
        """The largest count of a cell; 0 where there is none."""
        return max(self.cells.values(), default=0)

    def level(self, count: int) -> int:
        """Return the level of a count, from 0 to LEVELS.

        Levels are proportional to the logarithm of the count plus 1: beds and paths differ by a
        factor of hundreds.
        """
        return _level(count, self.most)

    def least_count(self, share: float) -> int:
        """Return the least count above a share of the levels, 0 to 1; 1 for none of them."""
        return int(expm1(share * log1p(self.most))) + 1

    def levels(self) -> dict[Cell, int]:
        """Return the level of each counted cell, from 1 to LEVELS."""
        most = self.most
        return {cell: _level(count, most) for cell, count in self.cells.items()}

    def shrink(self, across: int | Fraction, down: int | Fraction) -> "HeatMap":
        """Return the map of which each cell stands for a block of so many cells, with the sum of
        their counts."""
        cells: Counter[Cell] = Counter()
        for cell, count in self.cells.items():
            cells[Cell(cell.x // across, cell.y // down)] += count
        return msgspec.structs.replace(self, cells=cells)


def _level(count: int, most: int) -> int:
    return min(LEVELS, ceil(LEVELS * log1p(count) / log1p(most))) if count > 0 and most else 0


def heat_map(
    replay: Replay,
    kind: HeatKind,
    who: str,
    start: int,
    end: int,
    looked: ProgressCallback = no_progress,
) -> HeatMap:
    """Count over a span of ticks of a run, as far as the log holds them; `looked` is told of each
    tick, and may raise.

    ValueError where `kind` is BELIEFS and `who` is nobody, or a span is empty; DamageError where a
    line cannot be read.
    """
    if start > end:
        raise ValueError(f"the span {start}:{end} is empty")
    if kind is HeatKind.BELIEFS and not who:
        raise ValueError("beliefs are those of one person")
    counts: Counter[Cell | None] = Counter()
    counted = (
        _beliefs(replay, who, start, end)
        if kind is HeatKind.BELIEFS
        else _bodies(replay, kind, who, start, end)
    )
    first = last = start
    for turn, (tick, places) in enumerate(counted):
        first, last = tick if turn == 0 else first, tick
        looked(tick - start, end - start + 1)
        counts.update(places)
    cells = {cell: count for cell, count in counts.items() if cell is not None}
    return HeatMap(kind, who, first, last, dict(sorted(cells.items(), key=_reading)), counts[None])


_Places = Iterable[Cell | None]


def _bodies(
    replay: Replay, kind: HeatKind, who: str, start: int, end: int
) -> Iterator[tuple[int, _Places]]:
    """Yield where something was counted after each tick; None for each that has no cell."""
    places = _PLACES[kind]
    for one in read_bodies(replay, start, end):
        yield one.tick, places(one, who)


def _beliefs(replay: Replay, who: str, start: int, end: int) -> Iterator[tuple[int, _Places]]:
    for payload in replay.payloads(max(start, replay.first)):
        if payload.tick > end:
            return
        counts: Counter[Cell | None] = Counter()
        if who in payload.state.minds:
            found = heat(payload.state, who)
            for cell, held in found.cells.items():
                counts[cell] += sum(held.get(match, 0) for match in FALSE)
            counts[None] += sum(
                held.get(match, 0) for held in found.areas.values() for match in FALSE
            )
        yield payload.tick, counts.elements()


def _presence(one: TickBodies, who: str) -> _Places:
    return (body.cell for name, body in one.bodies.items() if who in ("", name))


def _talk(one: TickBodies, who: str) -> _Places:
    return (
        one.bodies[event.who].cell if event.who in one.bodies else None
        for event in one.events
        if event.is_speech and who in ("", event.who)
    )


def _events(one: TickBodies, who: str) -> _Places:
    return (cell_of(event, one) for event in one.events if who in ("", event.who))


_PLACES: Mapping[HeatKind, Callable[[TickBodies, str], _Places]] = {
    HeatKind.PRESENCE: _presence,
    HeatKind.TALK: _talk,
    HeatKind.EVENTS: _events,
}


def cell_of(event: Event, now: TickBodies) -> Cell | None:
    """Return where an event happened: its own cell, else that of its object or its person; None
    where it has none."""
    cell = getattr(event, "cell", None)
    if isinstance(cell, Cell):
        return cell
    thing = now.things.get(getattr(event, "thing", ""))
    if thing is not None and not thing.holder:
        return thing.cell
    body = now.bodies.get(thing.holder if thing is not None else event.who)
    return body.cell if body is not None else None


def _reading(item: tuple[Cell, int]) -> tuple[int, int]:
    return item[0].y, item[0].x
