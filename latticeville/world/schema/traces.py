"""A test of a kind in kinds.toml, step by step."""

from typing import Annotated, Self

from pydantic import Field, model_validator

from latticeville.world.schema.values import Count, HoursText, Id, Minutes, Name, Table, Text, require_exactly_one


class TraceStepTable(Table):
    """One step of a test: a `verb` that somebody tries, or a `wait` of minutes, and what must be true after it."""

    verb: Id | None = None
    """What somebody does to the thing."""
    wait: Minutes | None = None
    """How many minutes pass."""
    state: Name | None = None
    """The state that the thing must be in."""
    counters: dict[Id, Count] = {}
    """The values that these counters must have."""
    inside: dict[Id, Annotated[int, Field(ge=0, le=1_000_000)]] = {}
    """How many of each must lie inside."""
    holding: dict[Id, Annotated[int, Field(ge=0, le=1_000_000)]] = {}
    """How many of each the person must have."""
    fails: Text | None = None
    """The verb must be refused, and the reason must contain this; without it the verb must not be refused."""
    says: Text | None = None
    """What is told must contain this."""

    @model_validator(mode="after")
    def _check_keys(self) -> Self:
        require_exactly_one(self, "verb", "wait")
        if self.fails is not None and self.verb is None:
            raise ValueError(
                "“fails” belongs to a verb, since waiting cannot be refused: write a “verb”, or leave “fails” out"
            )
        return self


class TraceTable(Table):
    """A test of a kind: how a thing of it stands, who tries it, and what must come of each step."""

    kind: Id
    """The kind that is tried."""
    name: Name | None = None
    """What the test is about."""
    state: Name | None = None
    """The state at first; the kind's own where it is left out."""
    counters: dict[Id, Count] = {}
    """Counters that are otherwise at first than the kind says."""
    inside: dict[Id, Annotated[int, Field(ge=1, le=1_000_000)]] = {}
    """What lies inside at first, instead of the kind's."""
    holding: dict[Id, Annotated[int, Field(ge=1, le=1_000_000)]] = {}
    """What the person has at first: items, or portable things by their kind."""
    owner: bool = True
    """Whether the thing is the person's."""
    key: bool = False
    """Whether the person has its key."""
    at: HoursText = "08:00"
    """The time of day at first."""
    weather: Name = "clear"
    """The weather all along."""
    steps: Annotated[list[TraceStepTable], Field(min_length=1, max_length=1000)]
    """What is done, in turn."""
