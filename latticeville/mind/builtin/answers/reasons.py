"""Why somebody is where they are, did what they did, and thinks what they think."""

import re

from latticeville.core.clock import DAY, format_hours
from latticeville.core.sentence_case import capital
from latticeville.mind.builtin.answers.agreements import tell_appointment
from latticeville.mind.builtin.answers.answer import NEAREST, KnownAnswer, cite, nothing, rule
from latticeville.mind.builtin.answers.occasions import attended, during, occasion
from latticeville.mind.builtin.answers.past_plans import entry_at
from latticeville.mind.builtin.answers.people import own_role, relationship, view_of
from latticeville.mind.builtin.answers.plans import MeantStep, meant_steps
from latticeville.mind.builtin.answers.question import ReadQuestion
from latticeville.mind.builtin.answers.search import (
    arrivals,
    at_places,
    events,
    nearest_in_time,
    search,
)
from latticeville.mind.builtin.answers.told_memory import ACTION, COMMITMENT, PLANNED, tell
from latticeville.mind.interview_question import stems_of
from latticeville.mind.interviewee import Interviewee
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.plan import PlanStep

_Match = re.Match[str]
UNKNOWN_REASON = "I do not know why."


def _here(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return why the person is where they are, and does what they do."""
    asked = question.asked
    if question.places and not asked.is_at_any(asked.place, question.places):
        return KnownAnswer(f"I am not there: I am at {asked.place_name(asked.place)}.")
    agreed = next((one for one in asked.mind.commitments if asked.minute in one.at), None)
    if agreed is not None:
        other = f", as I agreed with {asked.name(agreed.other)}" if agreed.other else ""
        words = f"I have agreed to it: {tell_appointment(agreed.at, asked)}{other}."
        return cite(words, asked.recall([agreed.record]))
    plan = asked.mind.plan
    step = asked.mind.intent.step or (plan.step_at(asked.minute) if plan is not None else None)
    if step is None:
        return KnownAnswer(f"I am {asked.doing}; I planned nothing for now.")
    return _of_step(asked, step)


def _of_step(asked: Interviewee, step: PlanStep) -> KnownAnswer:
    when = f"{format_hours(step.start)} to {format_hours(step.end)}"
    planned = f"I planned it so: {when} {step.doing} at {asked.world.name_of(step.place)}."
    row = next((one for one in asked.persona.routine if asked.minute % DAY in one), None)
    usual = " It is what I usually do at this time." if row and row.doing == step.doing else ""
    plans = [one for one in asked.memories if one.kind == PLANNED and step.doing in one.text]
    return cite(f"{planned}{usual}", plans[-1:])


_GOING = re.compile(
    r"\b(?:go|gone|went|come|came|be|been|at|in|visit|visited|stay|walk|leave|left)\b"
)


_HOLDING = re.compile(
    r"^why (?:did|have|had) you (?:always )?(?:want|like|think|believe|prefer|oppose|support)"
)
"""How a question begins that asks for the reason of a view."""


_FAILED = re.compile(r"^\w+ (?:tries to|cannot) [^:]+: (?P<why>.+)$")
"""The memory of what did not succeed, with the reason."""


def _failed(question: ReadQuestion, found: _Match) -> KnownAnswer | None:
    """Return why the person did not succeed in what a question names, or whether they did."""
    asked, matter = question.asked, question.matter - _SUCCEEDING
    own = [one for one in events(question) if one.about[:1] == (asked.who,) and not one.spoken]
    for one in reversed(own):
        failed = _FAILED.match(one.text)
        if failed is not None and matter and matter <= asked.stems[one.id]:
            opens = "" if found[0].startswith(("w", "h")) else "No. "
            return cite(f"{opens}{capital(failed['why'])} {tell(one, asked)}", [one])
    return None


_SUCCEEDING = stems_of("stop stopped keep kept prevent hinder succeed manage managed able")


def _wished(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return the wish of the person that a question asks the reason of."""
    wish = question.asked.persona.aspiration
    if question.subjects or not question.stems & stems_of(wish):
        return None
    return KnownAnswer(f"It is what I want most: {wish[:1].lower()}{wish[1:]}")


def _did(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return why the person did something: what was agreed or planned for that time."""
    if question.subjects and _HOLDING.search(question.low):
        return None
    own = [one for one in events(question) if one.kind == ACTION and not one.spoken]
    deed = _meant_deed(question, own)
    if deed is None and own and question.time.point is not None:
        deed = nearest_in_time(question, own, 1)[0]
    return _never_done(question) if deed is None else _reason_of(question, deed)


def _but_did(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return that the person was at the place where a question says that they were not; None where
    they were not."""
    there = attended(question)
    if there is not None and there.words.startswith("Yes, "):
        return there._replace(words=f"But {there.words.removeprefix('Yes, ')}")
    if not question.places or not _GOING.search(question.low):
        return None
    deed = _meant_deed(question, [])
    if deed is None:
        return None
    return cite(f"But I was there. {tell(deed, question.asked)}", [deed])


def _never_done(question: ReadQuestion) -> KnownAnswer | None:
    """Say that the person did no such thing, where nothing that they remember is like it."""
    if question.places and _GOING.search(question.low):
        return nothing("I do not remember that I was there.")
    if any(one.is_enough for one in search(question, question.stems)):
        return None
    if _OF_STATE.search(question.low):
        return nothing(UNKNOWN_REASON)
    told = relationship(question.asked, question.person) if question.person else None
    if told is None:
        return nothing("I do not remember that I did.")
    is_to_me = f"{question.asked.name(told.who)} is to me: {own_role(told)}.{view_of(question.asked, told.who)}"
    return KnownAnswer(f"I do not remember that I did. {NEAREST} {is_to_me}", people=(told.who,))


_OF_STATE = re.compile(r"^why (?:were|was|are|is) ")
"""How a question begins that asks why somebody was as they were."""


def _meant_deed(question: ReadQuestion, own: list[MemoryRecord]) -> MemoryRecord | None:
    """Return the deed that a question asks about: that of coming to a place, or by its words."""
    if question.places and _GOING.search(question.low):
        lived = [one for one in events(question) if one.place]
        there = arrivals(lived, at_places(question, lived))
        return next(iter(there if question.time.is_given else there[::-1]), None)
    found = occasion(question)
    if found is not None:
        return next(iter(during(question.asked, found[1])), None)
    hits = search(question, question.stems, own)
    stems = question.asked.stems
    return next((hit.record for hit in hits if question.matter <= stems[hit.record.id]), None)


def _reason_of(question: ReadQuestion, deed: MemoryRecord) -> KnownAnswer:
    asked = question.asked
    minute = asked.minute_at(deed)
    agreed = [
        one
        for one in asked.memories
        if one.kind == COMMITMENT and one.tick <= deed.tick and _is_at(one, minute, asked, deed)
    ]
    if agreed:
        return cite(f"Because it was agreed. {tell(agreed[-1], asked)}", [agreed[-1], deed])
    planned = entry_at(asked, minute)
    if planned is not None:
        return cite(f"I had planned it: {planned.words}. {tell(deed, asked)}", [planned.plan, deed])
    return cite(f"{UNKNOWN_REASON} {NEAREST} {tell(deed, asked)}", [deed])


def _is_at(record: MemoryRecord, minute: int, asked: Interviewee, deed: MemoryRecord) -> bool:
    """Tell whether an appointment is on at a minute, or begins within the next hour, at the place of
    a deed."""
    at = record.topic.at if record.topic is not None else None
    if at is None or not at.start - 60 <= minute < at.end:
        return False
    return asked.is_within(deed.place, at.place) or asked.is_within(at.place, deed.place)


def _will(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return why the person will go somewhere: what is agreed, or planned."""
    asked = question.asked
    if question.subjects or not (question.places or question.time.is_given):
        return None
    step = next(iter(_meant_there(question)), None)
    if step is None:
        return None
    how = "agreed" if step.agreed else "usual for me" if step.usual else "planned"
    place = asked.world.name_of(step.place)
    return KnownAnswer(f"It is {how}: {format_hours(step.start)} {step.doing} at {place}.")


def _meant_there(question: ReadQuestion) -> list[MeantStep]:
    """Return what is meant for the time of a question, or until tomorrow night, at its place."""
    asked, time = question.asked, question.time
    start = max(time.start, asked.minute)
    steps = meant_steps(asked, start, time.end if time.is_given else (start // DAY + 2) * DAY)
    places = question.places
    return [one for one in steps if not places or asked.is_at_any(one.place, places)]


RULES = (
    rule(
        _failed,
        r"^what (?:stopped|kept|prevented|hindered) you\b",
        r"^(?:why|how come) (?:could|did|can|were|was) you not\b",
        r"^did you (?:manage|succeed)\b",
        r"^(?:were you able|could you)\b",
    ),
    rule(
        _wished,
        r"^why (?:do|did|would) you (?:want|wish|hope|dream|like) \b",
    ),
    rule(
        _here,
        r"^why (?:are you|you are)\b(?!.*\b(?:for|against|afraid|angry|friends?|close"
        r"|going)\b)",
        r"^what (?:brings|brought) you here\b",
        r"\bwhy here\b",
        r"\bwhat are you doing here\b",
        r"^what for$",
    ),
    rule(
        _but_did,
        r"^why (?:did|have|had|were|was) you\b.*\b(?:not|never)\b",
    ),
    rule(
        _did,
        r"^why (?:did|have|had|were|was) you\b(?!.*\b(?:not|never)\b)",
    ),
    rule(
        _will,
        r"^why (?:will|are you going|do you want|do you go|must|would) ?(?:you)?\b",
    ),
)
"""The forms of questions for reasons, in the order in which they are tried."""
