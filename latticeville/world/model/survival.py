"""The constants of the rules `survival`, in thousandths where a designer wrote shares."""

from collections.abc import Mapping
from functools import cached_property, lru_cache

import msgspec

from latticeville.world.model.disasters import DisasterSettings

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


class Resource(msgspec.Struct, frozen=True):
    """What grows in cells: `regrowth` in millionths of the maximum of a cell per survival step.

    `season` holds factors of the regrowth in thousandths, by the name of a season.
    """

    regrowth: int = MILLION // 10
    season: Mapping[str, int] = {}


class Season(msgspec.Struct, frozen=True):
    """A part of the year that lasts `steps` survival steps; factors are thousandths.

    `weather` holds the rows of the weather chain that differ from those of the world.
    """

    name: str
    steps: int
    regrowth: int = THOUSAND
    hunger: int = THOUSAND
    weather: Mapping[str, Mapping[str, float]] = {}


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


class Tool(msgspec.Struct, frozen=True):
    """An item that multiplies what its owner gathers of a resource, by `factor` thousandths."""

    resource: str
    factor: int = 2 * THOUSAND


class SurvivalSettings(msgspec.Struct, frozen=True, dict=True):
    """The keys of `[survival]`; shares are thousandths."""

    step_ticks: int = 1
    radius: int = 1
    hunger: int = 100
    starving: int = 800
    starvation: int = 100
    tiring: int = 50
    step_energy: int = 50
    gather_energy: int = 100
    attack_energy: int = 100
    rest: int = 300
    gather: int = 5
    split: str = "equal"
    food: str = "food"
    meal: int = 300
    meal_energy: int = 100
    meal_health: int = 50
    damage: int = 150
    damage_die: int = 100
    cover: int = 100
    most_cover: int = 500
    ally_trust: int = 600
    start_hunger: int = 300
    start_food: int = 10
    resources: Mapping[str, Resource] = {}
    tools: Mapping[str, Tool] = {}
    seasons: tuple[Season, ...] = ()
    events: DisasterSettings = DisasterSettings()

    def growth_of(self, resource: str) -> Growth:
        """Return how a resource grows; one without an entry does not grow."""
        return self._growths.get(resource, Growth())

    @cached_property
    def _growths(self) -> Mapping[str, Growth]:
        return {name: self._compute_growth(one) for name, one in self.resources.items()}

    def _compute_growth(self, one: Resource) -> Growth:
        seasons = self.seasons or (Season("", 1),)
        factors = (
            (part.steps, part.regrowth * one.season.get(part.name, THOUSAND)) for part in seasons
        )
        return Growth(tuple((steps, one.regrowth * factor // MILLION) for steps, factor in factors))

    def season_at(self, step: int) -> Season | None:
        """Return the season of a survival step; None in a world without seasons."""
        year = sum(season.steps for season in self.seasons)
        left = step % year if year else 0
        for season in self.seasons:
            if left < season.steps:
                return season
            left -= season.steps
        return None
