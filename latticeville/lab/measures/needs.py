"""The means of what bodies need."""

from collections.abc import Callable, Sequence

from latticeville.lab.measures.measure import SHARE, SURVIVAL, Measure
from latticeville.lab.measures.population import living
from latticeville.mind.vitals import Vitals
from latticeville.sim.events import Event
from latticeville.sim.state import State
from latticeville.world.model.survival import THOUSAND


def _mean(of: Callable[[Vitals], int]) -> Callable[[State, Sequence[Event]], float | None]:
    """Return the function that takes the mean of a need over the living; None where nobody lives."""

    def mean(state: State, _events: Sequence[Event]) -> float | None:
        values = [of(body.vitals) for body in living(state) if body.vitals is not None]
        return sum(values) / len(values) / THOUSAND if values else None

    return mean


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
