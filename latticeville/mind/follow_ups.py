"""Follow-ups: what somebody asks of a trouble of which they were told on an earlier day, and what has
become of it."""

from collections.abc import Iterator, Sequence

from latticeville.core.clock import DAY
from latticeville.mind.incidents import past_of
from latticeville.mind.known_topics import SHARED_RECORDS
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.percept import Observation
from latticeville.mind.remarks import ASK_TROUBLE, TELL_TROUBLE, is_remark, remark
from latticeville.mind.situation import Situation
from latticeville.mind.topic import EVENT, Told, Topic

ASKED_DAYS = 2
"""The days for which somebody comes back to a trouble of which they were told."""
OVER, STILL = "trouble_over", "trouble_still"
"""The roles of the answer: a trouble is over, or not."""


def questions_after_troubles(now: Situation, hearers: Sequence[str]) -> Iterator[Told]:
    """Yield the question what has become of a trouble of which the only hearer told on an earlier day,
    once, by who has not seen it since."""
    if len(hearers) != 1:
        return
    records = now.mind.memory.last(SHARED_RECORDS)
    asked = {one.topic.key for one in records if one.kind == "action" and one.topic is not None}
    for one in _told_by(now, hearers[0], records):
        topic = one.topic
        if topic is None or topic.thing not in now.world.objects:
            continue
        thing = now.world.name_with_article(topic.thing)
        text = f"{now.name} asks what has become of {thing}."
        number = f"{topic.thing}.{topic.state}.{one.tick}"
        told = remark(now, ASK_TROUBLE, hearers[0], text, number, thing=thing)
        if told.topic.key not in asked and not _has_seen(now, topic, one.tick):
            yield told


def _told_by(now: Situation, other: str, records: Sequence[MemoryRecord]) -> Iterator[MemoryRecord]:
    """Yield the records of troubles of which another told on one of the last days."""
    since = now.midnight - ASKED_DAYS * DAY // now.tick_minutes
    for one in reversed(records):
        if one.tick < since:
            return
        topic = one.topic
        is_trouble = topic is not None and topic.kind == EVENT and bool(topic.thing)
        if is_trouble and topic is not None and topic.source == other and one.tick < now.midnight:
            yield one


def _has_seen(now: Situation, trouble: Topic, tick: int) -> bool:
    """Tell whether somebody has seen an object after they were told of its trouble."""
    held = now.mind.beliefs.get(trouble.thing)
    return held is not None and held.seen > tick


def answers_after_troubles(now: Situation, heard: Observation) -> Iterator[Told]:
    """Yield what has become of a trouble after which somebody is asked, as far as they have seen it."""
    topic = heard.topic
    if not is_remark(topic, ASK_TROUBLE):
        return
    thing, state, tick = topic.key.split(".", 4)[4].rsplit(".", 2)
    held = now.mind.beliefs.find(thing)
    if held is None or held.looks == "":
        return
    name = now.world.name_with_article(thing)
    parts = {"thing": name, "state": held.looks.replace("_", " ")}
    is_over = held.looks != state
    ended = _what_ended(now, thing, int(tick)) if is_over else ""
    text = ended or f"{name} is {parts['state']}."
    told = remark(now, TELL_TROUBLE, heard.actor, text, topic.key, **parts)
    yield told._replace(role=OVER if is_over else STILL, parts={**told.parts, "ended": ended})


def _what_ended(now: Situation, thing: str, tick: int) -> str:
    """Return what somebody saw done to an object after a tick, as people tell it afterwards: the first
    of it, which ended its state; "" for nothing."""
    records = now.mind.memory.last(SHARED_RECORDS)
    since = (one for one in records if one.tick > tick and thing in one.about)
    found = next((one for one in since if _is_use(now, one)), None)
    return past_of(found.text) if found is not None else ""


def _is_use(now: Situation, one: MemoryRecord) -> bool:
    """Tell whether a record is of what somebody did to an object, and no walk to it or words of it."""
    is_act = not one.spoken and not one.doing and (one.importance or 0) > 1
    return is_act and one.about[0] in now.world.people
