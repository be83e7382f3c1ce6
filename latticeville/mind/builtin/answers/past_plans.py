"""What somebody had planned for a time that is over, as their memories of plans tell it."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from latticeville.core.clock import DAY
from latticeville.core.text_fold import fold
from latticeville.mind.builtin.answers.told_memory import PLANNED
from latticeville.mind.interviewee import BEFORE, Interviewee
from latticeville.mind.memory import MemoryRecord

_ENTRY = re.compile(r"(\d\d):(\d\d) (.+?)(?=; \d\d:\d\d |\.$)")


class PastEntry(NamedTuple):
    """An entry of a plan: the memory of the plan, the absolute minute of its start, and its words,
    such as “08:00 mending nets at Net Loft”."""

    plan: MemoryRecord
    start: int
    words: str


def entry_at(asked: Interviewee, minute: int) -> PastEntry | None:
    """Return the entry for a minute, of the plans that were made before it on the same day: the one
    that begins last."""
    day = minute // DAY
    begun = [
        each
        for one in asked.memories
        if one.kind == PLANNED and (made := asked.minute_at(one)) <= minute and made // DAY == day
        for each in _entries(one, made)
        if each.start <= minute
    ]
    return max(begun, key=lambda each: (each.start, each.plan.id), default=None)


def done_entries(asked: Interviewee, start: int, end: int) -> list[PastEntry]:
    """Return the entries of the plans between two minutes, the newest for each, of those whose place
    the person came to in time."""
    plans = [one for one in asked.memories if one.kind == PLANNED]
    found = {each.start: each for one in plans for each in _entries(one, asked.minute_at(one))}
    entries = [found[at] for at in sorted(found)]
    came = []
    for at, entry in enumerate(entries):
        over = entries[at + 1].start if at + 1 < len(entries) else entry.start + DAY
        first, last = max(start, entry.start), min(end, over)
        if first < last and _came(asked, entry.words, first, last):
            came.append(entry)
    return came


def _entries(record: MemoryRecord, made: int) -> Iterator[PastEntry]:
    midnight = made // DAY * DAY
    for hour, minutes, what in _ENTRY.findall(record.text):
        start = midnight + int(hour) * 60 + int(minutes)
        yield PastEntry(record, start, f"{hour}:{minutes} {what}")


def _came(asked: Interviewee, words: str, start: int, end: int) -> bool:
    """Tell whether the person was at the place of an entry between two minutes."""
    low = fold(words)
    places = {whereabouts(asked, start)}
    places |= {one.place for one in asked.memories if start <= asked.minute_at(one) < end}
    return any(low.endswith(f" at {name}") for place in places for name in _names(asked, place))


def _names(asked: Interviewee, place: str) -> Iterator[str]:
    areas = asked.world.areas
    for one in areas.path(place) if place in areas.by_id else ():
        yield fold(asked.world.name_of(one))


def whereabouts(asked: Interviewee, minute: int) -> str:
    """Return the place of the last memory up to a minute; "" before the first."""
    record = last_before(asked, minute)
    return record.place if record is not None else ""


def last_before(asked: Interviewee, minute: int) -> MemoryRecord | None:
    """Return the last memory up to a minute."""
    found = None
    for one in asked.memories:
        at = asked.minute_at(one)
        if at != BEFORE and one.place and at <= minute:
            found = one
    return found
