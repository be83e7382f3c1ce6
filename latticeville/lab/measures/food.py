"""How much food there is, and where."""

from collections.abc import Sequence

from latticeville.lab.measures.measure import SURVIVAL, UNITS, Measure
from latticeville.lab.measures.population import living
from latticeville.sim.events import Event
from latticeville.sim.state import State
from latticeville.sim.survival.resource_layer import ResourceLayer
from latticeville.world.model.survival import THOUSAND


def _in_cells(state: State, _events: Sequence[Event]) -> float:
    """Add what cells that are not full hold to the maxima of all others."""
    food = state.world.survival.food
    most, layer = state.world.resource_maxima.get(food, {}), state.resources.get(food, ResourceLayer())
    missing = sum(most.get(cell, 0) - state.amount_in(cell, food) for cell in layer.stocks)
    return (sum(most.values()) - missing) / THOUSAND


def _in_hands(state: State, _events: Sequence[Event]) -> float:
    return sum(body.items.get(state.world.survival.food, 0) for body in living(state))


FOOD_IN_CELLS = Measure("food_in_cells", UNITS, "Food that lies or grows in the cells.", _in_cells, rules=(SURVIVAL,))
FOOD_IN_HANDS = Measure("food_in_hands", UNITS, "Food that the living carry.", _in_hands, rules=(SURVIVAL,))
