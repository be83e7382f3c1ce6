"""The span of a chapter, and how times in it are told: with their day where the chapter has
several."""

from collections import Counter
from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from latticeville.core.clock import DAY, DAYS, format_hours
from latticeville.core.word_list import list_words
from latticeville.reports.chronicle.words import MAX_LISTED, moment, times

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
