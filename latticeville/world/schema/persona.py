"""personas/NAME.toml: who a person is, their memories and their routine."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from latticeville.world.schema.values import (
    Color,
    Glyph,
    HoursText,
    Id,
    Language,
    Minutes,
    Name,
    Share,
    Table,
    Text,
    Trigger,
    UseText,
    Weights,
)


class RoutineTable(Table):
    """One row of a day."""

    start: Annotated[HoursText, Field(alias="from")]
    """When it begins."""
    to: HoursText | None = None
    """When it ends; the next row's beginning where it is left out."""
    place: Id
    """An area or an object; "home" and "work" are the person's own."""
    doing: Name
    """What others see them do, as in “Ada is …”."""
    uses: list[UseText] = []
    """Things to do, in turn, such as "use stove": an object, or a kind of which the nearest is meant."""
    every: Minutes = 15
    """Minutes between one of `uses` and the next."""


class RelationshipTable(Table):
    """What this persona is to another."""

    who: Id
    how: Name
    view: Text = ""


class OpinionTable(Table):
    """What this persona thinks of a topic."""

    topic: Name
    view: Text


class BigFiveTable(Table):
    """The five factors of a personality, each from 0 to 1; what is left out is not spoken of."""

    openness: Share | None = None
    """From fond of what is known (0) to curious about everything new (1)."""
    conscientiousness: Share | None = None
    """From easy-going to thorough and orderly."""
    extraversion: Share | None = None
    """From reserved to outgoing."""
    agreeableness: Share | None = None
    """From blunt and sceptical to warm and trusting."""
    neuroticism: Share | None = None
    """From calm to easily worried."""


class MemoryTable(Table):
    """Something remembered from before the first tick."""

    text: Annotated[str, StringConstraints(min_length=1, max_length=4000)]
    importance: Annotated[int, Field(ge=1, le=10)] = 5
    kind: Literal["observation", "action", "plan", "reflection"] = "observation"
    """What sort of memory it is; plans lead to no reflections."""


class SecretTable(Table):
    """A secret that some may be told."""

    text: Annotated[str, StringConstraints(min_length=1, max_length=4000)]
    to: list[Id] = []
    """The people who may be told."""


class RetrievalTable(Table):
    """How this person remembers; what is left out is as `[minds]` of the world says."""

    profile: Literal["latticeville", "agent-crossing", "paper", "smallville", "ai-town"] | None = None
    """How memories are weighed against each other, and when the person reflects."""
    weights: Weights | None = None
    """Of recency, relevance and importance; the profile's own where they are left out."""
    recall: Annotated[int, Field(ge=0, le=100)] | None = None
    """How many memories are recalled for a decision."""
    budget: Annotated[int, Field(ge=50, le=100_000)] | None = None
    """How many tokens of a prompt recalled memories may take."""
    trigger: Trigger | None = None
    """The sum of ratings that leads to a reflection; the profile's own where it is left out."""


class AttentionTable(Table):
    """What this person notices; what is left out has no limit but the world's."""

    radius: Annotated[int, Field(ge=1, le=200)] | None = None
    """How many cells far the person sees, where sight decides what is perceived."""
    most: Annotated[int, Field(ge=0, le=1000)] | None = None
    """How many events of a tick the person notices, the nearest first."""
    retention: Annotated[int, Field(ge=0, le=1000)] | None = None
    """Of how many newest memories the person remembers so well that the same again is not noticed."""


class BeliefTable(Table):
    """An area that the person knows of at tick 0."""

    area: Id
    things: list[Id] | None = None
    """The things that they know in it; all of them where it is left out."""


class PersonaFile(Table):
    """personas/NAME.toml: everything that makes a person who they are."""

    name: Name
    """Full name; the first word is what others call them."""
    age: Annotated[int, Field(ge=0, le=150)] | None = None
    glyph: Glyph | None = None
    """How the person is drawn; the first letter of the name where it is left out."""
    color: Color = "person"
    home: Id | None = None
    """The area where the person lives."""
    work: Id | None = None
    """The area where the person works."""
    about: Text = ""
    """The person in a few sentences."""
    traits: list[Name] = []
    values: list[Name] = []
    big_five: BigFiveTable = BigFiveTable()
    aspiration: Text = ""
    currently: Text = ""
    """What occupies the person now."""
    lifestyle: Text = ""
    """How the person lives: when they rise and sleep, what they are used to."""
    intends: Text = ""
    """What the person means to do on every day that is planned."""
    secrets: list[Text | SecretTable] = []
    """What the person knows and keeps to themselves, or tells only some."""
    language: Language | None = None
    """The folder of the prompts that this person is asked with; the world's where it is left out."""
    model: Text = ""
    """The model that thinks for this person; that of the run where it is left out."""
    retrieval: RetrievalTable = RetrievalTable()
    attention: AttentionTable = AttentionTable()
    beliefs: list[BeliefTable] = []
    """What the person knows of at tick 0; as the world says where it is left out."""
    opinions: list[OpinionTable] = []
    relationships: list[RelationshipTable] = []
    routine: list[RoutineTable] = []
    """The day, row by row, in order of time."""
    memories: list[MemoryTable] = []
