"""Gossip: who was seen deep in talk with whom today, as it is told to others, and as those two are
teased with it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from latticeville.core.clock import DAY
from latticeville.mind.known_topics import SHARED_RECORDS
from latticeville.mind.matters import spoken_subject
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.percept import Observation
from latticeville.mind.remarks import (
    SEEN_TALK,
    TEASE,
    TELL_TALK,
    is_remark,
    remark,
    roles_since,
)
from latticeville.mind.situation import Situation
from latticeville.mind.topic import (
    EVENT,
    MEMORY,
    OPINION,
    PLAN,
    SECRET,
    VIEW,
    Told,
    Topic,
    subject_of,
)
from latticeville.world.model.areas import WORLD
from latticeville.world.model.place_names import spoken_place
from latticeville.world.model.world import World

SEARCHED = 300
"""Newest records among which talks of others are looked for."""
LEAST_LINES = 3
"""The utterances from which on two were deep in talk."""
TOLD_DAYS, TEASED_DAYS = 2, 6
"""The days for which somebody who has told of a talk, or teased with one, does neither again."""
OVER_MINUTES = 20
"""Minutes after which a talk of others is over."""
SCENES_EACH = 2
"""The scenes for each of its people beyond which they carry the days of a world."""
_PRIVATE = frozenset({SECRET, VIEW})
"""The kinds of topic of which nobody says that they talked of them."""
PRIVATELY, OF_SUBJECT, OF_PLACE, OF_STORY = "private", "subject", "place", "story"
"""How the role of the answer ends of who is teased: that it was private, or of what it was."""


TEASES = (TEASE, f"{TEASE}_heard")
"""The roles of what is said to one of two who were seen, or of whom one was told."""
ANSWERS = (
    TELL_TALK,
    *(f"{TELL_TALK}_{how}" for how in (PRIVATELY, OF_SUBJECT, OF_PLACE, OF_STORY)),
)
"""The roles of what that one answers."""


class _SeenTalk(NamedTuple):
    """A talk of two others: who, where, the tick of its first words, and its subject, if it had
    one."""

    pair: tuple[str, str]
    place: str
    tick: int
    subject: str


def gossip(now: Situation, hearers: Sequence[str]) -> Iterator[Told]:
    """Yield who was seen deep in talk of something today, to the only hearer if they were not there;
    and what a hearer says to one of the two, whether they saw it or were told. Both are rare: that
    two talk is no news. Where scenes carry the days nobody does either."""
    if len(hearers) != 1 or hearers[0] not in now.world.people or _has_scenes(now.world):
        return
    here = {*now.percept.sights.by_id}
    records = now.mind.memory.last(SEARCHED)
    talks = [*_talks_seen(now, records)]
    if SEEN_TALK not in roles_since(now, TOLD_DAYS):
        for one in talks:
            if (
                one.subject
                and here.isdisjoint(one.pair)
                and not _was_there(records, hearers[0], one)
            ):
                yield _seen(now, one)
    if TEASE not in roles_since(now, TEASED_DAYS):
        yield from _teases(now, hearers[0], talks, here)


def _has_scenes(world: World) -> bool:
    """Tell whether scenes carry the days of a world, so that there is more to tell than who talks with
    whom."""
    return world.keep("has_scenes", lambda: _count_scenes(world) > SCENES_EACH * len(world.people))


def _count_scenes(world: World) -> int:
    return sum(1 for _ in world.beats.scenes)


def _talks_seen(now: Situation, records: Sequence[MemoryRecord]) -> Iterator[_SeenTalk]:
    """Yield the talks of two others that somebody has seen today and that are over, the newest
    first; not of people who live or work together."""
    over = now.tick - OVER_MINUTES // now.tick_minutes
    for pair, lines in reversed([*_lines_of_pairs(now, records).items()]):
        is_talk = len(lines) >= LEAST_LINES and lines[-1].tick <= over
        if is_talk and lines[0].place != WORLD and not _belong_together(now, *pair):
            yield _SeenTalk(pair, lines[0].place, lines[0].tick, _subject(now, lines))


def _lines_of_pairs(
    now: Situation, records: Sequence[MemoryRecord]
) -> Mapping[tuple[str, str], list[MemoryRecord]]:
    """Return what two others said to each other today, by the pair in order of ids."""
    found: dict[tuple[str, str], list[MemoryRecord]] = {}
    midnight = now.midnight
    for one in records:
        if one.spoken and one.tick >= midnight and len(one.about) == 2 and now.who not in one.about:
            first, second = sorted(one.about)
            found.setdefault((first, second), []).append(one)
    return found


def _belong_together(now: Situation, one: str, other: str) -> bool:
    """Tell whether it says nothing that two people talk, since they live or work together."""
    people = now.world.people
    if not {one, other} <= people.keys():
        return True
    homes, works = ({getattr(people[each], at) for each in (one, other)} for at in ("home", "work"))
    return any(len(each) == 1 and each.isdisjoint(("", WORLD)) for each in (homes, works))


def _subject(now: Situation, lines: Sequence[MemoryRecord]) -> str:
    """Return of which subject or object people talked; "" for nothing that has a name."""
    for one in lines:
        topic = one.topic
        if topic is not None and topic.kind == OPINION:
            return spoken_subject(now.world, subject_of(topic))
        if topic is not None and topic.kind == EVENT and topic.thing in now.world.objects:
            return now.world.name_with_article(topic.thing)
    return ""


def _was_there(records: Sequence[MemoryRecord], other: str, talk: _SeenTalk) -> bool:
    """Tell whether another was where a talk was when it was."""
    return other in talk.pair or any(
        other in one.about and one.place == talk.place and abs(one.tick - talk.tick) <= OVER_MINUTES
        for one in records
    )


def _seen(now: Situation, talk: _SeenTalk) -> Told:
    first, second = map(now.world.name_with_article, talk.pair)
    place = spoken_place(now.world.name_of(talk.place))
    text = f"{first} and {second} talked for a while at {place}."
    minute = now.percept.minute_of(talk.tick, now.tick_minutes)
    number = f"{talk.pair[1]}.{now.minute // DAY}"
    parts = {"second": second, "place": place, "subject": talk.subject}
    told = remark(now, SEEN_TALK, talk.pair[0], text, number, minute, **parts)
    return told._replace(role=f"{SEEN_TALK}_subject" if talk.subject else SEEN_TALK)


def _teases(
    now: Situation, hearer: str, talks: Sequence[_SeenTalk], here: set[str]
) -> Iterator[Told]:
    """Yield what somebody says to the hearer about a talk of theirs, which they saw today or of
    which they were told since yesterday; each once."""
    said = {*_teased(now)}
    for other, place, role in (*_seen_of(talks, hearer), *_told_of(now, hearer)):
        if other in here or other == now.who or (hearer, other) in said:
            continue
        name = now.world.name_with_article(other)
        text = f"{now.name} teases {now.world.name_with_article(hearer)} about a talk with {name}."
        told = remark(now, TEASE, hearer, text, f"{other}.{now.minute // DAY}", third=name)
        at = {"place": spoken_place(now.world.name_of(place))} if place else {}
        yield told._replace(role=role, parts={**told.parts, **at})


def _seen_of(talks: Sequence[_SeenTalk], hearer: str) -> Iterator[tuple[str, str, str]]:
    for one in talks:
        if hearer in one.pair and one.subject:
            other = one.pair[1 - one.pair.index(hearer)]
            yield other, one.place, TEASE


def _told_of(now: Situation, hearer: str) -> Iterator[tuple[str, str, str]]:
    """Yield with whom the hearer was seen, as others have told since yesterday."""
    since = now.midnight - DAY // now.tick_minutes
    for one in reversed(now.mind.memory.last(SHARED_RECORDS)):
        if one.tick < since:
            return
        topic = one.topic
        if one.kind != "action" and is_remark(topic, SEEN_TALK):
            pair = topic.key.split(".")[3:5]
            if hearer in pair:
                yield pair[1 - pair.index(hearer)], "", f"{TEASE}_heard"


def _teased(now: Situation) -> Iterator[tuple[str, str]]:
    """Yield whom somebody has teased about whom lately."""
    for one in now.mind.memory.last(SHARED_RECORDS):
        topic = one.topic if one.kind == "action" else None
        if is_remark(topic, TEASE):
            hearer, other = topic.key.split(".")[3:5]
            yield hearer, other


def answers_on_talks(now: Situation, heard: Observation) -> Iterator[Told]:
    """Yield what somebody who is teased about a talk says of it: that it was private, or of what it
    was, as they remember."""
    topic = heard.topic
    if not is_remark(topic, TEASE):
        return
    other, _ = topic.key.split(".")[4:6]
    how, parts = _what_was_said(now, other)
    name = now.world.name_with_article(other)
    text = f"{now.name} says what it was about."
    told = remark(now, TELL_TALK, heard.actor, text, topic.key, third=name)
    role = f"{TELL_TALK}_{how}" if how else TELL_TALK
    yield told._replace(role=role, parts={**told.parts, **parts})


def _what_was_said(now: Situation, other: str) -> tuple[str, Mapping[str, str]]:
    """Return of what somebody has talked with another since yesterday, and the words for it."""
    topics = [*_topics_with(now, other)]
    if any(one.kind in _PRIVATE for one in topics):
        return PRIVATELY, {}
    for one in reversed(topics):
        if one.kind == OPINION:
            return OF_SUBJECT, {"subject": spoken_subject(now.world, subject_of(one))}
        if one.at is not None and one.kind == PLAN:
            return OF_PLACE, {"place": spoken_place(now.world.name_of(one.at.place))}
    return (OF_STORY if any(one.kind == MEMORY for one in topics) else ""), {}


def _topics_with(now: Situation, other: str) -> Iterator[Topic]:
    """Yield of what somebody and another alone have talked since yesterday."""
    since = now.midnight - DAY // now.tick_minutes
    for one in now.mind.memory.last(SHARED_RECORDS):
        is_with = one.spoken and other in one.about and len(one.about) == 2
        if is_with and one.tick >= since and one.topic is not None:
            yield one.topic
