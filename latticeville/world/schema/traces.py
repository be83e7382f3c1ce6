"""A test of a kind in kinds.toml, step by step."""

from typing import Annotated, Self

from pydantic import Field, model_validator

from latticeville.world.model.table_struct import require_exactly_one
from latticeville.world.model.values import Count, HoursText, Id, Minutes, Name, Text
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
