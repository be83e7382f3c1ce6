"""What a concern of the built-in mind advises, and the steps and words that several concerns
use."""

from collections.abc import Iterable
from typing import NamedTuple, Protocol

from latticeville.mind.action import SAY, STEP, Action
from latticeville.mind.directions import DIRECTIONS
from latticeville.mind.topic import FOOD
from latticeville.rules.survival.mind.data import PersonNear, SurvivalData


class Advice(NamedTuple):
    """An action, why it is good, and the number of the topic that its words tell."""

    action: Action
    why: str
    topic: int = 0


class Concern(Protocol):
    """One reason to act."""

    def advise(self, data: SurvivalData) -> Advice | None:
        """Return what to do; None where there is no reason."""
        ...


def step_to(data: SurvivalData, dx: int, dy: int) -> str:
    """Return the possible way that comes nearest to a direction, "" where none leads there at
    all."""
    ways = {way: DIRECTIONS[way][0] * dx + DIRECTIONS[way][1] * dy for way in data.ways}
    best = max(ways, key=lambda way: (ways[way] / _length(way), -data.ways.index(way)), default="")
    return best if best and ways[best] > 0 else ""


def _length(way: str) -> float:
    return 1.0 if len(way) == 1 else 2**0.5


def step(way: str) -> Action:
    """Return a step."""
    return Action(STEP, verb=way)


def say(data: SurvivalData, kind: str, why: str, to: PersonNear) -> Advice | None:
    """Return words of a kind to somebody, if they are offered and were not said lately."""
    if not to.hears or kind in data.spoken or (kind == FOOD and to.id in data.informed):
        return None
    for number, one in enumerate(data.words, start=1):
        if one.topic.kind == kind and one.is_for(to.id):
            return Advice(Action(SAY, to.id, words=one.text), why, number)
    return None


def is_fierce(data: SurvivalData) -> float:
    """Return how ready somebody is for violence, from 0 to 1: little agreeableness, much
    neuroticism."""
    return (1 - data.trait("agreeableness")) * (0.5 + 0.5 * data.trait("neuroticism"))


def nearest(people: Iterable[PersonNear]) -> PersonNear | None:
    """Return the first of people who stand in order of distance."""
    return next(iter(people), None)
