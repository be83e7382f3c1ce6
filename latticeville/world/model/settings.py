"""The tables [simulation], [minds] and [weather] of world.toml."""

from collections.abc import Mapping
from typing import Annotated, Literal

from latticeville.world.model.table_struct import Limits, TableStruct
from latticeville.world.model.values import (
    Language,
    Minutes,
    Name,
    StartTime,
    Text,
    Trigger,
    Weights,
)

RequestKind = Literal[
    "act",
    "answer",
    "commit",
    "day",
    "greet",
    "hours",
    "identity",
    "insights",
    "questions",
    "rate",
    "react",
    "relate",
    "steps",
]
"""A kind of request that a run sends."""
Profile = Literal["village", "latticeville", "agent-crossing", "paper", "smallville", "ai-town"]
Act = Literal["plan", "model"]
React = Literal["salient", "always"]
Recall = Annotated[int, Limits(ge=0, le=100)]
Budget = Annotated[int, Limits(ge=50, le=100_000)]
SightRadius = Annotated[int, Limits(ge=1, le=200)]


class Settings(TableStruct, frozen=True):
    """Constants of the simulation."""

    tick_minutes: Annotated[int, Limits(ge=1, le=1440)] = 1
    """Simulated minutes in one tick."""
    start: StartTime = 8 * 60
    """Day and time of tick 0."""
    step_ticks: Annotated[int, Limits(ge=1, le=1000)] = 1
    """Ticks that one step to a neighbouring cell costs."""
    perception: Literal["area", "sight"] = "area"
    """What a person perceives: their innermost area, or everything in line of sight within
    `radius`."""
    radius: SightRadius = 8
    """How far a person sees, in cells: with `sight` everywhere, with `area` only outside every
    area."""
    hearing: Annotated[int, Limits(ge=1, le=1000)] = 20
    """How far spoken words carry, in cells."""


class MindSettings(TableStruct, frozen=True):
    """How the people of this world think."""

    plan: Literal["routine", "model", "none"] = "routine"
    """Who plans a day: the routine of whoever has one, the model for everybody, or nobody."""
    profile: Profile = "village"
    """How memories are weighed against each other, and when people reflect."""
    talk: bool = True
    """Whether people greet and answer each other."""
    reflect: bool = True
    """Whether people draw conclusions from what they remember."""
    relations: bool = True
    """Whether people keep relations to others, with values and a summary; without, all are
    strangers to them."""
    recall: Recall = 8
    """How many memories are recalled for a decision."""
    budget: Budget = 400
    """How many tokens of a prompt recalled memories may take."""
    salience: Annotated[int, Limits(ge=1, le=11)] = 8
    """The lowest rating at which an event may change the plan of a person; 11: none does."""
    opinion_bound: Annotated[float, Limits(ge=0, le=2)] = 0.5
    """How far apart two stances, from -1 to 1, may be for the one to move the other."""
    opinion_openness: Annotated[float, Limits(ge=0, le=2)] = 0.6
    """How much wider that bound is for somebody with an `openness` of 1."""
    opinion_pull: Annotated[float, Limits(ge=0, le=1)] = 0.5
    """The share of the way to the stance of a fully trusted person that an opinion goes."""
    opinion_hearsay: Annotated[float, Limits(ge=0, le=1)] = 0.5
    """The weight of an opinion that is told in another's name."""
    turns: Annotated[int, Limits(ge=1, le=50)] = 8
    """The number of utterances after which a conversation ends."""
    language: Language = "en"
    """The language of the prompts, which is the name of their folder."""
    model: Text = ""
    """The default model of a run."""
    embedder: Text = ""
    """The default embedder of a run."""
    weights: Weights | None = None
    """The weights of recency, relevance and importance; without them, those of the profile."""
    trigger: Trigger | None = None
    """The sum of ratings that leads to a reflection; without it, that of the profile."""
    act: Act = "plan"
    """Who chooses the action of each tick: the plan, or the model, which is then asked in every
    tick."""
    react: React = "salient"
    """When people are asked whether to keep to their plan: at salient percepts, or in every
    tick."""
    vary: bool = False
    """Whether people with a routine now and then spend leisure time differently, by rules."""
    cache: bool = False
    """Whether people decide in an equal situation as they did before, without a request."""
    models: Mapping[RequestKind, Text] = {}
    """The models of some kinds of request, instead of the default model."""


class Climate(TableStruct, frozen=True):
    """The weather as a Markov chain."""

    start: Name = "clear"
    """Weather at tick 0."""
    every: Minutes = 60
    """Minutes between two draws of the next weather."""
    chain: Mapping[Name, Mapping[Name, Annotated[float, Limits(ge=0, le=1_000_000)]]] = {}
    """For each weather, the weight of each weather that may follow."""
