"""On which side of a subject people are, whatever words a question has for that: “Who dislikes the
bell?” asks who is against it."""

import re
from dataclasses import replace

from latticeville.core.text_fold import fold
from latticeville.mind.builtin.answers.answer import AnswerRule, KnownAnswer, first_answer, rule
from latticeville.mind.builtin.answers.opinions import RULES as OPINION_RULES
from latticeville.mind.builtin.answers.question import ReadQuestion
from latticeville.mind.interview_question import stems_of

_FOR = (
    r"(?:in )?favou?rs?(?: of)?|likes?|loves?|supports?|supported|approves? of|welcomes?|enjoys?|adores?"
    r"|fond of|keen on|wants?(?! to\b)|wanted(?! to\b)|happy (?:with|about)|pleased with|all for|a fan of|into"
)
_AGAINST = (
    r"dislikes?|hates?|hated|detests?|loathes?|opposes?|opposed(?: to)?|minds?|rejects?|objects? to"
    r"|disapproves? of|annoyed (?:by|with)|bothered by|sick of|tired of|unhappy (?:with|about)|resents?"
)
_NOT = r"(?:not|never|can not|hardly|no longer)"
_PREDICATE = re.compile(
    rf"(?:\b(?P<no>{_NOT}) (?:\w+ )?)?\b(?:(?P<pro>{_FOR})|(?P<con>{_AGAINST}))\b"
)
_LIGHT = stems_of("really very still else much here village people anybody anyone idea thought")
_STEMS = stems_of(re.sub(r"\W", " ", f"{_FOR} {_AGAINST}"))
_BY_WHOM = re.compile(
    r"^(?P<why>why )?(?P<ask>who(?: else)?|(?:do|are|did|would) you|(?:does|is|did|would) (?P<name>\w+))\b"
)


def _sided(question: ReadQuestion, _found: re.Match[str]) -> KnownAnswer | None:
    """Return who is on a side of the subject that a question names, or whether somebody is."""
    by, side = _BY_WHOM.search(question.low), _side(question)
    if by is None or not side or question.time.is_given or not question.subjects:
        return None
    subject = fold(question.subjects[0])
    if question.matter - stems_of(subject) - _STEMS - _LIGHT or _OF_PEOPLE.search(question.low):
        return None  # it asks for more than a side
    return first_answer(OPINION_RULES, replace(question, low=_asked_of(by, side, subject)))


_OF_PEOPLE = re.compile(rf"{_PREDICATE.pattern} (?:you|me|him|her|them|us)\b")
"""A side for or against people, and not a subject."""


def _asked_of(by: re.Match[str], side: str, subject: str) -> str:
    """Return a question for somebody's side in the words that the rules of opinions read."""
    name, why = by["name"], by["why"] or ""
    if name and why:
        return f"what does {name} think of {subject}"
    if name:
        return f"is {name} {side} {subject}"
    return (
        f"{why}are you {side} {subject}"
        if "you" in by["ask"]
        else f"{by['ask']} is {side} {subject}"
    )


def _side(question: ReadQuestion) -> str:
    """Return “for” or “against”, whichever a question says in its words; "" for neither."""
    found = _PREDICATE.search(question.low)
    if found is None:
        return ""
    return "for" if (found["pro"] is not None) != (found["no"] is not None) else "against"


RULES: tuple[AnswerRule, ...] = (rule(_sided, rf"{_BY_WHOM.pattern}.*?{_PREDICATE.pattern}"),)
"""The form of questions about the sides that people take."""
