"""Commitments: what somebody agreed to do, when, where and with whom; kept or missed, and
remembered."""

from collections.abc import Iterable, Iterator, Sequence
from math import ceil

from msgspec.structs import replace

from latticeville.core.clock import DAY, format_hours
from latticeville.core.day_names import name_days, weekday
from latticeville.core.spoken_time import spoken_time
from latticeville.mind.cancellation import call_off, hear_cancellations, hosted
from latticeville.mind.matters import announcements, is_decided, speak_up
from latticeville.mind.meetings import close_meeting, decision_heard
from latticeville.mind.memory import MemoryRecord, newest_record
from latticeville.mind.mind import Mind
from latticeville.mind.percept import Percept
from latticeville.mind.plan import Plan, PlanStep
from latticeville.mind.relation import TOGETHER, apply_to
from latticeville.mind.situation import Situation
from latticeville.mind.topic import (
    DONE,
    INVITATION,
    LOOK_KEY,
    OUTCOME,
    Appointment,
    Commitment,
    Topic,
    plan_key,
)
from latticeville.mind.troubles import is_put_right
from latticeville.world.model.personas import ObjectUse
from latticeville.world.model.place_names import spoken_place
from latticeville.world.model.world import World

COMMITTED = 7
"""The importance of a commitment, and of one that was missed."""
KEPT = 5
"""The importance of a commitment that was kept."""
DETOUR = 1.3
"""How much longer a way is than the distance in cells, when somebody sets out in time."""
EXPECTING, WAIT_MINUTES = "expecting company", 20
"""What people do who wait for those who agreed to come, where the plan has nothing to say; and how
long."""
LEAST_LEAD = 10
"""Minutes before an appointment at which people set out at the latest."""


def invitation(who: str, tick: int, gist: str, at: Appointment) -> Topic:
    """Return the topic that invites others to an appointment."""
    return Topic(f"i.{who}.{tick}", INVITATION, gist, who, at=at)


def has_commitment(mind: Mind, key: str) -> bool:
    """Tell whether somebody has agreed to what a topic invites to."""
    return any(one.key == key for one in mind.commitments)


def agreed_appointment(
    mind: Mind, topic: Topic | None, *, agreed: bool | None
) -> Appointment | None:
    """Return the appointment of a topic to which somebody has just agreed, if so; without a topic,
    the newest."""
    held = (one.at for one in reversed(mind.commitments) if topic is None or one.key == topic.key)
    return next(held, None) if agreed else None


def has_time(now: Situation, at: Appointment) -> bool:
    """Tell whether what somebody agreed to, or others agreed with them, leaves time for an
    appointment and the way."""
    elsewhere = (one.at for one in now.mind.relations.promises if one.at.place != at.place)
    taken = (*(one.at for one in now.mind.commitments), *elsewhere)
    return not any(collide(now, one, at) for one in taken)


def collide(now: Situation, one: Appointment, other: Appointment) -> bool:
    """Tell whether nobody can keep two appointments, with the way from one to the other."""
    way = _way(_cell_of(now, one.place), _cell_of(now, other.place), now.world)
    return one.start < other.end + way and other.start < one.end + way


def _way(start: tuple[int, int], end: tuple[int, int], world: World) -> int:
    """Return the minutes that a way between two cells may take."""
    cells = abs(start[0] - end[0]) + abs(start[1] - end[1])
    return ceil(cells * world.settings.tick_minutes * DETOUR)


def commit(
    now: Situation, at: Appointment, topic: Topic, cites: Sequence[int], other: str = ""
) -> Situation:
    """Return the situation with one more commitment, remembered with what it rests on, and the plan
    that keeps it."""
    at = replace(at, what=name_days(at.what, now.minute))
    place, when = now.world.name_of(at.place), name_time(at.start)
    company = f", as agreed with {now.world.name_with_article(other)}" if other else ""
    text = f"{now.name} means to be {at.what} {when} at {place}{company}."
    if at.verb:
        text = f"{now.name} means to see to the {place} {when}{company}."
    shared = (other,) if other else ()
    record = MemoryRecord(
        len(now.mind.memory),
        "commitment",
        text,
        now.tick,
        now.percept.place,
        tuple(cites),
        COMMITTED,
        topic,
        shared=shared,
    )
    made = Commitment(topic.key, record.id, at, other)
    now = now.with_mind(
        memory=now.mind.memory.grow([record]), commitments=(*now.mind.commitments, made)
    )
    now = now if at.verb else call_off(now, made)
    return now.with_mind(plan=plan_appointments(now, now.mind.plan))


def kept_with(now: Situation, others: Sequence[str]) -> Iterator[Appointment]:
    """Yield what somebody keeps now with one of some others, at their own plan or at the other's,
    besides tasks."""
    mind = now.mind
    kept = [one.at for one in mind.commitments if one.is_met and one.other in others]
    kept += [one.at for one in hosted(mind) if one.who in others]
    yield from (at for at in kept if now.minute in at and not at.verb)


def plan_appointments(now: Situation, plan: Plan | None) -> Plan | None:
    """Return the plan with its day's commitments, each with the time for the way there, from now on
    only; one for which they have set out keeps its beginning.

    Who expects others is there in time, too, and waits for them.
    """
    if plan is None:
        return None
    held = (*(one.at for one in now.mind.commitments), *_to_expect(now.mind, plan))
    today = [at for at in held if at.start // DAY == plan.day and at.end > now.minute]
    begun = {(one.place, one.end): one.start for one in plan.appointments if now.minute in one}
    steps = [
        PlanStep(
            begun.get((at.place, at.end), max(at.start - _lead(now, plan, at), now.minute)),
            at.end,
            at.place,
            at.what,
            ObjectUse(at.verb, at.place) if at.verb else None,
        )
        for at in sorted(today, key=lambda at: at.start)
    ]
    return replace(plan, appointments=tuple(steps))


def _to_expect(mind: Mind, plan: Plan) -> Iterator[Appointment]:
    """Yield how somebody waits for those who agreed to come, at what the plan has them do there."""
    for at in dict.fromkeys(one.at for one in hosted(mind)):
        own = plan.step_at(at.start)
        what = own.doing if own is not None and own.place == at.place else EXPECTING
        yield Appointment(what, at.place, at.start, min(at.end, at.start + WAIT_MINUTES))


def settle(now: Situation) -> Situation:
    """Return the situation after commitments that are over were kept or missed, and with those met
    that it is at."""
    now = _hear_of_plans(now)
    if not now.mind.commitments:
        return now
    now = close_meeting(now)
    held = tuple(_look_after(now, one) for one in now.mind.commitments)
    open_ = tuple(one for one in held if not _is_over(now, one))
    if open_ == now.mind.commitments:
        return now
    now = now.with_mind(commitments=open_).owing(_hosts_met(now.mind.commitments, held))
    for one in held:
        now = now if one in open_ else _end(now, one)
    return now


def _hear_of_plans(now: Situation) -> Situation:
    """Return the situation after what was cancelled, promised, called and decided; most news tell
    nothing of the kind."""
    if not [news for news in now.percept.news if news.topic or news.promise]:
        return now
    return speak_up(_heed_calls(_expect_guests(_hear_cancellations(now))))


def _expect_guests(now: Situation) -> Situation:
    """Return the situation of somebody who plans for those who have just agreed to come."""
    is_promised = any(
        news.promise is not None and news.actor != now.who for news in now.percept.news
    )
    return now.with_mind(plan=plan_appointments(now, now.mind.plan)) if is_promised else now


def _heed_calls(now: Situation) -> Situation:
    """Return the situation of somebody who means to be where they have just been called to."""
    for news, topic, at in announcements(now.percept):
        if not has_commitment(now.mind, topic.key):
            now = commit(now, at, topic, (newest_record(now.mind.memory, news.text, now.tick),))
    return now


def _hear_cancellations(now: Situation) -> Situation:
    """Return the situation after others called something off; what it was on the way to is
    replaced."""
    told = hear_cancellations(now)
    if told is now:
        return now
    plan, step = now.mind.plan, now.mind.intent.step
    if plan is not None and step in plan.appointments:
        told = told.with_intent(step=None)
    return told.with_mind(plan=plan_appointments(told, plan))


def _hosts_met(before: Iterable[Commitment], held: Iterable[Commitment]) -> Iterator[str]:
    """Yield who asked somebody to come where they have just arrived."""
    for was, one in zip(before, held, strict=True):
        if one.is_met and not was.is_met and one.other and not one.at.verb:
            yield one.other


def _is_over(now: Situation, one: Commitment) -> bool:
    """Tell whether the time of a commitment is over, or a task is done or a matter decided before
    that."""
    if now.minute >= one.at.end or (bool(one.at.verb) and one.is_met):
        return True
    return one.is_met and is_decided(now, one)


def _end(now: Situation, one: Commitment) -> Situation:
    """Return the situation with the memory of how a commitment ended; one that was kept brings both
    closer.

    Whoever was promised something is owed a word about it; after a task that is done the day goes
    on.
    """
    decision = decision_heard(now, one) if one.is_met else None
    record = _outcome(now, one, len(now.mind.memory))
    if decision is not None and decision.topic is not None:
        text = f"{record.text} {decision.topic.gist}"
        record = replace(record, text=text, cites=(*record.cites, decision.id))
    relations = now.mind.relations
    if now.world.minds.relations and _brings_closer(one):
        relations = apply_to(relations, one.other, TOGETHER, now.tick, record.id)
    now = now.with_mind(memory=now.mind.memory.grow([record]), relations=relations)
    if record.topic is not None:
        now = now.owing([record.topic.to])
    return _end_task(now) if now.minute < one.at.end else now


def _brings_closer(one: Commitment) -> bool:
    """Tell whether a commitment was kept together with who asked, or as they were promised."""
    return one.is_met and bool(one.other) and (one.is_joined or bool(one.at.verb))


def _look_after(now: Situation, held: Commitment) -> Commitment:
    """Return a commitment, met where somebody is there in time or has put right what they promised
    to see to."""
    if held.is_joined or now.minute not in held.at:
        return held
    if held.at.verb:
        return replace(held, is_met=held.is_met or is_put_right(held.at, now.percept))
    if not is_at_place(now, held.at.place):
        return held
    return replace(held, is_met=True, is_joined=_sees(held.other, now.percept))


def _sees(who: str, percept: Percept) -> bool:
    return any(node.id == who for node in percept.sights)


def _end_task(now: Situation) -> Situation:
    """Return the situation of somebody who goes on with their day, since what they promised is
    done."""
    plan = plan_appointments(now, now.mind.plan)
    return now.with_mind(plan=plan, intent=replace(now.mind.intent, step=None))


def commitment_lines(now: Situation) -> str:
    """Return what somebody has agreed to as a prompt tells it; "" where there is nothing."""
    lines = (
        f"- {describe_time(one.at.start, now.minute)} at {now.world.name_of(one.at.place)}: "
        f"{one.at.what}"
        for one in now.mind.commitments
    )
    return "\n".join(("Agreed, and to be kept:", *lines)) if now.mind.commitments else ""


def name_time(minute: int) -> str:
    """Return a minute in words that stay true on later days.

    >>> name_time(3 * DAY)
    'on Thursday at 00:00'
    """
    return f"on {weekday(minute)} at {format_hours(minute)}"


def describe_time(minute: int, now: int) -> str:
    """Return a minute as people name it.

    >>> describe_time(17 * 60, 9 * 60), describe_time(DAY + 17 * 60, 9 * 60), describe_time(3 * DAY, 0)
    ('today at 17:00', 'tomorrow at 17:00', 'on Thursday at 00:00')
    """
    days = minute // DAY - now // DAY
    return (
        f"{('today', 'tomorrow')[days]} at {format_hours(minute)}"
        if days in (0, 1)
        else name_time(minute)
    )


def _outcome(now: Situation, one: Commitment, place: int) -> MemoryRecord:
    who, where = now.name, now.world.name_of(one.at.place)
    kept = f"{who} was {one.at.what} at {where}, as agreed."
    missed = f"{who} agreed to be {one.at.what} at {where}, and missed it."
    if one.key.startswith(LOOK_KEY):
        kept = f"{who} went to {where} to see whether it is so."
    if one.at.verb:
        kept, missed = (
            f"{who} saw to the {where}.",
            f"{who} promised to see to the {where}, and did not get to it.",
        )
    if one.is_met and not one.is_joined and one.key.startswith(plan_key(one.other)):
        host = now.world.name_with_article(one.other)
        kept = f"{who} was at {where}, as agreed with {host}, and {host} did not come."
    text, importance = (kept, KEPT) if one.is_met else (missed, COMMITTED)
    topic = _outcome_topic(now, one, where)
    return MemoryRecord(
        place, "observation", text, now.tick, now.percept.place, (one.record,), importance, topic
    )


def _outcome_topic(now: Situation, one: Commitment, where: str) -> Topic | None:
    """Return what to tell the person whom it was promised: that a task is done, or that nothing
    came of it."""
    if not one.other or (one.is_met and not one.at.verb):
        return None
    who, when = (
        now.name,
        f"{spoken_time(one.at.start)} on {weekday(one.at.start)}",
    )
    missed = f"{who} promised to come to {spoken_place(where)} {when}, and did not come."
    key = f"d.{one.key}.{now.who}{DONE if one.is_met else ''}"
    return Topic(key, OUTCOME, "" if one.at.verb else missed, now.who, to=one.other)


def _lead(now: Situation, plan: Plan, at: Appointment) -> int:
    """Return how many minutes before an appointment somebody sets out, from where the plan has them
    then; another appointment for the same time does not bring them there."""
    others = tuple(step for step in plan.appointments if step.end <= at.start)
    plan, goal = replace(plan, appointments=others), _cell_of(now, at.place)
    lead = LEAST_LEAD
    for _ in range(2):
        before = plan.step_at(at.start - max(1, lead))
        start = _cell_of(now, before.place) if before is not None else now.percept.cell
        lead = max(lead, _way(start, goal, now.world))
    return lead


def _cell_of(now: Situation, place: str) -> tuple[int, int]:
    if place in now.world.areas.by_id:
        box = now.world.areas.by_id[place].boxes[0]
        return box.x + box.width // 2, box.y + box.height // 2
    return now.world.objects[place].cell if place in now.world.objects else now.percept.cell


def area_of(place: str, world: World) -> str:
    """Return an area itself, or the area of an object; "" for neither."""
    if place in world.areas.by_id:
        return place
    return world.areas.at(world.objects[place].cell) if place in world.objects else ""


def is_at_place(now: Situation, place: str) -> bool:
    """Tell whether somebody is at an area or in the area of an object."""
    if place in now.world.areas.by_id:
        return now.percept.cell in now.world.areas.by_id[place]
    return place in now.world.objects and now.percept.place == area_of(place, now.world)
