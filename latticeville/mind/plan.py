"""Plans: a day of blocks, hours and steps, decomposed when needed, over a persona's routine."""

from collections.abc import Iterable, Iterator
from itertools import chain

import msgspec
from msgspec.structs import replace

from latticeville.core.clock import DAY
from latticeville.world.model.personas import ObjectUse, RoutineRow

MAX_STROKES = 8
"""Strokes of a day at most."""
LONG_STROKE_MINUTES = 75
"""Minutes from which on a stroke is divided into hours first."""
SHORT_STEP_MINUTES = 15
"""Minutes up to which nothing is divided."""


class PlanStep(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What to do from `start` until `end` (absolute minutes): be at `place`, doing `doing`, and
    `use` something.

    What is `rest` is not divided any further; `rule` names the rule that made it differ from the
    usual.
    """

    start: int
    end: int
    place: str
    doing: str
    use: ObjectUse | None = None
    rest: bool = False
    rule: str = ""

    def __contains__(self, minute: int) -> bool:
        return self.start <= minute < self.end


Steps = tuple[PlanStep, ...]


class Plan(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A day, planned at a tick: the strokes of all of it, and the hours and steps of what is
    divided and not over.

    Appointments come before all of them, then variations of the routine, which are `decided` up to
    a minute; where no stroke says anything, the routine does.
    """

    day: int
    made: int
    routine: tuple[RoutineRow, ...] = ()
    strokes: Steps = ()
    hours: Steps = ()
    steps: Steps = ()
    appointments: Steps = ()
    variations: Steps = ()
    decided: int = 0

    def step_at(self, minute: int) -> PlanStep | None:
        """Return the finest that is planned for a minute; None where nothing is.

        Rest is not divided into steps, so whoever rests uses what the routine uses then, such as
        their bed.
        """
        levels = (self.appointments, self.variations, self.steps, self.hours, self.strokes)
        found = _first_at(levels, minute)
        if found is not None and not (found.rest and found.use is None):
            return found
        turn = _routine_step(self.routine, minute)
        if found is None or turn is None or turn.place != found.place:
            return found or turn
        return replace(found, use=turn.use)

    def all_steps(self) -> Iterator[PlanStep]:
        """Yield what is planned at every level, the routine apart."""
        yield from chain(self.appointments, self.variations, self.steps, self.hours, self.strokes)

    def routine_entry(self, minute: int) -> PlanStep | None:
        """Return the whole row of the routine that holds a minute, without what it uses."""
        row = next((row for row in self.routine if minute in row), None)
        return _routine_step((replace(row, uses=()),), minute) if row is not None else None

    def appointment_at(self, minute: int) -> PlanStep | None:
        """Return the appointment of a minute."""
        return _step_at(self.appointments, minute)

    def is_undivided(self, minute: int) -> bool:
        """Tell whether what somebody does at a minute has yet to be divided."""
        if self._is_divided(minute):
            return False
        return bool(
            self.undivided_strokes(minute, minute + 1) or self.undivided_hours(minute, minute + 1)
        )

    def undivided_strokes(self, minute: int, until: int) -> Steps:
        """Return the strokes to divide into hours, of those that begin before `until` and are not
        over."""
        return tuple(
            stroke
            for stroke in self.strokes
            if stroke.start < until
            and self._is_undivided(stroke, minute)
            and self._is_long(stroke, minute)
        )

    def undivided_hours(self, minute: int, until: int) -> Steps:
        """Return the hours, and the strokes that have none, to divide into steps, in the same
        way."""
        whole = (
            stroke
            for stroke in self.strokes
            if not self._is_long(stroke, minute) and not self._hours_of(stroke)
        )
        awake = (hour for hour in self.hours if not self._rests(hour))
        return tuple(
            piece
            for piece in sorted((*whole, *awake), key=lambda piece: piece.start)
            if piece.start < until
            and piece.end - max(minute, piece.start) > SHORT_STEP_MINUTES
            and self._is_undivided(piece, minute)
        )

    def _is_undivided(self, piece: PlanStep, minute: int) -> bool:
        """Tell whether a piece is neither over nor rest, and has no step or appointment where it
        goes on."""
        begins = max(minute, piece.start)
        return piece.end > minute and not piece.rest and not self._is_divided(begins)

    def _is_divided(self, minute: int) -> bool:
        return (
            _step_at(self.appointments, minute) is not None
            or _step_at(self.steps, minute) is not None
        )

    def _is_long(self, stroke: PlanStep, minute: int) -> bool:
        """Tell whether a stroke is to be divided into hours first."""
        is_long = stroke.end - stroke.start > LONG_STROKE_MINUTES
        return is_long and _step_at(self.hours, max(minute, stroke.start)) is None

    def _hours_of(self, stroke: PlanStep) -> bool:
        return any(stroke.start < hour.end and hour.start < stroke.end for hour in self.hours)

    def _rests(self, hour: PlanStep) -> bool:
        stroke = _step_at(self.strokes, hour.start)
        return stroke is not None and stroke.rest

    def with_hours(self, hours: Steps, minute: int) -> "Plan":
        """Return the plan with more hours, without those that are over."""
        return replace(self, hours=_merged(self.hours, hours, minute))

    def with_steps(self, steps: Steps, minute: int) -> "Plan":
        """Return the plan with more steps, without those that are over."""
        return replace(self, steps=_merged(self.steps, steps, minute))

    def replan(self, minute: int, strokes: Steps) -> "Plan":
        """Return the plan with other strokes from a minute on; what lies before it stays as it
        is."""
        return replace(
            self,
            strokes=_clip_before(self.strokes, minute) + _clip_after(strokes, minute),
            hours=_clip_before(self.hours, minute),
            steps=_clip_before(self.steps, minute),
        )


def _first_at(levels: Iterable[Steps], minute: int) -> PlanStep | None:
    """Return the step for a minute of the first level that has one."""
    for level in levels:
        found = _step_at(level, minute) if level else None
        if found is not None:
            return found
    return None


def _step_at(steps: Steps, minute: int) -> PlanStep | None:
    for step in steps:
        if step.start <= minute < step.end:
            return step
    return None


def _merged(old: Steps, new: Steps, minute: int) -> Steps:
    return tuple(
        sorted((*(step for step in old if step.end > minute), *new), key=lambda step: step.start)
    )


def _clip_before(steps: Steps, minute: int) -> Steps:
    return tuple(
        step if step.end <= minute else replace(step, end=minute)
        for step in steps
        if step.start < minute
    )


def _clip_after(steps: Steps, minute: int) -> Steps:
    return tuple(
        step if step.start >= minute else replace(step, start=minute)
        for step in steps
        if step.end > minute
    )


def _routine_step(rows: tuple[RoutineRow, ...], minute: int) -> PlanStep | None:
    """Decompose just the row of a routine that holds a minute into its current turn."""
    today = minute - minute % DAY
    for row in rows:
        if minute in row:
            start = today + row.start if minute % DAY >= row.start else today - DAY + row.start
            end = start + ((row.end - row.start) % DAY or DAY)
            if not row.uses:
                return PlanStep(start, end, row.place, row.doing)
            turn = (minute - start) // row.every
            opens = start + turn * row.every
            use = row.uses[turn % len(row.uses)]
            return PlanStep(opens, min(opens + row.every, end), row.place, row.doing, use)
    return None


def carry_use(last: PlanStep | None, step: PlanStep | None) -> PlanStep | None:
    """Return a step with the use of the one before, where it is more of the same and has none of
    its own."""
    if (
        last is None
        or step is None
        or step.use is not None
        or (step.place, step.doing) != (last.place, last.doing)
    ):
        return None
    return replace(step, use=last.use) if last.use is not None else None
