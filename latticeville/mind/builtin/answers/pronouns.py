"""Whom a question means that only calls them “she”, “him”, “them” or “the two of you”."""

import re

from latticeville.core.word_list import list_words
from latticeville.mind.builtin.answers.answer import NEAREST
from latticeville.mind.builtin.answers.datum import KIN
from latticeville.mind.builtin.answers.known import known_answer
from latticeville.mind.builtin.answers.question import ReadQuestion, read_question, without_before
from latticeville.mind.interviewee import Interviewee


def with_names(known: Interviewee, text: str, before: str) -> str:
    """Return a question with the names of those whom it only calls “she”, “him” or “them”: whom the
    one before it names, or else the answer to that."""
    text = _OF_BOND.sub(r"\g<has> your relationship with them ", text)
    found = _PERSONAL.search(text)
    if not before or found is None or read_question(known, text).people:
        return text
    people = _named_by(without_before(read_question(known, before)))
    is_one = len(people) == 1
    if not people or (found["both"] is not None and not is_one):
        return text
    names = list_words([known.name(one) for one in (people if found["many"] else people[:1])])
    return _PERSONAL.sub(_instead(found, names), text, count=1)


def _named_by(question: ReadQuestion) -> list[str]:
    """Return the ids of those whom a question names, or else the answer to it; of kin that it names
    none is known."""
    if question.meant:
        return [*question.meant]
    found = None if _OF_KIN.search(question.low) else known_answer(question)
    if found is None or found.nothing or NEAREST in found.words:
        return []
    return [one for one in found.people if one != question.asked.who]


def _instead(found: re.Match[str], names: str) -> str:
    """Return what stands instead of a word for people: their names, or that something is theirs."""
    if found["both"] is not None:
        return f"you and {names}"
    is_hers = found["her"] is not None and _IS_OWNED.match(found.string, found.end()) is not None
    return f"{names}'s" if is_hers or found["own"] is not None else names


_PERSONAL = re.compile(
    r"\b(?:(?P<own>his|their)|(?P<her>her)|(?P<many>them|they)"
    r"|(?P<both>the two of you|you two|you both|both of you)|he|she|him)\b",
    re.IGNORECASE,
)
"""Words for people whom a question does not name."""
_OF_BOND = re.compile(
    r"^(?:and )?(?P<has>has|have) (?:that|it|things)"
    r" (?=(?:got|gotten|become|changed|improved|grown|been) )(?!.*\bwith\b)",
    re.IGNORECASE,
)
"""How a question begins that asks whether what is between two has changed."""
_IS_OWNED = re.compile(
    r" (?!(?:in|on|at|to|for|with|about|when|again|now|yet|then|there|today|yesterday|most|best|well|since"
    r"|that|so|and|or)\b)[a-z]"
)
"""What follows “her” where something is hers."""
_OF_KIN = re.compile(rf"\byour (?:{'|'.join(sorted(KIN))})\b|\bmarried\b")
