"""Where people spent a chapter, and what they used."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from latticeville.core.clock import DAY, format_hours
from latticeville.core.sentence_case import capital
from latticeville.core.word_list import list_words
from latticeville.reports.chronicle.chapters import ChapterSpan
from latticeville.reports.chronicle.document import EventRef, Sentence, sentence
from latticeville.reports.chronicle.story import Stay, Story
from latticeville.reports.chronicle.words import (
    HOUR,
    MAX_LISTED,
    at_place,
    building_of,
    counted,
    duration,
    names,
    number_word,
)
from latticeville.sim.events import Interacted
from latticeville.world.model.areas import WORLD

LEAST_STAY = 15
"""Minutes that somebody has to spend in a building for it to be told."""
MOST_PLACES, MOST_OWN = 4, 2
"""Buildings that count for somebody's day, and those that a sentence of their own tells."""
MOSTLY = 0.9
"""The part of a night that somebody has to spend at home to count as there."""
EVENING, MORNING = 20 * HOUR, 10 * HOUR
"""When a night begins and ends at the latest."""


class TimeIn(NamedTuple):
    """The minutes that somebody spent in a building in all, and their stays there."""

    building: str
    minutes: int
    stays: Sequence[Stay]


def people_sentences(story: Story, span: ChapterSpan) -> Iterator[Sentence]:
    """Yield where people spent the time; in a world of needs alone a sentence for each place."""
    if all(area == WORLD for area in story.world.areas.by_id):
        return
    if any(True for _one in story.of(Interacted)):
        yield from _person_sentences(
            story, {who: _time_in_buildings(story, who, span) for who in _people(story)}, span
        )
    else:
        yield from _place_sentences(story, span)
        yield from _outside_sentences(story, span)


def _people(story: Story) -> Sequence[str]:
    return story.world.person_ids


def _time_in_buildings(story: Story, who: str, span: ChapterSpan) -> list[TimeIn]:
    """Return the buildings in which somebody was longest, in the order in which they came there."""
    found = [
        TimeIn(building, _minutes(stays), stays)
        for building, stays in stays_by_building(story, who, span.start, span.end).items()
        if building != WORLD
    ]
    longest = sorted(
        (one for one in found if one.minutes >= LEAST_STAY), key=lambda one: -one.minutes
    )
    return sorted(longest[:MOST_PLACES], key=lambda one: one.stays[0].start)


def _place_sentences(story: Story, span: ChapterSpan) -> Iterator[Sentence]:
    """Yield who was at each place, and for how long."""
    found: dict[str, list[tuple[str, TimeIn]]] = defaultdict(list)
    for who in _people(story):
        for building, stays in stays_by_building(story, who, span.start, span.end).items():
            if building != WORLD:
                found[building].append((who, TimeIn(building, _minutes(stays), stays)))
    for building, people in sorted(found.items()):
        told = _times_text(story, {who: one.minutes for who, one in people}, span.end - span.start)
        refs = _arrivals(one for _who, one in people)
        yield sentence(
            f"{capital(at_place(story.world.name_of(building)))}: {told}",
            refs,
            -1 if refs else span.first,
        )


def _outside_sentences(story: Story, span: ChapterSpan) -> Iterator[Sentence]:
    """Yield who was outside of all places for how long, and in which part of the map."""
    found = dict[str, list[Stay]]()
    for who in _people(story):
        found[who] = stays_by_building(story, who, span.start, span.end).get(WORLD, [])
    ordered = sorted((-_minutes(stays), who) for who, stays in found.items() if stays)
    told = [
        f"{names(story.world, [who])} {duration(-minutes)}{_part_text(found[who])}"
        for minutes, who in ordered
    ]
    if told:
        refs = _arrivals(TimeIn(WORLD, 0, found[who]) for _time, who in ordered)
        yield sentence(f"Elsewhere: {'; '.join(told)}", refs, -1 if refs else span.first)


def _part_text(stays: Sequence[Stay]) -> str:
    """Return in which part of the map stays were, or where longest."""
    spent = Counter[str]()
    for one in stays:
        spent[one.part or "out of doors"] += one.end - one.start
    (part, _time), *others = spent.most_common()
    return f"{', mostly' * bool(others)} {part}"


def _minutes(stays: Iterable[Stay]) -> int:
    return sum(one.end - one.start for one in stays)


def _times_text(story: Story, minutes: Mapping[str, int], whole: int) -> str:
    """Return who was somewhere for how long, the longest first, those together who were there all
    the time."""
    always = [who for who, time in minutes.items() if time == whole]
    rest = sorted(
        ((who, time) for who, time in minutes.items() if time < whole), key=lambda one: -one[1]
    )
    told = [f"{names(story.world, always)} all the time"] if always else []
    return ", ".join(told + [f"{names(story.world, [who])} {duration(time)}" for who, time in rest])


def _arrivals(places: Iterable[TimeIn]) -> list[EventRef]:
    return [stay.ref for one in places for stay in one.stays[:1] if stay.ref is not None]


def _person_sentences(
    story: Story, spent: dict[str, list[TimeIn]], span: ChapterSpan
) -> Iterator[Sentence]:
    """Yield where everybody was longest, and for how long; those with equal days are together, a
    night is one line."""
    home = {who: places for who, places in spent.items() if _is_at_home(story, who, places, span)}
    if _is_night(span) and 0 < len(spent) <= 2 * len(home):
        yield _night_sentence(
            story, home, {who: spent[who] for who in spent if who not in home}, span
        )
    else:
        yield from (sentence(told, refs, span.last) for told, refs in _parts(story, spent, span))


def _night_sentence(
    story: Story, home: dict[str, list[TimeIn]], others: dict[str, list[TimeIn]], span: ChapterSpan
) -> Sentence:
    """Return how many were at home in a night, or of a few who, and where all others were
    longest."""
    some = (
        names(story.world, [*home])
        if len(home) <= MAX_LISTED
        else counted(len(home), "person", "people")
    )
    told, refs = (
        [f"{some} slept or stayed at home{_until(story, home, span)}"],
        [ref for places in home.values() for ref in _arrivals(places)],
    )
    for text, arrivals in _parts(story, others, span):
        told.append(text)
        refs += arrivals
    return sentence("; ".join(told), refs, span.last)


def _until(story: Story, home: Mapping[str, Sequence[TimeIn]], span: ChapterSpan) -> str:
    """Return how many of those who were at home in a night left at its end, and when the first did;
    "" for nobody."""
    ends = [
        max(stay.end for one in places if _is_home(story, who, one) for stay in one.stays)
        for who, places in home.items()
    ]
    left = [end for end in ends if end < span.end]
    return (
        f", {number_word(len(left))} of them until {format_hours(min(left))} or later"
        if left
        else ""
    )


def _parts(
    story: Story, spent: dict[str, list[TimeIn]], span: ChapterSpan
) -> Iterator[tuple[str, list[EventRef]]]:
    """Yield who was longest where, those with equal days together, with the events that brought
    them there."""
    alike: dict[str, dict[str, list[EventRef]]] = defaultdict(dict)
    for who, places in spent.items():
        longest = sorted(places, key=lambda one: -one.minutes)[:MOST_OWN]
        told = list_words([_place(story, one, span) for one in longest]) if longest else ""
        told = f"longest {told}" if told and _is_elsewhere(story, who, span, longest) else told
        alike[told][who] = _arrivals(longest)
    alike.pop("", None)
    for told, people in alike.items():
        was = "were" if len(people) > 1 else "was"
        yield (
            f"{names(story.world, [*people])} {was} {told}",
            [ref for some in people.values() for ref in some],
        )


def _is_night(span: ChapterSpan) -> bool:
    """Tell whether a chapter goes from midnight to the morning, or begins in the late evening of a
    day."""
    first, last = span.start % DAY, span.newest % DAY
    return span.is_one_day and (first >= EVENING or (first == 0 and last <= MORNING))


def _is_at_home(story: Story, who: str, places: Sequence[TimeIn], span: ChapterSpan) -> bool:
    """Tell whether somebody was nearly all the time in the building in which they live."""
    minutes = sum(one.minutes for one in places if _is_home(story, who, one))
    return minutes >= MOSTLY * (span.end - span.start)


def _is_home(story: Story, who: str, one: TimeIn) -> bool:
    return one.building == building_of(story.world, story.world.people[who].home)


def _is_elsewhere(story: Story, who: str, span: ChapterSpan, told: Sequence[TimeIn]) -> bool:
    """Tell whether somebody was in more buildings than those that are told."""
    buildings = {one for one in stays_by_building(story, who, span.start, span.end) if one != WORLD}
    return len(buildings) > len(told)


def _place(story: Story, one: TimeIn, span: ChapterSpan) -> str:
    """Return a place with its preposition, and how long somebody was there."""
    time = "all the time" if one.minutes == span.end - span.start else duration(one.minutes)
    return f"{at_place(story.world.name_of(one.building))} ({time})"


def stays_by_building(story: Story, who: str, start: int, end: int) -> dict[str, list[Stay]]:
    """Return somebody's stays within two minutes, cut to them, by the outermost area around
    each."""
    found: dict[str, list[Stay]] = {}
    for one in story.stays_between(who, start, end):
        first, last = max(one.start, start), min(one.end, end)
        if first < last:
            found.setdefault(building_of(story.world, one.area), []).append(
                one._replace(start=first, end=last)
            )
    return found
