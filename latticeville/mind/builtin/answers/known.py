"""The answer to a question from what the person has in mind; or the nearest, or that they do not
know."""

from typing import Final

from latticeville.mind.builtin.answers import (
    agreements,
    bonds,
    concerns,
    days,
    homes,
    life,
    meetings,
    occasions,
    oneself,
    opinions,
    people,
    plans,
    reasons,
    sources,
    surroundings,
    votes,
    whereabouts,
)
from latticeville.mind.builtin.answers.answer import AnswerRule, KnownAnswer, first_answer
from latticeville.mind.builtin.answers.follow_up import follow_up, is_follow_up
from latticeville.mind.builtin.answers.language import NOT_UNDERSTOOD, is_understood
from latticeville.mind.builtin.answers.question import ReadQuestion, without_before
from latticeville.mind.interview_question import SHARED_INTIMATE, stems_of

RULES: Final[tuple[AnswerRule, ...]] = (
    *oneself.RULES[:1],
    *votes.RULES,
    *occasions.RULES,
    *concerns.RULES,
    *surroundings.RULES[:4],
    *reasons.RULES,
    *opinions.RULES,
    *oneself.RULES[1:],
    *life.RULES,
    *homes.RULES,
    *people.RULES[:-2],
    *bonds.RULES,
    *surroundings.RULES[4:],
    *agreements.RULES[:-1],
)
"""The forms of questions that facts answer, in the order in which they are tried."""
REMEMBERED: Final[tuple[AnswerRule, ...]] = (
    *sources.RULES[:-1],
    *agreements.RULES[-1:],
    *plans.RULES,
    *meetings.RULES,
    *whereabouts.RULES,
    *days.RULES,
    *people.RULES[-2:],
    *sources.RULES[-1:],
)
"""The forms of questions that memories answer, in the order in which they are tried."""


def known_answer(question: ReadQuestion) -> KnownAnswer | None:
    """Return the answer of the first rule that has one; None where only a memory may say."""
    if not is_understood(question):
        return KnownAnswer(NOT_UNDERSTOOD)
    if is_follow_up(question):
        before = question.before
        return follow_up(question, known_answer(without_before(before)) if before else None)
    found = first_answer(RULES, question)
    if found is not None or asks_for_secret(question):
        return found
    return first_answer(REMEMBERED, question)


def asks_for_secret(question: ReadQuestion) -> bool:
    """Tell whether a question shares so many words with a secret of the person that it asks for
    it."""
    secrets = question.asked.persona.secrets
    asked = stems_of(question.low)
    return any(len(asked & stems_of(one.text)) >= SHARED_INTIMATE for one in secrets)
