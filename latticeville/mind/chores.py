"""Chores: promises to see to something that were not kept, how often, and what is said of it."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from latticeville.core.clock import DAY
from latticeville.mind.known_topics import SHARED_RECORDS, told_today
from latticeville.mind.mind import Mind
from latticeville.mind.remarks import COMPLAINT, remark
from latticeville.mind.situation import Situation
from latticeville.mind.topic import DONE, OFF, OUTCOME, TASK_KEY, Told, Topic
from latticeville.world.model.remedies import find_remedy

PATIENT = 2
"""The failed promise about the same object from which on somebody complains to others."""


def broken_task(topic: Topic | None) -> tuple[str, str]:
    """Return who did not see to which object, if a topic tells of it, else "" and "".

    >>> broken_task(Topic("d.t.bob.tap.3.bob", OUTCOME)), broken_task(Topic("d.t.bob.tap.3.bob.done", OUTCOME))
    (('bob', 'tap'), ('', ''))
    """
    if topic is None or topic.kind != OUTCOME or topic.key.endswith((DONE, OFF)):
        return "", ""
    parts = topic.key.removeprefix("d.").split(".")
    is_task = topic.key.startswith(f"d.{TASK_KEY}")
    return (parts[1], parts[2]) if is_task else ("", "")


def broken_tasks(mind: Mind, who: str) -> Mapping[tuple[str, str], Mapping[str, int]]:
    """Return the keys of the promises to somebody that others did not keep, with the tick at which
    they owned up to it, by who and what."""
    found: dict[tuple[str, str], dict[str, int]] = {}
    for one in mind.memory.last(SHARED_RECORDS):
        task = broken_task(one.topic)
        if one.topic is not None and task[0] and task[0] != who and one.topic.to == who:
            found.setdefault(task, {})[one.topic.key] = one.tick
    return found


def complaints(now: Situation, hearers: Sequence[str]) -> Iterator[Told]:
    """Yield what somebody says to others of who failed them again today, once a day."""
    midnight, told = now.midnight, told_today(now)
    for (who, thing), failed in broken_tasks(now.mind, now.who).items():
        key = f"n.{now.who}.{COMPLAINT}.{who}.{thing}.{now.minute // DAY}"
        if len(failed) < PATIENT or max(failed.values()) < midnight or who in hearers:
            continue
        if key not in told and who in now.world.people and thing in now.world.objects:
            yield _complaint(now, who, thing)


def _complaint(now: Situation, who: str, thing: str) -> Told:
    name, of = now.world.name_with_article(who), now.world.name_with_article(thing)
    text = f"{name} has not seen to {of} again, in spite of a promise."
    told = remark(now, COMPLAINT, who, text, f"{thing}.{now.minute // DAY}", now.minute, thing=of)
    held = now.mind.beliefs.find(thing)
    state = held.looks if held is not None else ""
    if not find_remedy(now.world, thing, state)[0]:
        return told
    return told._replace(topic=replace(told.topic, thing=thing, state=state))
