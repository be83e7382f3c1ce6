"""A question with slots for whom and what it names: “what did you say to _person _time”."""

import re
from collections.abc import Iterator

from latticeville.core.day_words import WEEKDAYS
from latticeville.core.number_words import ONE_TO_TWELVE
from latticeville.core.text_fold import fold
from latticeville.mind.builtin.answers.plain_question import without_opening
from latticeville.mind.builtin.answers.question import all_forms, roles_named
from latticeville.mind.interviewee import Interviewee
from latticeville.models.fake import STOP_WORDS

_PART = "morning|afternoon|evening|night|noon"
_HOUR = rf"(?:half past |a? ?quarter (?:past|to) )?(?:{'|'.join(ONE_TO_TWELVE)}|\d[\d.:]*)"
_PAST = re.compile(
    rf"\b(?:(?:on|at|in|since|early|late|last|this|the) )*"
    rf"(?:(?:{WEEKDAYS}|yesterday)(?:'?s)?(?: (?:{_PART}|at {_HOUR}))?"
    rf"|(?<=this )(?:{_PART})|(?<=last )(?:night|evening)|(?<=at ){_HOUR}(?: o'clock)?|day before yesterday)\b"
)
_LATER = re.compile(
    rf"\b(?:(?:on|at|in|for|the) )*(?:tomorrow|tonight|next (?:week|month|year|day)|day after tomorrow)"
    rf"(?: (?:{_PART}))?(?: at {_HOUR})?\b"
)
_SOMEBODY = re.compile(
    r"\b(?:he|she|him|her(?= (?:now|these|at|in|on|for|about|to|and|lately)\b|$))\b"
)
_NO_NAME = 3
"""Letters up to which a name does not count."""


def slotted(text: str, asked: Interviewee) -> str:
    """Return a question to somebody in lower case with slots."""
    low = roles_named(without_opening(text, asked.persona.first_name), asked)
    low = timed(low)
    for pattern, slot in _names(low, asked):
        low = pattern.sub(slot, low)
    return _SOMEBODY.sub("_person", low)


def timed(low: str) -> str:
    """Return a text with slots for its times.

    >>> timed("what did you do on monday evening"), timed("where will you be tomorrow")
    ('what did you do _time', 'where will you be _later')
    """
    return _PAST.sub("_time", _LATER.sub("_later", low))


def _names(low: str, asked: Interviewee) -> Iterator[tuple[re.Pattern[str], str]]:
    """Yield patterns of what a text names, the surest first, each with its slot."""
    world = asked.world
    for subject in sorted(asked.subjects, key=len, reverse=True):
        whole = fold(subject).removeprefix("the ")
        names = "|".join(map(re.escape, (whole, whole.split()[-1])))
        yield re.compile(rf"\b(?:(?:the|that|old|this) )*(?:{names})\b"), "_topic"
    for forms in all_forms(asked):
        for name in sorted(forms, key=len, reverse=True):
            is_name = len(name) >= _NO_NAME and name not in STOP_WORDS
            if not is_name or name not in low or name.startswith("your "):
                continue
            one = forms[name][0]
            slot = (
                "_person" if one in world.people else "_thing" if one in world.objects else "_place"
            )
            yield re.compile(rf"\b(?:(?:the|old) )*{re.escape(name)}\b"), slot
