"""Deaths by cause."""

from collections.abc import Callable, Sequence

from latticeville.lab.measures.measure import PEOPLE, SURVIVAL, Measure
from latticeville.sim.events import Event
from latticeville.sim.state import State
from latticeville.sim.survival.events import Died
from latticeville.sim.survival.needs import BLOWS, HUNGER


def _died(of: Callable[[str], bool]) -> Callable[[State, Sequence[Event]], float]:
    """Return the function that counts deaths whose cause is one of these."""

    def died(_state: State, events: Sequence[Event]) -> float:
        return sum(isinstance(event, Died) and of(event.cause) for event in events)

    return died


def _measure(name: str, definition: str, of: Callable[[str], bool]) -> Measure:
    return Measure(name, PEOPLE, definition, _died(of), counts=True, rules=(SURVIVAL, "health"))


DEATHS = _measure("deaths", "Deaths of any cause.", lambda _cause: True)
DEATHS_BY_HUNGER = _measure("deaths_by_hunger", "Deaths of hunger.", lambda cause: cause == HUNGER)
DEATHS_BY_VIOLENCE = _measure("deaths_by_violence", "Deaths in a tick of attacks.", lambda cause: cause == BLOWS)
DEATHS_BY_OTHER = _measure("deaths_by_other", "Deaths of other causes.", lambda cause: cause not in (HUNGER, BLOWS))
