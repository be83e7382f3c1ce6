"""A kind in kinds.toml: its looks, states, counters and transitions."""

from typing import Annotated, Self

from pydantic import Field, model_validator

from latticeville.world.schema.values import (
    Color,
    Content,
    Count,
    Glyph,
    Id,
    Minutes,
    Name,
    Table,
    Text,
    Times,
    require_exactly_one,
)


class GuardTable(Table):
    """A condition: exactly one of `counter`, `has`, `lacks`, `inside`, `owner`, `key`, `between`, `weather`."""

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
    """Holds while so many of this item, or of "*", lie inside: at least `min`, 1 where it is left out."""
    owner: bool | None = None
    """Holds while the thing is the actor's, or while it is not; what has no owner is everybody's."""
    key: bool | None = None
    """Holds while the actor carries the thing's key, or while they do not."""
    count: Annotated[int, Field(ge=1, le=1_000_000)] = 1
    """How many of the item."""
    between: Times | None = None
    """Holds from the first time of day up to the second; the span may run over midnight."""
    weather: Annotated[list[Name], Field(min_length=1)] | None = None
    """Holds in any of these weathers."""

    @model_validator(mode="after")
    def _check_keys(self) -> Self:
        require_exactly_one(self, "counter", "has", "lacks", "inside", "owner", "key", "between", "weather")
        if self.counter is None and self.inside is None and (self.min is not None or self.max is not None):
            raise ValueError(
                "“min” and “max” belong to a condition on a counter or on what lies inside: write “counter” or “inside”"
            )
        if self.counter is not None and self.min is None and self.max is None:
            raise ValueError("a condition on a counter needs “min”, “max” or both: write at least one of them")
        return self


class EffectTable(Table):
    """What a transition does: exactly one of `counter`, `give`, `take`, `store`, `fetch`, `fill`, `spend`."""

    counter: Id | None = None
    """The counter to change, with `add` or `set`."""
    add: Count | None = None
    """Added to the counter; the result stays within its bounds."""
    set: Count | None = None
    """The counter's new value."""
    clip: bool = False
    """That it is meant to stop at its bounds, so that the checks do not speak of it."""
    give: Id | None = None
    """An item that the actor gets."""
    take: Id | None = None
    """An item that the actor loses; the transition is refused where they carry too few."""
    store: Content | None = None
    """An item or a portable thing, "*" for any, that goes from the actor into the thing."""
    fetch: Content | None = None
    """An item or a portable thing, "*" for any, that goes from the thing to the actor."""
    fill: Id | None = None
    """An item that comes to be inside the thing."""
    spend: Id | None = None
    """An item inside the thing that is used up."""
    count: Annotated[int, Field(ge=1, le=1_000_000)] = 1
    """How many of the item."""

    @model_validator(mode="after")
    def _check_keys(self) -> Self:
        require_exactly_one(self, "counter", "give", "take", "store", "fetch", "fill", "spend")
        if self.counter is not None:
            require_exactly_one(self, "add", "set")
        elif self.add is not None or self.set is not None or self.clip:
            raise ValueError("“add”, “set” and “clip” belong to an effect on a counter: write “counter” beside them")
        return self


class TransitionTable(Table):
    """One row of a machine: a `verb`, or `after` minutes, or neither: then as soon as `needs` hold."""

    source: Annotated[list[Name] | Name, Field(alias="from")]
    """The state or states it starts from; "*" is every state."""
    verb: Id | None = None
    """What a person does to fire it."""
    after: Minutes | None = None
    """Minutes in the state until it fires by itself."""
    to: Name | None = None
    """The state it leads to; the same state where it is left out."""
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
            raise ValueError("a row has a “verb”, or “after”, or neither; both is one too many: write only one of them")
        return self


class StateTable(Table):
    """A state and how a thing in it looks."""

    glyph: Glyph | None = None
    color: Color | None = None
    blocks: bool | None = None
    """Whether a thing in this state is in the way; as the kind says where it is left out."""
    opaque: bool = False
    """Whether a thing in this state ends sight."""
    alarm: bool = False
    """Whether people who see this state stop to think what to do about it."""
    final: bool = False
    """Whether it is meant to last, so that the checks do not speak of it."""


class CounterTable(Table):
    """A whole number that a thing keeps."""

    start: Count = 0
    min: Count = 0
    max: Count = 1_000_000


class KindTable(Table):
    """A kind of object."""

    extends: Id | None = None
    """A template or another kind, from which comes what is not written here."""
    without: list[Id] = []
    """Verbs whose rows do not come from what it extends."""
    name: Name | None = None
    """What people call such a thing; the kind's id where it is left out."""
    glyph: Glyph | None = None
    """How it is drawn on the map; required where it extends nothing."""
    color: Color = "wood"
    blocks: bool = True
    """Whether it is in the way of walkers."""
    portable: bool = False
    """Whether people can take it along."""
    start: Name = "still"
    """The state at tick 0."""
    states: dict[Name, StateTable] = {}
    """The states of its machine, by name; "still" alone where none is given."""
    counters: dict[Id, CounterTable] = {}
    room: Annotated[int, Field(ge=0, le=1_000_000)] = 0
    """How many items and portable things may lie inside."""
    inside: dict[Id, Annotated[int, Field(ge=1, le=1_000_000)]] = {}
    """Items that lie inside at tick 0."""
    verbs: list[Id] = []
    """The verbs that it is meant to understand; any where it is left out."""
    transitions: list[TransitionTable] = []

    @model_validator(mode="after")
    def _check_glyph(self) -> Self:
        if self.glyph is None and self.extends is None:
            raise ValueError("a kind needs a “glyph”, or another kind that it “extends”: write one of them")
        return self
