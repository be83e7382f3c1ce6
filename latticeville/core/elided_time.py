"""What a part of a sentence leaves out of its time, as the part before it told that: “the bell goes at
six; come half an hour later”, “the sermon ends at noon, meet me at ten past”."""

import re

from latticeville.core.clock import DAY
from latticeville.core.clock_words import HOUR, MINUTE_WORDS
from latticeville.core.spoken_time import DAY_NAMES
from latticeville.core.time_points import LENGTH, length_of

_BESIDE_IT = re.compile(
    rf"\b(?:at|by) (?:about |around )?(?P<minutes>{'|'.join(sorted(MINUTE_WORDS, key=len, reverse=True))})"
    r" (?P<side>past|to)(?=$|[,.;!?])"
)
_FROM_IT = re.compile(
    rf"\b(?:about |just )?{LENGTH} (?:(?P<later>later|after(?:wards| that)?)|earlier|before(?:hand| that)?)"
    r"(?=$|[,.;!?]| (?:and|to|so|for|then|please|at|by|with|in|on|than)\b)"
)


def filled_in(text: str, before: int | None) -> str:
    """Return a part of a sentence with its whole time, after one that told an absolute minute.

    >>> six = 18 * HOUR
    >>> filled_in("meet me at ten past", six), filled_in("come half an hour later", six)
    ('meet me at 18:10 on monday', 'come at 18:30 on monday')
    """
    if before is None:
        return text
    full = before - before % HOUR

    def beside(found: re.Match[str]) -> str:
        minutes = MINUTE_WORDS[found["minutes"]]
        return _in_words(full + (minutes if found["side"] == "past" else -minutes))

    def away(found: re.Match[str]) -> str:
        return _in_words(before + length_of(found) * (1 if found["later"] else -1))

    return _FROM_IT.sub(away, _BESIDE_IT.sub(beside, text))


def _in_words(minute: int) -> str:
    """Return an absolute minute in words that leave nothing open."""
    hour, rest = divmod(minute % DAY, HOUR)
    return f"at {hour:02}:{rest:02} on {DAY_NAMES[minute // DAY % len(DAY_NAMES)].lower()}"
