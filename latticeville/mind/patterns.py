"""Patterns in what somebody remembers, found by counting typed facts: what repeats from day to day,
and what coincides.

A pattern rests on records; each kind has a least support, so that a single coincidence is none.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import NamedTuple

from latticeville.core.clock import DAY
from latticeville.mind.belief import BEFORE_START
from latticeville.mind.learned_beliefs import DEEDS
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.mind import Mind
from latticeville.mind.relation import (
    CONFIDED,
    FRIEND_HURT,
    GENEROSITY,
    GIFT,
    HURT,
    INFORMED,
    KEPT,
    KILLING,
    MISSED,
    RIVALRY,
    THANKED,
    THREATENED,
    TOGETHER,
    TRUST,
    VIOLENCE,
    WARNED,
    ValueChange,
)
from latticeville.mind.requests.reflection import Pattern
from latticeville.mind.self_topics import is_trivial
from latticeville.mind.situation import Situation
from latticeville.mind.topic import EVENT
from latticeville.world.model.areas import WORLD
from latticeville.world.model.world import World
from latticeville.world.usual_day.usual_day import usual_days

HABIT, MEETING, COINCIDENCE, TRUST_GAINED, TRUST_LOST = (
    "habit",
    "meeting",
    "coincidence",
    "trust gained",
    "trust lost",
)
"""Kinds of pattern."""
SEARCHED_RECORDS = 3000
"""Newest records that are searched."""
LEAST_DAYS = 2
"""Days on which something happens at the same part of the day, from which on it is a habit."""
LEAST_COINCIDENCES, LEAST_SHARE = 3, 0.75
"""How many troubles with an object somebody was near, and which share of all, from which on it is
no accident."""
NEAR_MINUTES = 10
"""Minutes between a trouble and the words of somebody near."""
LEAST_TRUST_CHANGE = 0.1
"""By how much trust has to change to be noticed."""
GIVING_TRUST = frozenset({KEPT, TOGETHER, CONFIDED, GIFT, GENEROSITY, THANKED, INFORMED})
TAKING_TRUST = frozenset(
    {MISSED, HURT, FRIEND_HURT, VIOLENCE, KILLING, RIVALRY, WARNED, THREATENED}
)
"""The rules by which somebody's deeds give trust and take it; small talk does neither."""
MOST_PATTERNS, MOST_RECORDS = 8, 5
"""Patterns that a reflection is given, and records that each rests on, the newest."""
PARTS: Mapping[str, range] = {
    "morning": range(5 * 60, 12 * 60),
    "afternoon": range(12 * 60, 18 * 60),
    "evening": range(18 * 60, 23 * 60),
}
"""The parts of a day by name."""


class FoundPattern(NamedTuple):
    """A pattern and the ids of the records that it rests on, the newest last."""

    pattern: Pattern
    ids: tuple[int, ...]


class _Moment(NamedTuple):
    record: MemoryRecord
    day: int
    part: str
    minute: int


def find_patterns(now: Situation) -> list[FoundPattern]:
    """Return the patterns in what somebody remembers, the best supported first."""
    minutes = now.tick_minutes
    newest = (one for one in now.mind.memory.last(SEARCHED_RECORDS) if one.tick != BEFORE_START)
    moments = [_place_in_time(one, now.percept.minute_of(one.tick, minutes)) for one in newest]
    found = [
        *_habits(moments),
        *_meetings(moments, now.who, now.world),
        *_coincidences(moments, now.who, now.world),
        *_trust(now.mind),
    ]
    found.sort(
        key=lambda one: (
            -len(one.ids),
            one.pattern.kind,
            one.pattern.who,
            one.pattern.other,
            one.pattern.place,
        )
    )
    return [FoundPattern(one.pattern, one.ids[-MOST_RECORDS:]) for one in found[:MOST_PATTERNS]]


def _place_in_time(record: MemoryRecord, minute: int) -> _Moment:
    part = next((name for name, minutes in PARTS.items() if minute % DAY in minutes), "")
    return _Moment(record, minute // DAY, part, minute)


def _habits(moments: Iterable[_Moment]) -> Iterator[FoundPattern]:
    """Yield what somebody was seen doing at one place and part of the day, on several days."""
    groups: dict[tuple[str, str, str, str], list[_Moment]] = defaultdict(list)
    for one in moments:
        if one.part and one.record.about and _is_worth_noticing(one.record):
            groups[one.record.about[0], one.record.place, one.part, one.record.doing].append(one)
    for (who, place, part, doing), group in groups.items():
        if _count_days(group) >= LEAST_DAYS:
            ids = _ids(_one_a_day(group))
            yield FoundPattern(Pattern(HABIT, who, "", place, part, doing), ids)


def _is_worth_noticing(record: MemoryRecord) -> bool:
    """Tell whether somebody was seen doing something of their own somewhere."""
    doing = record.doing
    return bool(doing) and doing not in DEEDS and not is_trivial(doing) and record.place != WORLD


def _meetings(moments: Iterable[_Moment], own: str, world: World) -> Iterator[FoundPattern]:
    """Yield who talks with whom at one place and part of the day, on several days."""
    groups: dict[tuple[str, str, str, str], list[_Moment]] = defaultdict(list)
    for one in moments:
        people = sorted(
            {name for name in one.record.about if name in world.people},
            key=lambda name: (name != own, name),
        )
        if one.record.spoken and one.part and len(people) == 2:
            groups[people[0], people[1], one.record.place, one.part].append(one)
    for (who, other, place, part), group in groups.items():
        if _count_days(group) >= LEAST_DAYS:
            yield FoundPattern(Pattern(MEETING, who, other, place, part), _ids(_one_a_day(group)))


def _coincidences(moments: Sequence[_Moment], own: str, world: World) -> Iterator[FoundPattern]:
    """Yield who is heard near an object, again and again, when something happens to it; one person
    alone, whose day does not take them there."""
    spoken: dict[str, list[_Moment]] = defaultdict(list)
    for one in moments:
        if one.record.spoken and one.record.about[0] != own:
            spoken[one.record.place].append(one)
    for thing, group in _troubles(moments, world).items():
        found = _heard_near(group, spoken)
        near = {who: pairs for who, pairs in found.items() if not _is_usual(who, group[0], world)}
        who = _most_telling(near, len(group))
        if who:
            pairs = [one.record.id for pair in near[who] for one in pair]
            yield FoundPattern(
                Pattern(COINCIDENCE, who, thing, group[0].record.place), tuple(pairs)
            )


def _most_telling(near: Mapping[str, Sequence[object]], troubles: int) -> str:
    """Return who was near most of some troubles, and alone so often; "" for nobody."""
    best = sorted(near, key=lambda who: (-len(near[who]), who))
    counts = [*(len(near[who]) for who in best), 0]
    return best[0] if best and _is_telling(counts[0], troubles, counts[1]) else ""


def _is_usual(who: str, trouble: _Moment, world: World) -> bool:
    """Tell whether somebody's day takes them to where a trouble is."""
    place, areas = trouble.record.place, world.areas
    if who not in world.people or place not in areas.by_id:
        return False
    rows = usual_days(world).of(who).rows
    return any(one.place in areas.by_id and areas.is_within(place, one.place) for one in rows)


def _troubles(moments: Iterable[_Moment], world: World) -> dict[str, list[_Moment]]:
    """Return what one saw happen to each object."""
    found: dict[str, list[_Moment]] = defaultdict(list)
    for one in moments:
        topic = one.record.topic
        if topic is not None and topic.kind == EVENT and not topic.source:
            for name in one.record.about:
                if name not in world.people:
                    found[name].append(one)
    return found


def _heard_near(
    troubles: Sequence[_Moment], spoken: Mapping[str, Sequence[_Moment]]
) -> dict[str, list[tuple[_Moment, _Moment]]]:
    """Return, by person, the troubles with words of theirs at the same place shortly before or
    after."""
    found: dict[str, dict[int, tuple[_Moment, _Moment]]] = defaultdict(dict)
    for trouble in troubles:
        words = spoken.get(trouble.record.place, ())
        first = bisect_left(words, trouble.minute - NEAR_MINUTES, key=attrgetter("minute"))
        last = bisect_right(words, trouble.minute + NEAR_MINUTES, key=attrgetter("minute"))
        for one in words[first:last]:
            found[one.record.about[0]].setdefault(trouble.record.id, (trouble, one))
    return {who: [*pairs.values()] for who, pairs in found.items()}


def _is_telling(near: int, of: int, next_best: int) -> bool:
    """Tell whether somebody is near often enough, in most cases, and more often than anybody
    else."""
    return near >= LEAST_COINCIDENCES and near >= LEAST_SHARE * of and near > next_best


def _trust(mind: Mind) -> Iterator[FoundPattern]:
    """Yield whom one trusts more or less than a while ago for what they did, with the records of
    that."""
    changes: dict[str, list[ValueChange]] = defaultdict(list)
    for change in mind.relations.changes:
        if TRUST in change.after and change.about in mind.relations.people:
            changes[change.about].append(change)
    for who, history in changes.items():
        by = history[-1].after[TRUST] - history[0].after[TRUST]
        ids = _deeds(history, GIVING_TRUST if by > 0 else TAKING_TRUST)
        if len(ids) > 1 and abs(by) >= LEAST_TRUST_CHANGE:
            yield FoundPattern(Pattern(TRUST_GAINED if by > 0 else TRUST_LOST, who), ids)


def _deeds(history: Iterable[ValueChange], rules: Collection[str]) -> tuple[int, ...]:
    """Return the records that changes by some rules rest on."""
    found = (one.memory for one in history if one.memory >= 0 and one.rule in rules)
    return tuple(dict.fromkeys(found))


def _count_days(group: Iterable[_Moment]) -> int:
    return len({one.day for one in group})


def _one_a_day(group: Iterable[_Moment]) -> list[_Moment]:
    """Return the first moment of each day."""
    return [*{one.day: one for one in reversed([*group])}.values()][::-1]


def _ids(group: Iterable[_Moment]) -> tuple[int, ...]:
    return tuple(one.record.id for one in group)
