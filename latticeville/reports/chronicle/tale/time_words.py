"""When something happens in a tale, told from what was told before."""

from latticeville.core.clock import DAY
from latticeville.core.day_names import weekday
from latticeville.reports.chronicle.words import number_word

_PARTS = (
    (5, "night"),
    (12, "morning"),
    (14, "noon"),
    (18, "afternoon"),
    (22, "evening"),
    (24, "night"),
)
"""The parts of a day with the hour at which each ends."""
DAWN = 5 * 60
"""The minute of the day until which it is the night of the day before."""
FEW_DAYS = 6
"""Days after which a weekday would be taken for another one."""


def part_of_day(minute: int) -> str:
    """Return the part of the day of a minute.

    >>> part_of_day(9 * 60), part_of_day(23 * 60)
    ('morning', 'night')
    """
    hour = minute % DAY // 60
    return next(name for end, name in _PARTS if hour < end)


def time_words(before: int | None, minute: int, turn: int) -> str:
    """Return the time of a minute as it is told after another one, None for a beginning; "" where
    nothing is to be said. `turn` counts the times told so far, so that they differ.

    >>> time_words(None, 9 * 60, 0), time_words(9 * 60, 19 * 60, 1), time_words(9 * 60, 10 * 60, 1)
    ('on Monday morning', 'that evening', '')
    >>> time_words(600, DAY + 600, 1), time_words(600, 20 * DAY, 1), time_words(600, 9 * DAY, 1)
    ('the next morning', 'nearly three weeks later', 'eight days later')
    """
    part, days = part_of_day(minute), _day(minute) - _day(before or 0)
    if before is None:
        return f"on {weekday(max(0, minute - DAWN))} {_at(part)}"
    if not days:
        return (
            "" if part == part_of_day(before) else f"that {part}" if part != "noon" else "at noon"
        )
    if days == 1:
        return "the next day" if part == "noon" else f"the next {part}"
    if days < FEW_DAYS and not turn % 2:
        return f"on {weekday(max(0, minute - DAWN))} {_at(part)}"
    return f"{_span(days)} later"


def season_words(season: str, minute: int, number: int, *, begins: bool = False) -> str:
    """Return how a tale says that it is another season, the `number`th of its name in the run.

    >>> season_words("spring", 9 * 60, 1, begins=True), season_words("The Dry", 0, 1)
    ('one morning in spring', 'when the Dry comes')
    >>> season_words("spring", 9 * 60, 2), season_words("spring", 9 * 60, 3)
    ('when spring comes again', 'in the third spring')
    """
    name = season.removeprefix("The ")
    named = f"the {name}" if name != season else name
    if begins:
        part = part_of_day(minute)
        return f"one {'day' if part == 'noon' else part} in {named}"
    if number <= 1:
        return f"when {named} comes"
    if number - FIRST_COUNTED >= len(_ORDINALS):
        return f"years later, in {named}"
    again = f"in the {_ORDINALS[number - FIRST_COUNTED]} {name}"
    return f"when {named} comes again" if number < FIRST_COUNTED else again


FIRST_COUNTED = 3
"""The number of a season from which on a tale counts it."""
_ORDINALS = ("third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def _day(minute: int) -> int:
    """Return the day of a minute; the hours after midnight belong to the night before."""
    return (minute - DAWN) // DAY


def _span(days: int) -> str:
    """Return a number of days in words, of many in weeks."""
    weeks, rest = divmod(days, 7)
    if days <= 12:
        return f"{number_word(days)} days"
    if rest >= 4:
        return f"nearly {number_word(weeks + 1)} weeks"
    return f"{'more than ' if rest else ''}{number_word(weeks)} weeks"


def _at(part: str) -> str:
    return "at noon" if part == "noon" else part
