"""Plans: a day of broad strokes, and the step that a minute of it asks for."""

import msgspec

from latticeville.core.clock import DAY
from latticeville.world.personas import Hours, Use


class Step(msgspec.Struct, frozen=True, gc=False):
    """What to do from `start` until `end` (absolute minutes): be at `place`, doing `doing`, and `use` something."""

    start: int
    end: int
    place: str
    doing: str
    use: Use | None = None


class Plan(msgspec.Struct, frozen=True, gc=False):
    """A day's rows, made at a tick."""

    day: int
    made: int
    hours: tuple[Hours, ...]

    def step(self, minute: int) -> Step | None:
        """Decompose just the row that holds a minute into its current step; None where no row does."""
        today = minute - minute % DAY
        for row in self.hours:
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
