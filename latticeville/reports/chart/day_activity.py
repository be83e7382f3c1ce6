"""What people planned for a day, and what they did in it."""

from bisect import bisect_left
from collections.abc import Iterator
from itertools import pairwise

import msgspec

from latticeville.core.clock import DAY
from latticeville.mind.plan import Plan
from latticeville.runs.body_replay import TickBodies, read_bodies
from latticeville.runs.replay import Replay
from latticeville.sim.state import State
from latticeville.sim.tree import Body
from latticeville.world.model.world import World


class Activity(msgspec.Struct, frozen=True):
    """What somebody does from `start` until `end` (absolute minutes, `end` excluded) at `place`.

    `place` is the id of an area or an object, "" on the way. `elsewhere` says that the plan has
    another place.
    """

    start: int
    end: int
    doing: str
    place: str
    elsewhere: bool = False


class PersonDay(msgspec.Struct, frozen=True):
    """A person's day: what was planned, and what was done as far as the run goes, each in order of
    time."""

    who: str
    planned: tuple[Activity, ...]
    done: tuple[Activity, ...]


def days_of_people(replay: Replay, state: State) -> list[PersonDay]:
    """Return the day of each person on the day of a state, in the order of the world.

    The plan is that of the state: its past is what was planned at each time, its future what is
    planned now. What was done is read from the log, ticks after the state included. DamageError
    where that cannot be read.
    """
    planned = {who: planned_day(mind.plan, state.day) for who, mind in state.minds.items()}
    done: dict[str, list[Activity]] = {who: [] for who in planned}
    first = bisect_left(range(state.tick), state.day * DAY, key=state.minute_of)
    for one in read_bodies(replay, max(first, replay.first), replay.last):
        if one.minute >= (state.day + 1) * DAY:
            break
        for who, body in one.bodies.items():
            if who in done:
                _add(done[who], one, body)
    world = state.world
    return [
        PersonDay(who, plan, tuple(_compared(world, one, plan) for one in done[who]))
        for who, plan in planned.items()
    ]


def planned_day(plan: Plan | None, day: int) -> tuple[Activity, ...]:
    """Return what is planned for a day, the finest level at each time; nothing where the plan is of
    another day."""
    if plan is None or plan.day != day:
        return ()
    found: list[Activity] = []
    edges = sorted({day * DAY, (day + 1) * DAY, *_edges(plan, day)})
    for start, end in pairwise(edges):
        step = plan.step_at(start)
        if step is None:
            continue
        last = found[-1] if found else None
        if last and (last.end, last.doing, last.place) == (start, step.doing, step.place):
            found[-1] = msgspec.structs.replace(last, end=end)
        else:
            found.append(Activity(start, end, step.doing, step.place))
    return tuple(found)


def _edges(plan: Plan, day: int) -> Iterator[int]:
    """Yield the minutes of a day at which what is planned may change."""
    for row in plan.routine:
        yield from (day * DAY + row.start, day * DAY + row.end)
    for step in (*plan.strokes, *plan.hours, *plan.steps):
        yield from (
            minute for minute in (step.start, step.end) if day * DAY <= minute <= (day + 1) * DAY
        )


def _add(done: list[Activity], now: TickBodies, body: Body) -> None:
    """Add what somebody does after a tick: more of the same, or something else; an arrival belongs
    to the way."""
    end, last = now.minute + now.world.settings.tick_minutes, done[-1] if done else None
    more = last is not None and (last.end, last.doing) == (now.minute, body.doing)
    place = "" if body.journey or (more and last and not last.place) else body.area
    if last and more and last.place == place:
        done[-1] = msgspec.structs.replace(last, end=end)
    else:
        done.append(Activity(now.minute, end, body.doing, place))


def _compared(world: World, one: Activity, planned: tuple[Activity, ...]) -> Activity:
    """Return what was done, marked where the plan has another place in the middle of that time."""
    middle = (one.start + one.end) // 2
    plan = next((each for each in planned if each.start <= middle < each.end), None)
    if plan is None or not one.place:
        return one
    areas, place = world.areas, plan.place
    if place not in areas.by_id:
        if place not in world.objects:
            return one
        place = areas.at(world.objects[place].cell)
    return msgspec.structs.replace(
        one, elsewhere=one.place in areas.by_id and not areas.is_within(one.place, place)
    )
