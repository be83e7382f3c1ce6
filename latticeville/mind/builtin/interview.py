"""Answers of the built-in mind to strangers: from what it knows, or the nearest that it
remembers."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from latticeville.core.spoken_time import DAY_NAMES
from latticeville.core.text_fold import fold
from latticeville.core.typed_words import spelt_out
from latticeville.core.word_list import list_words
from latticeville.mind.builtin.answers.answer import NEAREST, UNHEARD, KnownAnswer, cite, nothing
from latticeville.mind.builtin.answers.by_intent import is_of_life
from latticeville.mind.builtin.answers.follow_up import is_follow_up
from latticeville.mind.builtin.answers.known import is_sure, known_answer
from latticeville.mind.builtin.answers.language import NOT_UNDERSTOOD, is_understood
from latticeville.mind.builtin.answers.misspelled import SHORTEST, misspelled, strange_names
from latticeville.mind.builtin.answers.moments import at_its_moment, at_told_moment
from latticeville.mind.builtin.answers.nearest import is_unheard, own_life
from latticeville.mind.builtin.answers.oneself import NOT_TOLD, introduce
from latticeville.mind.builtin.answers.plans import plan_answer
from latticeville.mind.builtin.answers.pronouns import with_names
from latticeville.mind.builtin.answers.question import (
    ReadQuestion,
    read_question,
)
from latticeville.mind.builtin.answers.recall import (
    HALF,
    Recollection,
    recollect,
    recollection,
    tell_recalled,
)
from latticeville.mind.builtin.answers.search import of_time
from latticeville.mind.builtin.answers.slot import in_its_slot
from latticeville.mind.builtin.answers.told_memory import PLANNED, tell
from latticeville.mind.builtin.answers.turn import completed, read_turn
from latticeville.mind.builtin.answers.wanted import AnswerKind, wanted
from latticeville.mind.interview_question import EMPTY_WORDS, words_of
from latticeville.mind.interviewee import Interviewee
from latticeville.models.model import Request

if TYPE_CHECKING:
    from latticeville.mind.requests.interview import InterviewData

KNOWN = "known"
"""The basis of an answer from what somebody knows."""
LEAST_SIMILARITY = 0.55
"""The cosine from which on a memory is an answer, whatever its words."""
STRANGE = "I don't know anything about"
UNKNOWN = f"{STRANGE} that."
"""What people say who do not know."""
_LATELY = frozenset(
    ["happen", "happened", "important", "lately", "last", "news", "recall", "recently", "remember"]
)
"""Words of a question about nothing else that ask for what matters most."""
_ASKING = frozenset(["who", "what", "where", "when", "why", "how", "which"])
_GREETING = frozenset(["hello", "hey", "evening", "morning", "good", "day"])


def answer_basis(words: str) -> str:
    """Return on what an answer rests: known, nearest, unknown or not understood.

    >>> answer_basis("My name is Ada."), answer_basis(UNKNOWN)
    ('known', 'unknown')
    """
    if words == NOT_UNDERSTOOD:
        return "not understood"
    if NEAREST in words:
        return "nearest"
    is_unknown = words.startswith(
        (STRANGE, UNHEARD, "I do not know", "I cannot say", "I could not say", NOT_TOLD)
    )
    return "unknown" if is_unknown else KNOWN


def interview(request: Request) -> str:
    """Answer from what the person has in mind, or say that they do not know."""
    data: InterviewData = request.data
    return json.dumps({"answer": data.words, "because": data.numbers}, ensure_ascii=False)


def chat(request: Request) -> str:
    """Answer a visitor in the same way."""
    data: InterviewData = request.data
    return json.dumps({"words": data.words, "because": data.numbers}, ensure_ascii=False)


_THANKS = re.compile(
    r"(?:many |well,? )?(?:thanks?\b|thank you\b|goodbye\b|farewell\b)(?!.*\?)", re.IGNORECASE
)
"""Words that take leave and ask nothing."""


class PutQuestion(NamedTuple):
    """A question to somebody, of a category of questionnaires if any, asked after another one, and
    after what was `told` in the same turn; `similar` is the cosine with it of memories by id."""

    known: Interviewee
    question: str
    category: str = ""
    before: str = ""
    told: str = ""
    similar: Mapping[int, float] = {}


def question_before(known: Interviewee, earlier: Sequence[str]) -> str:
    """Return the last question of some to somebody, in whole where it only names something else than
    that before it; of one that only asks “why?” or “when?” that to which it belongs."""
    before = ""
    for text in earlier[-MOST_BEFORE:]:
        named = with_names(known, read_turn(text).questions[-1], before)
        read = read_question(known, named, before)
        if before and is_follow_up(read):
            continue
        before = read.low if read.is_continued else named
    return before


MOST_BEFORE = 4
"""Earlier questions to which a question may belong."""


def greeting(known: Interviewee, words: str) -> KnownAnswer | None:
    """Return the answer to a visitor who only greets."""
    asked = {*words_of(words)}
    if not asked & _GREETING or asked & _ASKING or not asked <= _GREETING | EMPTY_WORDS:
        return None
    return KnownAnswer(f"Hello. I am {known.doing}.")


def answer(asked: PutQuestion) -> KnownAnswer:
    """Return the answer to a question, or to several in one, with the memories that it rests on."""
    if (met := _civil(asked)) is not None:
        return met
    told, (first, *more) = read_turn(asked.question)
    first = completed(first, told, asked.known.persona.first_name)
    first = first if told else with_names(asked.known, first, asked.before)
    found, before = _answer_one(asked._replace(question=first, told=told)), first
    for text in more:
        one = with_names(asked.known, text, before)
        later = _answer_one(asked._replace(question=one, before=before, told=told))
        found, before = _with_more(found, later), one
    return _of_all(asked, [first, *more], found) if more else found


def _of_all(asked: PutQuestion, texts: Sequence[str], found: KnownAnswer) -> KnownAnswer:
    """Return the answer to several questions in one, or what comes to mind at all of them where it is
    only the nearest to one."""
    own = (is_of_life(read_question(asked.known, one)) for one in texts)
    if NEAREST not in found.words or any(own):
        return found
    read = read_question(asked.known, " ".join(texts), asked.before, asked.told)
    return tell_recalled(recollection(read)) or found


def _civil(asked: PutQuestion) -> KnownAnswer | None:
    """Return the answer to thanks, or to a greeting."""
    if _THANKS.match(asked.question):
        return KnownAnswer("You are welcome.")
    return greeting(asked.known, asked.question)


NO_MORE = ("That is how it is", "I do not know what you mean", "I cannot say")
"""How an answer begins that tells no more than the one before it."""


def _with_more(found: KnownAnswer, later: KnownAnswer) -> KnownAnswer:
    """Return an answer with that to a later question, where that says more."""
    is_told = answer_basis(later.words) == KNOWN and not later.words.startswith(NO_MORE)
    if found.nothing or answer_basis(found.words) != KNOWN:
        return later if is_told else found
    if not is_told or later.nothing or later.words in found.words:
        return found
    cites = tuple(dict.fromkeys((*found.cites, *later.cites)))
    return found._replace(words=f"{found.words} {later.words}", cites=cites)


def _answer_one(asked: PutQuestion) -> KnownAnswer:
    read = read_question(asked.known, asked.question, asked.before, asked.told)
    question = replace(at_its_moment(at_told_moment(read)), text=read.text)
    if asked.category == "plans" and question.time.future:
        return plan_answer(question)
    if (found := _of_strangers(question, asked)) is not None:
        return found
    found = known_answer(question)
    if found is not None and is_sure(found) and found.words != NOT_TOLD:
        return in_its_slot(found, question)
    return _from_memory(question, asked, found)


def _from_memory(
    question: ReadQuestion, asked: PutQuestion, found: KnownAnswer | None
) -> KnownAnswer:
    """Return what comes to mind at a question to which rules know no answer, if that is near, or else
    what they say; where a question asks for secrets, nothing comes to mind."""
    if found is None and (own := own_life(question)) is not None:
        return own
    mind = recollection(question)
    near = tell_recalled(mind) if _is_worse(found, mind) else None
    return near or found or _recollect(question, asked)


def _is_worse(found: KnownAnswer | None, mind: Recollection) -> bool:
    """Tell whether what rules say is worse than what comes to mind."""
    if found is not None and found.words == NOT_TOLD:
        return _OF_SECRET.search(mind.question.low) is None and _is_open(mind)
    if found is not None and NEAREST in found.words and is_of_life(mind.question):
        return False
    is_open = found is None or NEAREST in found.words or found.words == UNHEARD
    return is_open and mind.is_near(HALF)


def _is_open(mind: Recollection) -> bool:
    """Tell whether something that is no secret has as much of a question as any secret."""
    known = mind.question.asked
    secrets = [one.text for one in known.persona.secrets] + [one.text for one in known.kept]
    kept = max(map(mind.share_in, secrets), default=0.0)
    return mind.is_near(OPEN) and mind.share(mind.found[:1]) >= kept


OPEN = 0.35
"""The share of the weight of a question that is near a secret from which on what is no secret is told."""
_OF_SECRET = re.compile(r"\b(?:secrets?|hide|hiding|confid\w+|in love|private)\b")


def _of_strangers(question: ReadQuestion, asked: PutQuestion) -> KnownAnswer | None:
    """Say that nobody knows whom or what a question names; None where it names none such."""
    points = _POINTING.search(question.low) is not None
    text = spelt_out(f"{asked.told} {asked.question}" if points else asked.question)
    known = asked.known.vocabulary
    names = strange_names(text, known)
    words = [*known, *(one.lower() for one in DAY_NAMES)]
    right = misspelled(fold(" ".join(names)), [one for one in words if len(one) >= SHORTEST])
    strange = [one for one in names if not right.keys() & {*fold(one).split()}]
    if not strange or not is_understood(question):
        return None
    return nothing(f"{STRANGE} {list_words(strange)}.")


_POINTING = re.compile(r"\b(?:he|she|him|her|they|them|it)\b")


def _recollect(question: ReadQuestion, asked: PutQuestion) -> KnownAnswer:
    """Return the memory that has most of a question's words, the nearest, or that there is none."""
    if asked.category == "plans":
        return plan_answer(question)
    if asked.category == "self-knowledge":
        return introduce(question.asked)
    if question.time.is_given and question.time.start >= asked.known.minute:
        return plan_answer(question)
    if not (question.stems or question.is_told or question.meant):
        return _without_matter(question)
    return _found(question, asked) or KnownAnswer(UNKNOWN)


def _without_matter(question: ReadQuestion) -> KnownAnswer:
    """Answer a question that is about nothing in particular."""
    if question.words & _LATELY and wanted(question).kind is AnswerKind.OTHER:
        return _most_important(question)
    if question.before is not None:
        return KnownAnswer(UNKNOWN)
    is_of_self = _OF_SELF.search(question.low) is not None
    return introduce(question.asked) if is_of_self else KnownAnswer(UNKNOWN)


_OF_SELF = re.compile(
    r"^(?:who|what)(?: am i (?:talking|speaking) (?:to|with)| \w+ you| you are)?$|^you$|\byourself\b|^hello\b"
)
"""A question that asks for nothing but who somebody is."""


def _found(question: ReadQuestion, put: PutQuestion) -> KnownAnswer | None:
    """Return that the person never heard of it, the nearest passage by its words, or else the memory
    that is alike."""
    alike = [
        one
        for one in of_time(question, question.asked.memories)
        if one.kind != PLANNED and put.similar.get(one.id, 0) >= LEAST_SIMILARITY
    ]
    if not alike:
        return _unheard(question) or recollect(question)
    record = max(alike, key=lambda one: (put.similar[one.id], one.id))
    return cite(f"I am not sure. {NEAREST} {tell(record, question.asked)}", [record])


def _unheard(question: ReadQuestion) -> KnownAnswer | None:
    """Deny that something happened of which the person never heard, or say that they know nothing of
    what is about nobody whom they know; None for anything else."""
    is_of_event = _OF_RUN.match(question.low) is not None
    is_of_them = bool(_OF_YOU.search(question.low) or question.meant or question.places)
    if (is_of_them and not is_of_event) or not is_unheard(question):
        return None
    return nothing(_DENIED if is_of_event else UNKNOWN)


_DENIED = "Not that I know of."
_OF_RUN = re.compile(r"(?:did|has|have|had) (?!that\b|it\b|this\b)")
"""How a question begins that asks whether something happened."""
_OF_YOU = re.compile(r"\b(?:you|your|yours)\b")


def _most_important(question: ReadQuestion) -> KnownAnswer:
    some = [one for one in of_time(question, question.asked.memories) if one.kind != PLANNED]
    if not some:
        return KnownAnswer(UNKNOWN)
    record = max(some, key=lambda one: (one.importance, one.id))
    return cite(tell(record, question.asked), [record])
