"""Lulls: whom somebody speaks to who meets others, or who has sat with them in silence and has
something to tell."""

from collections.abc import Sequence

from latticeville.mind.openings import is_lull, people_beside, people_to_greet
from latticeville.mind.percept import Node
from latticeville.mind.situation import Situation
from latticeville.mind.topics import offer_topics

WORTH_SILENCE = 0.5
"""What a topic must be worth to break a silence."""


def people_to_address(now: Situation) -> tuple[tuple[Node, ...], str]:
    """Return the people to open a talk with, and the id of somebody to whom the opening is left, as
    `people_to_greet` does; in a lull those beside whom one sits, if there is something to tell."""
    others, yielded = people_to_greet(now)
    if others or not is_lull(now):
        return others, yielded
    beside = people_beside(now)
    return (beside if beside and _has_news_for(now, beside) else ()), yielded


def _has_news_for(now: Situation, others: Sequence[Node]) -> bool:
    """Tell whether somebody has something to tell others that is worth breaking a silence."""
    best = offer_topics(now, tuple(node.id for node in others), most=1)
    return bool(best) and best[0].worth >= WORTH_SILENCE
