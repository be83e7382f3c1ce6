"""[survival] of world.toml: what grows, what bodies need, and what nature does by chance.

All defaults but `meal_energy` are Terrarium's. Shares and factors are written as numbers such as
0.1, and kept as whole thousandths; chances and regrowth as millionths.
"""

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Annotated, Literal

import msgspec

from latticeville.world.model.table_struct import Limits, TableStruct, require_exactly_one
from latticeville.world.model.values import Id, Name, scaled

THOUSAND = 1000
"""The parts of 1: whole numbers add up alike on every machine, and nothing gets lost between
them."""
MILLION = THOUSAND * THOUSAND
"""The parts of 1 in which rates of growth are kept."""
NEEDS = ("hunger", "energy", "health")
"""The needs of a body; each is a set of rules of its own, and `survival` has all of them."""


def format_share(thousandths: int) -> str:
    """Return thousandths as a number with two decimals.

    >>> format_share(720), format_share(1000)
    ('0.72', '1.00')
    """
    return f"{thousandths / THOUSAND:.2f}"


Amount = Annotated[int, Limits(ge=1, le=1_000_000)]
Radius = Annotated[int, Limits(ge=0, le=200)]
Share = Annotated[int, scaled(THOUSAND, 0, 1)]
Factor = Annotated[int, scaled(THOUSAND, 0, 100)]
Chance = Annotated[int, scaled(MILLION, 0, 1)]


class Resource(TableStruct, frozen=True):
    """A resource that grows in cells."""

    regrowth: Chance = MILLION // 10
    """The share of its maximum that a cell grows back in a survival step."""
    season: Mapping[Name, Factor] = {}
    """Factors of the regrowth by season, beside those of the seasons themselves."""


class Season(TableStruct, frozen=True):
    """A part of the year; it lasts `days` or `steps`."""

    name: Name
    """What people call it."""
    days: Amount | None = None
    """How many simulated days it lasts."""
    steps: Amount | None = None
    """Instead of days, how many survival steps it lasts."""
    regrowth: Factor = 1000
    """The factor of the regrowth of all resources."""
    hunger: Factor = 1000
    """The factor by which hunger rises faster."""
    weather: Mapping[Name, Mapping[Name, Annotated[float, Limits(ge=0, le=1_000_000)]]] = {}
    """The rows of the weather chain that differ in this season."""

    def __post_init__(self) -> None:
        require_exactly_one(self, "days", "steps")

    @property
    def length(self) -> int:
        """Its survival steps; days are turned into steps where a world is built."""
        return self.steps or 0


class Growth(msgspec.Struct, frozen=True):
    """How a resource grows over a year: for each season its steps, and the millionths of the
    maximum per step."""

    rates: tuple[tuple[int, int], ...] = ()

    def grown(self, most: int, step: int) -> int:
        """Return what has grown from step 0 to a step in a cell with a maximum that nothing limits.

        What grows between two steps is the difference; so it is the same however the time between
        is divided.

        >>> Growth(((3, 100_000), (2, 0))).grown(10_000, 6)
        4000
        """
        return most * _total_growth(self.rates, step) // MILLION

    def grown_between(self, most: int, start: int, end: int) -> int:
        """Return what has grown between two steps in a cell with a maximum that nothing limits."""
        total = _total_growth
        return most * total(self.rates, end) // MILLION - most * total(self.rates, start) // MILLION


@lru_cache(maxsize=1024)
def _total_growth(rates: tuple[tuple[int, int], ...], step: int) -> int:
    """Return the millionths of its maximum by which a cell has grown from step 0 to a step."""
    year = sum(steps for steps, _ in rates)
    if not year:
        return 0
    years, left = divmod(step, year)
    total = years * sum(steps * rate for steps, rate in rates)
    for steps, rate in rates:
        total += min(left, steps) * rate
        left -= min(left, steps)
    return total


class Tool(TableStruct, frozen=True):
    """An item that lets whoever carries it gather more."""

    resource: Id
    """The resource that it helps to gather."""
    factor: Annotated[int, scaled(THOUSAND, 1, 100)] = 2 * THOUSAND
    """The factor of the most units that somebody gathers in a step."""


class FloodSettings(TableStruct, frozen=True):
    """Water that rises around a cell of a terrain."""

    chance: Chance = 0
    """The chance of a flood in a survival step."""
    terrain: Name = "water"
    """The terrain of the cells around which water rises."""
    radius: Radius = 3
    """How many cells far it comes."""
    loss: Share = 500
    """The share of all resources that it washes out of each cell."""
    damage: Share = 100
    """The health that it costs whoever stands there."""


class BlightSettings(TableStruct, frozen=True):
    """A plague that destroys a resource around a cell."""

    chance: Chance = 0
    """The chance of a blight in a survival step."""
    resource: Id = "food"
    """The resource that it destroys."""
    radius: Radius = 3
    """How many cells far it comes."""
    loss: Share = 800
    """The share of the resource that it destroys in each cell."""


class FireSettings(TableStruct, frozen=True):
    """A fire that destroys a resource, and spreads over the cells that hold it."""

    chance: Chance = 0
    """The chance that a fire breaks out in a survival step."""
    resource: Id = "wood"
    """The resource that burns."""
    spread: Share = 300
    """The chance that it spreads in a tick to a cell beside a burning one that holds half of its
    maximum."""
    damage: Share = 100
    """The health that it costs whoever stands in a burning cell, in a tick."""


class MigrationSettings(TableStruct, frozen=True):
    """Prey that leaves the cells around one of its own for others."""

    chance: Chance = 0
    """The chance of a migration in a survival step."""
    resource: Id = "prey"
    """The resource that moves."""
    radius: Radius = 3
    """How many cells far the animals come from."""
    distance: Annotated[int, Limits(ge=1, le=1000)] = 6
    """How many cells far they go."""


class DisasterSettings(TableStruct, frozen=True):
    """What nature does by chance; a chance of 0 switches an event off."""

    flood: FloodSettings = FloodSettings()
    blight: BlightSettings = BlightSettings()
    fire: FireSettings = FireSettings()
    migration: MigrationSettings = MigrationSettings()


class SurvivalSettings(TableStruct, frozen=True, dict=True):
    """Constants of the rules `survival`; shares of a body are from 0 to 1."""

    step_ticks: Annotated[int, Limits(ge=1, le=1440)] = 1
    """The ticks of a survival step."""
    radius: Annotated[int, Limits(ge=0, le=20)] = 1
    """How many cells around them people see food and other resources."""
    hunger: Share = 100
    """By how much hunger rises in a step."""
    starving: Share = 800
    """The hunger above which health falls."""
    starvation: Share = 100
    """By how much health falls in a step of starving."""
    tiring: Share = 50
    """By how much energy falls in a step."""
    step_energy: Share = 50
    """The energy that a step to another cell costs; who has less cannot go there."""
    gather_energy: Share = 100
    """The energy that gathering costs; who has less cannot gather."""
    attack_energy: Share = 100
    """The energy that an attack costs; who has less cannot attack."""
    rest: Share = 300
    """The energy that rest gives."""
    gather: Amount = 5
    """The most units that somebody gathers in a step."""
    split: Literal["equal", "strength"] = "equal"
    """How people who gather in one cell share it."""
    food: Id = "food"
    """The resource that people eat."""
    meal: Share = 300
    """By how much a unit of food lowers hunger."""
    meal_energy: Share = 100
    """By how much a unit of food raises energy."""
    meal_health: Share = 50
    """By how much a unit of food raises health."""
    damage: Share = 150
    """The least damage of an attack."""
    damage_die: Share = 100
    """The most that a random number adds to it."""
    cover: Share = 100
    """The share of the damage that each ally beside the victim takes off."""
    most_cover: Share = 500
    """The most that allies take off."""
    ally_trust: Share = 600
    """The trust in the victim from which on somebody beside them is their ally."""
    start_hunger: Share = 300
    """The hunger of everybody at tick 0."""
    start_food: Annotated[int, Limits(ge=0, le=1_000_000)] = 10
    """The units of food that everybody carries at tick 0."""
    resources: Mapping[Id, Resource] = msgspec.field(default_factory=lambda: {"food": Resource()})
    """What cells hold; the maximum of a cell stands in its legend entry."""
    tools: Mapping[Id, Tool] = {}
    """Items that let whoever carries them gather more."""
    seasons: Annotated[tuple[Season, ...], Limits(max_length=100)] = ()
    """The seasons of the year in their order; the first begins at tick 0."""
    events: DisasterSettings = DisasterSettings()
    """What nature does by chance."""

    def growth_of(self, resource: str) -> Growth:
        """Return how a resource grows; one without an entry does not grow."""
        return self._growths.get(resource, Growth())

    @cached_property
    def _growths(self) -> Mapping[str, Growth]:
        return {name: self._compute_growth(one) for name, one in self.resources.items()}

    def _compute_growth(self, one: Resource) -> Growth:
        seasons = self.seasons or (Season("", steps=1),)
        factors = (
            (part.length, part.regrowth * one.season.get(part.name, THOUSAND)) for part in seasons
        )
        return Growth(tuple((steps, one.regrowth * factor // MILLION) for steps, factor in factors))

    def season_at(self, step: int) -> Season | None:
        """Return the season of a survival step; None in a world without seasons."""
        year = sum(season.length for season in self.seasons)
        left = step % year if year else 0
        for season in self.seasons:
            if left < season.length:
                return season
            left -= season.length
        return None
