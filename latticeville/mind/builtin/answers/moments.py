"""The moment that a clause of a question names, such as “after the meeting” or “when you met Bob”."""

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from latticeville.core.asked_time import AskedTime, asked_time
from latticeville.core.clock import DAY
from latticeville.core.clock_words import HOUR
from latticeville.core.text_fold import fold
from latticeville.mind.builtin.answers.days import MEAL_HOURS
from latticeville.mind.builtin.answers.lexicon import stems_alike
from latticeville.mind.builtin.answers.occasions import appointments, is_at
from latticeville.mind.builtin.answers.question import FUNCTION_STEMS, ReadQuestion, read_question
from latticeville.mind.builtin.answers.search import events
from latticeville.mind.builtin.answers.votes import decision
from latticeville.mind.interview_question import stems_of
from latticeville.mind.interviewee import Interviewee
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.topic import AT, DECISION, Appointment

AROUND = 10
"""Minutes before and after a moment that count to it."""
NEAR = 3 * HOUR
"""Minutes from which on something is no longer after or before a moment."""
_CLAUSE = re.compile(
    r"^(?P<main>(?!when\b|since\b|before\b|after\b).+?) (?:right |just |shortly |soon )?"
    r"(?P<how>before|after|during|since|when|while) "
    r"(?P<what>(?:the|that|your|you|it|(?!did\b|do\b|will\b|was\b|is\b)\w+) .+)$"
)
_YOUNG = re.compile(r"\byou were (?:little|young|small|an? \w+|\w+ years old|born)\b")
"""Words of a time long before the run."""
_NOT_PAST = re.compile(r"^(?:\w+ )?(?:will|would|shall|do|does|can|could|are|is)\b")


_AT_OCCASION = re.compile(
    r"^(?P<main>(?:what|who|whom|did|why|how|when)\b.*\b(?:say|said|tell|told|ask|asked|speak|spoke|talk|talked"
    r"|argue|argued|answer|answered|hear|heard|mention)\b.*?) (?P<how>at|in) (?P<what>(?:the|that) .+)$"
)
"""A question for words at an occasion such as a meeting."""
_BARE = re.compile(r"^(?:were|was|are|is) (?:you|there)(?: (?:there|around|present|awake))?$")
"""A question that is only about the moment itself."""


def at_its_moment(question: ReadQuestion) -> ReadQuestion:
    """Return a question without the clause that names a moment of the past, of the time that it
    means; any other as it is."""
    question = _at_meal(question)
    found = _CLAUSE.match(question.low) or _AT_OCCASION.match(question.low)
    if found is None or _NOT_PAST.search(found["main"]) or _BARE.search(found["main"]):
        return question
    asked = question.asked
    if question.time.is_given and asked_time(found["main"], asked.minute).is_given:
        return question
    main = replace(read_question(asked, found["main"]), before=question.before)
    if _YOUNG.search(found["what"]):
        return main
    return _at_moment(question, main, found)


def _at_moment(question: ReadQuestion, main: ReadQuestion, found: re.Match[str]) -> ReadQuestion:
    """Return the main clause of a question at the time that the other means, without a time since a
    quarrel; the question as it is where it means none."""
    time = _moment(found, question.asked)
    if found["how"] == "since" and _QUARREL.search(found["what"]):
        return main
    return replace(main, time=time) if time.is_given else question


_QUARREL = re.compile(r"\b(?:row|quarrel|argument|dispute|fight|falling out|disagreement)\b")
"""A moment that nobody notes, since which the newest is."""


def at_told_moment(question: ReadQuestion) -> ReadQuestion:
    """Return a question of the time of the moment that begins what was told before it, such as “right
    after the vote”; any other as it is."""
    told = question.before if question.is_told else None
    found = _TOLD_AT.match(told.low) if told is not None else None
    if found is None:
        return question
    time = _moment(found, question.asked)
    rest = replace(told, low=told.low[found.end() :].strip()) if told is not None else None
    return replace(question, time=time, before=rest) if time.is_given else question


_TOLD_AT = re.compile(
    r"^(?:right |just |shortly |soon )?(?P<how>before|after|during|at) (?P<what>(?:the|that) .+?)"
    r"(?:,| (?=(?:you|he|she|they|i|we) \w))"
)
"""What was told, with the moment at which it was first."""


def _moment(found: re.Match[str], asked: Interviewee) -> AskedTime:
    """Return the time that a clause of a question means, none where it names no such."""
    how, clause = found["how"], read_question(asked, found["what"].partition(" and ")[0])
    span = max(_held(clause), default=None) if how in ("at", "in") else _span(clause)
    return AskedTime() if span is None else _time(how, *span, asked)


def _at_meal(question: ReadQuestion) -> ReadQuestion:
    """Return a question of the hours of a meal where it asks what was at it."""
    found, time, now = _MEAL.search(question.low), question.time, question.asked.minute
    if found is None or time.point is not None or time.future or _EATING.search(question.low):
        return question
    first, last = MEAL_HOURS[found[1]]
    day = time.start // DAY if time.is_given else (now - first) // DAY
    span = AskedTime(day * DAY + first, day * DAY + last)
    return replace(question, time=span)


_MEAL = re.compile(r"\b(?:at|over|during) (breakfast|lunch|dinner|supper)\b")
_EATING = re.compile(r"\b(?:eat|ate|eaten|drink|drank|drunk|have|had|having)\b")


def _time(how: str, start: int, end: int, asked: Interviewee) -> AskedTime:
    """Return the time that a question means which names a span before or after it."""
    if how == "before":
        return AskedTime(start - NEAR, start)
    if how == "after":
        return AskedTime(end, min(end + NEAR, asked.minute))
    if how == "since":
        return AskedTime(end, asked.minute)
    return AskedTime(start - AROUND, end + AROUND)


def _span(clause: ReadQuestion) -> tuple[int, int] | None:
    """Return from when to when something was that a clause names, as far as the person remembers it:
    the last such; none where they only heard of a vote."""
    made = decision(clause) if _VOTE.search(clause.low) else None
    if made is not None and made.spoken:
        return None
    for some in (_decided(clause), _held(clause), _lived(clause)):
        if (last := max(some, default=None)) is not None:
            return last
    return None


def _held(clause: ReadQuestion) -> Iterator[tuple[int, int]]:
    """Yield when appointments were that a clause names and that have begun, up to a decision made at
    them; the minute of their beginning or end alone where it names that."""
    matter = clause.matter - _BEGINNING - _ENDING
    for record, at in appointments(clause.asked):
        stems = stems_of(fold(f"{at.what} {record.text}"))
        is_named = bool(matter) and matter <= stems and at.what.startswith(AT)
        if is_named and at.start <= clause.asked.minute and is_at(at, clause.time):
            end = _end(clause.asked, at)
            start = end if clause.matter & _ENDING else at.start
            yield start, at.start if clause.matter & _BEGINNING else end


_BEGINNING, _ENDING = (
    stems_of("start started begin began open"),
    stems_of("end ended finish finished over"),
)


def _end(asked: Interviewee, at: Appointment) -> int:
    """Return when an appointment was over: as a decision was made at it, or else as agreed."""
    made = (asked.minute_at(one) for one in asked.memories if _is_decision(one))
    return min((minute for minute in made if at.start < minute < at.end + HOUR), default=at.end)


def _is_decision(record: MemoryRecord) -> bool:
    return record.topic is not None and record.topic.kind == DECISION and not record.spoken


_VOTE = re.compile(r"\b(?:vote[ds]?|voting|decided|decision|election)\b")
_VOTING = re.compile(r"\b(?:vote[ds]?|voting|decided|decision|election|meeting|assembly)\b")


def _decided(clause: ReadQuestion) -> Iterator[tuple[int, int]]:
    """Yield when the decision was made of which a clause is, where the person saw it."""
    asked = clause.asked
    if _VOTING.search(clause.low):
        made = decision(clause)
        if made is not None and not made.spoken:
            yield asked.minute_at(made), asked.minute_at(made)


def _lived(clause: ReadQuestion) -> Iterator[tuple[int, int]]:
    """Yield when what has all words of a clause was seen, or else spoken of, or when those spoke whom
    alone it names."""
    asked, people = clause.asked, {*clause.people}
    alike = [stems_alike(one) for one in clause.matter - FUNCTION_STEMS]
    some = [one for one in events(clause) if people <= {*one.about}]
    found = [one for one in some if _has_words(asked.stems[one.id], alike, one, people)]
    for one in found if people else _seen_first(found):
        yield asked.minute_at(one), asked.minute_at(one)


def _seen_first(found: Sequence[MemoryRecord]) -> Sequence[MemoryRecord]:
    """Return the memories of what was seen, or of words where nothing was."""
    return [one for one in found if not one.spoken] or found


def _has_words(
    stems: AbstractSet[str],
    alike: Sequence[AbstractSet[str]],
    record: MemoryRecord,
    people: AbstractSet[str],
) -> bool:
    """Tell whether a memory has all words of a clause; half of them where people speak whom it names."""
    here = sum(not each.isdisjoint(stems) for each in alike)
    least = len(alike) / 2 if people and record.spoken else max(1, len(alike))
    return here >= least
