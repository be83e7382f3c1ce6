"""Personas, and where the people of a world start."""

from collections.abc import Mapping

import msgspec

from latticeville.core.clock import is_within
from latticeville.core.geometry import Cell


class ObjectUse(msgspec.Struct, frozen=True):
    """A thing to do with an object, such as `use stove`."""

    verb: str
    thing: str


class RoutineRow(msgspec.Struct, frozen=True):
    """One row of a routine: from `start` to `end` (minutes of the day) be at `place`, doing
    `doing`.

    `uses` are done in turn, one every `every` minutes. `emoji` is "" where the words of `doing`
    decide.
    """

    start: int
    end: int
    place: str
    doing: str
    uses: tuple[ObjectUse, ...] = ()
    every: int = 15
    emoji: str = ""

    def __contains__(self, minute: int) -> bool:
        return is_within(minute, self.start, self.end)


class Relationship(msgspec.Struct, frozen=True):
    """What this persona is to another and thinks of them."""

    who: str
    how: str
    view: str = ""


class Opinion(msgspec.Struct, frozen=True):
    """What this persona thinks of a topic; `stance` is from -1 (against) to 1 (for), None where the
    words tell it."""

    topic: str
    view: str
    stance: float | None = None


class SeedMemory(msgspec.Struct, frozen=True):
    """Something the persona remembers from before the first tick; importance runs from 1 to 10."""

    text: str
    importance: int = 5
    kind: str = "observation"


class Secret(msgspec.Struct, frozen=True):
    """What the persona keeps to themselves; those in `to` may be told."""

    text: str
    to: tuple[str, ...] = ()


class ThinkingSettings(msgspec.Struct, frozen=True):
    """How this persona thinks where it is not as the world says; None and "" are as the world says.

    `radius` is how many cells far they see, `most` how many events of a tick they notice, and
    `retention` how many of their newest memories keep them from noticing the same again.
    """

    language: str = ""
    model: str = ""
    profile: str = ""
    weights: tuple[float, float, float] | None = None
    recall: int | None = None
    budget: int | None = None
    trigger: int | None = None
    act: str = ""
    react: str = ""
    radius: int | None = None
    most: int | None = None
    retention: int | None = None


class Persona(msgspec.Struct, frozen=True):
    """Everything that makes a person who they are, whatever world they live in.

    `big_five` holds the factors that were given, each from 0 to 1, and `needs` the needs at first;
    `beliefs` the areas known at first with the things known in each (None: all), none where the
    world alone says what is known.
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
    routine: tuple[RoutineRow, ...] = ()
    memories: tuple[SeedMemory, ...] = ()
    big_five: Mapping[str, float] = {}
    strength: float = 0.5
    needs: Mapping[str, float] = {}
    secrets: tuple[Secret, ...] = ()
    currently: str = ""
    lifestyle: str = ""
    intends: str = ""
    beliefs: Mapping[str, tuple[str, ...] | None] = {}
    manner: ThinkingSettings = ThinkingSettings()

    @property
    def first_name(self) -> str:
        """The name that others call them by."""
        return self.name.split()[0]


class Resident(msgspec.Struct, frozen=True):
    """A persona in a world: `start` is the cell where the person stands at tick 0.

    `knows` are the areas known at first; of those in `only` no things but these are known.
    """

    id: str
    persona: Persona
    start: Cell
    home: str
    work: str
    knows: tuple[str, ...]
    only: Mapping[str, tuple[str, ...]] = {}
