"""What an answer of the built-in mind is, and the rules that give one."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from latticeville.core.text_fold import fold
from latticeville.mind.builtin.answers.lexicon import stems_alike
from latticeville.mind.builtin.answers.question import ReadQuestion
from latticeville.mind.interview_question import stems_of, words_of
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.present_verbs import in_present

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
    """A form of question, the stems of the words that the form reads, and what answers it; None where
    it does not."""

    form: re.Pattern[str]
    reads: frozenset[str]
    answer: Callable[[ReadQuestion, re.Match[str]], KnownAnswer | None]
    is_whole: bool = False
    """Whether the answer itself is only given where it is about all that a question is."""


def rule(
    answer: Callable[[ReadQuestion, re.Match[str]], KnownAnswer | None],
    *forms: str,
    reads: str = "",
    is_whole: bool = False,
) -> AnswerRule:
    """Return a rule of several forms, each written as a pattern; the answer `reads` these words of a
    question besides those of the forms."""
    words = re.findall(r"[a-z]{3,}", re.sub(r"\\[a-zA-Z]|\?P<\w+>", " ", " ".join([*forms, reads])))
    return AnswerRule(
        re.compile("|".join(forms)), frozenset(_present_stems(words)) | _BESIDE, answer, is_whole
    )


def first_answer(rules: Sequence[AnswerRule], question: ReadQuestion) -> KnownAnswer | None:
    """Return the answer of the first rule that has one."""
    for one in rules:
        found = one.form.search(question.low)
        if found is None:
            continue
        answer = one.answer(question, found)
        if answer is not None and _is_of(answer, question, one, found):
            return answer
    return None


def _is_of(
    answer: KnownAnswer, question: ReadQuestion, by: AnswerRule, found: re.Match[str]
) -> bool:
    """Tell whether an answer is about all that a question is: each word is one that the rule reads,
    or stands in the answer or in a memory that it rests on. One that claims nothing is, and an opinion
    on what the question names."""
    words, asked = answer.words, question.asked
    if answer.nothing or any(one in words for one in UNSAYABLE):
        return True
    if by.is_whole:
        return True
    if any(f"On {subject}, " in words for subject in question.subjects):
        return _is_of_people(answer, question)
    if not _is_of_names(answer, question):
        return False
    read = _present_stems(
        words_of(fold(" ".join([words, *filter(None, found.groupdict().values())])))
    )
    told = read.union(*(asked.stems.get(one, ()) for one in answer.cites))
    return all(not stems_alike(one).isdisjoint(told) for one in question.matter - by.reads)


def _is_of_names(answer: KnownAnswer, question: ReadQuestion) -> bool:
    """Tell whether an answer that rests on memories has the people and the places that a question
    names: in its words, or as where a memory is of; one that denies them, or of one of two, need
    not."""
    asked, records, told = question.asked, question.asked.recall(answer.cites), fold(answer.words)
    if not records or told.startswith("no") or " or " in question.low:
        return True
    is_of_places = all(
        fold(asked.world.name_of(place)) in told
        or any(asked.is_within(one.place, place) for one in records)
        for place in question.places
    )
    return is_of_places and _is_of_people(answer, question)


def _is_of_people(answer: KnownAnswer, question: ReadQuestion) -> bool:
    """Tell whether an answer that rests on memories names those whom a question names."""
    people = question.asked.world.people
    names = [fold(people[one].persona.first_name) for one in question.people]
    return not answer.cites or all(one in fold(answer.words) for one in names)


UNSAYABLE = (
    "I do not know",
    "I cannot say",
    "I could not say",
    "I have no plan",
    "Not that I",
    "Neither for",
    "I tell a stranger nothing",
    NEAREST,
)
"""What an answer says that claims nothing."""


def _present_stems(words: Iterable[str]) -> set[str]:
    return stems_of(" ".join(in_present([*words])))


_BESIDE_WORDS = """
everybody everyone nobody other others people him her himself herself them themselves next come coming
go going leave since until while doing end opinion mind decision friend friends breakfast lunch dinner
supper home
"""
_BESIDE = frozenset(_present_stems(_BESIDE_WORDS.split()))
"""The stems of words that say nothing of what a question is about where a rule reads it."""


def nothing(words: str, people: tuple[str, ...] = ()) -> KnownAnswer:
    """Return the answer that there is nothing to tell."""
    return KnownAnswer(words, people=people, nothing=True)


def cite(words: str, records: Sequence[MemoryRecord], why: str = "") -> KnownAnswer:
    """Return an answer that rests on memories."""
    some = records[:MOST_CITED]
    people = dict.fromkeys(who for one in some for who in one.about)
    return KnownAnswer(words, tuple(one.id for one in some), tuple(people), why)
