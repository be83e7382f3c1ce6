"""The means of what bodies need."""

from collections.abc import Callable, Sequence

from latticeville.lab.measures.measure import SHARE, SURVIVAL, Measure
from latticeville.mind.vitals import Vitals
from latticeville.sim.events import Event
from latticeville.sim.state import State
from latticeville.sim.survival.crises import mean_need


def _mean(of: Callable[[Vitals], int]) -> Callable[[State, Sequence[Event]], float | None]:
    """Return the function that takes the mean of a need over the living; None where nobody lives."""
    return lambda state, _events: mean_need(state.bodies, of)


MEAN_HUNGER = Measure(
    "mean_hunger", SHARE, "Mean hunger of the living; 0 is full.", _mean(lambda one: one.hunger),
    rules=(SURVIVAL, "hunger"),
)  # fmt: skip
MEAN_ENERGY = Measure(
    "mean_energy", SHARE, "Mean energy of the living.", _mean(lambda one: one.energy), rules=(SURVIVAL, "energy")
)
MEAN_HEALTH = Measure(
    "mean_health", SHARE, "Mean health of the living.", _mean(lambda one: one.health), rules=(SURVIVAL, "health")
)
