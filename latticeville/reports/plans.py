"""`plans`: which steps of plans were kept, missed or dropped, and what dropped them."""

from collections import Counter
from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from itertools import count
from typing import Any, NamedTuple

import msgspec

from latticeville.core.csv_text import csv_text
from latticeville.reports.registry import BUILT_IN
from latticeville.reports.report import Asked, Report, ReportSection
from latticeville.reports.rows import (
    Column,
    TickTarget,
    ViewRow,
    line,
    table_row,
    table_titles,
)
from latticeville.runs.replay import Replay
from latticeville.tables.mind_tables import DROPPED, OVER, PLANNED, PLANS
from latticeville.tables.row_stream import rows_by_tick, ticks_until
from latticeville.tables.table import TableRows

CAUSES = {
    "plan": "a newer plan",
    "errand": "an errand",
    "answer": "an answer to somebody",
    "greet": "meeting somebody",
    "react": "a reaction to what they saw",
    "talk": "a conversation",
    "leave": "the end of a conversation",
    "barred": "a place that did not let them in",
    "act": "a choice of the model",
    "acted": "a person at the keys",
    "need": "a need",
    "": "nothing thought (an edit, or the day changed)",
}
"""What dropped a step, by what the person decided by in that tick; other words stand for
themselves."""
_COUNTS = ("planned", "kept", "missed", "over", "dropped")
_COLUMNS = (Column("", 16), *(Column(title, 8, right=True) for title in _COUNTS))


class StepCounts(msgspec.Struct, frozen=True):
    """Steps of plans at a level, or of a person: planned, and what became of them. Of those whose
    time has passed and that name a place, `kept` are those whose person was there meanwhile,
    `missed` the others; `over` are those of no place. `first_missed` is the tick at which the first
    missed one was over."""

    name: str
    planned: int
    kept: int
    missed: int
    over: int
    dropped: int
    first_missed: int | None


class DropCause(msgspec.Struct, frozen=True):
    """A cause that dropped steps: how many, and the tick of the first."""

    cause: str
    steps: int
    first: int


class Plans(msgspec.Struct, frozen=True):
    """What became of plans by level and by person, and what dropped steps, most often first."""

    levels: tuple[StepCounts, ...]
    people: tuple[StepCounts, ...]
    causes: tuple[DropCause, ...]


_StepKey = tuple[Any, ...]
"""Somebody, a level, and a step as the table of plans has it, from its beginning to its rule."""


class _TickPlans(NamedTuple):
    """A tick and the minute at which it ended: who is in which area, and the rows of plans."""

    tick: int
    minute: int
    people: Iterable[tuple[str, str]]
    rows: Iterable[tuple[Any, ...]]


def _read(asked: Asked) -> Iterator[_TickPlans]:
    """Yield the ticks of a run up to that of the question, from its tables where they are made, or
    else from its log."""
    run, last, looked = asked.run, asked.payload.tick, asked.looked
    tables = asked.tables(run)
    if tables is not None:
        yield from ticks_until(_read_tables(tables), run.first, last, looked)
        return
    make: Any = PLANS.make(run)
    for payload in ticks_until(run.payloads(), run.first, last, looked):
        people = ((who, body.area) for who, body in payload.state.bodies.items())
        yield _TickPlans(payload.tick, payload.state.minute, people, make(payload))


def _read_tables(tables: TableRows) -> Iterator[_TickPlans]:
    changes = rows_by_tick(tables.rows(PLANS.name, PLANS.column_names[1:]))
    positions = rows_by_tick(tables.rows("positions", ("tick", "who", "area")))
    for tick, minute in tables.rows("ticks", ("tick", "minute")):
        people = ((who, area) for _tick, who, area in positions(tick))
        yield _TickPlans(tick, minute, people, changes(tick))


class _Steps:
    """Follows the steps of plans from tick to tick, as the table of plans has them."""

    def __init__(self, run: Replay) -> None:
        self._run = run
        self.levels: dict[str, Counter[str]] = {}
        self.people: dict[str, Counter[str]] = {}
        self.missed: dict[str, int] = {}
        """The tick of the first miss, by level and by person."""
        self.causes: dict[str, list[int]] = {}
        self._open: dict[_StepKey, bool] = {}
        """The steps that are planned, and whether their person was at their place meanwhile."""
        self._due: list[tuple[int, int, _StepKey]] = []
        """Those of a place by when they begin, as a heap; the second number keeps their order."""
        self._order = count()
        self._begun: dict[_StepKey, None] = {}
        """Those that have begun, and whose person was not yet there."""

    def add(self, one: _TickPlans) -> None:
        """Count the changes of a tick, after who was where in it."""
        self._look(one)
        fresh = False
        for row in one.rows:
            who, level, state = row[1:4]
            key = (who, level, *row[4:-1])
            if state != PLANNED:
                self._end(one.tick, key, state, row[-1] or "")
                continue
            self._count(who, level, PLANNED)
            self._open[key] = False
            if key[4] is not None:
                heappush(self._due, (key[2], next(self._order), key))
                fresh = True
        if fresh:
            self._look(one)

    def _look(self, one: _TickPlans) -> None:
        """Find who is at the place of a step that has begun and is not over."""
        while self._due and self._due[0][0] <= one.minute:
            key = heappop(self._due)[-1]
            if key in self._open:
                self._begun[key] = None
        if not self._begun:
            return
        areas = self._run.world_of(one.tick).areas
        here = dict(one.people)
        for key in [*self._begun]:
            who, _level, _starts, ends, place = key[:5]
            if one.minute > ends:
                del self._begun[key]
            elif who in here and areas.is_within(here[who], place):
                del self._begun[key]
                self._open[key] = True

    def _end(self, tick: int, key: _StepKey, state: str, cause: str) -> None:
        was_there = self._open.pop(key, False)
        self._begun.pop(key, None)
        who, level, _starts, _ends, place = key[:5]
        if state == DROPPED:
            self.causes.setdefault(CAUSES.get(cause, cause), []).append(tick)
        elif state == OVER and place is not None:
            state = "kept" if was_there else "missed"
        if state == "missed":
            for name in (who, level):
                self.missed.setdefault(name, tick)
        self._count(who, level, state)

    def _count(self, who: str, level: str, state: str) -> None:
        self.levels.setdefault(level, Counter())[state] += 1
        self.people.setdefault(who, Counter())[state] += 1

    def counts(self, of: dict[str, Counter[str]]) -> tuple[StepCounts, ...]:
        """Return the counts of levels or people, by name."""
        return tuple(self._row(name, of[name]) for name in sorted(of))

    def _row(self, name: str, one: Counter[str]) -> StepCounts:
        return StepCounts(
            name,
            one["planned"],
            one["kept"],
            one["missed"],
            one["over"],
            one["dropped"],
            self.missed.get(name),
        )


def _ask(asked: Asked) -> Plans:
    run = asked.run
    steps = _Steps(run)
    for one in _read(asked):
        steps.add(one)
    causes = [DropCause(one, len(ticks), ticks[0]) for one, ticks in steps.causes.items()]
    causes.sort(key=lambda one: (-one.steps, one.cause))
    return Plans(steps.counts(steps.levels), steps.counts(steps.people), tuple(causes))


def _tell(asked: Asked, answer: Plans) -> Iterator[ReportSection]:
    if not answer.levels:
        yield ReportSection("", [line("none", "Nobody has planned anything yet.")])
        return
    yield ReportSection("By level", [*_rows(asked, answer.levels)])
    yield ReportSection("By person", [*_rows(asked, answer.people)])
    if answer.causes:
        yield ReportSection(
            "What dropped steps",
            [
                line(
                    f"cause {one.cause}",
                    f"{one.steps:>5}  {one.cause}",
                    target=TickTarget(one.first),
                )
                for one in answer.causes
            ],
        )


def _rows(asked: Asked, found: tuple[StepCounts, ...]) -> Iterator[ViewRow]:
    people = asked.state.bodies
    yield table_titles(_COLUMNS)
    for one in found:
        name = asked.world.name_of(one.name) if one.name in people else one.name
        cells = (name, *(str(getattr(one, each)) for each in _COUNTS))
        row = table_row(one.name, cells, _COLUMNS)
        if one.first_missed is not None:
            who = one.name if one.name in people else ""
            row = row._replace(target=TickTarget(one.first_missed, who))
        yield row


def _csv(answer: Plans) -> str:
    parts = (("level", answer.levels), ("person", answer.people))
    rows = ((name, *msgspec.structs.astuple(one)) for name, found in parts for one in found)
    return csv_text(("of", *StepCounts.__struct_fields__), rows)


REPORT = Report(
    "plans",
    BUILT_IN["plans"],
    _ask,
    _tell,
    "plans runs/monday",
    at_tick=True,
    tables=True,
    csv=_csv,
)
