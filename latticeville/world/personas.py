"""Who lives in a world: personas and where they start."""

from collections.abc import Mapping

import msgspec

from latticeville.core.clock import within
from latticeville.core.geometry import Cell
from latticeville.world.things import Verb


class Use(msgspec.Struct, frozen=True):
    """A thing to do with an object, such as `use stove`."""

    verb: Verb
    thing: str


class Hours(msgspec.Struct, frozen=True):
    """One row of a routine: from `start` to `end` (minutes of the day) be at `place`, doing `doing`.

    `uses` are done in turn, one every `every` minutes.
    """

    start: int
    end: int
    place: str
    doing: str
    uses: tuple[Use, ...] = ()
    every: int = 15

    def __contains__(self, minute: int) -> bool:
        return within(minute, self.start, self.end)


class Relationship(msgspec.Struct, frozen=True):
    """What this persona is to another and thinks of them."""

    who: str
    how: str
    view: str = ""


class Opinion(msgspec.Struct, frozen=True):
    """What this persona thinks of a topic."""

    topic: str
    view: str


class SeedMemory(msgspec.Struct, frozen=True):
    """Something the persona remembers from before the first tick; importance runs from 1 to 10."""

    text: str
    importance: int = 5


class Persona(msgspec.Struct, frozen=True):
    """Everything that makes a person who they are, whatever world they live in.

    `big_five` holds the factors that were given, each from 0 to 1; `secrets` the person keeps to themselves.
    """

    id: str
    name: str
    glyph: str
    color: str
    age: int | None = None
    traits: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    aspiration: str = ""
    about: str = ""
    opinions: tuple[Opinion, ...] = ()
    relationships: tuple[Relationship, ...] = ()
    routine: tuple[Hours, ...] = ()
    memories: tuple[SeedMemory, ...] = ()
    big_five: Mapping[str, float] = {}
    secrets: tuple[str, ...] = ()

    @property
    def first_name(self) -> str:
        """The name that others call them by."""
        return self.name.split()[0]


class Resident(msgspec.Struct, frozen=True):
    """A persona in a world: `start` is the cell where the person stands at tick 0."""

    id: str
    persona: Persona
    start: Cell
    home: str
    work: str
    knows: tuple[str, ...]
