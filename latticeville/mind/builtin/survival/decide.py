"""Decisions of the built-in mind under need: the first concern that has a reason decides."""

import json

from latticeville.mind.action import WAIT, Action
from latticeville.mind.builtin.survival.advice import Advice, Concern
from latticeville.mind.builtin.survival.body import Exhaustion, Hunger, Leisure
from latticeville.mind.builtin.survival.company import Acquaintance, Company
from latticeville.mind.builtin.survival.food import Exploration, Foraging, Gathering, wanted_store
from latticeville.mind.builtin.survival.kindness import Gratitude, News, Plea, Sharing
from latticeville.mind.builtin.survival.violence import Aggression, Avoidance, Defence
from latticeville.mind.requests.survive import as_reply
from latticeville.mind.situation import PLAN_WANT
from latticeville.mind.survival_data import SurvivalData
from latticeville.models.model import Request


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
_encode = json.JSONEncoder(ensure_ascii=False).encode


def choose(request: Request) -> str:
    """Answer with the first advice, and why."""
    advice = decide(request.data)
    told = {"reasoning": advice.why, "action": as_reply(advice.action, advice.topic)}
    return _encode(told)


def decide(data: SurvivalData) -> Advice:
    """Return the first advice of a concern."""
    concerns = (*CONCERNS, *(LEISURE if data.store >= wanted_store(data) else (Exploration(),)))
    found = (concern.advise(data) for concern in concerns)
    return next(
        (advice for advice in found if advice is not None),
        Advice(Action(WAIT), "nothing to do: wait"),
    )
