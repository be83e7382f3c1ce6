"""What a question is about by all of its words, in whatever order: closeness, trust, worries, what is
next, or whether there is something."""

import re
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from latticeville.core.text_fold import fold
from latticeville.mind.builtin.answers.agreements import tell_appointment
from latticeville.mind.builtin.answers.answer import KnownAnswer, cite
from latticeville.mind.builtin.answers.bonds import tell_trust
from latticeville.mind.builtin.answers.concerns import tell_worries
from latticeville.mind.builtin.answers.lexicon import stems_alike
from latticeville.mind.builtin.answers.nearest import relations
from latticeville.mind.builtin.answers.oneself import NOT_TOLD, tell_wish
from latticeville.mind.builtin.answers.opinions import tell_changed_bond
from latticeville.mind.builtin.answers.people import (
    is_known,
    ranked,
    related,
    relationship,
    tell_changes,
    tell_person,
)
from latticeville.mind.builtin.answers.plans import plan_answer
from latticeville.mind.builtin.answers.question import ReadQuestion
from latticeville.mind.builtin.answers.sentence import sentences_of
from latticeville.mind.builtin.answers.votes import tell_feeling
from latticeville.mind.builtin.answers.wanted import AnswerKind, wanted
from latticeville.mind.interview_question import stem_of, stems_of, words_of
from latticeville.mind.present_verbs import in_present

_Answer = Callable[[ReadQuestion], KnownAnswer | None]
PERSON, YES_OR_NO, OTHER, REASON = (
    AnswerKind.PERSON,
    AnswerKind.YES_OR_NO,
    AnswerKind.OTHER,
    AnswerKind.REASON,
)


class QuestionFrame(NamedTuple):
    """A kind of question: what it may ask for, words of which it has one, words that it may have
    besides, whether it is about the person, about another, and what answers it."""

    kinds: frozenset[AnswerKind]
    needs: AbstractSet[str]
    may: AbstractSet[str]
    answer: _Answer
    is_of_other: bool = False


def framed(question: ReadQuestion) -> KnownAnswer | None:
    """Return the answer of the first frame that all words of a question fit; None for none."""
    kind, content = wanted(question).kind, _content(question)
    for one in FRAMES:
        fits = kind in one.kinds and bool(one.needs & content) and content <= one.needs | one.may
        is_of_those = bool(question.meant) is one.is_of_other
        if fits and is_of_those and (found := one.answer(question)) is not None:
            return found
    return _view_with(question)


def _content(question: ReadQuestion) -> frozenset[str]:
    """Return the stems of a question that say something, with those that only ask."""
    empty = frozenset(["you", "the", "what", "who", "whom", "are", "and", "this", "that", "for"])
    names = stems_of(fold(" ".join(map(question.asked.world.name_of, question.meant))))
    words = in_present([one for one in words_of(question.low) if one not in empty | _FILLING])
    return frozenset(map(stem_of, words)) - names


_FILLING = frozenset(
    """
    do does did have has had is was were been be will would could can get gets getting got has most person anybody
    anyone somebody someone people village here everybody everyone all your with from about there really ever still
    just very now again today lately recently these days any anything something his her him them they she who how why
    which much whole around town most else whose place well straight away right quite actually exactly then once
    """.split()  # noqa: SIM905
)
"""Words that say nothing of what a frame is about."""


def _closest(question: ReadQuestion) -> KnownAnswer | None:
    return (
        None
        if _LEAST.search(question.low)
        else ranked(question.asked, closest=True, by="closeness")
    )


def _farthest(question: ReadQuestion) -> KnownAnswer | None:
    """Return whom the person likes least: of their opponents, if they have some."""
    asked = question.asked
    opponents = [one.who for one in related(asked) if _OPPOSED.search(one.how)]
    if not opponents:
        return ranked(asked, closest=False, by="closeness")
    who = min(opponents, key=lambda one: (asked.mind.relations.to(one).closeness, one))
    return KnownAnswer(tell_person(asked, who), people=(who,), why=tell_changes(asked, who))


_OPPOSED = re.compile(r"\b(?:opponent|enemy|rival|foe|adversary|opposes?|quarrels?)\b")
"""Words for somebody whom a person is against."""


def _most_trusted(question: ReadQuestion) -> KnownAnswer | None:
    return ranked(question.asked, closest=True, by="trust")


def _least_trusted(question: ReadQuestion) -> KnownAnswer | None:
    return ranked(question.asked, closest=False, by="trust")


_LEAST = re.compile(r"\b(?:least|not|never)\b")


def _keeps(question: ReadQuestion) -> KnownAnswer | None:
    """Return what the person has agreed to and is still to come, where a question asks whether they
    will keep it."""
    asked = question.asked
    still = [one for one in asked.mind.commitments if one.at.end > asked.minute]
    if question.before is None or not still:
        return None
    told = "; ".join(tell_appointment(one.at, asked) for one in still)
    return cite(f"Yes, I mean to: {told}.", asked.recall(one.record for one in still))


def _confidences(question: ReadQuestion) -> KnownAnswer | None:
    """Say nothing of what the person passed on."""
    return KnownAnswer(NOT_TOLD) if wanted(question).subject == question.asked.who else None


def _of_person(question: ReadQuestion) -> KnownAnswer | None:
    asked, people = question.asked, question.meant
    if (
        wanted(question).subject not in ("", asked.who)
        or question.time.is_given
        or question.places
        or not all(is_known(asked, one) for one in people)
    ):
        return None
    return KnownAnswer(" ".join(tell_person(asked, one) for one in people), people=people)


def _what_next(question: ReadQuestion) -> KnownAnswer | None:
    return plan_answer(question)


def _frame(
    answer: _Answer,
    kinds: tuple[AnswerKind, ...],
    needs: str,
    may: str = "",
    *,
    of_other: bool = False,
) -> QuestionFrame:
    stems = [frozenset(map(stem_of, in_present(words.split()))) for words in (needs, may)]
    return QuestionFrame(frozenset(kinds), stems[0], stems[1], answer, of_other)


_OF_PERSON = """
think thing things learn learned learnt opinion feel like view make regard life see describe character
terms sort kind man woman relationship relation good bad stand know tell between way run runs
"""
FRAMES = (
    _frame(
        _closest,
        (PERSON,),
        """
        close closest closer near nearest dear dearest fond fondest friend friends love loved favourite best along
        prefer miss spend
        """,
        "feel like care heart village person neighbour companion mind time trust stand more",
    ),
    _frame(
        _farthest,
        (PERSON,),
        """
        nerves nerve annoy annoys annoying irritate irritates dislike hate detest loathe avoid enemy enemies rub rubs
        exasperate infuriate drives mad stand bear abide least
        """,
        "like feel close can not way wrong person neighbour fond least worst cannot crazy up",
    ),
    _frame(_least_trusted, (PERSON,), "distrust mistrust", "least person"),
    _frame(_least_trusted, (PERSON,), "least not never", "trust rely believe count"),
    _frame(_most_trusted, (PERSON,), "trust confide rely depend count", "secret secrets life tell"),
    _frame(
        tell_worries,
        (OTHER, YES_OR_NO),
        """
        worry worries worried worrying trouble troubles troubling bother bothers bothering weigh weighs weighing
        concern concerns concerned preoccupied preoccupies occupies anxious burdens burden awake sleepless sorrow
        """,
        "mind think night keep keeps keeping lie lies heart feel make makes moment nights more down",
    ),
    _frame(
        tell_wish,
        (OTHER,),
        "achieve wish dream hope ambition goal aspire accomplish aim want desire long",
        "become like want life one day before die time would great greatest biggest future most some your",
    ),
    _frame(
        tell_feeling,
        (YES_OR_NO, OTHER),
        """
        happy pleased glad content satisfied disappointed sad upset sorry angry relieved hurt bitter unhappy result
        outcome decision vote election
        """,
        """
        make think feel with it that friday monday tuesday wednesday thursday saturday sunday meeting result way went
        turned turn come out did end ended over one fair like mind
        """,
    ),
    _frame(_what_next, (OTHER,), "now next then", "what come comes happen happens so going go"),
    _frame(_keeps, (YES_OR_NO,), "keep hold honour stick", "promise word it that to them"),
    _frame(
        _confidences,
        (YES_OR_NO, OTHER, PERSON),
        "confidence confidential confided",
        "pass passed told tell on share shared repeat repeated hear heard say said thing not",
    ),
    _frame(
        tell_trust,
        (YES_OR_NO,),
        "believe trust rely honest trustworthy reliable decent loyal sincere",
        "what say said told tell word words immediately once true straight call man woman",
        of_other=True,
    ),
    _frame(
        tell_trust,
        (YES_OR_NO,),
        "terms term friend friends friendly like close fond love get getting care along",
        "good bad best well speaking on along very person big",
        of_other=True,
    ),
    _frame(
        tell_changed_bond,
        (YES_OR_NO, OTHER),
        "change changed better worse improve improved grown shifted different warmer colder",
        "opinion view mind feel feeling feelings think relationship thing things since last past five few day week "
        "monday tuesday wednesday thursday friday saturday sunday towards between over toward grow way over",
        of_other=True,
    ),
    _frame(_of_person, (OTHER,), _OF_PERSON, of_other=True),
)
"""The kinds of questions, in the order in which they are tried."""


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


def _view_with(question: ReadQuestion) -> KnownAnswer | None:
    """Return the sentences of what the person says of another that have all that a question is
    about."""
    asked, content = question.asked, question.content
    told = relationship(asked, question.person) if _OPEN.match(question.low) else None
    if told is None or question.time.is_given or not content:
        return None
    some = [one for one in sentences_of(told.view) if _has_each(one, content)]
    return KnownAnswer(f"Of {asked.name(told.who)} I say: {' '.join(some)}") if some else None


_OPEN = re.compile(r"(?:what|which|why|how)\b")


def _has_each(sentence: str, content: AbstractSet[str]) -> bool:
    stems = stems_of(" ".join(in_present(words_of(fold(sentence)))))
    return all(not stems_alike(one).isdisjoint(stems) for one in content)
