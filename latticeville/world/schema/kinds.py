"""A test of a kind in kinds.toml, step by step."""

from typing import Annotated, Self

from pydantic import Field, model_validator

from latticeville.world.model.table_struct import require_exactly_one
from latticeville.world.model.values import (
    Color,
    Content,
    Count,
    Glyph,
    HoursText,
    Id,
    Minutes,
    Name,
    PictureName,
    Reach,
    Text,
    TileText,
    Times,
)
from latticeville.world.schema.table import Table


class TraceStepTable(Table):
    """One step of a test: a `verb` that somebody tries, or a `wait` of minutes, and what must be
    true after it."""

    verb: Id | None = None
    """What somebody does to the object."""
    wait: Minutes | None = None
    """How many minutes pass."""
    state: Name | None = None
    """The state that the object must be in."""
    counters: dict[Id, Count] = {}
    """The values that these counters must have."""
    inside: dict[Id, Annotated[int, Field(ge=0, le=1_000_000)]] = {}
    """How many of each must be inside."""
    holding: dict[Id, Annotated[int, Field(ge=0, le=1_000_000)]] = {}
    """How many of each the person must have."""
    fails: Text | None = None
    """The verb must be refused, and the reason must contain this; without it, the verb must be
    accepted."""
    says: Text | None = None
    """The sentences that witnesses are told must contain this."""

    @model_validator(mode="after")
    def _check_keys(self) -> Self:
        require_exactly_one(self, "verb", "wait")
        if self.fails is not None and self.verb is None:
            raise ValueError(
                "“fails” needs a “verb”, as waiting cannot be refused: write a “verb”, or remove "
                "“fails”"
            )
        return self


class TraceTable(Table):
    """A test of a kind: the initial object, who acts on it, and the expected result of each
    step."""

    kind: Id
    """The kind under test."""
    name: Name | None = None
    """What the test is about."""
    state: Name | None = None
    """The initial state; without it, that of the kind."""
    counters: dict[Id, Count] = {}
    """Initial values of counters that differ from those of the kind."""
    inside: dict[Id, Annotated[int, Field(ge=1, le=1_000_000)]] = {}
    """What is inside at first, instead of the items of the kind."""
    holding: dict[Id, Annotated[int, Field(ge=1, le=1_000_000)]] = {}
    """What the person has at first: items, or portable objects by their kind."""
    owner: bool = True
    """Whether the person owns the object."""
    key: bool = False
    """Whether the person has its key."""
    at: HoursText = "08:00"
    """The time of day at first."""
    weather: Name = "clear"
    """The weather during the test."""
    steps: Annotated[list[TraceStepTable], Field(min_length=1, max_length=1000)]
    """What is done, step by step."""


class GuardTable(Table):
    """A condition: exactly one of `counter`, `has`, `lacks`, `inside`, `owner`, `key`, `between`,
    `weather`."""

    counter: Id | None = None
    """Holds while this counter lies between `min` and `max`."""
    min: Count | None = None
    """Least value of the counter, or least number inside."""
    max: Count | None = None
    """Greatest value of the counter, or greatest number inside."""
    has: Id | None = None
    """Holds while the actor carries this item."""
    lacks: Id | None = None
    """Holds while the actor does not carry this item."""
    inside: Content | None = None
    """Holds while at least `min` (1 by default) and at most `max` of this item, or of "*", are
    inside."""
    owner: bool | None = None
    """Holds while the actor owns the object, or while they do not; everybody owns an object without
    owners."""
    key: bool | None = None
    """Holds while the actor carries the key of the object, or while they do not."""
    count: Annotated[int, Field(ge=1, le=1_000_000)] = 1
    """How many of the item."""
    between: Times | None = None
    """Holds from the first time of day up to the second; the span may run over midnight."""
    weather: Annotated[list[Name], Field(min_length=1)] | None = None
    """Holds in any of these weathers."""

    @model_validator(mode="after")
    def _check_keys(self) -> Self:
        require_exactly_one(
            self, "counter", "has", "lacks", "inside", "owner", "key", "between", "weather"
        )
        if (
            self.counter is None
            and self.inside is None
            and (self.min is not None or self.max is not None)
        ):
            raise ValueError(
                "“min” and “max” belong to a condition on a counter or on what lies inside: write "
                "“counter” or “inside”"
            )
        if self.counter is not None and self.min is None and self.max is None:
            raise ValueError(
                "a condition on a counter needs “min”, “max” or both: write at least one of them"
            )
        return self


class EffectTable(Table):
    """What a transition does: exactly one of `counter`, `give`, `take`, `store`, `fetch`, `fill`,
    `spend`."""

    counter: Id | None = None
    """The counter to change, with `add` or `set`."""
    add: Count | None = None
    """Added to the counter; the result stays within its bounds."""
    set: Count | None = None
    """The counter's new value."""
    clip: bool = False
    """Whether the counter is meant to stop at its bounds; then the checks do not warn."""
    give: Id | None = None
    """An item that the actor gets."""
    take: Id | None = None
    """An item that the actor loses; an actor who has too few cannot fire the transition."""
    store: Content | None = None
    """An item or a portable object, "*" for any, that the actor puts into the object."""
    fetch: Content | None = None
    """An item or a portable object, "*" for any, that the actor takes out of the object."""
    fill: Id | None = None
    """An item that is created inside the object."""
    spend: Id | None = None
    """An item inside the object that is used up."""
    count: Annotated[int, Field(ge=1, le=1_000_000)] = 1
    """How many of the item."""

    @model_validator(mode="after")
    def _check_keys(self) -> Self:
        require_exactly_one(self, "counter", "give", "take", "store", "fetch", "fill", "spend")
        if self.counter is not None:
            require_exactly_one(self, "add", "set")
        elif self.add is not None or self.set is not None or self.clip:
            raise ValueError(
                "“add”, “set” and “clip” belong to an effect on a counter: write “counter” beside "
                "them"
            )
        return self


class TransitionTable(Table):
    """A transition: on a `verb`, `after` minutes, or with neither as soon as `needs` hold."""

    source: Annotated[list[Name] | Name, Field(alias="from")]
    """The state or states it starts from; "*" is every state."""
    verb: Id | None = None
    """What a person does to fire it."""
    after: Minutes | None = None
    """Minutes in the state after which it fires by itself."""
    to: Name | None = None
    """The state it leads to; without it, the same state."""
    needs: list[GuardTable] = []
    """Conditions, all of which must hold."""
    does: list[EffectTable] = []
    """Effects, in this order."""
    says: Text = ""
    """What witnesses see; {who} and {thing} are filled in."""
    fails: Text = ""
    """What the actor learns when the conditions do not hold."""

    @model_validator(mode="after")
    def _check_trigger(self) -> Self:
        if self.verb is not None and self.after is not None:
            raise ValueError(
                "a transition cannot have both “verb” and “after”: write only one of them"
            )
        return self


class StateTable(Table):
    """A state and how an object in it looks."""

    glyph: Glyph | None = None
    color: Color | None = None
    tile: TileText | None = None
    """How it is drawn in this state where the map has tiles; without it, as the kind says."""
    picture: PictureName | None = None
    """A picture in the world's folder, for this state; without it, that of the kind."""
    light: Reach | None = None
    """How many cells far it gives light in this state; without it, as the kind says."""
    blocks: bool | None = None
    """Whether an object in this state blocks walkers; without it, as the kind says."""
    opaque: bool = False
    """Whether an object in this state blocks sight."""
    alarm: bool = False
    """Whether people who see this state interrupt their plan to react to it."""
    final: bool = False
    """Whether it is meant to be the last state; then the checks do not warn."""


class CounterTable(Table):
    """A whole number that an object keeps."""

    start: Count = 0
    min: Count = 0
    max: Count = 1_000_000


class KindTable(Table):
    """A kind of object."""

    extends: Id | None = None
    """A template or another kind, whose values count where this kind has none."""
    without: list[Id] = []
    """Verbs whose transitions are not inherited."""
    name: Name | None = None
    """What people call it; without it, the id of the kind."""
    glyph: Glyph | None = None
    """How it is drawn on the map; required unless it extends a kind."""
    color: Color = "wood"
    tile: TileText | None = None
    """How it is drawn where the map has tiles, in one or two columns; without it, by its name."""
    picture: PictureName | None = None
    """A PNG or WebP in the world's folder that draws it in pixels; without it, by its name."""
    light: Reach | None = None
    """How many cells far it gives light by night; without it, by its name and state."""
    blocks: bool = True
    """Whether it blocks walkers."""
    portable: bool = False
    """Whether people can carry it."""
    start: Name = "still"
    """The state at tick 0."""
    states: dict[Name, StateTable] = {}
    """The states of its machine, by name; without any, only the state in `start`."""
    counters: dict[Id, CounterTable] = {}
    room: Annotated[int, Field(ge=0, le=1_000_000)] = 0
    """How many items and portable objects fit inside."""
    inside: dict[Id, Annotated[int, Field(ge=1, le=1_000_000)]] = {}
    """Items that are inside at tick 0."""
    verbs: list[Id] = []
    """The verbs that it should accept; without it, any."""
    transitions: list[TransitionTable] = []

    @model_validator(mode="after")
    def _check_glyph(self) -> Self:
        if self.glyph is None and self.extends is None:
            raise ValueError("a kind needs “glyph” or “extends”: write one of them")
        return self


class KindsFile(Table):
    """kinds.toml: kinds of objects and their state machines."""

    kinds: dict[Id, KindTable] = {}
    tests: Annotated[list[TraceTable], Field(max_length=10_000)] = []
