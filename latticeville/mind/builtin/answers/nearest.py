"""What the person says of themselves and of others that has all words of a question, and whether they ever
heard of what it is about."""

import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from latticeville.core.keep import keep
from latticeville.mind.builtin.answers.answer import KnownAnswer
from latticeville.mind.builtin.answers.lexicon import stems_alike, stems_of_field
from latticeville.mind.builtin.answers.passages import (
    Passage,
    all_passages,
    of_persona,
    passages,
)
from latticeville.mind.builtin.answers.people import tell_person
from latticeville.mind.builtin.answers.question import ReadQuestion
from latticeville.mind.builtin.answers.wanted import wanted
from latticeville.mind.interview_question import stems_of
from latticeville.mind.interviewee import Interviewee


def is_unheard(question: ReadQuestion) -> bool:
    """Tell whether a question is about something that the person never heard of."""
    known = keep(question.asked, "heard", lambda: _heard(question.asked))
    return any(stems_alike(one).isdisjoint(known) for one in question.content)


def _heard(asked: Interviewee) -> frozenset[str]:
    """Return the stems of all words that the person could say."""
    heard = frozenset[str]().union(*(one.stems for one in all_passages(asked)))
    return heard | stems_of(" ".join(asked.vocabulary))


def own_life(question: ReadQuestion) -> KnownAnswer | None:
    """Return the sentence of what is said of the person that has all words of a question which asks
    what they do, have or are; None for none."""
    content, is_of_once = question.content, bool(question.meant) or question.time.is_given
    if is_of_once or not _OF_ASKED.match(question.low) or not _is_enough(question):
        return None
    own = of_persona(question.asked)
    has = _has_each if " did you" in question.low else has_all
    told = next((one.told for one in own if has(one.stems, content)), "")
    return KnownAnswer(told) if told else None


def _is_enough(question: ReadQuestion) -> bool:
    """Tell whether a question says enough for one sentence to answer it: two words, or a deed."""
    asks = wanted(question)
    return len(question.content) >= ENOUGH or (asks.is_telling and asks.verb in question.content)


ENOUGH = 2
"""Words of a question that say enough of what it is about."""
_OF_ASKED = re.compile(r"(?:what|which|how|who|whom)\b.*\b(?:do|did|are|is|have|has) your?\b")
"""How a question begins that asks what the person does, has or is."""


def relations(question: ReadQuestion) -> Iterator[tuple[str, Passage]]:
    """Yield the ids of those of whom the person says all that a question is about, with what they
    say."""
    for one in passages(question):
        if one.is_relation and has_all(one.stems, question.content):
            yield from ((who, one) for who in sorted(one.people - {question.asked.who}))


def _has_each(stems: AbstractSet[str], content: AbstractSet[str]) -> bool:
    return all(not stems_alike(one).isdisjoint(stems) for one in content)


def has_all(stems: AbstractSet[str], content: AbstractSet[str]) -> bool:
    """Tell whether some stems have all words of a question, or words that mean the same; one of the
    field of another that is there need not be."""
    here = {one for one in content if not stems_alike(one).isdisjoint(stems)}
    around = frozenset[str]().union(*(stems_of_field(one) for one in here))
    return bool(here) and content - here <= around


def of_relations(question: ReadQuestion) -> KnownAnswer | None:
    """Return whom the person says to be or do all that a question for somebody asks for."""
    is_named = bool(question.people or question.places) or question.time.is_given
    if is_named or not _OF_YOURS.match(question.low):
        return None
    some = {who: None for who, _ in relations(question)}
    if len(some) != 1:
        return None
    (who,) = some
    return KnownAnswer(tell_person(question.asked, who), people=(who,))


_OF_YOURS = re.compile(r"(?:who|whom)\b.*\byou(?:r|rs)?\b")
"""A question for somebody who is or does something to the person."""
