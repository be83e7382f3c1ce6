"""Proposals: what somebody can ask others to do together with them, later today or tomorrow."""

from collections.abc import Iterable, Iterator, Sequence

from latticeville.core.clock import DAY
from latticeville.core.rng import rng
from latticeville.mind.mind import Mind
from latticeville.mind.percept import Percept
from latticeville.mind.plan import PlanStep
from latticeville.mind.relation_rules import KEPT, TOGETHER
from latticeville.mind.topic import PLAN, Appointment, Topic, plan_key
from latticeville.world.model.areas import WORLD
from latticeville.world.model.personas import RoutineRow
from latticeville.world.model.spoken_place import spoken_place
from latticeville.world.model.world import World

COMPANY, HELP, AGAIN = "keeping {name} company", "giving {name} a hand", "meeting {name} again"
"""What somebody does who agrees: to come along, to help at work, or to meet once more after they met as agreed."""
WORTH = {COMPANY: 0.6, HELP: 0.6, AGAIN: 0.9}
"""How much each is worth, in the score of topics."""
SOON_MINUTES, COMPANY_MINUTES = 20, 60
"""How many minutes ahead people propose something, and for how long."""
LEAST_MINUTES = 20
"""What is shorter is nothing to come along to."""
CIVIL = range(8 * 60, 22 * 60)
"""The minutes of the day in which a proposal begins."""
TOMORROW_FROM = 11 * 60
"""The minute of the day from which on people think of tomorrow."""
FOND = 0.35
"""The closeness from which on people propose something for tomorrow, or ask for help."""
MUCH_TO_DO = 4
"""The uses of an entry of work from which on somebody could do with help."""
LEISURE_ONLY = ("walking", "fetching", "carrying", "teaching", "delivering", "sleep")
"""The words with which activities begin at which nobody asks for company."""
NO_HELP = ("having", "playing", "listening", "waiting")
"""The words with which activities at work begin at which nobody asks for help."""
Proposal = tuple[Topic, str, int, float]
"""A topic with its sentence, the minute for which it is, and its worth."""


def proposals(mind: Mind, percept: Percept, hearers: Sequence[str], world: World) -> Iterator[Proposal]:
    """Yield what others can do together with somebody: each later step of today, and one more today or tomorrow."""
    yield from _company_today(mind, percept, world)
    if any(mind.relations.to(other).closeness < FOND for other in hearers):
        return
    found = [*_help_today(mind, percept, world), *_tomorrow(mind, percept, hearers, world)]
    if found:
        day = percept.minute // DAY
        yield rng(percept.seed, day, percept.who, f"propose:{'+'.join(hearers)}").pick(found)


def is_leisure(place: str, doing: str, who: str, world: World) -> bool:
    """Tell whether an activity is neither work nor on the way, at a place where others may come."""
    work = world.people[who].work
    at_work = work not in ("", WORLD) and work in world.areas.path(place)
    return _is_public(place, world) and not at_work and not doing.startswith(LEISURE_ONLY)


def _company_today(mind: Mind, percept: Percept, world: World) -> Iterator[Proposal]:
    for step in _later_steps(mind, percept):
        begins, ends = step.start, step.end
        fits = _is_civil(begins) and ends - begins >= LEAST_MINUTES and not _is_taken(mind, begins, ends, step.place)
        if fits and is_leisure(step.place, step.doing, percept.who, world):
            yield _proposal(COMPANY, step.start, step.end, step.place, step.doing, percept, world)


def _help_today(mind: Mind, percept: Percept, world: World) -> Iterator[Proposal]:
    """Yield the work of later today for which the plan has room and the routine has much to do."""
    plan, today = mind.plan, percept.minute - percept.minute % DAY
    for row in world.people[percept.who].persona.routine if plan is not None else ():
        start = today + row.start
        step = plan.step_at(start) if plan is not None else None
        is_planned = step is not None and step.place == row.place
        is_ahead = start >= percept.minute + SOON_MINUTES and is_planned
        if is_ahead and _needs_help(row, percept.who, world) and not _is_taken(mind, *_span(row, today), row.place):
            yield _of_row(HELP, row, today, percept, world)


def _tomorrow(mind: Mind, percept: Percept, hearers: Sequence[str], world: World) -> Iterator[Proposal]:
    """Yield what is usual tomorrow and leaves room for others; to meet once more if they met as agreed today."""
    if percept.minute % DAY < TOMORROW_FROM:
        return
    day = percept.minute - percept.minute % DAY + DAY
    kind = AGAIN if all(_have_met(mind, other, percept) for other in hearers) else COMPANY
    for row in world.people[percept.who].persona.routine:
        begins, ends = _span(row, day)
        if not _is_civil(begins) or ends - begins < LEAST_MINUTES or _is_taken(mind, begins, ends, row.place):
            continue
        if is_leisure(row.place, row.doing, percept.who, world):
            yield _of_row(kind, row, day, percept, world)
        elif _needs_help(row, percept.who, world):
            yield _of_row(HELP, row, day, percept, world)


def _needs_help(row: RoutineRow, who: str, world: World) -> bool:
    """Tell whether an entry of a routine is work at a public place at which there is much to do."""
    work = world.people[who].work
    at_work = work not in ("", WORLD) and work in world.areas.path(row.place)
    return (
        at_work
        and len(row.uses) >= MUCH_TO_DO
        and not row.doing.startswith((*LEISURE_ONLY, *NO_HELP))
        and _is_public(row.place, world)
    )


def _have_met(mind: Mind, other: str, percept: Percept) -> bool:
    """Tell whether somebody and another met within a day because they had agreed to."""
    since = percept.tick - DAY
    return any(one.rule in (KEPT, TOGETHER) and one.tick >= since for one in mind.relations.history(other))


def _is_civil(minute: int) -> bool:
    """Tell whether a minute is of the part of the day in which people ask each other for company."""
    return minute % DAY in CIVIL


def _is_taken(mind: Mind, start: int, end: int, place: str) -> bool:
    """Tell whether somebody has agreed to something at some time, or others have agreed to meet them elsewhere."""
    hosted = (one.at for one in mind.relations.promises if one.at.place != place)
    return any(at.start < end and start < at.end for at in (*(one.at for one in mind.commitments), *hosted))


def _span(row: RoutineRow, day: int) -> tuple[int, int]:
    """Return the absolute minutes from when to when an entry is proposed, on a day that begins at a minute."""
    length = (row.end - row.start) % DAY or DAY
    return day + row.start, day + row.start + min(length, COMPANY_MINUTES)


def _of_row(kind: str, row: RoutineRow, day: int, percept: Percept, world: World) -> Proposal:
    return _proposal(kind, *_span(row, day), row.place, row.doing, percept, world)


def _proposal(kind: str, start: int, end: int, place: str, doing: str, percept: Percept, world: World) -> Proposal:
    what = kind.format(name=world.name_with_article(percept.who))
    at = Appointment(what, place, start, min(end, start + COMPANY_MINUTES))
    topic = Topic(f"{plan_key(percept.who)}{start}", PLAN, who=percept.who, at=at)
    return topic, f"{doing} at {spoken_place(world.name_of(place))}", start, WORTH[kind]


def kind_of(at: Appointment) -> str:
    """Return the kind of proposal that an appointment was.

    >>> kind_of(Appointment("giving Ada a hand", "mill", 600, 660)) == HELP
    True
    """
    first = at.what.partition(" ")[0]
    return next((kind for kind in (HELP, AGAIN) if kind.startswith(first)), COMPANY)


def _is_public(place: str, world: World) -> bool:
    return place in world.areas.by_id and world.homes.isdisjoint(world.areas.path(place))


def _later_steps(mind: Mind, percept: Percept) -> Iterable[PlanStep]:
    """Yield what somebody is going to do later today somewhere else, soon enough to ask for company."""
    plan, now = mind.plan, mind.intent.step
    while plan is not None and now is not None and now.end // DAY == percept.minute // DAY:
        following = plan.step_at(now.end)
        if following is None or following.end <= now.end:
            return
        elsewhere = following.place != now.place and following not in plan.appointments
        if elsewhere and following.start >= percept.minute + SOON_MINUTES and not following.rest:
            yield following
        now = following
