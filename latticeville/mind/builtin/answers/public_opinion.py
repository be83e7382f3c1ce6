"""What the others think of a subject, as far as somebody has heard, and what would be if."""

import re

from latticeville.mind.builtin.answers.answer import KnownAnswer, cite, nothing, rule
from latticeville.mind.builtin.answers.opinions import newest_stances, tell_opinion
from latticeville.mind.builtin.answers.people import is_known, tell_bond
from latticeville.mind.builtin.answers.question import ReadQuestion
from latticeville.mind.builtin.answers.told_memory import stance_word

_Match = re.Match[str]


def _of_all(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return who is heard to be for a subject and who against it, the person included."""
    asked = question.asked
    if not question.subjects or (question.person and not _OF_COUNT.match(question.low)):
        return None
    subject = question.subjects[0]
    heard = newest_stances(asked, subject)
    sides = dict[str, list[str]]()
    for who, (_, stance) in sorted(heard.items()):
        sides.setdefault(stance_word(stance), []).append(asked.name(who))
    own = asked.mind.relations.opinions.get(subject)
    if own is not None:
        sides.setdefault(stance_word(own.stance), []).append("I")
    if not heard:
        return nothing(f"I have not heard what others think of {subject}.")
    told = "; ".join(
        f"{len(names)} {side} it ({', '.join(names)})" for side, names in sorted(sides.items())
    )
    words = f"On {subject}, as far as I have heard: {told}."
    records = sorted((record for record, _ in heard.values()), key=lambda one: -one.id)
    return cite(words, records)._replace(people=tuple(heard))


_OF_COUNT = re.compile(r"(?:do|are|would|does|is|how many|which)\b")
"""How a question begins that asks how many are of a mind."""


def _supposed(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return what the person thinks of what a question supposes; what they would do nobody knows."""
    asked, low = question.asked, question.low
    opinions = asked.mind.relations.opinions
    held = [one for one in question.subjects if one in opinions]
    is_of_deed = re.match(r"(?!.*\b(?:feel|think|like|mind|vote|support|be for|be against)\b)", low)
    opens = "I cannot say what would be then. " if is_of_deed else ""
    if held:
        told = " ".join(tell_opinion(one, opinions[one]) for one in held)
        return KnownAnswer(f"{opens}{told}")
    if question.person and is_known(asked, question.person):
        return KnownAnswer(f"{opens}{tell_bond(asked, question.person)}", people=question.people)
    return None


RULES = (
    rule(
        _supposed,
        r"^(?:what|how|where|who|whom|would|will|could)\b.*\b(?:you|your)\b.*\b(?:if|in case|supposing)\b",
    ),
    rule(
        _of_all,
        r"^(?:do|are|would) (?:more|most|many|all|the others|other|people|every(?:one|body))\b",
        r"^(?:does|is|would) (?:every(?:one|body)|any(?:one|body)(?: else)?|the (?:majority|village|town))\b",
        r"^(?:which|what) side (?:is|has|will)\b",
        r"^how many (?:people |of (?:you|them) |others )?(?:are|is|want|think|support|oppose|like)\b",
        r"\b(?:what|how) (?:do|does|is) (?:people|the others|others|every(?:one|body)(?: else)?|the (?:village"
        r"|town|rest)|your neighbou?rs)\b(?: (?:here|in the village))? (?:think|say|feel|want|see)\b",
        r"^is there (?:a |any )?(?:majority|agreement|support|opposition)\b",
        is_whole=True,
    ),
)
"""The forms of questions about what others think and what would be, in the order in which they are
tried."""
