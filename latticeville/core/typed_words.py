"""Words of time as people type them, spelt out: “wensday”, “tmrw” and “Fri” are days."""

import re
from difflib import get_close_matches
from functools import lru_cache

from latticeville.core.number_words import number_of
from latticeville.core.spoken_time import DAY_NAMES

_KNOWN = (*(name.lower() for name in DAY_NAMES), "tomorrow", "tonight", "yesterday")
_OTHERS = frozenset(("sundae", "sundaes", "sundry", "friary", "monody", "tuesdays", "sturdy"))
"""Words that look like a word of time and are none."""
_TYPED = re.compile(r"\b(?:mo|mu|te?u|to|we|th|f[rir]|s[aut]|ye)[a-z]{2,8}\b", re.IGNORECASE)
_LIKENESS = 0.82
"""From which likeness on a word is a word of time: “tusday” and “firday”, not “midday” or “someday”."""
_SHORT_FORMS = {
    "tmrw": "tomorrow",
    "tmr": "tomorrow",
    "tmw": "tomorrow",
    "2moro": "tomorrow",
    "2morrow": "tomorrow",
    "tomoz": "tomorrow",
    "tonite": "tonight",
    "2nite": "tonight",
    "2night": "tonight",
    "tdy": "today",
    "quater": "quarter",
    "qarter": "quarter",
    "sevn": "seven",
    "eigth": "eight",
    "elevn": "eleven",
    "twelv": "twelve",
    "twleve": "twelve",
}
_SHORT = re.compile(rf"\b(?:{'|'.join(_SHORT_FORMS)})\b", re.IGNORECASE)
_NEXT_TO = (
    r"(?=\.?,? (?:\d|at\b|from\b|the \d|noon\b|morning\b|afternoon\b|evening\b|night\b|half\b"
    r"|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b)|\.?$)"
)
_SHORT_DAY = re.compile(
    r"\b(?:(?P<sure>Mon|MON|mon|[Tt]ues?|TUES?|[Tt]hu(?:rs?)?|THU(?:RS?)?|[Ff]ri|FRI)"
    rf"|(?P<told>(?<=\bon )(?:weds?|sat|sun)|Weds?{_NEXT_TO}|(?<!^)Sat{_NEXT_TO}|(?<!the )S[Uu][Nn]{_NEXT_TO}"
    rf"|SAT|WED|(?<!the )(?<!the hot )sun(?= at \d)))\b\.?(?!')"
)
"""Short names of days; “sat”, “sun” and “wed” are words, too."""


_HUNDRED = re.compile(
    r"\b(?P<before>at|by|from|until|till|around|about) (?P<hour>(?:thir|four|fif|six|seven|eigh"
    r"|nine)teen|twenty(?:[ -](?:one|two|three))?) hundred(?: hours)?\b"
    r"(?! (?:pounds|crowns|coins|euros|dollars|people|metres|miles|feet))",
    re.IGNORECASE,
)


def spelt_out(words: str) -> str:
    """Return words with the days in them, as people type them, by their names, and the hours of a
    watch in figures.

    >>> spelt_out("Come on wensday, or Fri at 5."), spelt_out("Someday, on my birthday, tmrw")
    ('Come on wednesday, or Friday at 5.', 'Someday, on my birthday, tomorrow')
    >>> spelt_out("At nineteen hundred"), spelt_out("It went for nineteen hundred.")
    ('At 19:00', 'It went for nineteen hundred.')
    """
    words = _HUNDRED.sub(_hour_of, words)
    short = _SHORT_DAY.sub(lambda found: _day_of(found[0]), words)
    short = _SHORT.sub(lambda found: _SHORT_FORMS[found[0].lower()], short)
    return _TYPED.sub(lambda found: _meant(found[0]), short)


def _hour_of(found: re.Match[str]) -> str:
    hour = number_of("-".join(found["hour"].lower().replace("-", " ").split()))
    return f"{found['before']} {hour}:00"


def _day_of(short: str) -> str:
    return next(name for name in DAY_NAMES if name[:3].lower() == short[:3].lower())


@lru_cache(maxsize=1024)
def _meant(word: str) -> str:
    """Return the word of time that is meant by a word with a slip in it, else the word; both of two
    that may be meant: “tuesday or thursday” for “tursday”."""
    low = word.lower()
    if low in _OTHERS or low in _KNOWN or low.removesuffix("s") in _KNOWN:
        return word
    known = [one for one in _KNOWN if one[0] == low[0]]
    return " or ".join(get_close_matches(low, known, 2, _LIKENESS)) or word
