"""What an answer of the built-in mind is, and the rules that give one."""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from latticeville.mind.builtin.answers.question import ReadQuestion
from latticeville.mind.memory import MemoryRecord

UNHEARD = "I know nothing of that."
UNSURE = "I am not sure."
NEAREST = "The nearest that I remember:"
"""How an answer begins that quotes what may not be meant."""
MOST_CITED = 3
"""Most memories that an answer tells."""


class KnownAnswer(NamedTuple):
    """The words of an answer, the ids of the memories that it rests on, and of the people whom it
    names; `why` is said if somebody asks for the reason, and `nothing` that the words only say that
    nothing is known."""

    words: str
    cites: tuple[int, ...] = ()
    people: tuple[str, ...] = ()
    why: str = ""
    nothing: bool = False


class AnswerRule(NamedTuple):
    """A form of question, and what answers it; None where it does not."""

    form: re.Pattern[str]
    answer: Callable[[ReadQuestion, re.Match[str]], KnownAnswer | None]


def rule(
    answer: Callable[[ReadQuestion, re.Match[str]], KnownAnswer | None], *forms: str
) -> AnswerRule:
    """Return a rule of several forms, each written as a pattern."""
    return AnswerRule(re.compile("|".join(forms)), answer)


def first_answer(rules: Sequence[AnswerRule], question: ReadQuestion) -> KnownAnswer | None:
    """Return the answer of the first rule that has one."""
    for one in rules:
        found = one.form.search(question.low)
        if found is not None and (answer := one.answer(question, found)) is not None:
            return answer
    return None


def nothing(words: str, people: tuple[str, ...] = ()) -> KnownAnswer:
    """Return the answer that there is nothing to tell."""
    return KnownAnswer(words, people=people, nothing=True)


def cite(words: str, records: Sequence[MemoryRecord], why: str = "") -> KnownAnswer:
    """Return an answer that rests on memories."""
    some = records[:MOST_CITED]
    people = dict.fromkeys(who for one in some for who in one.about)
    return KnownAnswer(words, tuple(one.id for one in some), tuple(people), why)
