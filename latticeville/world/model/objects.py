"""Objects, object kinds, and their states, counters and transitions."""

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import Literal

import msgspec

from latticeville.core.geometry import Box, Cell
from latticeville.world.model.footprint import Footprint


class Verb(StrEnum):
    """The verbs that need no words of their own; any other id is a verb too."""

    USE = "use"
    OPEN = "open"
    CLOSE = "close"
    TAKE = "take"
    DROP = "drop"


def order_verbs(verbs: Iterable[str]) -> tuple[str, ...]:
    """Return each verb once: the customary ones first, then the others as they come."""
    return _order_verbs(tuple(map(str, verbs)))


@lru_cache(maxsize=1024)
def _order_verbs(verbs: tuple[str, ...]) -> tuple[str, ...]:
    found = dict.fromkeys(verbs)
    return (
        *(verb for verb in _CUSTOMARY if verb in found),
        *(verb for verb in found if verb not in _CUSTOMARY),
    )


_CUSTOMARY = tuple(map(str, Verb))


class CounterGuard(msgspec.Struct, frozen=True, tag="counter"):
    """Holds while the counter's value lies in [least, most]."""

    counter: str
    least: int
    most: int


class HoldsGuard(msgspec.Struct, frozen=True, tag="has"):
    """Holds while the actor carries at least `count` of the item; with `wanted` false, while it
    does not."""

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


class InsideGuard(msgspec.Struct, frozen=True, tag="inside"):
    """Holds while the number of an item, or of `*`, that lies inside the thing is in [least,
    most]."""

    item: str
    least: int = 1
    most: int = 1_000_000


class RightGuard(msgspec.Struct, frozen=True, tag="right"):
    """Holds while the actor has a right: is among the thing's owners, or carries its key; or,
    unwanted, has it not."""

    right: Literal["owner", "key"]
    wanted: bool = True


Guard = CounterGuard | HoldsGuard | TimeGuard | WeatherGuard | InsideGuard | RightGuard


class CounterEffect(msgspec.Struct, frozen=True, tag="counter"):
    """Adds to a counter or sets it; the result stays within the counter's bounds, with `clip` on
    purpose."""

    counter: str
    amount: int
    add: bool = True
    clip: bool = False

    def target_value(self, value: int) -> int:
        """Return what a counter at a value would be after it, bounds aside."""
        return value + self.amount if self.add else self.amount


class ItemEffect(msgspec.Struct, frozen=True, tag="item"):
    """Gives the actor `amount` of an item, or takes it where the amount is negative."""

    item: str
    amount: int


class TransferEffect(msgspec.Struct, frozen=True, tag="deed"):
    """Moves `count` of an item between the actor and the inside of the thing, makes them inside, or
    uses them up."""

    deed: Literal["store", "fetch", "fill", "spend"]
    item: str
    count: int = 1


Effect = CounterEffect | ItemEffect | TransferEffect
ANYTHING = "*"
"""Stands for any item and any portable thing."""
UNBOUNDED = 1_000_000
"""The bound of a condition that leaves this bound out."""


class Counter(msgspec.Struct, frozen=True):
    """A whole number that a thing keeps, with its bounds."""

    start: int = 0
    least: int = 0
    most: int = 1_000_000

    def clamp(self, value: int) -> int:
        """Return the value at which the counter stops on its way to another."""
        return max(self.least, min(self.most, value))


class ObjectStateSpec(msgspec.Struct, frozen=True):
    """One state of a machine and how a thing in it looks; None falls back to the kind's own."""

    name: str
    glyph: str | None = None
    color: str | None = None
    blocks: bool | None = None
    opaque: bool = False
    alarm: bool = False
    final: bool = False
    tile: str | None = None
    light: int | None = None
    picture: str | None = None


PLAIN_USE = ("", -1)
"""The `origin` of the row that furniture has by its name alone."""


class Transition(msgspec.Struct, frozen=True, dict=True):
    """One row of a machine: on `verb`, `after` that many minutes in the state, or as soon as guards
    hold.

    `origin` says where it was written: the kind, "" for a template of ours, and the number of the
    row.
    """

    sources: tuple[str, ...]
    target: str
    verb: str | None = None
    after: int | None = None
    guards: tuple[Guard, ...] = ()
    effects: tuple[Effect, ...] = ()
    says: str = ""
    fails: str = ""
    origin: tuple[str, int] = ("", 0)

    @cached_property
    def needed(self) -> tuple[tuple[str, int], ...]:
        """The items that whoever fires it has to carry, and how many of each."""
        return tuple(_needed(self))


def _needed(row: Transition) -> Iterator[tuple[str, int]]:
    for part in (*row.guards, *row.effects):
        match part:
            case HoldsGuard(item=item, count=count, wanted=True):
                yield item, count
            case ItemEffect(item=item, amount=amount) if amount < 0:
                yield item, -amount
            case TransferEffect(deed="store", item=item, count=count):
                yield item, count


class Kind(msgspec.Struct, frozen=True, dict=True):
    """A kind of object: looks, counters and machine; a kind with one state and no rows is mere
    furniture.

    `room` is for so many items and portable things; `inside` is what lies there at first.
    `verbs_meant` are the verbs that it is said to understand, if it is said. `tile`, `picture` and
    `light` are how it is drawn and how far it gives light, where the designer chose it.
    """

    id: str
    name: str
    glyph: str
    color: str
    blocks: bool
    portable: bool
    start: str
    states: Mapping[str, ObjectStateSpec]
    counters: Mapping[str, Counter]
    transitions: tuple[Transition, ...]
    room: int = 0
    inside: Mapping[str, int] = {}
    verbs_meant: tuple[str, ...] = ()
    tile: str | None = None
    light: int | None = None
    picture: str | None = None

    @property
    def written_transitions(self) -> tuple[Transition, ...]:
        """The transitions that somebody wrote: a plain use is not among them."""
        return tuple(row for row in self.transitions if row.origin != PLAIN_USE)

    def transitions_for(self, state: str, verb: str) -> tuple[Transition, ...]:
        """Return the rows that a verb can fire from a state, guards aside, in table order."""
        return self._rows.get((state, verb), ())

    @cached_property
    def _rows(self) -> Mapping[tuple[str, str | None], tuple[Transition, ...]]:
        """The rows by state and verb, in table order."""
        found: dict[tuple[str, str | None], tuple[Transition, ...]] = {}
        for row in self.transitions:
            for state in dict.fromkeys(row.sources):
                found[state, row.verb] = (*found.get((state, row.verb), ()), row)
        return found

    def automatic_transitions(self, state: str) -> tuple[Transition, ...]:
        """Return the rows that fire without a verb from a state, in table order."""
        return self._rows.get((state, None), ())

    def verbs(self, state: str) -> tuple[str, ...]:
        """Return the verbs that some row accepts in a state: the customary ones first, then as the
        table has them."""
        return order_verbs(
            row.verb for row in self.transitions if row.verb and state in row.sources
        )

    @property
    def vocabulary(self) -> tuple[str, ...]:
        """The verbs that it accepts in some state, and those that carrying it needs."""
        carrying = (Verb.TAKE, Verb.DROP) if self.portable else ()
        return order_verbs((*(row.verb for row in self.transitions if row.verb), *carrying))

    def tile_in(self, state: str) -> str:
        """Return the tile that the designer chose for a state; "" where there is none."""
        return self.states[state].tile or self.tile or ""

    def picture_in(self, state: str) -> str:
        """Return the name of the picture that the designer chose for a state; "" where there is
        none."""
        return self.states[state].picture or self.picture or ""

    def light_in(self, state: str) -> int | None:
        """Return how many cells far it gives light in a state; None where the designer chose
        nothing."""
        light = self.states[state].light
        return self.light if light is None else light

    def is_blocking(self, state: str) -> bool:
        """Tell whether a thing in a state is in the way."""
        blocks = self.states[state].blocks
        return self.blocks if blocks is None else blocks

    @property
    def is_barrier(self) -> bool:
        """Whether it is in the way in all its states, and cannot be carried off."""
        return not self.portable and all(map(self.is_blocking, self.states))

    @property
    def is_door(self) -> bool:
        """Whether it is in the way in some states and not in others, and cannot be carried off."""
        return not self.portable and len(set(map(self.is_blocking, self.states))) > 1


class Placement(msgspec.Struct, frozen=True):
    """An object as the designer placed it: `box` is around all its cells, `parts` hold them where
    it is no box."""

    id: str
    kind: str
    name: str
    box: Box
    state: str
    counters: Mapping[str, int]
    color: str | None = None
    glyph: str | None = None
    inside: Mapping[str, int] = {}
    owners: tuple[str, ...] = ()
    key: str = "key"
    parts: tuple[Box, ...] = ()

    @property
    def footprint(self) -> Footprint:
        """The cells that it takes."""
        return Footprint(self.parts or (self.box,))

    @property
    def cell(self) -> Cell:
        """The first cell of the footprint, row by row."""
        first = self.parts[0] if self.parts else self.box
        return Cell(first.x, first.y)
