"""The chapters of a chronicle, a season or a day each, and how times in them are told."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, zip_longest
from typing import NamedTuple

from latticeville.core.clock import DAY, DAYS, format_hours
from latticeville.core.word_list import list_words
from latticeville.mind.topic import EVENT, FOOD, Topic
from latticeville.reports.chronicle.story import Story, TickTime
from latticeville.reports.chronicle.words import MAX_LISTED, ORDINALS, day_name, moment, times
from latticeville.rules.survival.events import Attacked, Died, Disaster, Gave, OutOfReach
from latticeville.sim.events import Happened, Interacted, Whispered

WEEK = 6 * DAY
"""Minutes of a span from which on a weekday may be in it twice."""


class ChapterSpan(NamedTuple):
    """The ticks of a chapter, both ends included, and its minutes from `start` to before `end`.

    `newest` is the minute of the last tick.
    """

    first: int
    last: int
    start: int
    end: int
    newest: int

    def has(self, tick: int) -> bool:
        """Tell whether a tick is in it."""
        return self.first <= tick <= self.last

    @property
    def is_one_day(self) -> bool:
        """Whether it needs no names of days."""
        return self.start // DAY == self.newest // DAY

    def time(self, minute: int) -> str:
        """Return a time, where the span has several days with the weekday, and of more than a week
        as `moment`.

        >>> ChapterSpan(0, 9, 480, DAY, 610).time(605), ChapterSpan(0, 9, 480, DAY, DAY).time(605)
        ('10:05', 'Mon 10:05')
        """
        if self.is_one_day:
            return format_hours(minute)
        return (
            moment(minute)
            if self._is_long
            else f"{DAYS[minute // DAY % len(DAYS)]} {format_hours(minute)}"
        )

    @property
    def _is_long(self) -> bool:
        return self.newest - self.start > WEEK

    def occasions(self, minutes: Iterable[int]) -> str:
        """List times; of many it gives how many there are, the first and the last.

        >>> ChapterSpan(0, 9, 480, DAY, 700).occasions(range(600, 700, 10))
        'ten times from 10:00 to 11:30'
        """
        found = list(minutes)
        many = len({*found}) > MAX_LISTED
        return f"{times(len(found))} from {self.times(found)}" if many else self.times(found)

    def time_of(self, tick: int, minute: int) -> str:
        """Return the time of an event; with its day if it is not of the chapter.

        >>> ChapterSpan(9, 20, DAY, 2 * DAY, DAY + 610).time_of(8, DAY - 5)
        'Monday 23:55'
        """
        return self.time(minute) if self.has(tick) else moment(minute)

    def times(self, minutes: Iterable[int]) -> str:
        """List times, the day before the first of each; of many it gives the first and the last.

        >>> ChapterSpan(0, 9, 480, 2 * DAY, DAY + 700).times([600, 605, 605, DAY + 600])
        'Mon 10:00, 10:05 twice and Tue 10:00'
        >>> ChapterSpan(0, 9, 480, DAY, 700).times(range(600, 700, 10))
        '10:00 to 11:30'
        """
        counts = Counter(sorted(minutes))
        if len(counts) > MAX_LISTED:
            return f"{self.time(min(counts))} to {self.time(max(counts))}"
        told = list[str]()
        for _day, some in groupby(counts, key=lambda minute: minute // DAY):
            first, *rest = some
            hours = [self.time(first), *map(self.time if self._is_long else format_hours, rest)]
            told += [
                text if counts[minute] == 1 else f"{text} {times(counts[minute])}"
                for text, minute in zip(hours, (first, *rest), strict=True)
            ]
        return list_words(told)


_LOUD = (Died, Attacked, Gave, OutOfReach, Disaster, Happened, Whispered, Interacted)
"""The kinds of event that a quiet day has none of."""
_QUIET_TOPICS = frozenset({FOOD, EVENT})
"""The kinds of topic that people may speak of on a quiet day."""


def chapter_spans(story: Story, *, by_season: bool) -> Iterator[tuple[str, ChapterSpan]]:
    """Yield the title and the span of each chapter; where no tick has a season, seasons are
    days."""
    if by_season and any(one.season for one in story.times):
        yield from _season_spans(story)
        return
    days = [list(some) for _day, some in groupby(story.times, lambda one: one.minute // DAY)]
    loud = _loud_days(story)
    groups = groupby(days, lambda one: one[0].minute // DAY if one[0].minute // DAY in loud else -1)
    for span in _with_ends([[one for day in some for one in day] for _key, some in groups]):
        yield _days_text(span), span


def _season_spans(story: Story) -> Iterator[tuple[str, ChapterSpan]]:
    found = [(season, list(some)) for season, some in groupby(story.times, lambda one: one.season)]
    count = Counter[str]()
    for (season, _some), span in zip(
        found, _with_ends([some for _season, some in found]), strict=True
    ):
        count[season] += 1
        yield f"{season_title(season, count[season])}: {_days_text(span)}", span


def season_title(season: str, number: int) -> str:
    """Return the title of a season that comes for the `number`th time.

    >>> season_title("harvest", 1), season_title("The Dry", 2), season_title("First rain", 2)
    ('Harvest', 'The second dry', 'First rain, the second time')
    """
    if number == 1:
        return season.capitalize()
    ordinal = ORDINALS[number - 1] if number <= len(ORDINALS) else f"{number}th"
    name = season.lower().removeprefix("the ")
    if name.partition(" ")[0] in ORDINALS:
        return f"{season.capitalize()}, the {ordinal} time"
    return f"The {ordinal} {name}"


def _with_ends(groups: Sequence[Sequence[TickTime]]) -> Iterator[ChapterSpan]:
    """Yield the span of each group of ticks, which ends where the next begins."""
    for span, following in zip_longest(groups, groups[1:]):
        first, last = span[0], span[-1]
        end = following[0].minute if following else last.minute
        yield ChapterSpan(first.tick, last.tick, first.minute, end, last.minute)


def _days_text(span: ChapterSpan) -> str:
    return " to ".join(dict.fromkeys((day_name(span.start), day_name(span.newest))))


def _loud_days(story: Story) -> set[int]:
    """Return the days on which something happened that is worth a chapter, or somebody starved; all
    without needs."""
    if not story.levels:
        return {one.minute // DAY for one in story.times}
    minutes = [one.minute for kind in _LOUD for one, _event in story.of(kind)]
    minutes += [one.minute for one in story.levels if one.starving]
    minutes += [one.minute for one, said in story.said() if not _is_quiet(said.topic)]
    return {minute // DAY for minute in minutes}


def _is_quiet(topic: Topic | None) -> bool:
    return topic is not None and topic.kind in _QUIET_TOPICS
