"""First hand: who knows of a story from those who are in it, and so neither tells them of it nor asks
others after it."""

from collections.abc import Iterator

from latticeville.mind.known_topics import SHARED_RECORDS
from latticeville.mind.mind_effects import imprints
from latticeville.mind.situation import Situation
from latticeville.mind.telling_words import telling_words
from latticeville.mind.topic import EVENT, SECRET, STORY_KEY, Topic
from latticeville.world.model.world import World

OWN, WITH = "own", "with"
"""How somebody knows news first hand: a secret of theirs is behind it, or they were in a scene of its
story or in somebody's confidence."""
LEAST_SHARED = 2
"""The words that a secret shares with news from which on it is behind them."""


def first_hand(now: Situation, news: Topic) -> str:
    """Return how somebody knows news first hand; "" where they only saw or heard it."""
    if news.kind != EVENT or news.thing:
        return ""
    if any(is_behind(one.text, news) for one in now.persona.secrets):
        return OWN
    return WITH if insiders(now, news) else ""


def insiders(now: Situation, news: Topic) -> set[str]:
    """Return with whom somebody has been in a scene of a story, or shares a secret behind its news."""
    return {*_met_in_scenes(now, news), *_in_confidence(now, news)}


def players(world: World, news: Topic) -> frozenset[str]:
    """Return who has a line in a scene to which news leads."""
    found = imprints(world).players
    return found.get(news.key, frozenset()) | found.get(news.gist, frozenset())


def is_behind(secret: str, news: Topic) -> bool:
    """Tell whether a secret is behind news: it names what their story is about, or shares words with
    them.

    >>> is_behind("I dropped the brass lantern.", Topic("4.0", EVENT, "The brass lantern is gone."))
    True
    >>> is_behind("I dropped the brass lantern.", Topic("4.0", EVENT, "The brass band is gone."))
    False
    """
    words = telling_words(secret)
    shared = words & telling_words(f"{news.gist} {news.about}")
    return len(shared) >= LEAST_SHARED or bool(words & telling_words(news.about))


def _met_in_scenes(now: Situation, news: Topic) -> Iterator[str]:
    """Yield with whom somebody has been in a scene of the same story."""
    if not news.key.startswith(STORY_KEY):
        return
    points = imprints(now.world).by_key
    for key in now.mind.inner.changed_by:
        point = points.get(key)
        if point is not None and point.about == news.about and now.who in point.people:
            yield from (one for one in point.people if one != now.who)


def _in_confidence(now: Situation, news: Topic) -> Iterator[str]:
    """Yield who has confided a secret behind news to somebody, and to whom they have told theirs."""
    for one in now.mind.memory.last(SHARED_RECORDS):
        topic = one.topic
        if topic is None or topic.kind != SECRET or not is_behind(topic.gist, news):
            continue
        if topic.who == now.who:
            yield from one.shared
        elif topic.who == topic.source:
            yield topic.who
