"""What somebody agreed to come to, such as a meeting, whether they came, and who else did."""

import re
from collections.abc import Iterator, Mapping

from latticeville.core.asked_time import AskedTime
from latticeville.core.text_fold import fold
from latticeville.mind.builtin.answers.answer import KnownAnswer, cite, rule
from latticeville.mind.builtin.answers.question import ReadQuestion
from latticeville.mind.builtin.answers.search import search
from latticeville.mind.builtin.answers.told_memory import COMMITMENT, tell
from latticeville.mind.interview_question import stems_of
from latticeville.mind.interviewee import Interviewee
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.topic import Appointment


def occasion(question: ReadQuestion) -> tuple[MemoryRecord, Appointment] | None:
    """Return what the person agreed to come to that a question names, such as a meeting: the newest
    memory of it, with the appointment."""
    if not question.matter:
        return None
    ats = {one.id: at for one, at in appointments(question.asked) if is_at(at, question.time)}
    meant = _meant(question, question.asked.recall(ats))
    if _OF_PAST.match(question.low):
        meant = _begun(question, meant, ats) or meant
    found = max(meant, key=lambda one: one.id, default=None)
    return (found, ats[found.id]) if found is not None else None


def is_at(at: Appointment, time: AskedTime) -> bool:
    """Tell whether an appointment is at a time, or no time is given."""
    return not time.is_given or (at.start < time.end and time.start < at.end)


def _meant(question: ReadQuestion, records: list[MemoryRecord]) -> list[MemoryRecord]:
    """Return the memories that have most of a question, those of what was agreed if there are."""
    hits = search(question, question.matter, records)
    enough = [hit.record for hit in hits if hit.is_enough]
    return [one for one in enough if one.kind == COMMITMENT] or enough


def _begun(
    question: ReadQuestion, records: list[MemoryRecord], ats: Mapping[int, Appointment]
) -> list[MemoryRecord]:
    return [one for one in records if ats[one.id].start <= question.asked.minute]


_OF_PAST = re.compile(r"(?:did|were|was|have|has|had)\b")
"""How a question begins that asks for what was, and so for what has begun if anything has."""


def appointments(asked: Interviewee) -> Iterator[tuple[MemoryRecord, Appointment]]:
    """Yield the memories of what somebody was invited to or agreed to, besides tasks, with that."""
    for one in asked.memories:
        at = one.topic.at if one.topic is not None else None
        if at is not None and not at.verb:
            yield one, at


def during(asked: Interviewee, at: Appointment) -> list[MemoryRecord]:
    """Return what the person remembers of an appointment at its place."""
    return [
        one
        for one in asked.memories
        if at.start <= asked.minute_at(one) < at.end and asked.is_within(one.place, at.place)
    ]


def attended(question: ReadQuestion) -> KnownAnswer | None:
    """Return whether the person was at what a question names, such as a meeting, to which they
    agreed."""
    asked, found = question.asked, occasion(question)
    if found is None or question.people:
        return None
    record, at = found
    if at.start > asked.minute and _OF_PAST.match(question.low):
        return None
    there = during(asked, at)
    if there:
        return cite(
            f"Yes, I was there {asked.when(asked.minute_at(there[0]))}.", [there[0], record]
        )
    if at.start > asked.minute:
        return cite(f"It is still to come. {tell(record, asked)}", [record])
    return cite(f"No, I was not there. {tell(record, asked)}", [record])


_MEETING = "meeting"
_ABSENT = re.compile(r"\b(?:miss\w*|absent|away|not|stayed away|failed)\b")
_PRESENT = re.compile(r"\bPresent are ([^.]*)\.")


def _who_came(question: ReadQuestion, _found: re.Match[str]) -> KnownAnswer | None:
    """Return who was at the last meeting that a question may mean, or whether somebody was, as far
    as the person saw."""
    asked, found = question.asked, _last_meeting(question)
    there = during(asked, found[1]) if found is not None else []
    if found is None or not there:
        return None
    others = _seen_among(asked, there)
    if question.person:
        words = _was_there(question, is_there=question.person in others)
        return cite(words, [found[0]])._replace(people=(question.person,))
    if _ABSENT.search(question.low):
        away = tuple(one for one in sorted(asked.known_people) if one not in others)
        words = (
            f"I did not see {asked.names(away)} there." if away else "Everybody whom I know came."
        )
        return cite(words, [found[0]])
    words = f"{len(others) + 1} of us, as far as I saw: {asked.names(others)}, and I."
    return cite(words, [there[0], found[0]])._replace(people=others)


def _was_there(question: ReadQuestion, *, is_there: bool) -> str:
    """Return whether somebody was there, or away where a question asks that."""
    name = question.asked.name(question.person)
    yes = "Yes" if is_there != (_ABSENT.search(question.low) is not None) else "No"
    return f"{yes}, {name} was there." if is_there else f"{yes}, I did not see {name} there."


def subject_of_meeting(question: ReadQuestion) -> str:
    """Return the subject of the last meeting that has begun, of those on which the person has an
    opinion or has heard one; "" for none."""
    found = _last_meeting(question)
    text = found[0].text if found is not None else ""
    return next((one for one in question.asked.subjects if one in text), "")


def _last_meeting(question: ReadQuestion) -> tuple[MemoryRecord, Appointment] | None:
    """Return the last meeting that has begun, of those about what a question names if there is
    one, with a memory of being called to it."""
    asked = question.asked
    begun = [
        (one, at)
        for one, at in appointments(asked)
        if _MEETING in one.text and at.start <= asked.minute
    ]
    people = " ".join(asked.world.name_of(one) for one in question.people)
    named = question.stems - stems_of(f"{_MEETING} vote {fold(people)}")
    meant = [each for each in begun if named & stems_of(fold(each[0].text))]
    return max(meant or begun, key=lambda each: (each[1].start, each[0].id), default=None)


def _seen_among(asked: Interviewee, records: list[MemoryRecord]) -> tuple[str, ...]:
    """Return the others who are in some memories, or are said to be present in them."""
    people = asked.world.people
    seen = dict.fromkeys(one for each in records for one in each.about if one in people)
    for each in records:
        if told := _PRESENT.search(each.text):
            words = {*re.findall(r"\w+", told[1])}
            seen |= dict.fromkeys(one for one in people if words & {people[one].persona.first_name})
    return tuple(sorted(one for one in seen if one != asked.who))


_AT_MEETING = (
    r"\b(?:at|to|for|in|from|attend\w*|miss\w*|join\w*) (?:the|that|this|your) (?:[\w ]+ )?"
    r"(?:meeting|vote|assembly)\b"
)
RULES = (
    rule(
        _who_came,
        rf"^(?:who (?:else |all )*(?:was|were|did|came|went|turned|showed|attended|missed|stayed|failed)"
        rf"|how many (?:people |of you |others )?(?:was|were|came|went|turned|showed|attended))"
        rf"\b.*{_AT_MEETING}",
        rf"^(?:did|was|were|has) (?!you\b)\w+(?: \w+)? (?:also )?(?:there )?(?:come|came|go|turn up|show"
        rf" up|appear|attend|at|present|in)?\b.*{_AT_MEETING}",
        reads="absent missing away present",
    ),
)
"""The form of questions about who was at a meeting."""
