"""Plans: a day of broad strokes, hours and steps, each decomposed just in time, over the routine of a persona."""

import msgspec
from msgspec.structs import replace

from latticeville.core.clock import DAY
from latticeville.world.personas import Hours, Use

LONG = 75
"""Minutes from which on a stroke is divided into hours first."""
SHORT = 15
"""Minutes up to which nothing is divided."""


class Step(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What to do from `start` until `end` (absolute minutes): be at `place`, doing `doing`, and `use` something.

    What is `rest` is not divided any further.
    """

    start: int
    end: int
    place: str
    doing: str
    use: Use | None = None
    rest: bool = False

    def __contains__(self, minute: int) -> bool:
        return self.start <= minute < self.end


Steps = tuple[Step, ...]


class Plan(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A day, planned at a tick: the strokes of all of it, and of what is divided by now the newest hours and steps.

    Where no stroke says anything, the routine does.
    """

    day: int
    made: int
    routine: tuple[Hours, ...] = ()
    strokes: Steps = ()
    hours: Steps = ()
    steps: Steps = ()

    def step(self, minute: int) -> Step | None:
        """Return the finest that is planned for a minute; None where nothing is.

        Rest is not divided into steps, so whoever rests uses what the routine uses then, such as their bed.
        """
        found = next(filter(None, (_at(level, minute) for level in (self.steps, self.hours, self.strokes))), None)
        if found is not None and not (found.rest and found.use is None):
            return found
        turn = _turn(self.routine, minute)
        if found is None or turn is None or turn.place != found.place:
            return found or turn
        return replace(found, use=turn.use)

    def undivided(self, minute: int) -> tuple[str, Step] | None:
        """Return what should be divided next and into what, `hours` or `steps`; None where all is fine as it is."""
        stroke = _at(self.strokes, minute)
        if stroke is None or stroke.rest or _at(self.steps, minute) is not None:
            return None
        hour = _at(self.hours, minute)
        if hour is None and stroke.end - stroke.start > LONG:
            return "hours", stroke
        found = hour or stroke
        return ("steps", found) if found.end - max(minute, found.start) > SHORT else None

    def remade(self, minute: int, strokes: Steps) -> "Plan":
        """Return the plan with other strokes from a minute on; what lies before it stays as it is."""
        return replace(
            self,
            strokes=_until(self.strokes, minute) + _since(strokes, minute),
            hours=_until(self.hours, minute),
            steps=_until(self.steps, minute),
        )


def _at(steps: Steps, minute: int) -> Step | None:
    for step in steps:
        if step.start <= minute < step.end:
            return step
    return None


def _until(steps: Steps, minute: int) -> Steps:
    return tuple(step if step.end <= minute else replace(step, end=minute) for step in steps if step.start < minute)


def _since(steps: Steps, minute: int) -> Steps:
    return tuple(step if step.start >= minute else replace(step, start=minute) for step in steps if step.end > minute)


def _turn(rows: tuple[Hours, ...], minute: int) -> Step | None:
    """Decompose just the row of a routine that holds a minute into its current turn."""
    today = minute - minute % DAY
    for row in rows:
        if minute in row:
            start = today + row.start if minute % DAY >= row.start else today - DAY + row.start
            end = start + ((row.end - row.start) % DAY or DAY)
            if not row.uses:
                return Step(start, end, row.place, row.doing)
            turn = (minute - start) // row.every
            opens = start + turn * row.every
            use = row.uses[turn % len(row.uses)]
            return Step(opens, min(opens + row.every, end), row.place, row.doing, use)
    return None


def carried(last: Step | None, step: Step | None) -> Step | None:
    """Return a step with the use of the one before, where it is more of the same and has none of its own."""
    if last is None or step is None or step.use is not None or (step.place, step.doing) != (last.place, last.doing):
        return None
    return replace(step, use=last.use) if last.use is not None else None
