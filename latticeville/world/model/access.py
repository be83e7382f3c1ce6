"""Who may be in an area, and when: capacity, opening hours, owners, keys."""

import msgspec

from latticeville.core.clock import DAY, DAYS

WEEK = 7 * DAY


class AccessRules(msgspec.Struct, frozen=True):
    """The rules of an area; `hours` are spans of the day in minutes, `days` numbers of weekdays,
    all where empty.

    Neither hours nor privacy bind the owners and who carries the key; `capacity` binds everybody, 0
    holds any number.
    """

    capacity: int = 0
    hours: tuple[tuple[int, int], ...] = ()
    days: tuple[int, ...] = ()
    owners: tuple[str, ...] = ()
    private: bool = False
    key: str = ""

    @property
    def is_timed(self) -> bool:
        """Whether it is closed at times."""
        return bool(self.hours or self.days)

    def is_open(self, minute: int) -> bool:
        """Tell whether it is open at an absolute minute; a span belongs to the day on which it
        begins."""
        return not self.is_timed or self._span_end(minute) is not None

    def closing_minute(self, minute: int) -> int:
        """Return the minute at which what is open closes; a week on where it never does."""
        last, end = minute + WEEK, minute
        while end < last and (after := self._span_end(end)) is not None:
            end = after
        return min(end, last)

    def opening_minute(self, minute: int) -> int:
        """Return the first minute from this one on at which it is open; a week on where there is
        none."""
        if self.is_open(minute):
            return minute
        today = minute // DAY
        starts = (
            day * DAY + start
            for day in range(today, today + 8)
            if self._is_open_day(day)
            for start, _ in self.hours or _ALL_DAY
        )
        return min((start for start in starts if start > minute), default=minute + WEEK)

    def _is_open_day(self, day: int) -> bool:
        return not self.days or day % 7 in self.days

    def _span_end(self, minute: int) -> int | None:
        """Return the latest end of the spans that hold a minute."""
        today, found = minute // DAY, None
        for day in (today - 1, today):
            if self._is_open_day(day):
                for start, end in self.hours or _ALL_DAY:
                    first, last = day * DAY + start, day * DAY + end + (DAY if end <= start else 0)
                    if first <= minute < last:
                        found = max(found or last, last)
        return found


_ALL_DAY = ((0, DAY),)


def parse_weekdays(names: list[str]) -> tuple[int, ...]:
    """Return the numbers of weekdays.

    >>> parse_weekdays(["Mon", "Sun"])
    (0, 6)
    """
    return tuple(sorted({DAYS.index(name) for name in names}))
