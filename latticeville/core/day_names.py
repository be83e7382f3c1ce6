"""Words such as “today” as the weekday that they mean, so that a text stays true on later days."""

import re

from latticeville.core.clock import DAY
from latticeville.core.spoken_time import DAY_NAMES

_OFFSETS = {"yesterday": -1, "tomorrow": 1, "last": -1}
_WORDS = re.compile(
    r"(?P<before>\b(?:about|after|before|by|for|from|of|on|since|than|till|until)\s+)?"
    r"\b(?:(?P<day>today|yesterday|tomorrow)(?P<part>\s+(?:morning|noon|afternoon|evening|night))?"
    r"|(?P<tonight>tonight)|(?P<this>this|last)(?P<of>\s+(?:morning|noon|afternoon|evening|night)))\b(?P<own>['’]s)?",
    re.IGNORECASE,
)


def weekday(minute: int) -> str:
    """Return the full name of the day of a minute, which counts from Monday 00:00.

    >>> weekday(DAY)
    'Tuesday'
    """
    return DAY_NAMES[minute // DAY % 7]


def name_days(text: str, minute: int) -> str:
    """Return a text with weekdays for its words of time that are meant at a minute.

    >>> name_days("Today I bake. Until tonight, Ada; this morning's bread is yesterday's.", 9 * 60)
    "On Monday I bake. Until Monday evening, Ada; Monday morning's bread is Sunday's."
    >>> name_days("I shall be there tomorrow morning.", 9 * 60)
    'I shall be there on Tuesday morning.'
    """

    def named(found: re.Match[str]) -> str:
        before = found["before"] or ""
        offset = _OFFSETS.get((found["day"] or found["this"] or "").lower(), 0)
        part = " evening" if found["tonight"] else (found["part"] or found["of"] or "").lower()
        day = f"{weekday(minute + offset * DAY)}{part}{found['own'] or ''}"
        on = "" if before or found["own"] else "On " if found[0][0].isupper() else "on "
        return f"{before}{on}{day}"

    return _WORDS.sub(named, text)
