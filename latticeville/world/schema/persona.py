"""personas/NAME.toml: who a person is, their memories and their routine."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from latticeville.world.model.values import (
    Color,
    Emoji,
    Glyph,
    HoursText,
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
from latticeville.world.schema.table import Table


class RoutineTable(Table):
    """One row of a day."""

    start: Annotated[HoursText, Field(alias="from")]
    """When it begins."""
    to: HoursText | None = None
    """When it ends; without it, when the next row begins."""
    place: Id
    """An area or an object; "home" and "work" are the person's own."""
    doing: Name
    """What others see them do, as in “Ada is …”."""
    uses: list[UseText] = []
    """What to do, in turn, such as "use stove"; a kind stands for its nearest object."""
    every: Minutes = 15
    """Minutes between one of `uses` and the next."""
    emoji: Emoji | None = None
    """The emoji of the activity; without it, one by its words."""


class RelationshipTable(Table):
    """What this persona is to another."""

    who: Id
    how: Name
    view: Text = ""


class OpinionTable(Table):
    """What this persona thinks of a topic."""

    topic: Name
    view: Text
    stance: Annotated[float, Field(ge=-1, le=1)] | None = None
    """From against (-1) to for (1); without it, the words of the view tell it roughly."""


class BigFiveTable(Table):
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


class NeedsTable(Table):
    """The needs of a person at the start, each from 0 to 1; one that is left out plays no part."""

    energy: Share | None = None
    """From exhausted (0) to fresh (1); it falls while the person is awake."""
    curiosity: Share | None = None
    """From content (0) to curious (1); it rises until the person sees or hears something new."""


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
    """How this person remembers; the default of each key is that of `[minds]` in the world."""

    profile: (
        Literal["village", "latticeville", "agent-crossing", "paper", "smallville", "ai-town"]
        | None
    ) = None
    """How memories are weighed against each other, and when the person reflects."""
    weights: Weights | None = None
    """The weights of recency, relevance and importance; without them, those of the profile."""
    recall: Annotated[int, Field(ge=0, le=100)] | None = None
    """How many memories are recalled for a decision."""
    budget: Annotated[int, Field(ge=50, le=100_000)] | None = None
    """How many tokens of a prompt recalled memories may take."""
    trigger: Trigger | None = None
    """The sum of ratings that leads to a reflection; without it, that of the profile."""


class AttentionTable(Table):
    """What this person notices; without a key, only the limits of the world count."""

    radius: Annotated[int, Field(ge=1, le=200)] | None = None
    """How far the person sees, in cells, where sight decides what is perceived."""
    most: Annotated[int, Field(ge=0, le=1000)] | None = None
    """How many events of a tick the person notices, the nearest first."""
    retention: Annotated[int, Field(ge=0, le=1000)] | None = None
    """An event is not noticed if it equals one of this many newest memories."""


class BeliefTable(Table):
    """An area that the person knows of at tick 0."""

    area: Id
    things: list[Id] | None = None
    """The objects that they know in it; without it, all of them."""


class PersonaFile(Table):
    """personas/NAME.toml: who a person is."""

    name: Name
    """Full name; the first word is what others call them."""
    age: Annotated[int, Field(ge=0, le=150)] | None = None
    glyph: Glyph | None = None
    """How the person is drawn; without it, the first letter of the name."""
    color: Color = "person"
    home: Id | None = None
    """The area where the person lives."""
    work: Id | None = None
    """The area where the person works."""
    about: Text = ""
    """The person in a few sentences."""
    traits: list[Name] = []
    values: list[Name] = []
    strength: Share = 0.5
    """How strong the person is, in worlds with the rules `survival`."""
    big_five: BigFiveTable = BigFiveTable()
    needs: NeedsTable = NeedsTable()
    aspiration: Text = ""
    currently: Text = ""
    """What the person is busy with at the start."""
    lifestyle: Text = ""
    """How the person lives: when they rise and sleep, what they are used to."""
    intends: Text = ""
    """What the person intends to do on every planned day."""
    secrets: list[Text | SecretTable] = []
    """What the person tells nobody, or only certain people."""
    language: Language | None = None
    """The language of the prompts for this person; without it, that of the world."""
    model: Text = ""
    """The model that thinks for this person; without it, that of the run."""
    act: Literal["plan", "model"] | None = None
    """Who chooses their action of each tick; without it, as the world says."""
    react: Literal["salient", "always"] | None = None
    """When they are asked whether to keep to their plan; without it, as the world says."""
    retrieval: RetrievalTable = RetrievalTable()
    attention: AttentionTable = AttentionTable()
    beliefs: list[BeliefTable] = []
    """What the person knows of at tick 0; without it, as the world says."""
    opinions: list[OpinionTable] = []
    relationships: list[RelationshipTable] = []
    routine: list[RoutineTable] = []
    """The day, row by row, in order of time."""
    memories: list[MemoryTable] = []
