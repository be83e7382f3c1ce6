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
from latticeville.mind.survival_data import SurvivalData
from latticeville.models.model import Request

CONCERNS: tuple[Concern, ...] = (
    Defence(),
    Hunger(),
    Exhaustion(),
    Gratitude(),
    Sharing(),
    Aggression(),
    Avoidance(),
    Plea(),
    News(),
    Gathering(),
    Foraging(),
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
