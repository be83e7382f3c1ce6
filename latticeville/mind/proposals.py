"""Proposals: what somebody can ask others to do together with them, later today or tomorrow."""

from collections.abc import Iterable, Iterator, Sequence

from latticeville.core.clock import DAY
from latticeville.core.rng import rng
from latticeville.mind.commitments import has_time
from latticeville.mind.debates import DEBATE, subjects_apart
from latticeville.mind.known_topics import told_today
from latticeville.mind.matters import minutes_to, spoken_subject
from latticeville.mind.needs import SLEEP
from latticeville.mind.plan import PlanStep
from latticeville.mind.relation import KEPT, TOGETHER
from latticeville.mind.self_topics import place_of
from latticeville.mind.situation import Situation
from latticeville.mind.topic import PLAN, Appointment, Told, Topic, plan_key
from latticeville.mind.variations import LEISURE
from latticeville.world.model.areas import WORLD
from latticeville.world.model.personas import RoutineRow
from latticeville.world.model.world import World
from latticeville.world.usual_day.usual_day import usual_days

COMPANY, HELP, AGAIN = "keeping {name} company", "giving {name} a hand", "meeting {name} again"
"""What somebody does who agrees: to come along, to help at work, or to meet once more after they
met as agreed."""
WORTH = {COMPANY: 0.6, HELP: 0.6, AGAIN: 0.9, DEBATE: 1.5}
"""How much each is worth, in the score of topics."""
REPEATED = 0.7
"""What it is worth to ask each further person on one day, where it is worth 1 to ask the first."""
MOST_A_DAY = 1
"""How often somebody asks others for company or help on one day."""
SOON_MINUTES, LEAST_MINUTES, COMPANY_MINUTES = 20, 20, 60
"""How many minutes ahead people propose something, and for how long at least and at most."""
CIVIL = range(8 * 60, 22 * 60)
"""The minutes of the day in which company begins; help, and what is proposed for tomorrow, begins
at leisure time."""
TOMORROW_FROM = 11 * 60
"""The minute of the day from which on people think of tomorrow."""
FOND = 0.35
"""The closeness from which on people propose something for tomorrow, or ask for help."""
MUCH_TO_DO = 4
"""The uses of an entry of work from which on somebody could do with help."""
CHORES = ("fetching", "carrying", "teaching", "delivering")
"""The words with which activities begin that nobody leaves for company."""
ALONE, NO_HELP = ("walking", "sleep", *CHORES), ("having", "playing", "listening", "waiting")
"""The words with which activities begin at which nobody asks for company, and those at work for
which nobody asks for help."""


def proposals(now: Situation, hearers: Sequence[str], *, is_asked: bool = False) -> Iterator[Told]:
    """Yield what others can do together with somebody: each later step of today, and one more today
    or tomorrow; nothing once they have asked often enough today, once more if they are asked what
    they are going to do, and no company where the others do not go at that time anyway."""
    if _asked_today(now) >= MOST_A_DAY + is_asked:
        return
    steps = [*_free_steps(now)]
    apart = [*subjects_apart(now, hearers)] if steps else []
    for step in steps:
        yield from _debates(now, apart, step)
        if go_there_anyway(now.world, hearers, step.place, step.start):
            yield _proposal(now, COMPANY, step.start, step.end, step.place, step.doing)
    if any(now.mind.relations.to(other).closeness < FOND for other in hearers):
        return
    found = [*_usual(now, hearers)]
    if found:
        day = now.minute // DAY
        yield rng(now.percept.seed, day, now.who, f"propose:{'+'.join(hearers)}").pick(found)


def _asked_today(now: Situation) -> int:
    """Return how often somebody asked others for company or help today."""
    mine = plan_key(now.who)
    return sum(times for key, times in told_today(now).items() if key.startswith(mine))


def go_there_anyway(world: World, people: Iterable[str], place: str, minute: int) -> bool:
    """Tell whether people are usually at a place soon after a minute, or where it lies."""
    days = usual_days(world)
    return all(
        any(
            _is_soon(minute, row) and is_same_place(row.place, place, world)
            for row in days.of(who).rows
        )
        for who in people
    )


def _is_soon(minute: int, row: RoutineRow) -> bool:
    return any((minute + wait) % DAY in row for wait in (0, COMPANY_MINUTES // 2))


def is_same_place(one: str, other: str, world: World) -> bool:
    """Tell whether one of two places lies within the other."""
    areas = world.areas
    known = one in areas.by_id and other in areas.by_id
    return one == other or (known and (areas.is_within(one, other) or areas.is_within(other, one)))


def is_leisure(place: str, doing: str, who: str, world: World) -> bool:
    """Tell whether an activity is neither work nor on the way, at a place where others may come."""
    return (
        _is_public(place, world)
        and not _is_at_work(place, who, world)
        and not doing.startswith(ALONE)
    )


def can_be_left(row: RoutineRow, who: str, world: World) -> bool:
    """Tell whether somebody may leave out an entry of their routine for company: leisure, no work,
    chore or rest."""
    is_due = row.doing.startswith((*CHORES, SLEEP)) or _is_at_work(row.place, who, world)
    return row.start in LEISURE and not is_due


def _usual(now: Situation, hearers: Sequence[str]) -> Iterator[Told]:
    """Yield entries of the routine: help with work today and tomorrow, and leisure tomorrow."""
    today = now.minute - now.minute % DAY
    for row in now.persona.routine:
        kind = _kind_of_entry(now, row, hearers) if row.start in LEISURE else ""
        for day in _days_of(now, kind, row):
            start, end = _span(row, today + day * DAY)
            if kind == COMPANY and not go_there_anyway(now.world, hearers, row.place, start):
                continue
            if _has_room(now, start, end, row.place):
                yield _proposal(now, kind, start, end, row.place, row.doing)


def _days_of(now: Situation, kind: str, row: RoutineRow) -> Iterator[int]:
    """Yield the days for which somebody proposes an entry of their routine: 0 is today, 1
    tomorrow."""
    start, _ = _span(row, now.minute - now.minute % DAY)
    step = now.mind.plan.step_at(start) if now.mind.plan is not None else None
    is_planned = step is not None and step.place == row.place
    if kind == HELP and is_planned and start >= now.minute + SOON_MINUTES:
        yield 0
    if kind and now.minute % DAY >= TOMORROW_FROM:
        yield 1


def _kind_of_entry(now: Situation, row: RoutineRow, hearers: Sequence[str]) -> str:
    """Return as what somebody proposes an entry of their routine; "" for nothing."""
    if is_leisure(row.place, row.doing, now.who, now.world):
        have_met = all(_have_met(now, other) for other in hearers)
        return AGAIN if have_met else COMPANY
    is_much = len(row.uses) >= MUCH_TO_DO and not row.doing.startswith((*ALONE, *NO_HELP))
    is_work = _is_at_work(row.place, now.who, now.world) and _is_public(row.place, now.world)
    return HELP if is_much and is_work else ""


def _is_at_work(place: str, who: str, world: World) -> bool:
    work = world.people[who].work
    return work not in ("", WORLD) and work in world.areas.path(place)


def _have_met(now: Situation, other: str) -> bool:
    """Tell whether somebody and another met within a day because they had agreed to."""
    since = now.tick - DAY // now.tick_minutes
    return any(
        one.rule in (KEPT, TOGETHER) and one.tick >= since
        for one in now.mind.relations.history(other)
    )


def _has_room(now: Situation, start: int, end: int, place: str) -> bool:
    """Tell whether what somebody agreed to, or others agreed with them, leaves time to be at a
    place for a while."""
    return end - start >= LEAST_MINUTES and has_time(now, Appointment("", place, start, end))


def _span(row: RoutineRow, day: int) -> tuple[int, int]:
    """Return the absolute minutes from when to when an entry is, on a day that begins at a
    minute."""
    return day + row.start, day + row.start + ((row.end - row.start) % DAY or DAY)


def _proposal(
    now: Situation, kind: str, start: int, end: int, place: str, doing: str, subject: str = ""
) -> Told:
    what = kind.format(name=now.name, subject=subject)
    at = Appointment(what, place, start, min(end, start + COMPANY_MINUTES))
    topic = Topic(f"{plan_key(now.who)}{start}", PLAN, who=now.who, at=at)
    worth = WORTH[kind] * REPEATED ** told_today(now)[topic.key]
    return Told(topic, f"{doing}{place_of(doing, place, now.world)}", start, worth)


def _free_steps(now: Situation) -> Iterator[PlanStep]:
    """Yield the later steps of today at which others may keep somebody company."""
    for step in later_steps(now):
        is_free = step.start % DAY in CIVIL and _has_room(now, step.start, step.end, step.place)
        if is_free and is_leisure(step.place, step.doing, now.who, now.world):
            yield step


def _debates(now: Situation, apart: Sequence[str], step: PlanStep) -> Iterator[Told]:
    """Yield the proposals to talk over at a later step on what two differ, if it is decided after
    it."""
    for subject in apart:
        if step.end <= now.minute + (minutes_to(now, subject) or 0):
            told = _proposal(now, DEBATE, step.start, step.end, step.place, step.doing, subject)
            yield told._replace(parts={"subject": spoken_subject(now.world, subject)})


def kind_of(at: Appointment | None) -> str:
    """Return the kind of proposal that an appointment was.

    >>> kind_of(Appointment("giving Ada a hand", "mill", 600, 660)) == HELP
    True
    """
    first = at.what.partition(" ")[0] if at is not None else COMPANY
    return next((kind for kind in (HELP, AGAIN, DEBATE) if kind.startswith(first)), COMPANY)


def _is_public(place: str, world: World) -> bool:
    return place in world.areas.by_id and world.homes.isdisjoint(world.areas.path(place))


def later_steps(now: Situation) -> Iterable[PlanStep]:
    """Yield what somebody is going to do later today somewhere else, soon enough to ask for
    company."""
    plan, step = now.mind.plan, now.mind.intent.step
    while plan is not None and step is not None and step.end // DAY == now.minute // DAY:
        following = plan.step_at(step.end)
        if following is None or following.end <= step.end:
            return
        elsewhere = following.place != step.place and following not in plan.appointments
        if elsewhere and following.start >= now.minute + SOON_MINUTES and not following.rest:
            yield following
        step = following
