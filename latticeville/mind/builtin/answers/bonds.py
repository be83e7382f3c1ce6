"""How close others are to somebody, how far they trust them, and what moved that."""

import re

from latticeville.mind.builtin.answers.answer import KnownAnswer, cite, rule
from latticeville.mind.builtin.answers.people import (
    closeness_word,
    is_known,
    moved_by,
    relationship,
    tell_bond,
    tell_changes,
    trust_word,
    view_of,
)
from latticeville.mind.builtin.answers.question import TWO, ReadQuestion
from latticeville.mind.interviewee import Interviewee
from latticeville.mind.relation import START, TRUST

_Match = re.Match[str]


def _trusts_you(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Say that nobody sees into another."""
    asked, who = question.asked, question.person
    if not who:
        return None
    known = f" {tell_bond(asked, who)}" if is_known(asked, who) else ""
    return KnownAnswer(f"I do not know what {asked.name(who)} thinks of me.{known}", people=(who,))


def _of_each_other(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Say that nobody sees into others, and what both are to the person."""
    asked, people = question.asked, question.people
    if len(people) < TWO:
        return None
    told = " ".join(tell_bond(asked, one) for one in people[:TWO] if is_known(asked, one))
    return KnownAnswer(f"I do not know what others think of each other. {told}", people=people)


def _known_since(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return since when the person knows another."""
    asked, who = question.asked, question.person
    if not who:
        return None
    if any(one.rule == START for one in asked.mind.relations.history(who)) or relationship(
        asked, who
    ):
        return KnownAnswer(
            f"I have known {asked.name(who)} for longer than I can say.", people=(who,)
        )
    first = next((one for one in asked.about(who) if one.tick >= 0), None)
    if first is None:
        return KnownAnswer(f"I do not know {asked.name(who)}.", people=(who,))
    return cite(f"Since {asked.when(asked.minute_at(first)).removeprefix('on ')}.", [first])


def tell_trust(question: ReadQuestion, _found: _Match | None = None) -> KnownAnswer | None:
    """Return whether somebody trusts or likes another, or is close to them, and why."""
    asked, who, low = question.asked, question.person, question.low
    if not who or question.time.is_given:
        return None
    if not is_known(asked, who):
        return KnownAnswer(f"I do not know {asked.name(who)}.", people=(who,))
    is_trust = re.search(r"trust|rel[iy]|believe|honest|decent|loyal|sincere", low) is not None
    opens = "" if low.startswith(("how", "why", "what")) else _yes(asked, who, trust=is_trust)
    why = tell_changes(asked, who, TRUST if is_trust else "")
    reason = f" {why}" if "why" in low else ""
    words = f"{opens}{_measure(asked, who, trust=is_trust)}{view_of(asked, who)}{reason}"
    return KnownAnswer(words, moved_by(asked, who), (who,), why)


def _yes(asked: Interviewee, who: str, *, trust: bool) -> str:
    """Return whether somebody is trusted, or close."""
    state = asked.mind.relations.to(who)
    value, much, some = (state.trust, 0.55, 0.4) if trust else (state.closeness, 0.5, 0.25)
    return "Yes. " if value >= much else "Not quite. " if value >= some else "No. "


def _measure(asked: Interviewee, who: str, *, trust: bool) -> str:
    """Return how far somebody is trusted, or how close they are, in words and as a number."""
    state, name = asked.mind.relations.to(who), asked.name(who)
    if trust:
        return f"I {trust_word(state.trust)} {name} ({state.trust:.2f} of 1)."
    return f"{name} is {closeness_word(state.closeness)} ({state.closeness:.2f} of 1)."


def _afraid(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    asked, who = question.asked, question.person
    if not who and (question.places or question.objects or question.subjects):
        return None
    feared = [one for one, state in asked.mind.relations.people.items() if state.fear > FEARED]
    if who:
        name = asked.name(who)
        return KnownAnswer(
            f"Yes, I fear {name}." if who in feared else f"No, I do not fear {name}."
        )
    words = f"Of the people whom I know, I fear {asked.names(feared)}."
    return KnownAnswer(words, people=tuple(feared))


FEARED = 0.2
"""The fear from which on somebody says that they fear another."""


RULES = (
    rule(
        _of_each_other,
        r"\b(?:think|feel|say|trust|like|love|hate|stand|get (?:on|along))\b.*\b(?:each other|one another)\b",
        r"^(?:do|are|how (?:do|are)) (?!you\b)\w+ and (?!you\b)\w+ (?:get(?:ting)? (?:on|along)|friends|close)\b",
    ),
    rule(
        _trusts_you,
        r"^(?:does|do|is|did) \w+(?: \w+)? (?:really )?(?:trust|like|love|hate|dislike|know|respect|miss|need"
        r"|avoid|fear|envy|understand|admire|believe|close to|fond of|afraid of|proud of) you\b",
        r"^how (?:well|much) does \w+ (?:know|like|trust|love) you\b",
        r"\bwhat does \w+(?: \w+)? think (?:of|about) you\b",
    ),
    rule(
        _known_since,
        r"\bhow long have you known\b",
        r"\bsince when do you know\b",
    ),
    rule(
        _afraid,
        r"\b(?:afraid|scared|frightened|fear)\b.*\byou\b",
        r"\byou\b.*\b(?:afraid|scared|frightened|fear)\b",
    ),
    rule(
        tell_trust,
        r"\b(?:trustworthy|reliable)\b",
        r"\btrust\b",
        r"\brely on\b",
        r"\bhow close are you\b",
        r"^are you (?:still |good |best |really )*(?:close|friends|a friend)\b",
        r"^are you and .*\bfriends\b",
        r"^is .* (?:a |your )?(?:close )?friend\b",
        r"^(?:do|why do) you (?:really |not )?(?:like|love|dislike|hate)\b",
        r"\bget along\b",
        r"\bget on with\b",
        r"\byour relationship\b",
    ),
)
"""The forms of questions about bonds, in the order in which they are tried."""
