"""Cancellation: who has no time any more for company that was agreed says so; it is remembered by
both."""

from collections.abc import Sequence

from msgspec.structs import replace

from latticeville.core.day_names import weekday
from latticeville.core.spoken_time import spoken_time
from latticeville.mind.memory import newest_record
from latticeville.mind.mind import Mind
from latticeville.mind.percept import Observation, Percept
from latticeville.mind.relation import Promise
from latticeville.mind.topic import OFF, OUTCOME, Appointment, Commitment, Topic, plan_key
from latticeville.world.model.spoken_place import spoken_place
from latticeville.world.model.world import World

CALLED_OFF = 5
"""The importance of an appointment that was called off."""


def call_off(mind: Mind, made: Commitment, percept: Percept, world: World) -> Mind:
    """Return the mind without the company for which a new commitment leaves no time; the others are
    owed a word."""
    off = [
        one
        for one in mind.commitments
        if one is not made and is_company(one) and overlap(one.at, made.at)
    ]
    for one in off:
        mind = _note(mind, one.other, one.at, one.key, (one.record, made.record), percept, world)
    kept = tuple(one for one in mind.commitments if one not in off)
    return _call_off_guests(replace(mind, commitments=kept), made, percept, world)


def _call_off_guests(mind: Mind, made: Commitment, percept: Percept, world: World) -> Mind:
    """Return the mind that expects nobody where it is not going to be, in the same way."""
    vain = [
        one
        for one in hosted(mind, made)
        if overlap(one.at, made.at) and one.at.place != made.at.place
    ]
    for one in vain:
        key = f"{plan_key(percept.who)}{one.at.start}"
        mind = _note(mind, one.who, one.at, key, (one.memory, made.record), percept, world)
    promises = tuple(one for one in mind.relations.promises if one not in vain)
    return replace(mind, relations=replace(mind.relations, promises=promises))


def hear_cancellations(mind: Mind, percept: Percept, world: World) -> Mind:
    """Return the mind of somebody who need not come, or expect another, since the other called it
    off."""
    for news in percept.news:
        topic = news.topic
        if (
            topic is not None
            and topic.kind == OUTCOME
            and topic.key.endswith(OFF)
            and topic.to == percept.who
        ):
            mind = _drop(mind, news, topic, percept, world)
    return mind


def _drop(mind: Mind, news: Observation, topic: Topic, percept: Percept, world: World) -> Mind:
    off = [one for one in mind.commitments if _key(one.key, news.actor) == topic.key]
    promises = tuple(
        one
        for one in mind.relations.promises
        if _key(f"{plan_key(percept.who)}{one.at.start}", one.who) != topic.key
    )
    heard = newest_record(mind.memory, news.text, percept.tick)
    who, host = world.name_with_article(percept.who), world.name_with_article(news.actor)
    for one in off:
        text = f"{who} is not going to be {one.at.what} {_when(one.at)}: {host} called it off."
        mind = mind.with_record(percept, "observation", text, CALLED_OFF, (one.record, heard))
    kept = tuple(one for one in mind.commitments if one not in off)
    return replace(mind, commitments=kept, relations=replace(mind.relations, promises=promises))


def _note(
    mind: Mind,
    other: str,
    at: Appointment,
    key: str,
    cites: Sequence[int],
    percept: Percept,
    world: World,
) -> Mind:
    """Return the mind that remembers that it called something off, and means to tell the other."""
    who, where = world.name_with_article(percept.who), spoken_place(world.name_of(at.place))
    text = f"{who} cannot meet {world.name_with_article(other)} at {where} {_when(at)} after all."
    said = f"{who} cannot come to {where} {_when(at)} after all."
    topic = Topic(_key(key, percept.who), OUTCOME, said, percept.who, to=other)
    return mind.with_record(percept, "observation", text, CALLED_OFF, cites, topic).owing([other])


def _key(key: str, who: str) -> str:
    return f"d.{key}.{who}{OFF}"


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
