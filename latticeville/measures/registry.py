"""Measures: numbers that each tick of a run has; a new one is a `Measure`, here in MEASURES or in a
package with an entry point of the group `latticeville.measures`."""

from collections.abc import Callable, Iterator, Sequence

from latticeville.core.plugins import (
    load_all_installed,
)
from latticeville.measures.measure import (
    EVENTS,
    MINUTES,
    PEOPLE,
    SHARE,
    UNITS,
    Measure,
    Part,
    Parts,
    living,
    of_events,
    of_living,
    summed,
)
from latticeville.measures.relation_measures import (
    MEAN_CLOSENESS,
    MEAN_TRUST,
    TRUST_DENSITY,
    TRUST_RECIPROCITY,
)
from latticeville.mind.vitals import Vitals
from latticeville.rules.survival.crises import mean_need
from latticeville.rules.survival.events import Attacked, Died, Gave
from latticeville.rules.survival.needs import BLOWS, HUNGER
from latticeville.sim.event import Event
from latticeville.sim.events import Refused
from latticeville.sim.resource_layer import ResourceLayer
from latticeville.sim.state import State
from latticeville.sim.tree import Body
from latticeville.world.model.survival import THOUSAND

SURVIVAL = "survival"
"""The rules that most measures need."""


def _population(state: State, _events: Sequence[Event]) -> float:
    return len(living(state))


POPULATION = Measure(
    "population",
    PEOPLE,
    "People who live.",
    _population,
    parts=of_living(lambda _state, _body: 1),
)


def _deaths(name: str, definition: str, of: Callable[[str], bool]) -> Measure:
    """Return the measure that counts deaths whose cause is one of these."""
    return summed(
        name,
        PEOPLE,
        definition,
        of_events(lambda event: isinstance(event, Died) and of(event.cause)),
        rules=(SURVIVAL, "health"),
    )


DEATHS = _deaths("deaths", "Deaths of any cause.", lambda _cause: True)
DEATHS_BY_HUNGER = _deaths("deaths_by_hunger", "Deaths of hunger.", lambda cause: cause == HUNGER)
DEATHS_BY_VIOLENCE = _deaths(
    "deaths_by_violence", "Deaths in a tick of attacks.", lambda cause: cause == BLOWS
)
DEATHS_BY_OTHER = _deaths(
    "deaths_by_other", "Deaths of other causes.", lambda cause: cause not in (HUNGER, BLOWS)
)


def _mean_need(of: Callable[[Vitals], int]) -> Callable[[State, Sequence[Event]], float | None]:
    """Return the function that takes the mean of a need over the living; None where nobody
    lives."""
    return lambda state, _events: mean_need(state.bodies, of)


def _needs(of: Callable[[Vitals], int]) -> Parts:
    return of_living(
        lambda _state, body: None if body.vitals is None else of(body.vitals) / THOUSAND
    )


MEAN_HUNGER = Measure(
    "mean_hunger",
    SHARE,
    "Mean hunger of the living; 0 is full.",
    _mean_need(lambda one: one.hunger),
    rules=(SURVIVAL, "hunger"),
    parts=_needs(lambda one: one.hunger),
    is_mean=True,
)
MEAN_ENERGY = Measure(
    "mean_energy",
    SHARE,
    "Mean energy of the living.",
    _mean_need(lambda one: one.energy),
    rules=(SURVIVAL, "energy"),
    parts=_needs(lambda one: one.energy),
    is_mean=True,
)
MEAN_HEALTH = Measure(
    "mean_health",
    SHARE,
    "Mean health of the living.",
    _mean_need(lambda one: one.health),
    rules=(SURVIVAL, "health"),
    parts=_needs(lambda one: one.health),
    is_mean=True,
)


def _in_cells(state: State, _events: Sequence[Event]) -> float:
    """Add what cells that are not full hold to the maxima of all others."""
    food = state.world.survival.food
    most, layer = (
        state.world.resource_maxima.get(food, {}),
        state.resources.get(food, ResourceLayer()),
    )
    missing = sum(most.get(cell, 0) - state.amount_in(cell, food) for cell in layer.stocks)
    return (sum(most.values()) - missing) / THOUSAND


def _in_hands(state: State, _events: Sequence[Event]) -> float:
    return sum(body.items.get(state.world.survival.food, 0) for body in living(state))


FOOD_IN_CELLS = Measure(
    "food_in_cells", UNITS, "Food that lies or grows in the cells.", _in_cells, rules=(SURVIVAL,)
)
FOOD_IN_HANDS = Measure(
    "food_in_hands",
    UNITS,
    "Food that the living carry.",
    _in_hands,
    rules=(SURVIVAL,),
    parts=of_living(lambda state, body: body.items.get(state.world.survival.food, 0)),
)


def goods_of(body: Body) -> int:
    """Return how many units and objects somebody carries."""
    return sum(body.items.values()) + len(body.carries)


def gini(values: Sequence[float]) -> float | None:
    """Return the Gini coefficient: 0 where all have the same, near 1 where one has all; None for
    nobody.

    It is the mean difference of all pairs, divided by twice the mean.

    >>> gini([4, 4, 4]), gini([0, 0, 0, 8]), gini([0, 0]), gini([])
    (0.0, 0.75, 0.0, None)
    """
    if not values:
        return None
    count, total = len(values), sum(values)
    ranked = sum(rank * value for rank, value in enumerate(sorted(values), start=1))
    return 2 * ranked / (count * total) - (count + 1) / count if total else 0.0


def _gini(state: State, _events: Sequence[Event]) -> float | None:
    return gini([goods_of(body) for body in living(state)])


GINI_GOODS = Measure(
    "gini_goods",
    SHARE,
    "Gini coefficient of what the living carry: 0 if all carry the same, near 1 if one has all.",
    _gini,
    rules=(SURVIVAL,),
    source="Gini 1912, “Variabilita e mutabilita”",
)


GIFTS = summed(
    "gifts",
    EVENTS,
    "Gifts that arrived.",
    of_events(lambda event: isinstance(event, Gave)),
    rules=(SURVIVAL,),
)
UNITS_GIVEN = summed(
    "units_given",
    UNITS,
    "Units in these gifts.",
    of_events(lambda event: event.units if isinstance(event, Gave) else 0),
    rules=(SURVIVAL,),
)
ATTACKS = summed(
    "attacks",
    EVENTS,
    "Attacks, those that did no harm included.",
    of_events(lambda event: isinstance(event, Attacked)),
    rules=(SURVIVAL,),
)
UTTERANCES = summed("utterances", EVENTS, "Utterances.", of_events(lambda event: event.is_speech))


def _refusals(_state: State, events: Sequence[Event]) -> Iterator[Part]:
    for event in events:
        if isinstance(event, Refused):
            yield Part(event.who, event.at or event.area, 1)


def _presence(state: State, _events: Sequence[Event]) -> Iterator[Part]:
    """Yield the minutes of a tick; what was before the first tick lasted no time."""
    minutes = state.world.settings.tick_minutes if state.tick else 0
    return (Part(body.id, body.area, minutes) for body in living(state))


CONVERSATIONS = summed(
    "conversations",
    EVENTS,
    "Conversations, by who opened them and where.",
    of_events(lambda event: event.is_speech and event.turn == 0),
    usual=False,
)
REFUSALS = summed(
    "refusals",
    EVENTS,
    "Attempts that failed, by who tried and where.",
    _refusals,
    usual=False,
)
PRESENCE = summed(
    "presence",
    MINUTES,
    "Minutes that the living spent, by who they are and where.",
    _presence,
    usual=False,
    needs_state=True,
)


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
    CONVERSATIONS,
    REFUSALS,
    PRESENCE,
)


MEASURE_GROUP = "latticeville.measures"
"""The group of entry points that name a `Measure` each."""


def shared_measures() -> tuple[Measure, ...]:
    """Return the measures of every world: our own, then those of installed packages; one of our
    names is none of theirs."""
    found, _faults = load_all_installed(MEASURE_GROUP, Measure, "measure")
    return (*MEASURES, *(one for one in found if one.name not in {own.name for own in MEASURES}))
