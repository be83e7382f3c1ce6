"""What the built-in mind answers about plans: what is agreed, planned, or usual at the time that is
asked for."""

from collections.abc import Sequence
from typing import NamedTuple

from latticeville.core.clock import format_hours
from latticeville.core.day_names import weekday
from latticeville.mind.interview_data import InterviewData, KnownStep

MOST_STEPS = 6
"""Most steps that an answer names."""


class FoundAnswer(NamedTuple):
    """The words of an answer, and the numbers of the statements that it rests on, from 1."""

    words: str
    numbers: tuple[int, ...] = ()


def planned_answer(data: InterviewData) -> FoundAnswer:
    """Return what somebody means to do at the time that a question names, or for the rest of the
    day."""
    time = data.scope.time
    if not time.is_given:
        return FoundAnswer(data.plan or "I have no plan for today.")
    steps = _steps_at(data)
    nothing = f"I have no plan for {weekday(time.start if time.point is None else time.point)} yet."
    meant = [one for one in steps if not one.usual]
    if meant:
        return FoundAnswer(f"I mean to: {_list_steps(meant)}.")
    return FoundAnswer(f"{nothing} On a usual day: {_list_steps(steps)}." if steps else nothing)


def _steps_at(data: InterviewData) -> Sequence[KnownStep]:
    """Return the step of a point in time, what is agreed first; of a longer time, those that begin
    in it."""
    time = data.scope.time
    if time.point is not None:
        point = time.point
        return [one for one in data.steps if one.start <= point < one.end][:1]
    return [one for one in data.steps if one.start >= time.start] or data.steps


def _list_steps(steps: Sequence[KnownStep]) -> str:
    ordered = sorted(steps[:MOST_STEPS], key=lambda one: one.start)
    return "; ".join(f"{format_hours(one.start)} {one.doing} at {one.place}" for one in ordered)
