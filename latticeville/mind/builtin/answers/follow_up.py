"""Questions that only make sense after another one: “Why?”, “Who?”, “When?”."""

import re
from collections.abc import Sequence

from latticeville.core.sentence_case import capital
from latticeville.core.word_list import list_words
from latticeville.mind.builtin.answers.answer import NEAREST, KnownAnswer, cite
from latticeville.mind.builtin.answers.occasions import during
from latticeville.mind.builtin.answers.question import ReadQuestion
from latticeville.mind.builtin.answers.told_memory import tell, tell_all
from latticeville.mind.interviewee import BEFORE, Interviewee
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.topic import OUTCOME

UNMEANT = "I do not know what you mean."
ONLY_NEAREST = "I cannot say: I only quoted the nearest."
_UNKNOWN = re.compile(r"I (?:cannot say|could not say|do not know|don't know)\b")
"""How an answer begins of which there is no more to say."""
_WHY = re.compile(
    r"^(?:and |but )?(?:why(?: (?:so|not|is that|do you (?:say|think)(?: so| that)?))?|how (?:come|so)|what for"
    r"|how do you know(?: that)?|what makes you (?:say|think)(?: so| that)?|are you sure|really)$"
)
_WHO = re.compile(
    r"^(?:and |but )?(?:who|whom|who (?:was|is) (?:it|that)|with (?:who|whom)|by whom|from whom)(?: else)?$"
)
_WHEN = re.compile(
    r"^(?:and |but )?(?:when|when (?:was|is) (?:that|it|this|the last time)|at what time)$"
)
_WHERE = re.compile(r"^(?:and |but )?(?:where|where (?:was|is) that)$")

_ABOUT = re.compile(r"^(?:and |but )?(?:what (?:(?:was|is) (?:it|that) )?about|about what)$")
_SOURCE = re.compile(
    r"^(?:and |but )?(?:who (?:told|said)(?: to)? you(?: that| this| so| about (?:it|that|this))?"
    r"|(?:how|where) (?:do|did|have) you (?:know|hear|heard|learn|get|got|have|find out)"
    r" ?(?:that|it|this|about (?:it|that|this))(?: from)?"
    r"|where (?:did|do) you (?:pick|get|hear) (?:that|it|this)(?: up| from)?"
    r"|(?:from|by) (?:who|whom) (?:do|did|have|were) you \w+(?: told)? (?:that|it|this)"
    r"|who (?:do|did|have) you (?:hear|heard|get|got|have|know) (?:that|it|this) from|who says(?: so| that)?"
    r"|says who)$"
)


_CAME_TRUE = re.compile(
    r"^(?:and |but |so )?did (?:it|that|this) (?:\w+ )?(?:happen|work(?: out)?|come true|take place)$"
    r"|^(?:and |but |so )?did (?:you|he|she|they)(?: two| both)? (?:really |actually )?(?:do (?:it|that|so)|keep it)$"
)


def is_follow_up(question: ReadQuestion) -> bool:
    """Tell whether a question asks for more of the answer before it."""
    if question.is_told:
        return False
    forms = (_WHY, _WHO, _WHEN, _WHERE, _ABOUT, _SOURCE, _CAME_TRUE)
    return any(form.search(question.low) for form in forms)


def follow_up(question: ReadQuestion, before: KnownAnswer | None) -> KnownAnswer:
    """Return why, who, when or where, of the answer before."""
    if before is None or before.nothing or _UNKNOWN.match(before.words):
        return KnownAnswer(UNMEANT)
    cited = question.asked.recall(before.cites)
    is_near = NEAREST in before.words
    if is_near and not _SOURCE.search(question.low):
        return KnownAnswer(ONLY_NEAREST, before.cites, before.people)
    if _WHY.search(question.low):
        return _reason(question.asked, before, cited)
    if _WHO.search(question.low):
        return _people(question.asked, before, cited)
    if _SOURCE.search(question.low):
        return _source(question.asked, before, cited)
    return _of_cited(question, cited) if cited else KnownAnswer("I cannot say.")


def _came_true(asked: Interviewee, cited: Sequence[MemoryRecord]) -> KnownAnswer:
    """Return whether the person was at what was agreed that an answer rests on, or what became of a
    task."""
    agreed = [
        (one, one.topic.at) for one in cited if one.topic is not None and one.topic.at is not None
    ]
    for record, at in agreed:
        told = _outcome(asked, record) if at.verb else during(asked, at)[:1]
        if told:
            return cite(f"{'' if at.verb else 'Yes, I was there. '}{tell(told[0], asked)}", told)
        if at.start > asked.minute:
            return cite("It is still to come.", [record])
    return KnownAnswer("Not that I remember." if agreed else "I cannot say.")


_UNDONE = re.compile(r"\b(?:and|but) (?:did not|never did)\b")
"""Words of a memory that what it tells did not come about."""


def _undone(asked: Interviewee, cited: Sequence[MemoryRecord]) -> MemoryRecord | None:
    """Return a memory that what some tell did not come about."""
    told = [asked.stems[one.id] for one in cited]
    undone = (one for one in asked.memories if _UNDONE.search(one.text))
    return next(
        (one for one in undone if any(len(asked.stems[one.id] & each) >= ALIKE for each in told)),
        None,
    )


ALIKE = 4
"""Words that two memories of one matter share."""


def _outcome(asked: Interviewee, record: MemoryRecord) -> list[MemoryRecord]:
    """Return the newest words on what became of the task of a memory."""
    key = record.topic.key if record.topic is not None else ""
    some = [one for one in asked.memories if one.topic is not None and one.topic.kind == OUTCOME]
    return [one for one in reversed(some) if one.topic is not None and key in one.topic.key][:1]


def _of_cited(question: ReadQuestion, cited: Sequence[MemoryRecord]) -> KnownAnswer:
    """Return what memories are about, whether it came true, or when or where the first of them was."""
    if _CAME_TRUE.search(question.low):
        undone = _undone(question.asked, cited)
        if undone is not None:
            return cite(f"No. {tell(undone, question.asked)}", [undone])
        return _came_true(question.asked, cited)
    if _ABOUT.search(question.low):
        return cite(tell_all(cited[:2], question.asked), cited)
    return _when_or_where(question, cited[0])


def _reason(asked: Interviewee, before: KnownAnswer, cited: Sequence[MemoryRecord]) -> KnownAnswer:
    if before.why:
        return KnownAnswer(before.why, before.cites, before.people)
    if cited:
        return cite(f"Because of this: {tell(cited[0], asked)}", cited)
    return KnownAnswer("That is how it is; I rest it on no memory.")


def _source(asked: Interviewee, before: KnownAnswer, cited: Sequence[MemoryRecord]) -> KnownAnswer:
    """Return who said what an answer rests on, or whose words it quotes, or that nobody did."""
    heard = [one for one in cited if one.spoken and one.about[:1] != (asked.who,)]
    if heard:
        speakers = tuple(dict.fromkeys(one.about[0] for one in heard if one.about))
        words = f"{capital(asked.names(speakers))}. {tell(heard[0], asked)}"
        return cite(words, heard)._replace(people=speakers)
    if (author := _AUTHOR.search(before.words)) is not None:
        return KnownAnswer(f"{author[1]}. The words are not mine.")
    if cited:
        return cite(f"Nobody told me. {tell(cited[0], asked)}", cited)
    return KnownAnswer("Nobody told me. I know it of myself.")


_AUTHOR = re.compile(r"“As (.+?) says: ")
"""Whose words somebody quotes as their view."""


def _named_in(record: MemoryRecord, asked: Interviewee) -> list[str]:
    """Return the ids of those whom the text of a memory names."""
    words = {*re.findall(r"\w+", record.text)}
    people = asked.world.people
    return [one for one in sorted(people) if people[one].persona.first_name in words]


def _people(asked: Interviewee, before: KnownAnswer, cited: Sequence[MemoryRecord]) -> KnownAnswer:
    named = dict.fromkeys(who for one in cited for who in _named_in(one, asked))
    told = [one for one in before.people if one in asked.world.people] or [*named]
    others = [one for one in told if one != asked.who]
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
