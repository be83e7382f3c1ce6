"""Whether a sentence is about what a question asks: by its words, and by whom it tells of."""

from collections.abc import Set as AbstractSet

from latticeville.mind.builtin.answers import datum
from latticeville.mind.builtin.answers.lexicon import stems_of_field
from latticeville.mind.builtin.answers.sentence import ReadSentence, Source, stem_of
from latticeville.mind.builtin.answers.wanted import VAGUE, AnswerKind, Wanted
from latticeville.mind.interviewee import Interviewee

ENOUGH = 2
"""Words of a question that a sentence must have to be about it."""
_BEING = frozenset(map(stem_of, ("live", "lived", "stay", "work")))
"""Deeds that “how long” and “where” need not name."""
_LASTING = (AnswerKind.SPAN, AnswerKind.PLACE)
_PLACED = (AnswerKind.TIME, AnswerKind.PLACE)


def covers(statement: ReadSentence, asks: Wanted) -> bool:
    """Tell whether a statement has the words of a question: all, or all but what it need not
    name."""
    if statement.is_question or not asks.stems:
        return False
    missing = asks.missing(statement.stems)
    here = len(asks.stems) - len(missing)
    return not missing or (
        not missing.issuperset(asks.matter) and here >= _least(statement, asks, missing)
    )


def _least(statement: ReadSentence, asks: Wanted, missing: AbstractSet[str]) -> int:
    """Return how many words of a question a statement must have that lacks some: vague ones, what a
    “which” names, how long somebody “lived”, or what is said with it."""
    if _is_of_field(statement, asks, missing):
        return ENOUGH - 1
    is_headless = missing == {asks.head} and asks.verb in statement.stems
    if missing <= VAGUE or is_headless or (asks.kind in _LASTING and missing <= _BEING):
        return 1 if _is_sure_of_one(statement, asks, missing) else ENOUGH
    is_around = missing <= statement.around - {stem_of(asks.deed)}
    return max(ENOUGH, len(missing) + 1) if is_around else NEVER


def _is_of_field(statement: ReadSentence, asks: Wanted, missing: AbstractSet[str]) -> bool:
    """Tell whether what is said of the person lacks only the deed, but has a word of its field, such
    as “keep” for “run”."""
    is_own = statement.source is Source.PERSONA and missing == {asks.verb}
    return is_own and not stems_of_field(asks.verb).isdisjoint(statement.stems)


def _is_sure_of_one(statement: ReadSentence, asks: Wanted, missing: AbstractSet[str]) -> bool:
    """Tell whether one word is enough: of the persona, or of a time or place that was seen."""
    if missing <= VAGUE:
        return asks.kind in _PLACED and statement.source >= Source.SEEN
    return statement.source is Source.PERSONA and asks.is_telling


NEVER = 1000
"""More words than a question has."""


def is_of_people(statement: ReadSentence, asks: Wanted, at: int, asked: Interviewee) -> bool:
    """Tell whether a statement tells of those whom a question means, by the deed at a place."""
    return _is_of_doer(statement, asks, at, asked) and _is_of_asked(statement, asks, asked)


def _is_of_asked(statement: ReadSentence, asks: Wanted, asked: Interviewee) -> bool:
    """Tell whether a sentence means the person where a question does, besides as the doer."""
    is_own = statement.source >= (Source.VIEW if asks.is_to_asked else Source.KNOWN)
    return (
        not asks.is_of_asked
        or asks.subject == asked.who
        or is_own
        or _means(statement, asks, asked)
    )


def _means(statement: ReadSentence, asks: Wanted, asked: Interviewee) -> bool:
    own = [one for one in statement.words if one.who == asked.who]
    is_object = asks.is_to_asked and not asks.is_of_doer
    if not is_object:
        return bool(own)
    return _is_done_to(statement, asks, asked) or any(
        not one.is_doer or one.low == "you" for one in own
    )


def _is_done_to(statement: ReadSentence, asks: Wanted, asked: Interviewee) -> bool:
    """Tell whether a sentence names the person after the deed of whom a question names."""
    at = datum.verb_at(statement, asks)
    is_by = at >= 0 and datum.doer(statement.words, at) == asks.subject
    return is_by and any(one.who == asked.who for one in statement.words[at + 1 :])


def _is_of_another(statement: ReadSentence, asks: Wanted, at: int) -> bool:
    """Tell whether a memory that lacks the deed of a question begins with what another did."""
    first = next((one.who for one in statement.words if one.is_doer and one.who), asks.subject)
    is_lacking = at < 0 and bool(asks.deed) and statement.source is Source.KNOWN
    return is_lacking and first != asks.subject


def _is_of_doer(statement: ReadSentence, asks: Wanted, at: int, asked: Interviewee) -> bool:
    """Tell whether a sentence tells of whom a question asks, where it says of whom."""
    if not asks.subject:
        return True
    find = datum.doer if asks.deed or asks.is_of_doer else datum.nearest_doer
    who = find(statement.words, at) if at >= 0 else datum.NOBODY
    if who != datum.NOBODY:
        return who == asks.subject
    if statement.source < Source.KNOWN or _is_of_another(statement, asks, at):
        return False
    return asks.subject == asked.who or any(one.who == asks.subject for one in statement.words)
