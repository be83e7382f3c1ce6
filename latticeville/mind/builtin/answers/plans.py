"""What somebody means to do: agreed, planned, or usual."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from latticeville.core.asked_time import AskedTime
from latticeville.core.clock import DAY, format_hours
from latticeville.core.day_names import weekday
from latticeville.mind.builtin.answers.agreements import tell_appointment
from latticeville.mind.builtin.answers.answer import KnownAnswer, rule
from latticeville.mind.builtin.answers.question import ReadQuestion
from latticeville.mind.interview_question import stems_of
from latticeville.mind.interviewee import Interviewee
from latticeville.mind.plan import Plan, PlanStep
from latticeville.mind.topic import Appointment
from latticeville.world.model.personas import RoutineRow

_Match = re.Match[str]
MOST_STEPS = 6
"""Most steps that an answer names."""
NO_PLAN_LEAD = "I have no plan for"
"""How every answer begins of somebody without a plan for the time that is asked about."""
NO_PLAN = f"{NO_PLAN_LEAD} today."


class MeantStep(NamedTuple):
    """What somebody means to do, in absolute minutes; one that is `usual` is of the routine of a
    day without a plan, and one that is `agreed` is an appointment."""

    start: int
    end: int
    doing: str
    place: str
    usual: bool = False
    agreed: bool = False
    other: str = ""
    """The id of the person with whom it is agreed."""


def meant_steps(asked: Interviewee, start: int, end: int) -> list[MeantStep]:
    """Return the steps between two minutes, whole ones, appointments first."""
    mind = asked.mind
    agreed = (one for one in mind.commitments if one.at.start < end and start < one.at.end)
    first = [
        MeantStep(
            at.start,
            at.end,
            re.sub(rf"\b{re.escape(asked.persona.first_name)}\b", "me", at.what),
            at.place,
            agreed=True,
            other=one.other,
        )
        for one in agreed
        if not (at := one.at).verb
    ]
    return [*first, *_planned(asked, start, end)]


def _planned(asked: Interviewee, start: int, end: int) -> Iterator[MeantStep]:
    plan, day = asked.mind.plan, start // DAY
    is_planned = plan is not None and plan.day == day
    if plan is None or not is_planned:
        plan = Plan(day, 0, asked.persona.routine)
    minute = start
    while minute < end:
        step = plan.step_at(minute)
        if step is None or step.end <= minute:
            return
        last = step
        while last.end < end and (after := plan.step_at(last.end)) and _goes_on(last, after):
            last = after
        yield MeantStep(step.start, last.end, step.doing, step.place, usual=not is_planned)
        minute = last.end


def _goes_on(step: PlanStep, after: PlanStep) -> bool:
    return after.end > step.end and (step.doing, step.place) == (after.doing, after.place)


def rest_of_day(asked: Interviewee) -> str:
    """Return what is left of somebody's day."""
    plan = asked.mind.plan
    if plan is None:
        return ""
    name = asked.world.name_of
    told = [
        f"{format_hours(step.start)} {step.doing} at {name(step.place)}"
        for step in plan.strokes
        if step.end > asked.minute
    ] or [f"{format_hours(row.start)} {row.doing} at {name(row.place)}" for row in plan.routine]
    return f"I mean to: {'; '.join(told)}." if told else ""


def plan_answer(question: ReadQuestion) -> KnownAnswer:
    """Return what somebody means to do at the time that a question names, or for the rest of the
    day."""
    asked = question.asked
    if not question.time.is_given:
        return KnownAnswer(f"{rest_of_day(asked) or NO_PLAN}{_agreed_today(asked)}")
    if question.time.end <= asked.minute and question.time.end > asked.minute // DAY * DAY:
        return plan_answer(replace(question, time=AskedTime()))
    steps = _steps_of(question)
    meant = [one for one in steps if not one.usual]
    if any(not one.agreed for one in meant):
        return KnownAnswer(f"I mean to: {_list(meant, asked)}.{_promised_then(question)}")
    opens = f"I have agreed: {_list(meant, asked)}." if meant else _no_plan(question.time)
    return KnownAnswer(f"{opens}{_promised_then(question)}{_list_usual(steps, asked)}")


def _promised_then(question: ReadQuestion) -> str:
    """Return who agreed to come to the person at the time of a question, as a sentence that goes
    on."""
    asked, time = question.asked, question.time
    some = [one for one in asked.mind.relations.promises if one.at.end > asked.minute]
    then = [one for one in some if one.at.start < time.end and time.start < one.at.end]
    told = [f"{asked.name(one.who)}, {tell_appointment(one.at, asked)}" for one in then]
    return f" As agreed with me: {'; '.join(told)}." if told else ""


def _no_plan(time: AskedTime) -> str:
    return f"{NO_PLAN_LEAD} {weekday(time.start if time.point is None else time.point)} yet."


def _list_usual(steps: list[MeantStep], asked: Interviewee) -> str:
    usual = [one for one in steps if one.usual]
    return f" On a usual day: {_list(usual, asked)}." if usual else ""


def _agreed_today(asked: Interviewee) -> str:
    today = asked.minute // DAY
    ats = [one.at for one in asked.mind.commitments if one.at.end > asked.minute]
    told = [tell_appointment(at, asked) for at in ats if at.start // DAY == today]
    return f" Agreed: {'; '.join(told)}." if told else ""


def _steps_of(question: ReadQuestion) -> list[MeantStep]:
    """Return the steps of the time of a question: the first of a time of day, those that begin in a
    longer one."""
    asked, time = question.asked, question.time
    start = max(time.start, asked.minute) if asked.minute < time.end else time.start
    steps, point = meant_steps(asked, start, time.end), time.point
    if point is not None:
        return [one for one in steps if one.start <= point < one.end][:1]
    return [one for one in steps if one.start >= start or one.agreed] or steps


def _list(steps: list[MeantStep], asked: Interviewee) -> str:
    ordered = sorted(steps[:MOST_STEPS], key=lambda one: one.start)
    return "; ".join(
        f"{format_hours(one.start)} {one.doing} at {asked.world.name_of(one.place)}{_with(one, asked)}"
        for one in ordered
    )


def _with(step: MeantStep, asked: Interviewee) -> str:
    return f", as agreed with {asked.name(step.other)}" if step.other else ""


def _meant(question: ReadQuestion, _found: _Match) -> KnownAnswer:
    return plan_answer(question)


def _future(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    if not (question.time.future and question.time.is_given):
        return None
    found = plan_answer(question)
    if not question.places or not question.low.startswith(("will", "are", "do", "shall")):
        return found
    opens = _is_meant_there(question)
    return found._replace(words=f"{opens}{found.words}")


def _is_meant_there(question: ReadQuestion) -> str:
    """Return whether the person means to be at a place that a question names; "" where they only
    usually are."""
    places = question.places
    there = [one for one in _then(question) if question.asked.is_at_any(one.place, places)]
    if not there:
        return "Not as far as I plan. "
    return "" if all(one.usual for one in there) else "Yes. "


def _then(question: ReadQuestion) -> list[MeantStep]:
    """Return what is meant for the time of a question."""
    asked, time = question.asked, question.time
    if time.point is not None:
        return _steps_of(question)
    return meant_steps(asked, max(time.start, asked.minute), time.end)


def _when_meant(question: ReadQuestion, found: _Match) -> KnownAnswer | None:
    """Return when, or where, the first of what the person means to do is that a question names, of
    its time or until tomorrow night."""
    asked = question.asked
    step = None if question.people or question.time.point is not None else _step_named(question)
    if step is None:
        return None
    how = " on a usual day" if step.usual else ""
    where = asked.world.name_of(step.place)
    if found[0].startswith("where"):
        return KnownAnswer(f"At {where}, at {format_hours(step.start)}{how}: {step.doing}.")
    day = "" if step.start // DAY == asked.minute // DAY else f"{weekday(step.start)} "
    return KnownAnswer(f"At {day}{format_hours(step.start)}{how}: {step.doing} at {where}.")


def _step_named(question: ReadQuestion) -> MeantStep | None:
    """Return the first step at a place that a question names, or else that has its words."""
    asked, time = question.asked, question.coming
    first = max(time.start, asked.minute)
    end = time.end if time.is_given else (asked.minute // DAY + 2) * DAY
    steps = sorted(meant_steps(asked, first, end), key=lambda one: one.start)
    if question.places:
        return next((one for one in steps if asked.is_at_any(one.place, question.places)), None)
    stems = question.stems | (_SLEEP if re.search(r"\b(?:bed|sleep)\b", question.low) else set())
    return next((one for one in steps if stems & stems_of(one.doing)), None)


def _others_plan(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return where another is to be at a time to come, as far as they agreed on it with the
    person."""
    asked, who, time = question.asked, question.person, question.time
    if not (who and time.future and time.is_given):
        return None
    ats = [at for at in _agreed_with(asked, who) if at.start < time.end and time.start < at.end]
    if not ats:
        return KnownAnswer(f"I do not know what {asked.name(who)} plans for then.", people=(who,))
    told = "; ".join(tell_appointment(at, asked) for at in ats)
    return KnownAnswer(f"As far as we have agreed: {told}.", people=(who,))


def _agreed_with(asked: Interviewee, who: str) -> Iterator[Appointment]:
    """Yield what the person and another agreed with each other."""
    yield from (one.at for one in asked.mind.commitments if one.other == who)
    yield from (one.at for one in asked.mind.relations.promises if one.who == who)


def _usual(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return what somebody does on a usual day, at the time of day that is named."""
    asked, routine = question.asked, question.asked.persona.routine
    if not routine or question.people or re.search(r"\b(?:when|what time)\b", question.low):
        return None
    name = asked.world.name_of
    rows = _rows_of(question.time, routine)
    rows = [row for row in rows if _is_at(row, question)] or rows
    told = [f"{format_hours(row.start)} {row.doing} at {name(row.place)}" for row in rows]
    return KnownAnswer(f"On a usual day: {'; '.join(told)}." if told else "I have no usual day.")


def _is_at(row: RoutineRow, question: ReadQuestion) -> bool:
    resident = question.asked.world.people[question.asked.who]
    place = {"home": resident.home, "work": resident.work}.get(row.place, row.place)
    return not question.places or question.asked.is_at_any(place, question.places)


def _rows_of(time: AskedTime, routine: Sequence[RoutineRow]) -> Sequence[RoutineRow]:
    """Return the rows of a time of day, or that begin in a part of the day; all without a time."""
    if time.point is not None:
        return [row for row in routine if time.point % DAY in row]
    if not time.is_given:
        return routine
    first = time.start % DAY
    return [row for row in routine if first <= row.start < first + time.end - time.start] or routine


def _when_usual(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return when somebody does something on a usual day."""
    asked, rows = question.asked, question.asked.persona.routine
    if question.people:
        return None
    if re.search(r"\b(?:get up|rise|wake)", question.low):
        return _wakes(rows)
    if re.search(r"\bwork\b", question.low):
        work = asked.world.people[asked.who].work
        return next((_at(row, asked) for row in rows if asked.is_within(row.place, work)), None)
    if re.search(r"\b(?:bed|sleep|asleep)\b", question.low):
        return _lies_down(rows, asked)
    stems = _verb_stems(question)
    shared = {row: len(stems & _stems_of_row(row, asked)) for row in rows}
    best = max(rows, key=lambda row: shared[row], default=None)
    return _at(best, asked) if best is not None and shared[best] else None


def _lies_down(rows: Sequence[RoutineRow], asked: Interviewee) -> KnownAnswer | None:
    """Return when the last sleep of a day begins."""
    sleeps = [row for row in rows if _SLEEP & stems_of(row.doing)]
    last = max(sleeps, key=lambda row: row.start, default=None)
    return _at(last, asked) if last is not None else None


def _verb_stems(question: ReadQuestion) -> frozenset[str]:
    """Return the stems of a question, with those of “open” and “close”."""
    words = question.low.split()
    return question.stems | {stem for word, stem in _HOURS.items() if word in words}


_HOURS = {"open": "open", "close": "clos", "start": "open"}


def _stems_of_row(row: RoutineRow, asked: Interviewee) -> set[str]:
    return stems_of(f"{row.doing} {asked.world.name_of(row.place)}")


def _at(row: RoutineRow, asked: Interviewee) -> KnownAnswer:
    return KnownAnswer(
        f"At {format_hours(row.start)}, on a usual day: {row.doing} at {asked.world.name_of(row.place)}."
    )


_SLEEP = frozenset(stems_of("sleeping asleep"))


def _wakes(rows: tuple[RoutineRow, ...]) -> KnownAnswer | None:
    """Return when the row after the night's sleep begins."""
    early = sorted(rows, key=lambda row: row.start)
    sleeps = [row for row in early if _SLEEP & stems_of(row.doing)]
    after = [row for row in early if row not in sleeps and row.start >= FIRST_RISING]
    if not sleeps or not after:
        return None
    return KnownAnswer(f"At {format_hours(after[0].start)}, on a usual day: {after[0].doing}.")


FIRST_RISING = 4 * 60
"""The minute of the day before which nobody counts as risen."""


def _now_until(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return how long the person goes on with what they do."""
    asked = question.asked
    steps = meant_steps(asked, asked.minute, asked.minute + 1)
    if not steps:
        return None
    step = steps[0]
    return KnownAnswer(
        f"Until {format_hours(step.end)}: {step.doing} at {asked.world.name_of(step.place)}."
    )


def _next(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return what the person means to do next."""
    asked = question.asked
    if question.person:
        return None
    steps = sorted(
        meant_steps(asked, asked.minute, (asked.minute // DAY + 1) * DAY), key=lambda one: one.start
    )
    later = [one for one in steps if one.start > asked.minute]
    if not later:
        return KnownAnswer("Nothing more today.")
    first = later[0]
    return KnownAnswer(
        f"At {format_hours(first.start)}: {first.doing} at {asked.world.name_of(first.place)}."
    )


RULES = (
    rule(
        _usual,
        r"\bdo you do all day\b",
        r"^(?:what|how) (?:does|is|do|are) (?:a |an |your |the )?(?:\w+ )?(?:days?|mornings?|evenings?|afternoons?"
        r"|weeks?|work|job)\b.*\b(?:look|like|consist|involve|mean|for you)\b",
        r"^(?:describe|tell me about) (?:a |an |your )(?:\w+ )?(?:day|working day|work|job)\b",
        r"^what do you do (?:first thing |first )?(?:in the|every|each) (?:morning|evening|afternoon|night)\b",
        r"^what do you do (?:in|at|on) (?:the|your|that) \w+(?: before\b.*| after\b.*| in the .*)?$",
        r"\b(?:usually|normally|typical|normal day|usual day|every day|most days|on a"
        r" normal|your routine|on an ordinary)\b",
        is_whole=True,
    ),
    rule(
        _now_until,
        r"\bhow long (?:will|do|are) you\b",
    ),
    rule(
        _next,
        r"\bwhat (?:will|do|are|is) you\b.*\b(?:next|after (?:this|that))\b",
        r"\bwhat (?:will|are) you (?:going to )?do(?:ing)? next\b",
        r"\bwhere (?:will|are|do) you (?:going to )?(?:go|going|be)(?: to)?(?: next|"
        r" now| after this)?$",
        r"\bwhat (?:comes|is) next\b",
        r"\bwhat is your next\b",
    ),
    rule(
        _when_meant,
        r"^when (?:will|are|shall) you\b",
        r"^where (?:will|are|shall) you (?:be )?(?:going to )?(?:have|having|eat|eating|sleep|sleeping|spend"
        r"|drink|drinking)\b",
    ),
    rule(
        _others_plan,
        r"\b(?:will|shall|is|does|are) (?!you\b)\w+",
    ),
    rule(
        _meant,
        r"^what (?:now|next|then)$",
        r"\b(?:plan|plans|planned|planning|intend|intending|intentions?)\b",
        r"\b(?:going|mean|want) to do\b",
        r"\bwhat (?:will|are) you (?:do|going to|doing) (?:.*\b)?(?:today|tonight"
        r"|tomorrow|later|this|at|on|after|in)\b",
        r"\bwhat is (?:left|on) (?:of|for) (?:your|today)\b",
        r"\bfor the rest of the day\b",
        r"^what (?:will|are) you (?:do|going to do|doing)$",
        r"\b(?:your (?:agenda|schedule|calendar|diary)|you scheduled)\b",
    ),
    rule(
        _future,
        r"\b(?:will|shall|going to|tomorrow|tonight|later)\b",
    ),
    rule(
        _when_usual,
        r"\b(?:when|what time|at what time) (?:do|does|is|are|will) (?:you|your)\b",
        r"\bhow (?:early|late) do you\b",
        r"^(?:when|what time) (?:is|are|does|do) (?:the|your) \w+ (?:usually )?(?:open|close|shut|start|begin)\b",
        reads="bed open close",
    ),
)
"""The forms of questions about plans, in the order in which they are tried."""
