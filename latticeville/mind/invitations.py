"""Invitations: whether somebody agrees to come where words or a topic ask them to."""

from collections.abc import Sequence

from latticeville.core.clock import DAY, DAYS, format_hours
from latticeville.core.phrase_time import SpokenTime
from latticeville.mind.cancellation import is_company, overlap
from latticeville.mind.commitments import (
    commit,
    commitment_lines,
    has_commitment,
    has_time,
    invitation,
)
from latticeville.mind.heard_cancellation import call_off_in_words, denied_commitments
from latticeville.mind.heard_proposal import heard_proposal, proposed_place
from latticeville.mind.mind import Thinking
from latticeville.mind.model_calls import ask_model_once
from latticeville.mind.prompt_facts import agent_context, place_choices, planned_places
from latticeville.mind.proposals import can_be_left, is_same_place
from latticeville.mind.requests.talk import CommitmentData, DecideCommitment
from latticeville.mind.situation import Situation
from latticeville.mind.topic import (
    CLAIM,
    EVENT,
    INVITATION,
    OUTCOME,
    PLAN,
    RESOLVE,
    Appointment,
    Topic,
)
from latticeville.mind.troubles import propose_task
from latticeville.world.model.personas import RoutineRow
from latticeville.world.model.world import World
from latticeville.world.usual_day.usual_day import usual_days


def consider_invitation(
    now: Situation, words: str, topic: Topic | None, cites: Sequence[int], other: str = ""
) -> Thinking[tuple[Situation, bool | None]]:
    """Return the situation, and whether it agreed; None where nothing asked it to for certain.

    `other` is who said the words, or "" for a voice or an event; what is agreed with nobody invites
    others. Words that deny what was agreed call it off, and what became of it asks for nothing.
    """
    if topic is not None and topic.kind == OUTCOME:
        return now, None
    topic = propose_task(now, topic) or topic
    if has_commitment(now.mind, topic.key if topic is not None else "") or _goes_there(now, topic):
        return now, True
    off = denied_commitments(now, words) if _may_deny(topic) else ()
    if off:
        return call_off_in_words(now, off, cites[0]), None
    proposed = _proposed(now, words, topic, other)
    if proposed is None:
        return now, None
    question = _ask_to_commit(now, *proposed, topic, other)
    return (yield from _agree(now, question, topic, cites))


def _goes_there(now: Situation, topic: Topic | None) -> bool:
    """Tell whether somebody means to be where all are invited at that time, by whatever name."""
    at = topic.at if topic is not None and topic.kind == INVITATION else None
    return at is not None and any(
        overlap(one.at, at) and is_same_place(one.at.place, at.place, now.world)
        for one in now.mind.commitments
    )


def _may_deny(topic: Topic | None) -> bool:
    """Tell whether words may call something off: news and inner voices, no views and stories."""
    return topic is None or (topic.kind in (CLAIM, EVENT, RESOLVE) and topic.at is None)


def _agree(
    now: Situation, question: DecideCommitment, topic: Topic | None, cites: Sequence[int]
) -> Thinking[tuple[Situation, bool | None]]:
    """Ask whether to come, and commit to it; None where words without an appointment came to
    none."""
    found = yield from ask_model_once(now, question)
    agreed, asked = found.answer, question.data
    if agreed is None or agreed.at is None:
        return now, None if agreed is None or asked.at is None else False
    told = _topic_agreed(now, topic, asked.words, agreed.at)
    return commit(now, agreed.at, told, cites, asked.other), True


def _topic_agreed(now: Situation, topic: Topic | None, words: str, at: Appointment) -> Topic:
    """Return the topic of an appointment: the one that was told, or an invitation to what an event
    or voice named."""
    if topic is not None and topic.kind == EVENT:
        return Topic(topic.key, INVITATION, words, at=at)
    if topic is not None and topic.at is not None:
        return topic
    return invitation(now.who, now.tick, _announce(now, at), at)


def _proposed(
    now: Situation, words: str, topic: Topic | None, other: str
) -> tuple[str, SpokenTime] | None:
    """Return the words that propose something and the time they name, if it is certain, or an
    appointment that is not over; the words of others count where they tell no topic."""
    at = topic.at if topic is not None else None
    if at is not None:
        return (words, SpokenTime()) if at.end > now.minute else None
    if topic is not None and other:
        return None
    words, time = heard_proposal(now, words, other)
    return (words, time) if time.is_certain else None


def _ask_to_commit(
    now: Situation, words: str, time: SpokenTime, topic: Topic | None, other: str
) -> DecideCommitment:
    """Return the question whether somebody agrees to what words or an appointment propose."""
    places, at = planned_places(now), topic.at if topic is not None else None
    if at is not None:
        places |= {now.world.name_of(at.place): at.place}
    day, minute = divmod(now.minute, DAY)
    persona, relation = now.persona, now.mind.relations.to(other)
    data = CommitmentData(
        now.who,
        other,
        now.percept.seed,
        day,
        minute,
        words,
        places,
        at,
        is_free=at is None or _can_come(now, topic, at),
        is_usual=at is not None and _is_usually_there(at, now.who, now.world),
        nature=tuple(persona.big_five.items()),
        closeness=relation.closeness,
        trust=relation.trust,
        time=time,
        named=proposed_place(words, places) if at is None else "",
    )
    to = now.world.name_with_article(other) if other else ""
    facts = (
        agent_context(now)
        | place_choices(places)
        | {
            "to": to,
            "heard": words,
            "heard_line": f"{to} says to you: “{words}”" if to else f"You hear: “{words}”",
            "agreed": commitment_lines(now),
        }
    )
    return DecideCommitment(facts, data, now.minute)


def _can_come(now: Situation, topic: Topic | None, at: Appointment) -> bool:
    """Tell whether nothing that somebody agreed to lies in the way; for an invitation to all,
    company gives way."""
    if topic is None or topic.kind != PLAN:
        return all(is_company(one) or not overlap(one.at, at) for one in now.mind.commitments)
    return has_time(now, at) and _is_free(at, now.who, now.world)


def _is_free(at: Appointment, who: str, world: World) -> bool:
    """Tell whether somebody usually has nothing to do elsewhere at the time of an appointment but
    leisure."""
    row = _usual_row(at, who, world)
    if row in usual_days(world).of(who).firm and row is not None:
        return is_same_place(row.place, at.place, world)
    if row is None or not row.uses or is_same_place(row.place, at.place, world):
        return True
    return can_be_left(row, who, world)


def _usual_row(at: Appointment, who: str, world: World) -> RoutineRow | None:
    """Return the entry of somebody's usual day at the time of an appointment."""
    rows = usual_days(world).of(who).rows
    return next((row for row in rows if at.start % DAY in row), None)


def _is_usually_there(at: Appointment, who: str, world: World) -> bool:
    """Tell whether somebody's day takes them to the place of an appointment at its time anyway."""
    row = _usual_row(at, who, world)
    return row is not None and is_same_place(row.place, at.place, world)


def _announce(now: Situation, at: Appointment) -> str:
    who, when = (
        now.name,
        f"{DAYS[at.start // DAY % 7]} at {format_hours(at.start)}",
    )
    return f"{who} is {at.what} on {when} at {now.world.name_of(at.place)}, and everybody may come."
