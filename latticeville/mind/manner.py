"""Manners: how somebody talks by nature, how they fare, and what they have said to whom."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from latticeville.core.clock import DAY
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.needs import ENERGY
from latticeville.mind.relation import KEPT, MISSED, TOGETHER
from latticeville.mind.situation import Situation
from latticeville.mind.stake import GLAD, SORRY, feeling_on

SPOKEN_RECORDS = 3000
"""Newest records among which words are looked for that were said before."""
WEARY = 0.3
"""The energy below which somebody says that they are tired."""
LOW, HIGH, VERY_HIGH = 0.35, 0.7, 0.8
_MANNERS: Mapping[str, tuple[str, float, float]] = {
    "gruff": ("agreeableness", 0.0, 0.5),
    "lively": ("extraversion", HIGH, 1.0),
    "quiet": ("extraversion", 0.0, LOW),
    "worried": ("neuroticism", 0.6, 1.0),
    "curious": ("openness", HIGH, 1.0),
    "strict": ("conscientiousness", VERY_HIGH, 1.0),
}
"""The manners of talking by name: the one of the Big Five, from which value to which."""


GROWN_AGE = 16
"""The age from which on somebody speaks as grown people do; who has none is grown."""
_HOURS: Mapping[str, tuple[range, ...]] = {
    "afternoon": (range(14 * 60, 19 * 60),),
    "late": (range(19 * 60, DAY), range(4 * 60)),
}
"""The manners that an hour gives, by name: in which minutes of the day."""
_FARES = {GLAD: "won", SORRY: "lost"}


class Manner(msgspec.Struct, frozen=True, gc=False):
    """How somebody talks: manners by name, traits and values, and how they fare, with whom or what.

    `said` holds the words that they have said to one of the hearers, and `heard` those that they
    have said or heard at all.
    """

    manners: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    fare: str = "plain"
    fare_of: str = ""
    said: str = ""
    heard: str = ""


def manner_of(now: Situation, hearers: Sequence[str]) -> Manner:
    """Return how somebody talks to hearers now."""
    persona, spoken = now.persona, [*_spoken(now)]
    fare, of = _fare(now)
    to_them = (one.text for one in spoken if one.kind == "action" and {*one.shared} & {*hearers})
    return Manner(
        (*manners(persona.big_five), *_by_age_and_hour(persona.age, now.minute)),
        persona.traits,
        persona.values,
        fare,
        of,
        "\n".join(to_them),
        "\n".join(one.text for one in spoken),
    )


def _spoken(now: Situation) -> Iterator[MemoryRecord]:
    return (one for one in now.mind.memory.last(SPOKEN_RECORDS) if one.spoken)


def manners(big_five: Mapping[str, float]) -> tuple[str, ...]:
    """Return the manners of talking that a nature has.

    >>> manners({"extraversion": 0.9, "agreeableness": 0.3})
    ('gruff', 'lively')
    """
    return tuple(
        name
        for name, (trait, least, most) in _MANNERS.items()
        if trait in big_five and least <= big_five[trait] <= most
    )


def _by_age_and_hour(age: int | None, minute: int) -> tuple[str, ...]:
    """Return the manners that an age and an hour give.

    >>> _by_age_and_hour(11, 9 * 60), _by_age_and_hour(None, 20 * 60)
    (('child',), ('grown', 'late'))
    """
    by_age = "child" if age is not None and age < GROWN_AGE else "grown"
    now = minute % DAY
    return (by_age, *(name for name, parts in _HOURS.items() if any(now in one for one in parts)))


def _fare(now: Situation) -> tuple[str, str]:
    """Return how somebody is today, and the name of whom or the subject of what that comes."""
    midnight = now.midnight
    today = [one for one in now.mind.relations.changes if one.tick >= midnight]
    moods = (
        *(("hurt", one.about) for one in today if one.rule == MISSED),
        *_moved_by_decisions(now, midnight - DAY // now.tick_minutes),
        *(("glad", one.about) for one in today if one.rule in (KEPT, TOGETHER)),
    )
    fare, of = next(iter(moods), ("plain", ""))
    if fare == "plain" and now.mind.inner.needs.get(ENERGY, 1.0) < WEARY:
        fare = "tired"
    return fare, now.world.name_with_article(of) if of in now.world.people else of


def _moved_by_decisions(now: Situation, since: int) -> Iterator[tuple[str, str]]:
    """Yield how somebody takes what they learnt was decided since a tick, with its subject."""
    for one in now.mind.memory.last(SPOKEN_RECORDS):
        topic = one.topic
        if topic is not None and one.tick >= since:
            fare = _FARES.get(feeling_on(now, topic))
            if fare is not None:
                yield fare, topic.about
