"""The answer to a question from what the person has in mind; or the nearest, or that they do not
know."""

from typing import Final

from latticeville.core.text_fold import fold
from latticeville.mind.builtin.answers import (
    agreements,
    bonds,
    concerns,
    confided,
    days,
    exchanges,
    family,
    homes,
    life,
    meetings,
    occasions,
    offices,
    oneself,
    opinions,
    ownership,
    people,
    plans,
    positions,
    preferences,
    public_opinion,
    reasons,
    sources,
    surroundings,
    there_is,
    votes,
    weather,
    whereabouts,
)
from latticeville.mind.builtin.answers.answer import (
    NEAREST,
    UNHEARD,
    AnswerRule,
    KnownAnswer,
    first_answer,
)
from latticeville.mind.builtin.answers.by_intent import (
    answer_intended,
    is_plain,
    told_in_whole,
)
from latticeville.mind.builtin.answers.confided import asks_for_secret, is_kept, may_be_kept
from latticeville.mind.builtin.answers.evidence import (
    from_evidence,
    from_own_life,
)
from latticeville.mind.builtin.answers.exchanges import read_exchange
from latticeville.mind.builtin.answers.follow_up import follow_up, is_follow_up
from latticeville.mind.builtin.answers.language import NOT_UNDERSTOOD, is_understood
from latticeville.mind.builtin.answers.nearest import of_relations
from latticeville.mind.builtin.answers.oneself import NOT_TOLD
from latticeville.mind.builtin.answers.question import ReadQuestion, without_before
from latticeville.mind.builtin.answers.recall import recollect, recollection
from latticeville.mind.interview_question import stems_of

RULES: Final[tuple[AnswerRule, ...]] = (
    *confided.RULES,
    *oneself.RULES[:1],
    *votes.RULES,
    *occasions.RULES,
    *exchanges.RULES,
    *concerns.RULES,
    *ownership.RULES,
    *weather.RULES,
    *surroundings.RULES[:2],
    *preferences.RULES,
    *public_opinion.RULES,
    *reasons.RULES,
    *positions.RULES,
    *opinions.RULES,
    *oneself.RULES[1:],
    *life.RULES,
    *homes.RULES,
    *family.RULES,
    *people.RULES[:-2],
    *bonds.RULES,
    *surroundings.RULES[2:],
    *agreements.RULES[:-1],
)
"""The forms of questions that facts answer, in the order in which they are tried."""
REMEMBERED: Final[tuple[AnswerRule, ...]] = (
    *sources.RULES[:-1],
    *agreements.RULES[-1:],
    *plans.RULES,
    *days.RULES[:1],
    *meetings.RULES,
    *whereabouts.RULES,
    *days.RULES[1:],
    *people.RULES[-2:],
    *sources.RULES[-1:],
    *people.QUALITIES,
)
"""The forms of questions that memories answer, in the order in which they are tried."""


def known_answer(question: ReadQuestion) -> KnownAnswer | None:
    """Return the answer of the first rule that has one; None where only a memory may say."""
    if not is_understood(question):
        return KnownAnswer(NOT_UNDERSTOOD)
    return _follow_up(question) if is_follow_up(question) else _known(question)


def _follow_up(question: ReadQuestion) -> KnownAnswer:
    before = question.before
    return follow_up(question, _answer_before(without_before(before)) if before else None)


def _known(question: ReadQuestion) -> KnownAnswer | None:
    """Return the answer to a question, but where it would deny what may be kept from strangers."""
    found = _answered(question)
    denies = found is not None and found.nothing and found.words.startswith(DENIALS)
    return KnownAnswer(NOT_TOLD) if denies and may_be_kept(question) else found


DENIALS = ("No,", "No.", "Nobody", "Not that", "I have not heard", "I do not remember that")
"""How an answer begins that denies something."""


def _answered(question: ReadQuestion) -> KnownAnswer | None:
    """Return the answer of a form that knows one, or else of what the question clearly asks for."""
    if (whole := told_in_whole(question)) is not None:
        return whole
    found = _by_forms(question)
    found = found if found is None or _is_of_told(found, question) else None
    if found is not None and (is_sure(found) or _says_nothing(found, question)):
        return found
    meant = answer_intended(question, _by_rules)
    return meant if meant is not None and (found is None or is_sure(meant)) else found


def _is_of_told(found: KnownAnswer, question: ReadQuestion) -> bool:
    """Tell whether an answer has a word of what was told before the question in the same turn, where
    that says anything, or names whom that names."""
    told = question.before if question.is_told else None
    if told is None or not told.content or told.subjects or found.nothing:
        return True
    here = stems_of(fold(found.words)).union(*(question.asked.stems[one] for one in found.cites))
    is_named = bool({*told.meant} & {*found.people})
    return is_named or not here.isdisjoint(told.content)


def _says_nothing(found: KnownAnswer, question: ReadQuestion) -> bool:
    """Tell whether a form says that there is none of what a question asks for, and that may be."""
    return found.nothing and found.words != UNHEARD and not is_plain(question)


def _by_forms(question: ReadQuestion) -> KnownAnswer | None:
    """Return the answer of the first form that has one, or what a form says that knows none."""
    if (found := first_answer((*there_is.RULES, *offices.RULES), question)) is not None:
        return found
    own = _agreed(question, from_own_life(question))
    is_exchanged = own is not None and own.words == NOT_TOLD and read_exchange(question) is not None
    return _by_rules(question) if own is None or is_exchanged else own


def _agreed(question: ReadQuestion, found: KnownAnswer | None) -> KnownAnswer | None:
    """Return an answer of sentences if one of them comes to mind first at the question, too."""
    if found is None or found.words == NOT_TOLD or recollection(question).has_said(found.words):
        return found
    return None


def _answer_before(question: ReadQuestion) -> KnownAnswer | None:
    return known_answer(question) or recollect(question)


def _by_rules(question: ReadQuestion) -> KnownAnswer | None:
    """Return the answer of the first rule that knows one, or that of sentences; else what a rule
    says that knows none."""
    is_secret = asks_for_secret(question)
    found = first_answer(RULES, question)
    if found is not None and is_sure(found):
        return found
    if is_secret:
        return KnownAnswer(NOT_TOLD)
    later = first_answer(REMEMBERED, question)
    if later is not None and is_sure(later):
        return later
    return (
        _agreed(question, from_evidence(question))
        or of_relations(question)
        or _unknown(question, found, later)
    )


def _unknown(
    question: ReadQuestion, found: KnownAnswer | None, later: KnownAnswer | None
) -> KnownAnswer | None:
    """Return what rules say that know no answer, unless the person keeps it from strangers; that
    nobody is heard to be on a side is no secret."""
    is_of_side = found is not None and found.nothing and bool(question.subjects)
    return found if is_of_side else KnownAnswer(NOT_TOLD) if is_kept(question) else found or later


def is_sure(answer: KnownAnswer) -> bool:
    """Tell whether an answer tells something, and not only what is nearest."""
    return not answer.nothing and NEAREST not in answer.words
