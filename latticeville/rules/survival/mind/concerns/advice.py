"""What a concern of the built-in mind advises, and the steps and words that several concerns
use."""

from collections.abc import Iterable
from typing import NamedTuple, Protocol

from latticeville.mind.action import SAY, STEP, Action
from latticeville.mind.directions import DIRECTIONS
from latticeville.rules.survival.mind.data import OfferedWords, PersonNear, SurvivalData


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
    found = find_words(data, kind, to)
    if found is None:
        return None
    number, words = found
    return Advice(Action(SAY, to.id, words=words.text), why, number)


def find_words(data: SurvivalData, kind: str, to: PersonNear) -> tuple[int, OfferedWords] | None:
    """Return words of a kind that somebody can hear and that are for them, with the number of their
    topic; None where there are none, or some were said lately."""
    if not to.hears or kind in data.spoken:
        return None
    for number, one in enumerate(data.words, start=1):
        if one.topic.kind == kind and one.is_for(to.id):
            return number, one
    return None


def is_fierce(data: SurvivalData) -> float:
    """Return how ready somebody is for violence, from 0 to 1: little agreeableness, much
    neuroticism."""
    return (1 - data.trait("agreeableness")) * (0.5 + 0.5 * data.trait("neuroticism"))


def nearest(people: Iterable[PersonNear]) -> PersonNear | None:
    """Return the first of people who stand in order of distance."""
    return next(iter(people), None)
