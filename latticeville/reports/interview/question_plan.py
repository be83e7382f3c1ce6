"""What somebody means to do at the time that a question is about: agreed, planned, or usual on a
day without a plan."""

from collections.abc import Iterator

from latticeville.core.clock import DAY
from latticeville.mind.interview_question import AskedTime
from latticeville.mind.plan import Plan
from latticeville.mind.requests.interview import KnownStep
from latticeville.sim.state import State


def known_steps(state: State, who: str, time: AskedTime) -> tuple[KnownStep, ...]:
    """Return the steps of the time that is asked for, appointments first; without a time, of the
    rest of the day."""
    now = state.minute
    start = max(time.start, now) if time.is_given else now
    end = time.end if time.is_given else (now // DAY + 1) * DAY
    mind, names = state.minds[who], state.world.name_of
    agreed = (one.at for one in mind.commitments if one.at.start < end and start < one.at.end)
    found = [KnownStep(at.start, at.end, at.what, names(at.place)) for at in agreed if not at.verb]
    return (*found, *_planned(state, who, start, end))


def _planned(state: State, who: str, start: int, end: int) -> Iterator[KnownStep]:
    """Yield the steps of a day's plan between two minutes, whole hours and strokes; of the routine
    without a plan."""
    plan, day = state.minds[who].plan, start // DAY
    is_planned = plan is not None and plan.day == day
    if plan is None or not is_planned:
        plan = Plan(day, state.tick, state.world.people[who].persona.routine)
    minute = start
    while minute < end:
        step = plan.step_at(minute)
        if step is None or step.end <= minute:
            return
        yield KnownStep(
            step.start, step.end, step.doing, state.world.name_of(step.place), usual=not is_planned
        )
        minute = step.end
