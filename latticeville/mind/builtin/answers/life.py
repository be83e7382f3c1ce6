"""What is said of somebody's life: where they come from, what they were, and what they do."""

import re
from collections.abc import Callable

from latticeville.mind.builtin.answers.answer import KnownAnswer, rule
from latticeville.mind.builtin.answers.oneself import UNASKED, is_private
from latticeville.mind.builtin.answers.question import ReadQuestion
from latticeville.mind.builtin.answers.told_memory import tell_of_oneself
from latticeville.mind.interviewee import Interviewee

_Match = re.Match[str]


def _origin(question: ReadQuestion, _found: _Match) -> KnownAnswer:
    """Return where somebody is from, as far as anything says so."""
    return _said_so(question.asked, _FROM) or KnownAnswer(UNASKED)


def _past_life(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return what somebody was earlier in life."""
    if question.time.is_given:
        return None
    return _said_so(question.asked, _EARLIER) or _said_so(question.asked, _ONCE)


_FROM = re.compile(r"\b(?:came|comes|come|moved|here) from\b|\bborn\b|\bgrew up\b|\bchildhood\b")
_EARLIER = re.compile(r"\b(?:[Bb]efore that|[Ee]arlier|[Ff]ormer(?:ly)?|[Oo]nce|used to)\b")
_ONCE = re.compile(r"\bwas an? |\bwas the \w+ of\b|\bcame\b|\blong ago\b")


def _said_so(asked: Interviewee, pattern: re.Pattern[str]) -> KnownAnswer | None:
    return _first_sentence(asked, lambda one: pattern.search(one) is not None)


def _first_sentence(asked: Interviewee, is_meant: Callable[[str], bool]) -> KnownAnswer | None:
    """Return the first sentence of what is said of somebody that is meant and tells no secret."""
    sentences = re.split(r"(?<=[.!?]) +", asked.persona.about.strip())
    told = (one for one in sentences if is_meant(one) and not is_private(one, asked))
    found = next(told, "")
    return KnownAnswer(tell_of_oneself(found, asked)) if found else None


RULES = (
    rule(
        _origin,
        r"^where (?:do|did|are|were) you (?:come from|from|born|grow up|raised)\b",
        r"^(?:from )?where .*\byou (?:originally )?(?:come from|from)$",
        r"\bwhere (?:did|have) you (?:live|lived|come) before\b",
    ),
    rule(
        _past_life,
        r"^where (?:did|have) you (?:ever )?work(?:ed)?\b.*\b(?:before|earlier|once|when you were)\b",
        r"^what (?:did you do|were you|have you been)\b.*\b(?:before|earlier in life|in the past"
        r"|once|when you were young)\b",
        r"^what (?:was|were) your (?:\w+ )?(?:job|work|trade|profession|occupation)\b",
    ),
)
"""The forms of questions about somebody's life, in the order in which they are tried."""
