"""Cancellation: who has no time any more for company that was agreed says so; it is remembered by
both."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from latticeville.core.day_names import weekday
from latticeville.core.spoken_time import spoken_time
from latticeville.mind.memory import MemoryRecord, newest_record
from latticeville.mind.mind import Mind
from latticeville.mind.percept import Observation
from latticeville.mind.relation import Promise
from latticeville.mind.situation import Situation
from latticeville.mind.topic import OFF, OUTCOME, Appointment, Commitment, Topic, plan_key
from latticeville.world.model.place_names import spoken_place

CALLED_OFF = 5
"""The importance of an appointment that was called off."""


def call_off(now: Situation, made: Commitment) -> Situation:
    """Return the situation without the company for which a new commitment leaves no time; the
    others are owed a word."""
    off = [
        one
        for one in now.mind.commitments
        if one is not made and is_company(one) and overlap(one.at, made.at)
    ]
    for one in off:
        now = _note(now, one.other, one.at, one.key, (one.record, made.record))
    kept = tuple(one for one in now.mind.commitments if one not in off)
    return _call_off_guests(now.with_mind(commitments=kept), made)


def _call_off_guests(now: Situation, made: Commitment) -> Situation:
    """Return the situation of a mind that expects nobody where it is not going to be, in the same
    way."""
    vain = [
        one
        for one in hosted(now.mind, made)
        if overlap(one.at, made.at) and one.at.place != made.at.place
    ]
    for one in vain:
        key = f"{plan_key(now.who)}{one.at.start}"
        now = _note(now, one.who, one.at, key, (one.memory, made.record))
    promises = tuple(one for one in now.mind.relations.promises if one not in vain)
    return now.with_mind(relations=replace(now.mind.relations, promises=promises))


def hear_cancellations(now: Situation) -> Situation:
    """Return the situation of somebody who need not come, or expect another, since the other called
    it off."""
    for news in now.percept.news:
        topic = news.topic
        if (
            topic is not None
            and topic.kind == OUTCOME
            and topic.key.endswith(OFF)
            and topic.to == now.who
        ):
            now = _drop(now, news, topic)
    return now


def _drop(now: Situation, news: Observation, topic: Topic) -> Situation:
    off = [one for one in now.mind.commitments if _key(one.key, news.actor) == topic.key]
    promises = tuple(
        one
        for one in now.mind.relations.promises
        if _key(f"{plan_key(now.who)}{one.at.start}", one.who) != topic.key
    )
    heard = newest_record(now.mind.memory, news.text, now.tick)
    host = now.world.name_with_article(news.actor)
    now = now.with_mind(relations=replace(now.mind.relations, promises=promises))
    for one in off:
        now = end_commitment(now, one, (one.record, heard), f"{host} called it off")
    return now


def end_commitment(now: Situation, one: Commitment, cites: Sequence[int], why: str) -> Situation:
    """Return the situation of a mind that is not going to do what it agreed to, and means to tell
    those who agreed to it with them."""
    who, where = now.name, spoken_place(now.world.name_of(one.at.place))
    text = f"{who} is not going to be {one.at.what} {_when(one.at)}: {why}."
    own = Topic(_key(one.key, now.who), OUTCOME, text, now.who, at=one.at, to=now.who)
    now = now.with_record("observation", text, CALLED_OFF, cites, own)
    guests = [
        promise
        for promise in now.mind.relations.promises
        if promise.at.place == one.at.place and overlap(promise.at, one.at)
    ]
    said = f"{who} is not going to be {one.at.what} at {where} {_when(one.at)}."
    for guest in guests:
        told = replace(own, gist=said, to=guest.who)
        now = now.with_record("observation", said, CALLED_OFF, (*cites, guest.memory), told)
    kept = tuple(other for other in now.mind.commitments if other != one)
    promises = tuple(promise for promise in now.mind.relations.promises if promise not in guests)
    relations = replace(now.mind.relations, promises=promises)
    now = now.with_mind(commitments=kept, relations=relations)
    return now.owing(guest.who for guest in guests)


def _note(now: Situation, other: str, at: Appointment, key: str, cites: Sequence[int]) -> Situation:
    """Return the situation of a mind that remembers that it called something off, and means to tell
    the other."""
    who, where = now.name, spoken_place(now.world.name_of(at.place))
    text = (
        f"{who} cannot meet {now.world.name_with_article(other)} at {where} {_when(at)} after all."
    )
    said = f"{who} cannot come to {where} {_when(at)} after all."
    topic = Topic(_key(key, now.who), OUTCOME, said, now.who, at=at, to=other)
    return now.with_record("observation", text, CALLED_OFF, cites, topic).owing([other])


def _key(key: str, who: str) -> str:
    return f"d.{key}.{who}{OFF}"


def called_off_keys(records: Iterable[MemoryRecord], who: str) -> set[str]:
    """Return the keys of what somebody agreed to and knows to be called off."""
    told = (one.topic.key for one in records if one.topic is not None)
    end = f".{who}{OFF}"
    return {key.removeprefix("d.").removesuffix(end) for key in told if key.endswith(end)}


def is_company(one: Commitment) -> bool:
    """Tell whether a commitment is to come along with another, and did not begin."""
    return bool(one.other) and one.key.startswith(plan_key(one.other)) and not one.is_met


def hosted(mind: Mind, made: Commitment | None = None) -> list[Promise]:
    """Return the promises of others to come to somebody's own plan: no task, and nothing that they
    agreed to, too."""
    own = [one.at for one in mind.commitments if one is not made]
    promises = (one for one in mind.relations.promises if not one.at.verb)
    return [
        one
        for one in promises
        if not any(overlap(at, one.at) and at.place == one.at.place for at in own)
    ]


def overlap(one: Appointment, other: Appointment) -> bool:
    """Tell whether two appointments share a minute."""
    return one.start < other.end and other.start < one.end


def _when(at: Appointment) -> str:
    return f"on {weekday(at.start)} {spoken_time(at.start)}"
