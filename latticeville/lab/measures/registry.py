"""All measures, in the order of tables. A new one is a `Measure` in a file of its own, and a line here."""

from collections.abc import Iterable
from difflib import get_close_matches

from latticeville.lab.measures.deaths import DEATHS, DEATHS_BY_HUNGER, DEATHS_BY_OTHER, DEATHS_BY_VIOLENCE
from latticeville.lab.measures.food import FOOD_IN_CELLS, FOOD_IN_HANDS
from latticeville.lab.measures.inequality import GINI_GOODS
from latticeville.lab.measures.measure import Measure
from latticeville.lab.measures.needs import MEAN_ENERGY, MEAN_HEALTH, MEAN_HUNGER
from latticeville.lab.measures.population import POPULATION
from latticeville.lab.measures.talk import UTTERANCES
from latticeville.lab.measures.trade import GIFTS, UNITS_GIVEN
from latticeville.lab.measures.trust_network import MEAN_CLOSENESS, MEAN_TRUST, TRUST_DENSITY, TRUST_RECIPROCITY
from latticeville.lab.measures.violence import ATTACKS
from latticeville.world.model.world import World

MEASURES: tuple[Measure, ...] = (
    POPULATION,
    DEATHS,
    DEATHS_BY_HUNGER,
    DEATHS_BY_VIOLENCE,
    DEATHS_BY_OTHER,
    MEAN_HUNGER,
    MEAN_ENERGY,
    MEAN_HEALTH,
    FOOD_IN_CELLS,
    FOOD_IN_HANDS,
    GINI_GOODS,
    GIFTS,
    UNITS_GIVEN,
    ATTACKS,
    UTTERANCES,
    MEAN_TRUST,
    MEAN_CLOSENESS,
    TRUST_DENSITY,
    TRUST_RECIPROCITY,
)


class UnknownMeasureError(ValueError):
    """There is no measure of a name; the sentence names the nearest one."""


def measures_of(world: World) -> tuple[Measure, ...]:
    """Return the measures that have a meaning in a world."""
    return tuple(one for one in MEASURES if one.applies_to(world))


def named_measures(names: Iterable[str]) -> tuple[Measure, ...]:
    """Return the measures of these names, in their order; UnknownMeasureError where there is none of a name."""
    known = {one.name: one for one in MEASURES}
    for name in names:
        if name not in known:
            near = get_close_matches(name, known, 1, 0.4)
            raise UnknownMeasureError(f"there is no measure “{name}”{f' (did you mean {near[0]}?)' if near else ''}")
    return tuple(known[name] for name in dict.fromkeys(names))
