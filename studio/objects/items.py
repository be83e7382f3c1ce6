"""What a line of the objects workbench is about: a state, a transition, a test, a use."""

from typing import Literal

from msgspec import Struct


class StateItem(Struct, frozen=True):
    """A state."""

    name: str


class CounterItem(Struct, frozen=True):
    """A counter."""

    name: str


class TransitionItem(Struct, frozen=True):
    """A transition of the kind's own, by its place in the file."""

    index: int


class InheritedItem(Struct, frozen=True):
    """A transition that comes from what the kind extends, by its place among all."""

    index: int


class FieldItem(Struct, frozen=True):
    """Another key of the kind."""

    key: str


Section = Literal["states", "counters", "rows", "kind"]


class SectionItem(Struct, frozen=True):
    """The heading of a section of the machine."""

    name: Section


MachineItem = StateItem | CounterItem | TransitionItem | InheritedItem | FieldItem | SectionItem
"""A line of a machine."""


class SavedTest(Struct, frozen=True):
    """A test of the kind, by its name."""

    name: str


class ObjectLink(Struct, frozen=True):
    """An object on the map, by its id."""

    id: str


FactTarget = MachineItem | SavedTest | ObjectLink
"""What a line about a kind leads to."""
