"""What a measure is: a number that each tick of a run has."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from latticeville.sim.event import Event
from latticeville.sim.state import State
from latticeville.sim.tick import TickPayload
from latticeville.sim.tree import Body
from latticeville.world.model.world import World

SHARE, PEOPLE, UNITS, EVENTS, MINUTES = "0–1", "people", "units", "events", "minutes"
"""Units of measures."""


class Part(NamedTuple):
    """What one person contributes to a measure at a tick, and the innermost area where."""

    who: str
    area: str
    value: float


Parts = Callable[[State, Sequence[Event]], Iterable[Part]]
"""Yields the parts of a measure at a tick."""


class Measure(msgspec.Struct, frozen=True):
    """A number that each tick has: `at` returns it from the state after the tick and the tick's
    events, None for none.

    `counts` says that it counts events of the tick, so that values of several ticks add up; other
    measures describe the state. `needs_state` says that what it counts depends on the state, too.
    `rules` are sets of rules of which a world needs one, () for any world; `source` is where its
    formula is defined. The sum of the `parts` is the value, or their mean where `is_mean`; None
    where it has none. One that is not `usual` is shown by person and place, or where it is named.
    """

    name: str
    unit: str
    definition: str
    at: Callable[[State, Sequence[Event]], float | None]
    counts: bool = False
    rules: tuple[str, ...] = ()
    source: str = ""
    parts: Parts | None = None
    is_mean: bool = False
    usual: bool = True
    needs_state: bool = False

    @property
    def title(self) -> str:
        """The name as people read it."""
        return self.name.replace("_", " ")

    def applies_to(self, world: World) -> bool:
        """Tell whether it has a meaning in a world."""
        return not self.rules or not {*self.rules}.isdisjoint(world.rules)


Values = Mapping[str, float | None]
"""The value of each measure by name; None where a measure has none."""


class MeasureRow(msgspec.Struct, frozen=True):
    """Measures at a tick, which ended at a minute, or over the ticks up to it."""

    tick: int
    minute: int
    values: Values


def measure_tick(payload: TickPayload, measures: Sequence[Measure]) -> dict[str, float | None]:
    """Return the values of measures at a tick; None where the world of the tick gives one no
    meaning."""
    state, events = payload.state, payload.events
    return {
        one.name: one.at(state, events) if one.applies_to(state.world) else None for one in measures
    }


def living(state: State) -> list[Body]:
    """Return the bodies of the living, by id."""
    return [body for body in state.bodies.values() if not body.is_dead]


def of_living(value: Callable[[State, Body], float | None]) -> Parts:
    """Return the function that yields a value of each of the living who has one."""

    def parts(state: State, _events: Sequence[Event]) -> Iterator[Part]:
        for body in living(state):
            if (found := value(state, body)) is not None:
                yield Part(body.id, body.area, found)

    return parts


def of_events(value: Callable[[Event], float]) -> Parts:
    """Return the function that yields a value of each event for whom it names first."""

    def parts(_state: State, events: Sequence[Event]) -> Iterator[Part]:
        for event in events:
            if found := value(event):
                yield Part(event.who, event.area, found)

    return parts


def summed(
    name: str,
    unit: str,
    definition: str,
    parts: Parts,
    *,
    rules: tuple[str, ...] = (),
    usual: bool = True,
    needs_state: bool = False,
) -> Measure:
    """Return a measure that counts, and is the sum of its parts."""

    def total(state: State, events: Sequence[Event]) -> float:
        return sum(part.value for part in parts(state, events))

    return Measure(
        name,
        unit,
        definition,
        total,
        counts=True,
        needs_state=needs_state,
        rules=rules,
        parts=parts,
        usual=usual,
    )


class MeasureFault(NamedTuple):
    """What is wrong with one of the measures of a world, by its number there: the key, what, and at
    which column of the value."""

    number: int
    key: str
    what: str
    column: int = 1


class WorldMeasures(NamedTuple):
    """The measures that a world adds, without those that cannot be read, and what is wrong with
    these."""

    measures: tuple[Measure, ...] = ()
    faults: tuple[MeasureFault, ...] = ()
