"""What moves relations under need: attacks, gifts, rivalry for food, and the words that go with
them."""

from collections.abc import Iterator

from latticeville.mind.percept import Observation
from latticeville.mind.relation import (
    FRIEND_HURT,
    GAVE,
    GENEROSITY,
    GIFT,
    HURT,
    INFORMED,
    KILLING,
    RIVALRY,
    THANKED,
    THREATENED,
    VIOLENCE,
    WARNED,
    Relations,
    apply_to,
)
from latticeville.mind.situation import Situation
from latticeville.mind.topic import FOOD, THANKS, THREAT, attacker_of


def heed_deeds(now: Situation, relations: Relations) -> Relations:
    """Return relations after what others did and said under need; the newest records are those of
    the news."""
    first, me = len(now.mind.memory) - len(now.percept.news), now.who
    for memory, news in enumerate(now.percept.news, start=first):
        for about, rule in _moves(news, relations, me):
            relations = apply_to(relations, about, rule, now.tick, memory)
    return relations


def _moves(news: Observation, relations: Relations, me: str) -> Iterator[tuple[str, str]]:
    """Yield whose relation an event moves, and by which rule."""
    if news.kind == "died":
        yield from ((killer, KILLING) for killer in news.about if killer != me)
    elif news.actor == me:
        yield from ((other, GAVE) for other in news.about if news.kind == "gave")
    elif news.kind == "said":
        yield from _moves_by_words(news, me)
    elif news.about:
        rule = _rule_of_deed(news, relations, me)
        yield from [(news.actor, rule)] if rule else []


def _rule_of_deed(news: Observation, relations: Relations, me: str) -> str:
    """Return the rule of what another did, "" for none."""
    other = news.about[0]
    match news.kind:
        case "attacked":
            return HURT if other == me else FRIEND_HURT if relations.to(other).is_ally else VIOLENCE
        case "gave":
            return GIFT if other == me else GENEROSITY
    return RIVALRY if news.kind == "gathered" and me in news.about else ""


def _moves_by_words(news: Observation, me: str) -> Iterator[tuple[str, str]]:
    topic = news.topic
    if topic is None or me not in (news.to, *news.others):
        return
    culprit = attacker_of(topic)
    if culprit and culprit not in (news.actor, me):
        yield culprit, WARNED
    rule = {FOOD: INFORMED, THANKS: THANKED, THREAT: THREATENED}.get(topic.kind)
    if rule is not None:
        yield news.actor, rule
