"""Which of two people somebody likes or trusts more, who is older, and what they like best."""

import re
from collections import Counter
from typing import NamedTuple

from latticeville.mind.builtin.answers.answer import KnownAnswer, nothing, rule
from latticeville.mind.builtin.answers.people import is_known, own_role, relationship
from latticeville.mind.builtin.answers.question import TWO, ReadQuestion
from latticeville.mind.interviewee import Interviewee
from latticeville.mind.relation import CLOSENESS, TRUST

_Match = re.Match[str]
_BY_TRUST = re.compile(
    r"\b(?:trust|rely|count|depend|believe|confide|tell|lend|follow|honest)\w*\b"
)


def _compare(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return which of two people somebody likes or trusts more."""
    asked, low = question.asked, question.low
    if len(question.people) < TWO or question.subjects or question.time.is_given:
        return None
    first, second = question.people[:TWO]
    unknown = next((one for one in (first, second) if not is_known(asked, one)), "")
    if unknown:
        return nothing(f"I do not know {asked.name(unknown)}.", (unknown,))
    order = _ranked(asked, [first, second], TRUST if _BY_TRUST.search(low) else CLOSENESS)
    is_first = (order.first == first) is not ("less" in question.words)
    opens = "" if _IS_OPEN.search(low) else "Yes. " if is_first else "No. "
    return KnownAnswer(f"{opens}{_tell_order(asked, order)}", people=(order.first, order.second))


_IS_OPEN = re.compile(r"^(?!(?:do|are|is|did)\b)| or ")
"""A question that asks for one of two, and not whether something is so."""


class Order(NamedTuple):
    """Two people by what is compared of them, the higher one first, and both values."""

    first: str
    second: str
    by: str
    values: tuple[float, float]


def _ranked(asked: Interviewee, people: list[str], by: str) -> Order:
    values = {one: getattr(asked.mind.relations.to(one), by) for one in people}
    first, second = sorted(people, key=lambda one: values[one], reverse=True)
    return Order(first, second, by, (values[first], values[second]))


def _tell_order(asked: Interviewee, order: Order) -> str:
    """Return who of two is closer or trusted more, with both values."""
    first, second = asked.name(order.first), asked.name(order.second)
    high, low = (f"{one:.2f}" for one in order.values)
    is_trust = order.by == TRUST
    if high == low:
        alike = f"{first} and {second}"
        told = f"I trust {alike} alike" if is_trust else f"{alike} are alike close to me"
        return f"{told} ({high} of 1)."
    if is_trust:
        return f"I trust {first} more ({high} of 1) than {second} ({low})."
    return f"{first} is closer to me ({high} of 1) than {second} ({low})."


def _older(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Say that nobody knows the ages of others, and what their own is."""
    asked = question.asked
    if not question.people:
        return nothing("I do not know how old others are.") if "you" in question.words else None
    by_role = _by_role(question)
    if by_role is not None:
        return by_role
    age = asked.persona.age
    own = f"I am {age} years old. " if age is not None and "you" in question.words else ""
    others = " or ".join(asked.name(one) for one in question.people)
    return nothing(f"{own}I do not know how old {others} is.", question.people)


def _by_role(question: ReadQuestion) -> KnownAnswer | None:
    """Return whether somebody is older than the person, by what they are to them, such as a younger
    brother; None where that does not say it."""
    told = relationship(question.asked, question.person) if len(question.people) == 1 else None
    found = _BY_AGE.search(told.how) if told is not None else None
    if told is None or found is None:
        return None
    is_older, name = found[0] not in ("younger", "little"), question.asked.name(told.who)
    asks = _AGE_ASKED.search(question.low)
    opens = "Older" if is_older else "Younger"
    if asks is not None:
        opens = (
            "Yes" if (asks["name"] != "you") is ((asks["age"] != "younger") is is_older) else "No"
        )
    words = f"{opens}. {name} is to me: {own_role(told)}."
    return KnownAnswer(words, people=(told.who,))


_BY_AGE = re.compile(r"\b(?:older|elder|big|younger|little)\b")
_AGE_ASKED = re.compile(r"^(?:are|is) (?P<name>\w+) (?P<age>older|elder|younger)\b(?! or)")


def _favourite_place(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return where somebody is most often, besides where they live."""
    asked, areas = question.asked, question.asked.world.areas
    home = asked.world.people[asked.who].home
    own = areas.outermost(home) if home in areas.by_id else ""
    places = (one.place for one in asked.memories if one.tick >= 0 and one.place in areas.by_id)
    counts = Counter(outer for one in places if (outer := areas.outermost(one)) != own)
    if not counts:
        return None
    place = max(sorted(counts), key=lambda one: counts[one])
    return KnownAnswer(f"I could not say. I am most often at {asked.place_name(place)}.")


RULES = (
    rule(
        _older,
        r"\b(?:older|younger|elder|oldest|youngest)\b(?! (?:brother|sister|son|daughter))",
        reads="than",
    ),
    rule(
        _compare,
        r"\b(?:more|better|rather|prefer|closer|sooner|less|fonder|over)\b.*\b(?:or|than|over|to)\b",
        r"^(?:which|who|whom)\b.*, .*\bor\b",
        r"^(?:which|who|whom) of the two\b",
        reads="live",
    ),
    rule(
        _favourite_place,
        r"\bfavou?rite (?:place|spot|corner|room|building)\b",
        r"\bwhere do you (?:like|love|prefer) (?:it |being |to be )?(?:best|most)\b",
        r"\b(?:which|what) (?:place|spot) do you (?:like|love|prefer)\b",
    ),
)
"""The forms of questions about what somebody prefers, in the order in which they are tried."""
