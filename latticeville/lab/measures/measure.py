"""What a measure is."""

from collections.abc import Callable, Sequence

import msgspec

from latticeville.sim.events import Event
from latticeville.sim.state import State
from latticeville.world.model.world import World

SURVIVAL = "survival"
"""The rules that most measures need."""
SHARE, PEOPLE, UNITS, EVENTS = "0–1", "people", "units", "events"
"""Units of measures."""


class Measure(msgspec.Struct, frozen=True):
    """A number that each tick has: `at` returns it from the state after the tick and the tick's events, None for none.

    `counts` says that it counts events of the tick, whatever the state, so that values of several ticks add up; other
    measures describe the state. `rules` are sets of rules of which a world needs one, () for any world; `source` is
    where its formula is defined.
    """

    name: str
    unit: str
    definition: str
    at: Callable[[State, Sequence[Event]], float | None]
    counts: bool = False
    rules: tuple[str, ...] = ()
    source: str = ""

    @property
    def title(self) -> str:
        """The name as people read it."""
        return self.name.replace("_", " ")

    def applies_to(self, world: World) -> bool:
        """Tell whether it has a meaning in a world."""
        return not self.rules or not {*self.rules}.isdisjoint(world.rules)
