"""Whose things are, by their owners, by who carries them, and by whose house they stand in."""

import re

from latticeville.core.sentence_case import capital
from latticeville.core.word_list import list_words
from latticeville.mind.builtin.answers.answer import KnownAnswer, cite, nothing, rule
from latticeville.mind.builtin.answers.datum import NEAR
from latticeville.mind.builtin.answers.evidence import tell_sentence
from latticeville.mind.builtin.answers.oneself import held
from latticeville.mind.builtin.answers.question import ReadQuestion
from latticeville.mind.builtin.answers.sentence import ReadWord
from latticeville.mind.builtin.answers.statements import own_statements
from latticeville.mind.interview_question import stems_of
from latticeville.mind.interviewee import Interviewee

_Match = re.Match[str]


def _what_is_yours(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return all that is the person's: what they own, carry, and where they live."""
    asked = question.asked
    if question.people or question.objects:
        return None
    own = [asked.world.name_with_article(one) for one in _owned(asked)]
    home = asked.world.people[asked.who].home
    parts = [f"I own {list_words(own)}." if own else ""]
    some = held(asked)
    parts.append(f"I carry {list_words(some)}." if some else "I carry nothing.")
    parts.append(f"I live at {asked.place_name(home)}." if home else "")
    return KnownAnswer(" ".join(filter(None, parts)))


def _owned(asked: Interviewee) -> list[str]:
    return [one for one, each in asked.world.objects.items() if asked.who in each.owners]


def _is_yours(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return whether a thing that a question names is the person's."""
    asked = question.asked
    if question.people or len(question.objects) != 1:
        return None
    one = question.objects[0]
    owners, name = asked.world.objects[one].owners, asked.world.name_with_article(one)
    if one in asked.carries:
        return KnownAnswer(f"Yes, I carry {name}.")
    if owners:
        is_own = asked.who in owners
        return KnownAnswer(f"Yes, {name} is mine." if is_own else f"No. {_tell_owner(asked, one)}")
    home = _place_of(asked, one)
    resident = asked.world.people[asked.who]
    if home and asked.is_at_any(home, filter(None, (resident.home, resident.work))):
        return KnownAnswer(f"Yes: it stands where I live or work, at {asked.place_name(home)}.")
    return nothing(f"No. {_tell_owner(asked, one)}")


def _have_one(question: ReadQuestion, found: _Match) -> KnownAnswer | None:
    """Return what the person says of a thing of theirs."""
    stems = stems_of(found["what"])
    for one in own_statements(question):
        own = [at for at, word in enumerate(one.words) if _is_own(word, question.asked)]
        near = {each.stem for at in own for each in one.words[at + 1 : at + 1 + NEAR]}
        if stems and stems <= near and not one.is_private:
            told = tell_sentence(one, question.asked)
            return cite(f"Yes. {told}", [one.record] if one.record is not None else [])
    return None


def _is_own(word: ReadWord, asked: Interviewee) -> bool:
    return word.who == asked.who and not word.is_doer and word.low not in ("i", "me")


def _whose(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return whose a thing is that a question names."""
    asked = question.asked
    if question.people or len(question.objects) != 1:
        return None
    one = question.objects[0]
    words = _tell_owner(asked, one)
    return KnownAnswer(words) if asked.world.objects[one].owners else nothing(words)


def _tell_owner(asked: Interviewee, one: str) -> str:
    """Return whose a thing is, or that it is nobody's, and where it stands."""
    name = capital(asked.world.name_with_article(one))
    owners = asked.world.objects[one].owners
    if owners:
        names = ["me" if who == asked.who else asked.world.name_of(who) for who in owners]
        return f"{name} belongs to {list_words(names)}."
    place = _place_of(asked, one)
    where = f" It stands at {asked.place_name(place)}." if place else ""
    return f"{name} belongs to nobody alone, as far as I know.{where}"


def _place_of(asked: Interviewee, one: str) -> str:
    """Return where a thing is believed to be; "" for nowhere."""
    belief = asked.mind.beliefs.get(one)
    parent = belief.node.parent if belief is not None and not belief.missing else ""
    return parent if parent in asked.world.areas.by_id else ""


RULES = (
    rule(
        _what_is_yours,
        r"^(?:what|which)\b.*\b(?:do you own|belongs? to you|is yours|are yours|you own)\b",
        r"^do you (?:own|possess) (?:any(?:thing)?|something|much|a lot)\b(?: \w+)?$",
    ),
    rule(
        _have_one,
        r"^(?:do you (?:own|have)|have you got) (?:a|an|any|your own) (?P<what>[\w -]+)$",
    ),
    rule(
        _is_yours,
        r"^(?:is|are) (?:the|that|this|these|those)\b.*\b(?:yours|your own)\b",
        r"^(?:does|do) the\b.*\bbelong to you\b",
        r"^(?:do|are) you (?:own|the owner of)\b",
    ),
    rule(
        _whose,
        r"^whose\b.*\b(?:is|are)\b",
        r"^who (?:does|do) .*\bbelong to\b",
        r"^who is the owner of\b",
        r"^who owns\b",
    ),
)
"""The forms of questions about whose things are, in the order in which they are tried."""
