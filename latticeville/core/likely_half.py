"""Which half of the day is likely for what words tell of: a concert at eight, a train at eight."""

import re

from latticeville.core.clock_words import HOUR
from latticeville.core.time_points import EVENING, MORNING, OPEN

_EVENING_NOUN = re.compile(
    r"\b(?:concert|dance|ball|dinner|supper|quiz|drinks|gig|bonfire|fireworks|theatre|band"
    r"|opera|film|ghosts?|(?:till|until) (?:late|dawn|daybreak|sunrise))\b"
)
_LIKELY_EVENING_NOUN = re.compile(
    r"\b(?:party|feast|banquet|reception|darts|cards|poker|bingo|(?:game|film|movie) night|movie"
    r"|play|plays|show|curtain"
    r"|guests|(?:people|everyone|everybody|friends|them all|you all) (?:over|round)"
    r"|recital|reading|disco|beer|pint|ale|wine|cocktails|pub|tavern|stars|comet|moon)\b"
)
_DAY_NOUN = re.compile(
    r"\b(?:bus|train|ferry|boat|coach|leav(?:es|ing)|departs|homework|essays|office|school|class"
    r"|lessons?|exams?|assembly|work"
    r"|shift|shop|market|queue|deliver\w*|doctor|nurse|dentist|vet|clinic|harvest|pick(?:ing)?"
    r"|plough(?:ing)?|lecture"
    r"|church|court|bank|mill|forge|bakery)\b"
)
"""What begins at eight or later in the morning, unless words say otherwise."""
_MORNING_NOUN = re.compile(
    r"\b(?:breakfast|before (?:work|school)|wake (?:me|us|up)|wakes|alarm|get up|milking"
    r"|sun .*up)\b"
)
_OPENS = re.compile(r"\b(?<!doors )(?<!still )(?<!stay )opens?\b")
FIRST_OF_DAY = 8 * HOUR
"""Minute of the day before which no train or lesson is meant in the morning."""
LIKELY_EVENING_BEFORE = 9 * HOUR
"""A party at an hour before it is in the evening; one at ten may as well be in the morning."""
EARLIEST_OPENING = 6 * HOUR
"""Minute of the day from which on something may open, “the gates open at half past seven”."""


def likely_half(text: str, minute: int, *, is_dated: bool) -> str:
    """Return which half of the day is likely for an hour of what a text in small letters tells of, of a
    day that it names or not.

    >>> likely_half("the concert is at eight", 480, is_dated=False) == EVENING
    True
    >>> likely_half("the train on friday", 480, is_dated=True) == MORNING
    True
    """
    if _MORNING_NOUN.search(text) or (minute >= EARLIEST_OPENING and _OPENS.search(text)):
        return MORNING
    is_likely = minute < LIKELY_EVENING_BEFORE and is_evening_likely(text)
    if is_likely or _EVENING_NOUN.search(text):
        return EVENING
    is_day = is_dated and minute >= FIRST_OF_DAY and _DAY_NOUN.search(text)
    return MORNING if is_day else OPEN


def is_evening_likely(text: str) -> bool:
    """Tell whether a text tells of what is more often in the evening than in the morning."""
    return _LIKELY_EVENING_NOUN.search(text) is not None
