"""What somebody agreed to come to, such as a meeting, and whether they came."""

from latticeville.mind.builtin.answers.answer import KnownAnswer, cite
from latticeville.mind.builtin.answers.question import ReadQuestion
from latticeville.mind.builtin.answers.search import search
from latticeville.mind.builtin.answers.told_memory import COMMITMENT, tell
from latticeville.mind.interviewee import Interviewee
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.topic import Appointment


def occasion(question: ReadQuestion) -> tuple[MemoryRecord, Appointment] | None:
    """Return what the person agreed to come to that a question names, such as a meeting: the newest
    memory of it, with the appointment."""
    if not question.matter:
        return None
    ats = {one.id: at for one in question.asked.memories if (at := _appointment(one)) is not None}
    hits = search(question, question.matter, question.asked.recall(ats))
    some = [hit.record for hit in hits if hit.is_enough]
    some = [one for one in some if one.kind == COMMITMENT] or some
    found = max(some, key=lambda one: one.id, default=None)
    return (found, ats[found.id]) if found is not None else None


def _appointment(record: MemoryRecord) -> Appointment | None:
    """Return to what a memory invites, or what it agrees to, besides tasks."""
    at = record.topic.at if record.topic is not None else None
    return at if at is not None and not at.verb else None


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
    there = during(asked, at)
    if there:
        return cite(
            f"Yes, I was there {asked.when(asked.minute_at(there[0]))}.", [there[0], record]
        )
    if at.start > asked.minute:
        return cite(f"It is still to come. {tell(record, asked)}", [record])
    return cite(f"No, I was not there. {tell(record, asked)}", [record])
