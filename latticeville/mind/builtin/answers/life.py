"""What is said of somebody's life: where they come from, what they were, and what they do."""

import re
from collections.abc import Callable

from latticeville.mind.builtin.answers.answer import KnownAnswer, rule
from latticeville.mind.builtin.answers.oneself import UNASKED, is_private
from latticeville.mind.builtin.answers.question import ReadQuestion
from latticeville.mind.interview_question import stems_of, words_of
from latticeville.mind.interviewee import Interviewee
from latticeville.mind.present_verbs import in_present

_Match = re.Match[str]


def _told_of(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return the sentence of what is said of somebody that has all words of a question, if it is
    about nobody else and no time."""
    if question.people or question.time.is_given or not question.matter:
        return None
    kind = _KIND_ASKED.match(question.low)
    named = question.matter - stems_of(kind[1] if kind else "")
    is_said = bool(named)
    return _first_sentence(question.asked, lambda one: is_said and named <= _present_stems(one))


_KIND_ASKED = re.compile(
    r"(?:what|which)(?: kinds? of| sorts? of)? (\w+) (?:do|did|have|are) you\b"
)
"""How a question names the kind of what it asks for, such as “which animals do you carve”."""


def _present_stems(sentence: str) -> set[str]:
    return stems_of(" ".join(in_present(words_of(sentence))))


def _origin(question: ReadQuestion, _found: _Match) -> KnownAnswer:
    """Return where somebody is from, as far as anything says so."""
    return _said_so(question.asked, _FROM) or KnownAnswer(UNASKED)


def _past_life(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return what somebody was earlier in life."""
    return None if question.time.is_given else _said_so(question.asked, _ONCE)


def _since(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return for how long somebody has been what a question names, as far as anything says so."""
    named = question.stems - _LONG
    return _first_sentence(
        question.asked, lambda one: bool(_SPAN.search(one)) and named <= _present_stems(one)
    )


_LONG = stems_of("long many years months")
_SPAN = re.compile(r"\b(?:years?|months?|weeks|since|summers?|winters?)\b")
_FROM = re.compile(r"\b(?:came|comes|come|moved|here) from\b|\bborn\b|\bgrew up\b|\bchildhood\b")
_ONCE = re.compile(r"\bonce\b|\bused to\b|\bformer(?:ly)?\b|\bcame\b|\blong ago\b")


def _said_so(asked: Interviewee, pattern: re.Pattern[str]) -> KnownAnswer | None:
    return _first_sentence(asked, lambda one: pattern.search(one) is not None)


def _first_sentence(asked: Interviewee, is_meant: Callable[[str], bool]) -> KnownAnswer | None:
    """Return the first sentence of what is said of somebody that is meant and tells no secret."""
    sentences = re.split(r"(?<=[.!?]) +", asked.persona.about.strip())
    told = (one for one in sentences if is_meant(one) and not is_private(one, asked))
    found = next(told, "")
    return KnownAnswer(f"People say of me: {found}") if found else None


RULES = (
    rule(
        _origin,
        r"^where (?:do|did|are|were) you (?:come from|from|born|grow up|raised)\b",
        r"^(?:from )?where .*\byou (?:originally )?(?:come from|from)$",
        r"\bwhere (?:did|have) you (?:live|lived|come) before\b",
    ),
    rule(
        _since,
        r"^(?:for |since )?(?:how long|when) (?:have|had) you (?:been|lived|worked|had|kept)\b",
        r"^how (?:long|many (?:years|months)) (?:ago )?(?:have|did|has it been since) you\b",
    ),
    rule(
        _past_life,
        r"^what (?:did you do|were you|have you been)\b.*\b(?:before|earlier in life|in the past"
        r"|once|when you were young)\b",
    ),
    rule(
        _told_of,
        r"^(?:what|which|whom|who) (?:do|did|have|are) you\b",
        r"^(?:what|which)(?: kinds? of| sorts? of)? \w+ (?:do|did|have|are) you\b",
        r"^(?:do|did|have|can|are) you\b",
        r"^how (?:many|long|well|much)\b.*\byou\b",
    ),
)
"""The forms of questions about somebody's life, in the order in which they are tried."""
