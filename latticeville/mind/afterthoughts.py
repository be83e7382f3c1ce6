"""Afterthoughts: what comes back to what somebody said on an earlier day, and what has become of it: a
view of a person who was seen since, a story that was passed on, a wish."""

import re
from collections.abc import Iterator, Sequence

from latticeville.core.clock import DAY
from latticeville.mind.echo import quotable
from latticeville.mind.grammatical_person import told_to
from latticeville.mind.known_topics import SHARED_RECORDS
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.percept import AGENT, Observation
from latticeville.mind.remarks import (
    ASK_WISH,
    ON_SAID,
    PASSED_STORY,
    TELL_WISH,
    is_remark,
    remark,
    role_of,
    roles_since,
    roles_today,
    spoken_today,
)
from latticeville.mind.self_topics import place_clause, rows_done, wishes_of
from latticeville.mind.sightings import SEARCHED, is_seen_doing
from latticeville.mind.situation import Situation
from latticeville.mind.stake import owner_of
from latticeville.mind.topic import HOPE, MEMORY, VIEW, Told, Topic

RARE_DAYS = 3
"""The days for which somebody who has come back to a view or a story does not do so again."""
DAYS = 3
"""Days for which somebody comes back to what another said."""
NEARER, FARTHER = f"{TELL_WISH}_nearer", f"{TELL_WISH}_farther"
"""The roles of the answer of who has done something for a wish today, and of who has done
something else."""
_STEM = 5
"""The first letters by which two words count as the same."""


def afterthoughts(now: Situation, hearers: Sequence[str]) -> Iterator[Told]:
    """Yield what somebody comes back to of what the only hearer said on an earlier day; one wish
    a day, the others less often, and nothing twice."""
    if len(hearers) != 1 or hearers[0] not in now.world.people:
        return
    lately, records = roles_since(now, RARE_DAYS), now.mind.memory.last(SHARED_RECORDS)
    said = {*_keys_said(records)}
    today = roles_today(now)
    for told in _found(now, hearers[0], records):
        role = role_of(told.topic)
        if role not in (today if role == ASK_WISH else lately) and told.topic.key not in said:
            yield told


def _keys_said(records: Sequence[MemoryRecord]) -> Iterator[str]:
    return (one.topic.key for one in records if one.kind == "action" and one.topic is not None)


def _found(now: Situation, other: str, records: Sequence[MemoryRecord]) -> Iterator[Told]:
    oldest = now.midnight - DAYS * DAY // now.tick_minutes
    for one in reversed(records):
        if one.tick < oldest:
            return
        topic = one.topic
        if topic is None or not one.spoken or topic.who != other:
            continue
        if one.kind == "action":
            yield from _story_passed_on(now, other, one, topic)
        elif topic.source == other and now.who in one.about[1:] and one.tick < now.midnight:
            yield from _on_view(now, other, topic)
            yield from _after_wish(now, other, topic)


def _story_passed_on(
    now: Situation, other: str, record: MemoryRecord, story: Topic
) -> Iterator[Told]:
    """Yield to whom somebody has told a story of the hearer."""
    listeners = [one for one in record.about[1:] if one not in (now.who, other)]
    if story.kind == MEMORY and listeners:
        third = now.world.name_with_article(listeners[0])
        text = f"{now.name} has told {third} a story of {now.world.name_with_article(other)}."
        yield remark(now, PASSED_STORY, other, text, story.key, third=third)


def _on_view(now: Situation, other: str, view: Topic) -> Iterator[Told]:
    """Yield what somebody saw a person do today of whom the hearer has told them what they think, with
    the words that they used."""
    third = owner_of(view) if view.kind == VIEW else ""
    is_here = any(node.id == third and node.kind == AGENT for node in now.percept.sights)
    words = quotable(view.gist)
    if third in ("", now.who) or is_here or not words:
        return
    seen = _seen_today(now, third)
    if seen is not None:
        name = now.world.name_with_article(third)
        what = f"{seen.doing}{place_clause(seen.doing, seen.place, now.world)}"
        text = f"{now.name} has watched {name} since they spoke of them."
        minute = now.percept.minute_of(seen.tick, now.tick_minutes)
        yield remark(
            now, ON_SAID, other, text, view.key, minute, third=name, doing=what, quote=words
        )


def _seen_today(now: Situation, other: str) -> MemoryRecord | None:
    midnight = now.midnight
    newest = reversed(now.mind.memory.last(SEARCHED))
    seen = (one for one in newest if one.tick >= midnight and is_seen_doing(one, now))
    return next((one for one in seen if one.about[0] == other), None)


def _after_wish(now: Situation, other: str, wish: Topic) -> Iterator[Told]:
    """Yield the question how far the hearer has come with what they wish."""
    if wish.kind == HOPE:
        text = f"{now.name} asks what has become of a wish of {now.world.name_with_article(other)}."
        told = told_to(wish.gist, other, now.world, is_of=True).rstrip(".")
        yield remark(now, ASK_WISH, other, text, wish.key, wish=told)


def answers_on_wishes(now: Situation, heard: Observation) -> Iterator[Told]:
    """Yield how far somebody has come with a wish after which they are asked: by what they did today,
    if it has to do with it, or else what kept them from it."""
    topic = heard.topic
    if not is_remark(topic, ASK_WISH):
        return
    done = [row for row, _ in rows_done(now)]
    text = f"{now.name} says how far it has come."
    stems = _stems(_wish_of(now, topic))
    near = [row for row in done if stems & _stems(row.doing)]
    row = next(iter((*near, *done)), None)
    parts = {} if row is None else {"doing": row.doing, "when": spoken_today(row.start)}
    told = remark(now, TELL_WISH, heard.actor, text, topic.key, **parts)
    role = TELL_WISH if row is None else NEARER if near else FARTHER
    yield told._replace(role=role)


def _wish_of(now: Situation, question: Topic) -> str:
    """Return the words of the wish after which somebody is asked."""
    number = question.key.rsplit(".", 1)[-1]
    wishes = wishes_of(now.persona)
    return wishes[int(number)] if number.isdecimal() and int(number) < len(wishes) else ""


def _stems(words: str) -> frozenset[str]:
    return frozenset(one[:_STEM] for one in re.findall(r"\w{5,}", words.casefold()))
