"""[survival] of world.toml: what grows, and what bodies need; all defaults but `meal_energy` are
Terrarium's."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from latticeville.world.schema.disasters import DisastersTable
from latticeville.world.schema.values import Id, Name, Share, Table, require_exactly_one

Amount = Annotated[int, Field(ge=1, le=1_000_000)]
Factor = Annotated[float, Field(ge=0, le=100)]


class ResourceTable(Table):
    """A resource that grows in cells."""

    regrowth: Share = 0.1
    """The share of its maximum that a cell grows back in a survival step."""
    season: dict[Name, Factor] = {}
    """Factors of the regrowth by season, beside those of the seasons themselves."""


class SeasonTable(Table):
    """A part of the year; it lasts `days` or `steps`."""

    name: Name
    """What people call it."""
    days: Amount | None = None
    """How many simulated days it lasts."""
    steps: Amount | None = None
    """Instead of days, how many survival steps it lasts."""
    regrowth: Factor = 1.0
    """The factor of the regrowth of all resources."""
    hunger: Factor = 1.0
    """The factor by which hunger rises faster."""
    weather: dict[Name, dict[Name, Annotated[float, Field(ge=0, le=1_000_000)]]] = {}
    """The rows of the weather chain that differ in this season."""

    @model_validator(mode="after")
    def _check_length(self) -> Self:
        require_exactly_one(self, "days", "steps")
        return self


class ToolTable(Table):
    """An item that lets whoever carries it gather more."""

    resource: Id
    """The resource that it helps to gather."""
    factor: Annotated[float, Field(ge=1, le=100)] = 2.0
    """The factor of the most units that somebody gathers in a step."""


class SurvivalTable(Table):
    """Constants of the rules `survival`; shares of a body are from 0 to 1."""

    step_ticks: Annotated[int, Field(ge=1, le=1440)] = 1
    """The ticks of a survival step."""
    radius: Annotated[int, Field(ge=0, le=20)] = 1
    """How many cells around them people see food and other resources."""
    hunger: Share = 0.1
    """By how much hunger rises in a step."""
    starving: Share = 0.8
    """The hunger above which health falls."""
    starvation: Share = 0.1
    """By how much health falls in a step of starving."""
    tiring: Share = 0.05
    """By how much energy falls in a step."""
    step_energy: Share = 0.05
    """The energy that a step to another cell costs; who has less cannot go there."""
    gather_energy: Share = 0.1
    """The energy that gathering costs; who has less cannot gather."""
    attack_energy: Share = 0.1
    """The energy that an attack costs; who has less cannot attack."""
    rest: Share = 0.3
    """The energy that rest gives."""
    gather: Amount = 5
    """The most units that somebody gathers in a step."""
    split: Literal["equal", "strength"] = "equal"
    """How people who gather in one cell share it."""
    food: Id = "food"
    """The resource that people eat."""
    meal: Share = 0.3
    """By how much a unit of food lowers hunger."""
    meal_energy: Share = 0.1
    """By how much a unit of food raises energy."""
    meal_health: Share = 0.05
    """By how much a unit of food raises health."""
    damage: Share = 0.15
    """The least damage of an attack."""
    damage_die: Share = 0.1
    """The most that a random number adds to it."""
    cover: Share = 0.1
    """The share of the damage that each ally beside the victim takes off."""
    most_cover: Share = 0.5
    """The most that allies take off."""
    ally_trust: Share = 0.6
    """The trust in the victim from which on somebody beside them is their ally."""
    start_hunger: Share = 0.3
    """The hunger of everybody at tick 0."""
    start_food: Annotated[int, Field(ge=0, le=1_000_000)] = 10
    """The units of food that everybody carries at tick 0."""
    resources: dict[Id, ResourceTable] = {"food": ResourceTable()}
    """What cells hold; the maximum of a cell stands in its legend entry."""
    tools: dict[Id, ToolTable] = {}
    """Items that let whoever carries them gather more."""
    seasons: Annotated[list[SeasonTable], Field(max_length=100)] = []
    """The seasons of the year in their order; the first begins at tick 0."""
    events: DisastersTable = DisastersTable()
    """What nature does by chance."""
