"""Questions that only make sense after another one: “Why?”, “Who?”, “When?”."""

import re
from collections.abc import Sequence

from latticeville.core.sentence_case import capital
from latticeville.core.word_list import list_words
from latticeville.mind.builtin.answers.answer import KnownAnswer, cite
from latticeville.mind.builtin.answers.question import ReadQuestion
from latticeville.mind.builtin.answers.told_memory import tell
from latticeville.mind.interviewee import BEFORE, Interviewee
from latticeville.mind.memory import MemoryRecord

_WHY = re.compile(
    r"^(?:and |but )?(?:why(?: (?:so|not|is that|do you (?:say|think)(?: so| that)?))?|how (?:come|so)"
    r"|how do you know(?: that)?|what makes you (?:say|think)(?: so| that)?|are you sure|really)$"
)
_WHO = re.compile(
    r"^(?:and |but )?(?:who|whom|who (?:was|is) (?:it|that)|with (?:who|whom)|by whom|from whom)(?: else)?$"
)
_WHEN = re.compile(r"^(?:and |but )?(?:when|when (?:was|is) that|at what time)$")
_WHERE = re.compile(r"^(?:and |but )?(?:where|where (?:was|is) that)$")


def is_follow_up(question: ReadQuestion) -> bool:
    """Tell whether a question asks for more of the answer before it."""
    return any(form.search(question.low) for form in (_WHY, _WHO, _WHEN, _WHERE))


def follow_up(question: ReadQuestion, before: KnownAnswer | None) -> KnownAnswer:
    """Return why, who, when or where, of the answer before."""
    if before is None:
        return KnownAnswer("I do not know what you mean.")
    records = {one.id: one for one in question.asked.memories}
    cited = [records[one] for one in before.cites if one in records]
    if _WHY.search(question.low):
        return _reason(question.asked, before, cited)
    if _WHO.search(question.low):
        return _people(question.asked, before)
    if not cited:
        return KnownAnswer("I cannot say.")
    return _when_or_where(question, cited[0])


def _reason(asked: Interviewee, before: KnownAnswer, cited: Sequence[MemoryRecord]) -> KnownAnswer:
    if before.why:
        return KnownAnswer(before.why, before.cites, before.people)
    if cited:
        return cite(f"Because of this: {tell(cited[0], asked)}", cited)
    return KnownAnswer("That is how it is; I rest it on no memory.")


def _people(asked: Interviewee, before: KnownAnswer) -> KnownAnswer:
    others = [one for one in before.people if one in asked.world.people and one != asked.who]
    if not others:
        return KnownAnswer("I cannot name anybody.")
    names = list_words([asked.name(one) for one in others])
    return KnownAnswer(f"{names}.", before.cites, before.people)


def _when_or_where(question: ReadQuestion, record: MemoryRecord) -> KnownAnswer:
    asked = question.asked
    minute = asked.minute_at(record)
    if _WHERE.search(question.low):
        return cite(f"At {asked.place_name(record.place)}.", [record])
    if minute == BEFORE:
        return cite("Before all this.", [record])
    return cite(f"{capital(asked.when(minute))}.", [record])
