"""Incidents: what became of an object, or of the weather, while somebody did something, as on no
other day."""

import re
from collections.abc import Iterator, Sequence

from latticeville.mind.known_topics import SHARED_RECORDS
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.narrated_past import in_past
from latticeville.mind.situation import Situation
from latticeville.world.model.personas import RoutineRow

_WEATHER = re.compile(r"The weather turns from .+ to (\w+)\.")
_WEATHERS = {
    "rain": "It began to rain.",
    "snow": "It began to snow.",
    "storm": "A storm came up.",
    "fog": "The fog came in.",
    "wind": "The wind got up.",
    "hail": "It began to hail.",
}
"""What people say of a weather that comes up while they are outdoors."""
_NOTICED = ("At ", "In ")
"""How a sentence begins of what somebody only found changed."""
_IS = re.compile(r"\bis\b")
_NOW = re.compile(r" now(?=[.,])")


def incident_of(now: Situation, row: RoutineRow, there: Sequence[MemoryRecord]) -> str:
    """Return what happened during an entry of somebody's day, by what they remember of it: a
    sentence in the past, that which counts most and then the last; "" where all was as ever."""
    things = [*_of_things(now, there)]
    if things:
        return past_of(max(things, key=lambda one: (one.importance or 0, one.tick)).text)
    weathers = (_WEATHERS.get(found[1], "") for found in map(_turn_of, there) if found is not None)
    is_outdoors = row.place in now.world.outdoor_areas
    return next((one for one in weathers if is_outdoors and one and not _has_said(now, one)), "")


def _of_things(now: Situation, there: Sequence[MemoryRecord]) -> Iterator[MemoryRecord]:
    """Yield the records of what became of objects, as it did on no earlier day."""
    found = [one for one in there if _is_of_thing(now, one)]
    if found:
        newest = now.mind.memory.last(SHARED_RECORDS)
        known = {one.text for one in newest if one.tick < now.midnight}
        yield from (one for one in found if one.text not in known)


def _is_of_thing(now: Situation, one: MemoryRecord) -> bool:
    """Tell whether a record is of what became of an object by itself."""
    is_told = one.kind == "observation" and not one.spoken and not one.doing
    is_of = one.about[:1] and one.about[0] in now.world.objects
    return is_told and bool(is_of) and not one.text.startswith(_NOTICED)


def past_of(text: str) -> str:
    """Return what happened as people tell it afterwards.

    >>> past_of("The bin is scraped bare."), past_of("The handle comes down and does not go up.")
    ('The bin was scraped bare.', 'The handle came down and did not go up.')
    >>> past_of("The oven is cold now.")
    'The oven was cold.'
    """
    text = _NOW.sub("", text)
    told = in_past(text)
    return told if told != text else _IS.sub("was", text, count=1)


def _turn_of(one: MemoryRecord) -> re.Match[str] | None:
    return _WEATHER.fullmatch(one.text)


def _has_said(now: Situation, words: str) -> bool:
    """Tell whether somebody has said words within another sentence."""
    part = words[1:].rstrip(".")
    own = (one for one in now.mind.memory.last(SHARED_RECORDS) if one.kind == "action")
    return any(part in one.text for one in own if one.spoken)
