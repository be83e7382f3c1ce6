"""Objects and their state machines: tables of states, counters and transitions."""

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from latticeville.core.geometry import Box, Cell


class Verb(StrEnum):
    """What a body can do to a thing."""

    USE = "use"
    OPEN = "open"
    CLOSE = "close"
    TAKE = "take"
    DROP = "drop"


class CounterGuard(msgspec.Struct, frozen=True, tag="counter"):
    """Holds while the counter's value lies in [least, most]."""

    counter: str
    least: int
    most: int


class HoldsGuard(msgspec.Struct, frozen=True, tag="has"):
    """Holds while the actor carries at least `count` of the item; with `wanted` false, while it does not."""

    item: str
    count: int = 1
    wanted: bool = True


class TimeGuard(msgspec.Struct, frozen=True, tag="between"):
    """Holds in the span [start, end) of the day, in minutes; a span may run over midnight."""

    start: int
    end: int


class WeatherGuard(msgspec.Struct, frozen=True, tag="weather"):
    """Holds in any of these weathers."""

    weathers: tuple[str, ...]


Guard = CounterGuard | HoldsGuard | TimeGuard | WeatherGuard


class CounterEffect(msgspec.Struct, frozen=True, tag="counter"):
    """Adds to a counter or sets it; the result stays within the counter's bounds."""

    counter: str
    amount: int
    add: bool = True


class ItemEffect(msgspec.Struct, frozen=True, tag="item"):
    """Gives the actor `amount` of an item, or takes it where the amount is negative."""

    item: str
    amount: int


Effect = CounterEffect | ItemEffect


class Counter(msgspec.Struct, frozen=True):
    """A whole number that a thing keeps, with its bounds."""

    start: int = 0
    least: int = 0
    most: int = 1_000_000


class StateSpec(msgspec.Struct, frozen=True):
    """One state of a machine and how a thing in it looks; None falls back to the kind's own."""

    name: str
    glyph: str | None = None
    color: str | None = None
    blocks: bool | None = None
    opaque: bool = False
    alarm: bool = False


class Transition(msgspec.Struct, frozen=True):
    """One row of a machine: on `verb`, `after` that many minutes in the state, or as soon as guards hold."""

    sources: tuple[str, ...]
    target: str
    verb: Verb | None = None
    after: int | None = None
    guards: tuple[Guard, ...] = ()
    effects: tuple[Effect, ...] = ()
    says: str = ""
    fails: str = ""


class Kind(msgspec.Struct, frozen=True):
    """A kind of object: looks, counters and machine; a kind with one state and no rows is mere furniture."""

    id: str
    name: str
    glyph: str
    color: str
    blocks: bool
    portable: bool
    start: str
    states: Mapping[str, StateSpec]
    counters: Mapping[str, Counter]
    transitions: tuple[Transition, ...]

    def accepts(self, state: str, verb: Verb) -> tuple[Transition, ...]:
        """Return the rows that a verb can fire from a state, guards aside, in table order."""
        return tuple(row for row in self.transitions if row.verb is verb and state in row.sources)

    def automatic(self, state: str) -> tuple[Transition, ...]:
        """Return the rows that fire without a verb from a state, in table order."""
        return tuple(row for row in self.transitions if row.verb is None and state in row.sources)

    def verbs(self, state: str) -> tuple[Verb, ...]:
        """Return the verbs that some row accepts in a state."""
        return tuple(verb for verb in Verb if self.accepts(state, verb))

    def blocks_in(self, state: str) -> bool:
        """Tell whether a thing in a state is in the way."""
        blocks = self.states[state].blocks
        return self.blocks if blocks is None else blocks


class Placement(msgspec.Struct, frozen=True):
    """An object as the designer placed it; `box` is its footprint."""

    id: str
    kind: str
    name: str
    box: Box
    state: str
    counters: Mapping[str, int]
    color: str | None = None
    glyph: str | None = None

    @property
    def cell(self) -> Cell:
        """The top left cell of the footprint."""
        return Cell(self.box.x, self.box.y)
