"""Who knows what: what a memory can be told of, what hearers know already, and what the speaker and
they have told each other."""

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from latticeville.mind.matters import ANNOUNCED
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.mind import Mind
from latticeville.mind.percept import AGENT, Observation, Percept
from latticeville.mind.situation import Situation
from latticeville.mind.topic import (
    DECISION,
    DEED,
    EVENT,
    HOPE,
    INSIGHT,
    INVITATION,
    MEMORY,
    OPINION,
    PLAN,
    REMARK,
    SIGHTING,
    VIEW,
    Topic,
    outcome_of,
)

OVERHEARD_KINDS = frozenset({OPINION, MEMORY, VIEW, DECISION})
"""The kinds of topic that bystanders know afterwards."""
PUBLIC_KINDS = frozenset({"changed", "happened", "barred", "convened", "decided", "developed"})
"""The kinds of observation that everybody here makes."""
SHARED_RECORDS = 4000
"""Newest records that tell who knows which topic."""
SPENT_DAYS = 7
"""Days for which somebody does not bring up again what was talked of on another day."""
ASKED_DAYS = 2
"""Days for which two who have asked each other along do not ask again."""
RETOLD_DAYS = 3
"""Days after which somebody tells a view again to who asks for it."""
SPENT_KINDS = frozenset({EVENT, OPINION, MEMORY, VIEW, INSIGHT, DEED, SIGHTING, REMARK, HOPE})
"""The kinds of topic that are fresh for a day: those who say or hear them tell nobody on a later
one."""


def remembered_topic(news: Observation) -> Topic | None:
    """Return what a memory of something can be told of; the source of words is who says them."""
    return (
        replace(news.topic, source=news.actor) if news.topic and news.kind == "said" else news.topic
    )


def knowing(news: Observation, percept: Percept) -> tuple[str, ...]:
    """Return who else knows what somebody perceives: who says it or hears it, or who is there to
    see it."""
    if news.topic is None:
        return ()
    here = tuple(node.id for node in percept.sights if node.kind == AGENT)
    return tuple(one for one in _witnesses(news, here) if one and one != percept.who)


def _witnesses(news: Observation, here: tuple[str, ...]) -> tuple[str, ...]:
    """Return who knows of an event, as far as somebody can tell who perceives it with those who are
    here.

    Nobody tells those who overheard them views, memories and troubles again; other news they may
    have missed.
    """
    if news.kind == "said":
        heard_by, told = (news.actor, news.to, *news.others), news.topic
        is_overheard = told is not None and (told.kind in OVERHEARD_KINDS or bool(told.thing))
        return (*heard_by, *here) if is_overheard else heard_by
    if news.kind == ANNOUNCED:
        return news.others
    return (*here, *news.others) if news.kind in PUBLIC_KINDS else ()


TOLD_RECORDS = 500
"""Newest records that tell what somebody said today."""


def told_today(now: Situation) -> Counter[str]:
    """Return how often somebody told each topic today, by key."""
    midnight = now.midnight
    return Counter(
        one.topic.key
        for one in now.mind.memory.last(TOLD_RECORDS)
        if one.kind == "action" and one.topic is not None and one.tick >= midnight
    )


def told_to(now: Situation, key: str) -> set[str]:
    """Return to whom somebody has told a topic, or has said anything of the same key."""
    return {
        who
        for one in now.mind.memory.last(SHARED_RECORDS)
        if one.kind == "action" and one.topic is not None and one.topic.key == key
        for who in one.shared
    }


class KnownTopics:
    """Which topics hearers know, and which the speaker and one of them have told each other, as far
    as remembered.

    `today` is the tick at which the day began, and `day_ticks` the length of a day.
    """

    def __init__(
        self,
        mind: Mind,
        hearers: Sequence[str],
        today: int,
        day_ticks: int,
    ) -> None:
        self._yesterday = today - day_ticks
        self._fresh = today - SPENT_DAYS * day_ticks
        self._retold = today - (RETOLD_DAYS - 1) * day_ticks
        self._lately = set[str]()
        self._spent, self._usual = set[str](), set[str]()
        self._troubles = set[tuple[str, str]]()
        self._keys: dict[str, set[str]] = {other: set() for other in hearers}
        self._asked: dict[str, dict[str, Topic]] = {other: {} for other in hearers}
        self._asked_since = today - ASKED_DAYS * day_ticks
        self._asked_lately = set[str]()
        self._called: dict[str, set[int]] = {other: set() for other in hearers}
        self._told = set[str]()
        for one in mind.memory.last(SHARED_RECORDS):
            if one.topic is not None and one.shared:
                self._add(one, one.topic, is_today=one.tick >= today)

    def _add(self, record: MemoryRecord, topic: Topic, *, is_today: bool) -> None:
        is_own = record.kind == "action"
        if record.spoken and not is_today:
            self._add_old(topic, record.tick, is_own=is_own)
        begin = _begin(topic)
        for other in record.shared:
            if other in self._keys:
                self._keys[other] |= {topic.key, outcome_of(topic)}
                if topic.kind == PLAN:
                    self._note_asked(other, record, topic, is_today=is_today)
                if begin is not None:
                    self._called[other].add(begin)
                if is_own or topic.source == other:
                    self._told.add(topic.key)

    def _note_asked(self, other: str, record: MemoryRecord, plan: Topic, *, is_today: bool) -> None:
        """Note that the speaker and a hearer have asked each other along."""
        if is_today:
            self._asked[other][plan.key] = plan
        if record.tick >= self._asked_since:
            self._asked_lately.add(other)

    def _add_old(self, topic: Topic, tick: int, *, is_own: bool) -> None:
        """Note what was talked of on an earlier day; a decision, and what is said of it, is news
        for a day more."""
        self._note_spent(topic, tick)
        if tick < self._fresh:
            return
        if topic.thing:
            self._troubles.add((topic.thing, topic.state))
        if topic.at is not None and topic.kind == PLAN and is_own:
            self._usual.add(topic.at.place)

    def _note_spent(self, topic: Topic, tick: int) -> None:
        if topic.kind == DECISION or outcome_of(topic):
            self._note_decision(topic, tick)
        elif topic.kind in SPENT_KINDS and tick >= self._fresh:
            self._spent |= {topic.key, _any_day(topic)}

        if tick >= self._retold:
            self._lately.add(topic.key)

    def _note_decision(self, topic: Topic, tick: int) -> None:
        if tick < self._yesterday:
            self._spent.add(topic.key)

    def knows(self, who: str, key: str) -> bool:
        """Tell whether a hearer knows a topic."""
        return key in self._keys[who]

    def new_to(self, topic: Topic, *, is_asked: bool = False) -> list[str]:
        """Return the hearers to whom a topic is new; nobody where one of them told it, or was told
        it, before, or where it is spent and nobody `is_asked` for it. Of what begins at one time
        people are told once, by whatever name."""
        may_repeat = is_asked and (topic.kind != VIEW or topic.key not in self._lately)
        if topic.key in self._told or (self.is_spent(topic) and not may_repeat):
            return []
        begin = _begin(topic)
        return [
            one
            for one, keys in self._keys.items()
            if topic.key not in keys and begin not in self._called[one]
        ]

    def asked_today(self, who: str) -> Mapping[str, Topic]:
        """Return the plans to which the speaker and a hearer have asked each other today, by key."""
        return self._asked[who]

    def asked_lately(self, who: str) -> bool:
        """Tell whether the speaker and a hearer have asked each other along today or lately."""
        return who in self._asked_lately

    def is_spent(self, topic: Topic) -> bool:
        """Tell whether a topic was talked of on another day, lately, and is no news any more."""
        return not topic.thing and not self._spent.isdisjoint((topic.key, _any_day(topic)))

    def is_back(self, trouble: Topic) -> bool:
        """Tell whether people talked of the same trouble with the same object on another day,
        lately."""
        return bool(trouble.thing) and (trouble.thing, trouble.state) in self._troubles

    def is_usual(self, plan: Topic) -> bool:
        """Tell whether somebody asked others to the same place on another day, lately."""
        return plan.at is not None and plan.at.place in self._usual


def _begin(topic: Topic) -> int | None:
    """Return the minute at which begins what a topic invites all to; None for other topics."""
    return topic.at.start if topic.kind == INVITATION and topic.at is not None else None


def _any_day(topic: Topic) -> str:
    """Return the key of an event without its day, as it happens to the same object again and
    again.

    >>> _any_day(Topic("3.school_piano.out_of_tune", EVENT)), _any_day(Topic("4590.0", EVENT))
    ('school_piano.out_of_tune', '4590.0')
    """
    day, _, rest = topic.key.partition(".")
    return rest if topic.kind == EVENT and day.isdecimal() and "." in rest else topic.key
