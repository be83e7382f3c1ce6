"""Troubles: objects that somebody can put right. Who sees to it promises so, and tells how it
went."""

from latticeville.core.clock import DAY
from latticeville.mind.percept import Observation, Percept
from latticeville.mind.situation import Situation
from latticeville.mind.supplies import carried_items, find_source
from latticeville.mind.topic import DONE, PROMISE, REMARK, TASK_KEY, Appointment, Topic
from latticeville.world.model.personas import ObjectUse
from latticeville.world.model.remedies import find_remedy, needed_items
from latticeville.world.model.world import World
from latticeville.world.usual_day.usual_day import usual_days

DONE_MINUTES, NEWEST = 3 * 60, 400
"""Minutes for which what somebody put right counts as done, and the newest records that tell of
it."""
KIND = 0.6
"""The agreeableness from which on somebody does what others left undone."""
TASK_MINUTES = 45
"""Minutes that somebody takes for what they promise to see to, with the way there."""


def can_help(topic: Topic, who: str, world: World) -> bool:
    """Tell whether somebody can put right what a topic tells of."""
    return bool(topic.thing) and who in find_remedy(world, topic.thing, topic.state)[1]


def note_troubles(now: Situation) -> Situation:
    """Return the situation of somebody who sees to the troubles before their eyes, or means to tell
    who can."""
    for news in now.percept.news:
        topic = news.topic
        if topic is not None and topic.thing and news.kind != "said":
            now = _note_trouble(now, news, topic)
    return now


def _note_trouble(now: Situation, news: Observation, topic: Topic) -> Situation:
    verb, people = find_remedy(now.world, topic.thing, topic.state)
    if now.who not in people:
        return now.owing(people)
    step = now.mind.intent.step
    is_busy = (
        now.mind.intent.errand is not None
        or topic.thing in now.mind.intent.alarms
        or (step is not None and step.rest)
    )
    if news.kind != "changed" or is_busy or not _carries_enough(now, topic, verb):
        return now
    return now.with_intent(errand=ObjectUse(verb, topic.thing))


def _carries_enough(now: Situation, topic: Topic, verb: str) -> bool:
    """Tell whether somebody carries what they need to put an object right at once."""
    carried = carried_items(now)
    return all(
        carried[item] >= count
        for item, count in needed_items(now.world, topic.thing, topic.state, verb).items()
    )


def propose_task(now: Situation, topic: Topic | None) -> Topic | None:
    """Return the promise to put right what somebody was told of, as soon as they are free; None
    where they cannot."""
    if (
        topic is None
        or not (can_help(topic, now.who, now.world) or _steps_in(now, topic))
        or _sees_change(topic.thing, topic.state, now.percept)
    ):
        return None
    if has_put_right(now, topic):
        return None
    verb, _people = find_remedy(now.world, topic.thing, topic.state)
    start = max(
        [
            _first_minute(now, topic, verb),
            *(one.at.end for one in now.mind.commitments if one.at.start <= now.minute),
        ]
    )
    at = Appointment(
        f"seeing to the {now.world.name_of(topic.thing)}",
        topic.thing,
        start,
        start + TASK_MINUTES,
        verb,
        topic.state,
    )
    return Topic(_task_key(now.who, topic.thing, now.minute), PROMISE, who=now.who, at=at)


def _steps_in(now: Situation, topic: Topic) -> bool:
    """Tell whether somebody who hears a complaint does what another has left undone: who is kind,
    and lacks nothing for it."""
    if topic.kind != REMARK or not topic.thing or topic.key.split(".")[3] == now.who:
        return False
    is_kind = now.persona.big_five.get("agreeableness", 0.5) >= KIND
    verb, _people = find_remedy(now.world, topic.thing, topic.state)
    return is_kind and bool(verb) and _carries_enough(now, topic, verb)


def _first_minute(now: Situation, topic: Topic, verb: str) -> int:
    """Return when somebody can put an object right: now, or where they lack what it takes, when
    they do so on any day."""
    items = needed_items(now.world, topic.thing, topic.state, verb)
    if _carries_enough(now, topic, verb) or find_source(now, items) is not None:
        return now.minute
    use, midnight = ObjectUse(verb, topic.thing), now.minute - now.minute % DAY
    rows = [row for row in usual_days(now.world).of(now.who).rows if use in row.uses]
    starts = [midnight + row.start for row in rows if midnight + row.end > now.minute]
    starts += [midnight + DAY + row.start for row in rows]
    return max(now.minute, min(starts, default=now.minute))


def has_put_right(now: Situation, topic: Topic | None) -> bool:
    """Tell whether somebody is told of a trouble that they have put right a little while ago."""
    if topic is None or not topic.thing:
        return False
    since = now.tick - DONE_MINUTES // now.tick_minutes
    key = f"d.{_task_key(now.who, topic.thing, now.minute)}.{now.who}{DONE}"
    newest = (
        one
        for one in reversed(now.mind.memory.last(NEWEST))
        if one.tick >= since and one.topic is not None
    )
    return any(one.topic is not None and one.topic.key == key for one in newest)


def _task_key(who: str, thing: str, minute: int) -> str:
    return f"{TASK_KEY}{who}.{thing}.{minute // DAY}"


def is_put_right(at: Appointment, percept: Percept) -> bool:
    """Tell whether somebody sees that what they promised to see to is in its trouble no longer."""
    return _sees_change(at.place, at.state, percept)


def _sees_change(thing: str, state: str, percept: Percept) -> bool:
    return any(node.id == thing and node.looks != state for node in percept.sights)
