"""How many people live."""

from collections.abc import Sequence

from latticeville.lab.measures.measure import PEOPLE, Measure
from latticeville.sim.events import Event
from latticeville.sim.state import State
from latticeville.sim.tree import Body


def living(state: State) -> list[Body]:
    """Return the bodies of the living, by id."""
    return [body for body in state.bodies.values() if not body.is_dead]


def _population(state: State, _events: Sequence[Event]) -> float:
    return len(living(state))


POPULATION = Measure("population", PEOPLE, "People who live.", _population)
