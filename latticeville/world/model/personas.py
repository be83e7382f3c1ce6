"""personas/NAME.toml: who a person is; and where the people of a world start."""

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec
from msgspec import structs

from latticeville.core.clock import DAY, format_hours, is_within, parse_hours
from latticeville.core.geometry import Cell
from latticeville.world.model.settings import Act, Budget, Profile, React, Recall, SightRadius
from latticeville.world.model.table_struct import (
    UNWRITTEN,
    Limits,
    TableStruct,
    WrittenAs,
    left_out,
)
from latticeville.world.model.values import (
    Color,
    Emoji,
    Glyph,
    Id,
    Language,
    Minutes,
    Name,
    Share,
    Text,
    Trigger,
    UseText,
    Weights,
)

LongText = Annotated[str, Limits(min_length=1, max_length=4000)]
UNTIL_NEXT = -1
"""The end of a row of a routine that lasts until the next one begins."""


class ObjectUse(msgspec.Struct, frozen=True):
    """A thing to do with an object, such as `use stove`."""

    verb: str
    thing: str


def _read_use(text: str) -> ObjectUse:
    return ObjectUse(*text.split())


def _write_use(use: ObjectUse) -> str:
    return f"{use.verb} {use.thing}"


def _read_start(text: str) -> int:
    return parse_hours(text) % DAY


def _read_end(text: str | None) -> int:
    return UNTIL_NEXT if text is None else parse_hours(text)


def _write_end(minute: int) -> str | None:
    return None if minute == UNTIL_NEXT else "24:00" if minute == DAY else format_hours(minute)


class RoutineRow(TableStruct, frozen=True):
    """One row of a day."""

    start: Annotated[int, WrittenAs(str, _read_start, format_hours)] = msgspec.field(name="from")
    """When it begins."""
    end: Annotated[int, WrittenAs(str | None, _read_end, _write_end, optional=True)] = (
        msgspec.field(name="to")
    )
    """When it ends; without it, when the next row begins."""
    place: Id
    """An area or an object; "home" and "work" are the person's own."""
    doing: Name
    """What others see them do, as in “Ada is …”."""
    uses: tuple[Annotated[ObjectUse, WrittenAs(UseText, _read_use, _write_use)], ...] = ()
    """What to do, in turn, such as "use stove"; a kind stands for its nearest object."""
    every: Minutes = 15
    """Minutes between one of `uses` and the next."""
    emoji: Annotated[str, left_out(Emoji)] = ""
    """The emoji of the activity; without it, one by its words."""

    def __contains__(self, minute: int) -> bool:
        return is_within(minute, self.start, self.end)


class Relationship(TableStruct, frozen=True):
    """What this persona is to another."""

    who: Id
    how: Name
    view: Text = ""
    closeness: Share | None = None
    """How close they are at the start, from 0 to 1; without it, by the words of `how` and `view`."""
    trust: Share | None = None
    """How far they are trusted at the start, from 0 to 1; without it, by those words."""


class Opinion(TableStruct, frozen=True):
    """What this persona thinks of a topic."""

    topic: Name
    view: Text
    stance: Annotated[float, Limits(ge=-1, le=1)] | None = None
    """From against (-1) to for (1); without it, the words of the view tell it roughly."""


class BigFive(TableStruct, frozen=True):
    """The five factors of personality, each from 0 to 1; one that is left out is not mentioned."""

    openness: Share | None = None
    """From conventional (0) to curious (1)."""
    conscientiousness: Share | None = None
    """From easy-going to thorough and orderly."""
    extraversion: Share | None = None
    """From reserved to outgoing."""
    agreeableness: Share | None = None
    """From blunt and sceptical to warm and trusting."""
    neuroticism: Share | None = None
    """From calm to easily worried."""


class StartNeeds(TableStruct, frozen=True):
    """The needs of a person at the start, each from 0 to 1; one that is left out plays no part."""

    energy: Share | None = None
    """From exhausted (0) to fresh (1); it falls while the person is awake."""
    curiosity: Share | None = None
    """From content (0) to curious (1); it rises until the person sees or hears something new."""


def _given(table: TableStruct) -> Mapping[str, float]:
    """Return the numbers of a table that are written."""
    return {name: value for name, value in structs.asdict(table).items() if value is not None}


class SeedMemory(TableStruct, frozen=True):
    """Something remembered from before the first tick."""

    text: LongText
    importance: Annotated[int, Limits(ge=1, le=10)] = 5
    kind: Literal["observation", "action", "plan", "reflection"] = "observation"
    """What sort of memory it is; plans lead to no reflections."""


class SpokenAnswer(TableStruct, frozen=True):
    """What a hearer may say to a secret, or to what somebody tells of a scene or an outcome."""

    says: Text
    """The words."""
    who: Id | None = None
    """Who says them; without it, whoever has no answer of their own here."""

    def __post_init__(self) -> None:
        if not self.says.strip():
            raise ValueError("an answer has no words: write them in “says”")


class Secret(TableStruct, frozen=True):
    """A secret, who may be told it, and when it is told."""

    text: LongText
    to: tuple[Id, ...] = ()
    """The people who may be told; without it, everybody whom the secret does not put in danger."""
    trust: Share | None = None
    """How far the person has to trust somebody to tell them; 1 means that nobody is told."""
    when: tuple[Name, ...] = ()
    """Words that bring it up; without them, those of the secret itself, and some days press for
    it."""
    hint: Text = ""
    """What the person lets fall before they tell it; without it, words that fit what reminds them."""
    answers: tuple[SpokenAnswer, ...] = ()
    """What hearers may say to it; without any, what fits its subject."""


def _read_secret(written: str | Secret) -> Secret:
    return Secret(written) if isinstance(written, str) else written


def _write_secret(secret: Secret) -> str | Secret:
    return secret.text if secret == Secret(secret.text) else secret


class RetrievalSettings(TableStruct, frozen=True):
    """How this person remembers; the default of each key is that of `[minds]` in the world."""

    profile: Profile | None = None
    """How memories are weighed against each other, and when the person reflects."""
    weights: Weights | None = None
    """The weights of recency, relevance and importance; without them, those of the profile."""
    recall: Recall | None = None
    """How many memories are recalled for a decision."""
    budget: Budget | None = None
    """How many tokens of a prompt recalled memories may take."""
    trigger: Trigger | None = None
    """The sum of ratings that leads to a reflection; without it, that of the profile."""


class AttentionSettings(TableStruct, frozen=True):
    """What this person notices; without a key, only the limits of the world count."""

    radius: SightRadius | None = None
    """How far the person sees, in cells, where sight decides what is perceived."""
    most: Annotated[int, Limits(ge=0, le=1000)] | None = None
    """How many events of a tick the person notices, the nearest first."""
    retention: Annotated[int, Limits(ge=0, le=1000)] | None = None
    """An event is not noticed if it equals one of this many newest memories."""


class KnownArea(TableStruct, frozen=True):
    """An area that the person knows of at tick 0."""

    area: Id
    things: tuple[Id, ...] | None = None
    """The objects that they know in it; without it, all of them."""


class Persona(TableStruct, frozen=True):
    """personas/NAME.toml: who a person is."""

    name: Name
    """Full name; the first word is what others call them."""
    age: Annotated[int, Limits(ge=0, le=150)] | None = None
    glyph: Annotated[str, left_out(Glyph)] = ""
    """How the person is drawn; without it, the first letter of the name."""
    color: Color = "person"
    home: Annotated[str, left_out(Id)] = ""
    """The area where the person lives."""
    work: Annotated[str, left_out(Id)] = ""
    """The area where the person works."""
    about: Text = ""
    """The person in a few sentences."""
    traits: tuple[Name, ...] = ()
    values: tuple[Name, ...] = ()
    strength: Share = 0.5
    """How strong the person is, in worlds with the rules `survival`."""
    big_five: Annotated[
        Mapping[str, float], WrittenAs(BigFive, _given, lambda values: BigFive(**values))
    ] = {}
    needs: Annotated[
        Mapping[str, float], WrittenAs(StartNeeds, _given, lambda values: StartNeeds(**values))
    ] = {}
    aspiration: Text = ""
    currently: Text = ""
    """What the person is busy with at the start."""
    lifestyle: Text = ""
    """How the person lives: when they rise and sleep, what they are used to."""
    intends: Text = ""
    """What the person intends to do on every planned day."""
    secrets: tuple[
        Annotated[Secret, WrittenAs(Text | Secret, _read_secret, _write_secret)], ...
    ] = ()
    """What the person tells only to some, and only on occasion."""
    language: Annotated[str, left_out(Language)] = ""
    """The language of the prompts for this person; without it, that of the world."""
    model: Text = ""
    """The model that thinks for this person; without it, that of the run."""
    act: Annotated[str, left_out(Act)] = ""
    """Who chooses their action of each tick; without it, as the world says."""
    react: Annotated[str, left_out(React)] = ""
    """When they are asked whether to keep to their plan; without it, as the world says."""
    retrieval: RetrievalSettings = RetrievalSettings()
    attention: AttentionSettings = AttentionSettings()
    beliefs: tuple[KnownArea, ...] = ()
    """What the person knows of at tick 0; without it, as the world says."""
    opinions: tuple[Opinion, ...] = ()
    relationships: tuple[Relationship, ...] = ()
    routine: tuple[RoutineRow, ...] = ()
    """The day, row by row, in order of time."""
    memories: tuple[SeedMemory, ...] = ()
    id: Annotated[str, UNWRITTEN] = ""
    """The name of its file."""

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
