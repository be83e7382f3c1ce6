"""What people and things do again and again, left out of a transcript for reading: a line an hour says
who goes about their day as before."""

from latticeville.draw.transcript_folds import Fold
from latticeville.sim.routine import RoutineKind
from latticeville.world.model.world import World

_ROUTINE = (RoutineKind.DEPARTURE, RoutineKind.WAY, RoutineKind.ARRIVAL)

MOST_NAMED = 4
"""The people who are named in a line of those who go about their day."""


class Chores:
    """Knows what a transcript has told, and who has done nothing else since it last said so."""

    def __init__(self) -> None:
        self._told, self._people = set[tuple[str, str]](), set[str]()

    def take_up(self, fold: Fold) -> bool:
        """Tell whether a line is one of a chore or a walk that was told before, so that it is left
        out."""
        line = fold.first
        if not line.is_chore and (line.routine is None or line.routine.kind not in _ROUTINE):
            return False
        told = line.about, fold.text.partition(" (")[0]
        if told not in self._told:
            self._told.add(told)
            return False
        self._people.add(line.about)
        return True

    def sum_up(self, world: World) -> str:
        """Return a sentence of who went about their day since the last one; "" for nobody."""
        people = sorted(self._people.intersection(world.people))
        self._people.clear()
        if not people:
            return ""
        if len(people) == len(world.people) > 1:
            return "Everybody goes about the day as before."
        if len(people) > MOST_NAMED:
            return "Most people go about their day as before."
        verb = "go about their" if len(people) > 1 else "goes about the"
        return f"{world.list_names(people)} {verb} day as before."
