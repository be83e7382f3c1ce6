"""What people give to others."""

from collections.abc import Sequence

from latticeville.lab.measures.measure import EVENTS, SURVIVAL, UNITS, Measure
from latticeville.sim.events import Event
from latticeville.sim.state import State
from latticeville.sim.survival.events import Gave


def _gifts(_state: State, events: Sequence[Event]) -> float:
    return sum(isinstance(event, Gave) for event in events)


def _units(_state: State, events: Sequence[Event]) -> float:
    return sum(event.units for event in events if isinstance(event, Gave))


GIFTS = Measure("gifts", EVENTS, "Gifts that arrived.", _gifts, counts=True, rules=(SURVIVAL,))
UNITS_GIVEN = Measure("units_given", UNITS, "Units in these gifts.", _units, counts=True, rules=(SURVIVAL,))
