"""`plans`: which steps of plans were kept, missed or dropped, and what dropped them."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from latticeville.reports.plain_text import csv_text
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
from latticeville.sim.tick import TickPayload
from latticeville.tables.mind_tables import DROPPED, OVER, PLANNED, PLANS

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


class _Steps:
    """Follows the steps of plans from tick to tick, as the table of plans has them."""

    def __init__(self) -> None:
        self.levels: dict[str, Counter[str]] = {}
        self.people: dict[str, Counter[str]] = {}
        self.missed: dict[str, int] = {}
        """The tick of the first miss, by level and by person."""
        self.causes: dict[str, list[int]] = {}
        self._open: dict[tuple[object, ...], bool] = {}
        """The steps that are planned, and whether their person was at their place meanwhile."""

    def add(self, payload: TickPayload, rows: Iterator[Any]) -> None:
        """Count the changes of a tick, after who was where in it."""
        self._look(payload)
        for _tick, who, level, state, *step in rows:
            key = (who, level, *step)
            if state == PLANNED:
                self._count(who, level, PLANNED)
                self._open[key] = self._is_there(payload, who, step)
            else:
                self._end(payload, key, state)

    def _look(self, payload: TickPayload) -> None:
        for key, was_there in self._open.items():
            if not was_there:
                who, _level, *step = key
                self._open[key] = self._is_there(payload, str(who), step)

    @staticmethod
    def _is_there(payload: TickPayload, who: str, step: list[Any]) -> bool:
        starts, ends, place, *_rest = step
        body = payload.state.bodies.get(who)
        if body is None or place is None or not starts <= payload.state.minute <= ends:
            return False
        return payload.state.world.areas.is_within(body.area, place)

    def _end(self, payload: TickPayload, key: tuple[object, ...], state: str) -> None:
        was_there = self._open.pop(key, False)
        who, level, _starts, _ends, place, *_rest = key
        if state == DROPPED:
            thought = payload.thoughts.get(str(who))
            cause = thought.why if thought is not None else ""
            self.causes.setdefault(CAUSES.get(cause, cause), []).append(payload.tick)
        elif state == OVER and place is not None:
            state = "kept" if was_there else "missed"
        if state == "missed":
            for name in (str(who), str(level)):
                self.missed.setdefault(name, payload.tick)
        self._count(str(who), str(level), state)

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
    run, last, steps = asked.run, asked.payload.tick, _Steps()
    make = PLANS.make(run)
    for payload in run.payloads():
        if payload.tick > last:
            break
        asked.looked(payload.tick - run.first, max(1, last - run.first))
        steps.add(payload, iter(make(payload)))
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
    "plans", BUILT_IN["plans"], _ask, _tell, "plans runs/monday", at_tick=True, csv=_csv
)
