"""Measures: numbers that each tick of a run has; a new one is a `Measure`, here in MEASURES or in a
package with an entry point of the group `latticeville.measures`."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import get_close_matches
from typing import NamedTuple

import msgspec

from latticeville.core.plugins import (
    PluginError,
    list_installed,
    load_all_installed,
    load_installed,
)
from latticeville.mind.relation import RelationState
from latticeville.mind.vitals import Vitals
from latticeville.reports.report import ReportError
from latticeville.rules.survival.crises import mean_need
from latticeville.rules.survival.events import Attacked, Died, Gave
from latticeville.rules.survival.needs import BLOWS, HUNGER
from latticeville.sim.event import Event
from latticeville.sim.events import Refused
from latticeville.sim.resource_layer import ResourceLayer
from latticeville.sim.state import State
from latticeville.sim.tree import Body
from latticeville.world.model.survival import THOUSAND
from latticeville.world.model.world import World

SURVIVAL = "survival"
"""The rules that most measures need."""
SHARE, PEOPLE, UNITS, EVENTS, MINUTES = "0–1", "people", "units", "events", "minutes"
"""Units of measures."""


class Part(NamedTuple):
    """What one person contributes to a measure at a tick, and the innermost area where."""

    who: str
    area: str
    value: float


Parts = Callable[[State, Sequence[Event]], Iterable[Part]]
"""Yields the parts of a measure at a tick."""


class Measure(msgspec.Struct, frozen=True):
    """A number that each tick has: `at` returns it from the state after the tick and the tick's
    events, None for none.

    `counts` says that it counts events of the tick, whatever the state, so that values of several
    ticks add up; other measures describe the state. `rules` are sets of rules of which a world
    needs one, () for any world; `source` is where its formula is defined. The sum of the `parts` is
    the value, or their mean where `is_mean`; None where it has none. One that is not `usual` is
    shown by person and place, or where it is named.
    """

    name: str
    unit: str
    definition: str
    at: Callable[[State, Sequence[Event]], float | None]
    counts: bool = False
    rules: tuple[str, ...] = ()
    source: str = ""
    parts: Parts | None = None
    is_mean: bool = False
    usual: bool = True

    @property
    def title(self) -> str:
        """The name as people read it."""
        return self.name.replace("_", " ")

    def applies_to(self, world: World) -> bool:
        """Tell whether it has a meaning in a world."""
        return not self.rules or not {*self.rules}.isdisjoint(world.rules)


def living(state: State) -> list[Body]:
    """Return the bodies of the living, by id."""
    return [body for body in state.bodies.values() if not body.is_dead]


def _population(state: State, _events: Sequence[Event]) -> float:
    return len(living(state))


def _of_living(value: Callable[[State, Body], float | None]) -> Parts:
    """Return the function that yields a value of each of the living who has one."""

    def parts(state: State, _events: Sequence[Event]) -> Iterator[Part]:
        for body in living(state):
            if (found := value(state, body)) is not None:
                yield Part(body.id, body.area, found)

    return parts


def _of_events(value: Callable[[Event], float]) -> Parts:
    """Return the function that yields a value of each event for whom it names first."""

    def parts(_state: State, events: Sequence[Event]) -> Iterator[Part]:
        for event in events:
            if found := value(event):
                yield Part(event.who, event.area, found)

    return parts


def _summed(
    name: str,
    unit: str,
    definition: str,
    parts: Parts,
    *,
    rules: tuple[str, ...] = (),
    usual: bool = True,
) -> Measure:
    """Return a measure that counts, and is the sum of its parts."""

    def total(state: State, events: Sequence[Event]) -> float:
        return sum(part.value for part in parts(state, events))

    return Measure(
        name, unit, definition, total, counts=True, rules=rules, parts=parts, usual=usual
    )


POPULATION = Measure(
    "population",
    PEOPLE,
    "People who live.",
    _population,
    parts=_of_living(lambda _state, _body: 1),
)


def _deaths(name: str, definition: str, of: Callable[[str], bool]) -> Measure:
    """Return the measure that counts deaths whose cause is one of these."""
    return _summed(
        name,
        PEOPLE,
        definition,
        _of_events(lambda event: isinstance(event, Died) and of(event.cause)),
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
    return _of_living(
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
    parts=_of_living(lambda state, body: body.items.get(state.world.survival.food, 0)),
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


GIFTS = _summed(
    "gifts",
    EVENTS,
    "Gifts that arrived.",
    _of_events(lambda event: isinstance(event, Gave)),
    rules=(SURVIVAL,),
)
UNITS_GIVEN = _summed(
    "units_given",
    UNITS,
    "Units in these gifts.",
    _of_events(lambda event: event.units if isinstance(event, Gave) else 0),
    rules=(SURVIVAL,),
)
ATTACKS = _summed(
    "attacks",
    EVENTS,
    "Attacks, those that did no harm included.",
    _of_events(lambda event: isinstance(event, Attacked)),
    rules=(SURVIVAL,),
)
UTTERANCES = _summed("utterances", EVENTS, "Utterances.", _of_events(lambda event: event.is_speech))


def _refusals(_state: State, events: Sequence[Event]) -> Iterator[Part]:
    for event in events:
        if isinstance(event, Refused):
            yield Part(event.who, event.at or event.area, 1)


def _presence(state: State, _events: Sequence[Event]) -> Iterator[Part]:
    """Yield the minutes of a tick; what was before the first tick lasted no time."""
    minutes = state.world.settings.tick_minutes if state.tick else 0
    return (Part(body.id, body.area, minutes) for body in living(state))


CONVERSATIONS = _summed(
    "conversations",
    EVENTS,
    "Conversations, by who opened them and where.",
    _of_events(lambda event: event.is_speech and event.turn == 0),
    usual=False,
)
REFUSALS = _summed(
    "refusals",
    EVENTS,
    "Attempts that failed, by who tried and where.",
    _refusals,
    usual=False,
)
PRESENCE = _summed(
    "presence",
    MINUTES,
    "Minutes that the living spent, by who they are and where.",
    _presence,
    usual=False,
)


TIE = 0.5
"""The least trust of a tie."""
WASSERMAN_FAUST = "Wasserman & Faust 1994, Social Network Analysis"


def _relations(state: State) -> Iterator[tuple[str, str, RelationState]]:
    """Yield who knows whom among the living, and the relation."""
    people = {body.id for body in living(state)}
    for who in sorted(people & state.minds.keys()):
        for other, relation in state.minds[who].relations.people.items():
            if other in people and other != who:
                yield who, other, relation


def _ties(state: State) -> set[tuple[str, str]]:
    return {(who, other) for who, other, relation in _relations(state) if relation.trust >= TIE}


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def _mean_trust(state: State, _events: Sequence[Event]) -> float | None:
    return _mean([relation.trust for _who, _other, relation in _relations(state)])


def _mean_closeness(state: State, _events: Sequence[Event]) -> float | None:
    return _mean([relation.closeness for _who, _other, relation in _relations(state)])


def density(ties: set[tuple[str, str]], people: int) -> float | None:
    """Return the ties as a share of all that n people can have, n(n − 1); None for less than two
    people.

    >>> density({("ada", "bob"), ("bob", "ada"), ("ada", "cy")}, 3)
    0.5
    """
    return len(ties) / (people * (people - 1)) if people > 1 else None


def reciprocity(ties: set[tuple[str, str]]) -> float | None:
    """Return the share of ties that are answered by one in the other direction; None without ties.

    >>> reciprocity({("ada", "bob"), ("bob", "ada"), ("ada", "cy"), ("cy", "dan")})
    0.5
    """
    return sum((other, who) in ties for who, other in ties) / len(ties) if ties else None


def _density(state: State, _events: Sequence[Event]) -> float | None:
    return density(_ties(state), len(living(state)))


def _reciprocity(state: State, _events: Sequence[Event]) -> float | None:
    return reciprocity(_ties(state))


def _of_relations(value: Callable[[RelationState], float]) -> Parts:
    """Return the function that yields a value of each relation, for whose it is."""

    def parts(state: State, _events: Sequence[Event]) -> Iterator[Part]:
        for who, _other, relation in _relations(state):
            yield Part(who, state.bodies[who].area, value(relation))

    return parts


MEAN_TRUST = Measure(
    "mean_trust",
    SHARE,
    "Mean trust of the living in the living whom they know.",
    _mean_trust,
    parts=_of_relations(lambda one: one.trust),
    is_mean=True,
)
MEAN_CLOSENESS = Measure(
    "mean_closeness",
    SHARE,
    "Mean closeness of the living to the same.",
    _mean_closeness,
    parts=_of_relations(lambda one: one.closeness),
    is_mean=True,
)
TRUST_DENSITY = Measure(
    "trust_density",
    SHARE,
    f"Pairs (A, B) with a trust of A in B of {TIE} or more, as a share of all pairs.",
    _density,
    source=WASSERMAN_FAUST,
)
TRUST_RECIPROCITY = Measure(
    "trust_reciprocity",
    SHARE,
    "Share of these pairs whose opposite (B, A) is one of them, too.",
    _reciprocity,
    source=WASSERMAN_FAUST,
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


def all_measures() -> tuple[Measure, ...]:
    """Return all measures: our own, then those of installed packages; one of our names is none of
    theirs."""
    found, _faults = load_all_installed(MEASURE_GROUP, Measure, "measure")
    return (*MEASURES, *(one for one in found if one.name not in {own.name for own in MEASURES}))


class UnknownMeasureError(ReportError):
    """There is no measure of a name; the sentence names the nearest one, or says why it is not
    loaded."""


def measures_of(world: World) -> tuple[Measure, ...]:
    """Return the usual measures that have a meaning in a world."""
    return tuple(one for one in all_measures() if one.usual and one.applies_to(world))


def named_measures(names: Iterable[str]) -> tuple[Measure, ...]:
    """Return the measures of these names, in their order; UnknownMeasureError where there is none
    of a name, or a package's cannot be loaded."""
    known = {one.name: one for one in all_measures()}
    for name in names:
        if name not in known:
            _load_named(name)
            near = get_close_matches(name, known, 1, 0.4)
            raise UnknownMeasureError(
                f"there is no measure “{name}”{f' (did you mean {near[0]}?)' if near else ''}"
            )
    return tuple(known[name] for name in dict.fromkeys(names))


def _load_named(name: str) -> None:
    """Load what a package brings under a name, if one does; UnknownMeasureError says why it cannot
    be loaded."""
    point = list_installed(MEASURE_GROUP).get(name)
    try:
        if point is not None:
            load_installed(point, Measure, "measure")
    except PluginError as error:
        raise UnknownMeasureError(str(error)) from error
