"""Decisions of the built-in mind under need: the first concern that has a reason decides."""

from latticeville.mind.action import WAIT, Action
from latticeville.mind.situation import PLAN_WANT
from latticeville.rules.survival.mind.concerns.advice import Advice, Concern
from latticeville.rules.survival.mind.concerns.body import Exhaustion, Hunger, Leisure
from latticeville.rules.survival.mind.concerns.company import Acquaintance, Company
from latticeville.rules.survival.mind.concerns.food import (
    Exploration,
    Foraging,
    Gathering,
    wanted_store,
)
from latticeville.rules.survival.mind.concerns.kindness import Gratitude, News, Plea, Sharing
from latticeville.rules.survival.mind.concerns.violence import Aggression, Avoidance, Defence
from latticeville.rules.survival.mind.data import SurvivalData


class Inclination:
    """What a set of rules advises more than so much."""

    def __init__(self, least: float) -> None:
        self._least = least

    def advise(self, data: SurvivalData) -> Advice | None:
        """Return its action."""
        wish = data.wish
        return Advice(wish.action, wish.why) if wish and wish.want > self._least else None


CONCERNS: tuple[Concern, ...] = (
    Defence(),
    Hunger(),
    Exhaustion(),
    Inclination(PLAN_WANT),
    Gratitude(),
    Sharing(),
    Aggression(),
    Avoidance(),
    Plea(),
    News(),
    Gathering(),
    Foraging(),
    Inclination(0),
)
"""What people care for, the most urgent first."""
LEISURE: tuple[Concern, ...] = (Leisure(), Acquaintance(), Company())
"""What people do who have food enough."""


def decide(data: SurvivalData) -> Advice:
    """Return the first advice of a concern."""
    concerns = (*CONCERNS, *(LEISURE if data.store >= wanted_store(data) else (Exploration(),)))
    found = (concern.advise(data) for concern in concerns)
    return next(
        (advice for advice in found if advice is not None),
        Advice(Action(WAIT), "nothing to do: wait"),
    )
