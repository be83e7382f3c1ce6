"""Concerns for food: to gather it, to go where it is, and to look for more."""

from latticeville.core.rng import rng
from latticeville.mind.action import GATHER, Action
from latticeville.mind.directions import DIRECTIONS, WAYS
from latticeville.rules.survival.mind.concerns.advice import Advice, step, step_to
from latticeville.rules.survival.mind.data import FoodPlace, SurvivalData
from latticeville.world.model.survival import format_share

LEAST_STORE, SAVINGS = 3, 12
"""The units of food that everybody wants to carry, and how many more the most conscientious
want."""
RICH = 3
"""The units in a cell from which on people gather there before they go on."""
CROWD = 2
"""How many steps each person near a place counts when people choose where to go."""
RECENT, FAR = 9, 18
"""Ticks for which a belief counts as fresh, and steps from which on nobody minds who stands at a
place."""


def wanted_store(data: SurvivalData) -> int:
    """Return how many units of food somebody wants to carry."""
    return LEAST_STORE + round(SAVINGS * data.trait("conscientiousness"))


class Gathering:
    """Gather where one stands."""

    def advise(self, data: SurvivalData) -> Advice | None:
        """Gather what is here, unless the store is full."""
        wanted = wanted_store(data)
        if not data.can_exert or not data.here or data.store >= wanted:
            return None
        if (
            data.here < RICH
            and data.store
            and any(one.units >= RICH and one.steps <= 1 for one in data.places)
        ):
            return None
        return Advice(
            Action(GATHER, data.food),
            f"{data.store} {data.food} carried < {wanted}, {data.here} here: gather",
        )


class Foraging:
    """Go where food is, as far as one knows."""

    def advise(self, data: SurvivalData) -> Advice | None:
        """Take a step to the best place, unless the store is full."""
        wanted = wanted_store(data)
        if data.store >= wanted or not data.places:
            return None
        best = min(data.places, key=lambda one: (_cost(one, data), one.x, one.y))
        if best.way not in data.ways or (data.here and best.units <= data.here):
            return None
        said = f", as {best.source} said" if best.source else ""
        away = "1 step" if best.steps == 1 else f"{best.steps} steps"
        why = (
            f"{data.store} {data.food} carried < {wanted}, {data.food} {away} "
            f"{WAYS[best.way]}{said}: go there"
        )
        return Advice(step(best.way), why)


def _cost(one: FoodPlace, data: SurvivalData) -> float:
    """Return how far a place is, in steps; more for little food, old beliefs and company."""
    units = one.units if one.age < RECENT else max(one.units, RICH)
    return one.steps - min(units, data.gather) + min(one.age, 40) / 20 + CROWD * _rivals(one, data)


def _rivals(one: FoodPlace, data: SurvivalData) -> int:
    """Return how many others stand right beside a place in sight."""
    if one.steps > FAR or one.age:
        return 0
    dx, dy = DIRECTIONS.get(one.way, (0, 0))
    return sum(
        1 for other in data.people if (other.dx, other.dy) == (dx * one.steps, dy * one.steps)
    )


class Exploration:
    """Look for food where one has not been."""

    def advise(self, data: SurvivalData) -> Advice | None:
        """Step in the direction of exploration, or anywhere where that is not possible."""
        if not data.ways:
            return None
        way = step_to(data, *data.heading) or rng(data.seed, data.tick, data.who, "explore").pick(
            data.ways
        )
        hunger = format_share(data.vitals.hunger)
        return Advice(step(way), f"no known {data.food} in reach, hunger {hunger}: go {WAYS[way]}")
