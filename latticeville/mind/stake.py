"""Stakes: whom a topic is of, and whether what it tells is what somebody wants."""

import re
from collections.abc import Iterator

import msgspec

from latticeville.mind.builtin.tones import is_grave
from latticeville.mind.first_hand import first_hand
from latticeville.mind.grammatical_person import told_by, told_to
from latticeville.mind.matters import elected, spoken_subject
from latticeville.mind.meetings import is_about
from latticeville.mind.questions import side_of
from latticeville.mind.relation import UNDECIDED
from latticeville.mind.situation import Situation
from latticeville.mind.topic import (
    DECISION,
    EVENT,
    OPINION,
    REMARK,
    SECRET,
    VIEW,
    Topic,
    subject_of,
)
from latticeville.mind.views import tone
from latticeville.world.model.confidants import audience

MINE, YOURS, THEIRS, NOBODYS = "mine", "yours", "theirs", ""
"""Whom what somebody heard is of: the hearer, who told it, a third person, or nobody."""
GLAD, SORRY, TORN = "glad", "sorry", "torn"
"""How somebody takes what was decided: as they wished, against it, or without a wish."""
WARM, COLD = "warm", "cold"
"""How somebody stands to a third person."""
FOND, WARY = 0.55, 0.42
"""The closeness from which on, and the trust below which, somebody is warm or cold to a person."""


class Stake(msgspec.Struct, frozen=True, gc=False):
    """Whom a topic is of for somebody who hears it, and how they take it.

    `other` is a third person whom it names or is of, `bond` how the hearer stands to them, `tone`
    how kind the words are. `subject` is what it decides or touches, with the hearer's `feeling`.
    `is_mine` says that it names the hearer, whomever it is of; `elected` is who it says has been
    chosen, and `teller` how the one who tells a view stands to the hearer's own: "with" or "against",
    "" where neither is known. `is_grave` says that the words weigh on whom they touch, `first_hand`
    how the hearer knows news from those who are in them.
    """

    whose: str = NOBODYS
    other: str = ""
    bond: str = ""
    tone: int = 0
    subject: str = ""
    feeling: str = ""
    is_mine: bool = False
    elected: str = ""
    teller: str = ""
    is_grave: bool = False
    first_hand: str = ""


def stake_of(now: Situation, topic: Topic, teller: str) -> Stake:
    """Return whom a topic that somebody is told is of, and how they take it."""
    owner = owner_of(topic)
    named = [*people_named(now, topic.gist)]
    knowing = _told_already(now, topic)
    others = [one for one in (owner, *named) if one not in ("", now.who, teller, *knowing)]
    winner = elected(now.world, topic) if topic.kind == DECISION else ""
    other = winner if winner in others else next(iter(others), "")
    if not owner and topic.kind in (EVENT, DECISION):
        owner = now.who if now.who in named else other
    return Stake(
        _whose(owner, now.who, teller),
        other,
        bond(now, other) if other else "",
        tone(topic.gist),
        _subject_between(now, subject_touched(now, topic), teller),
        feeling_on(now, topic),
        now.who in named,
        winner,
        side_of(now, subject_of(topic), teller) if topic.kind == OPINION else "",
        is_grave(topic.gist),
        first_hand(now, topic),
    )


def _subject_between(now: Situation, subject: str, teller: str) -> str:
    """Return a subject as somebody says it to who told them of it: “the money that you owe me”."""
    spoken = spoken_subject(now.world, subject)
    people = now.world.people
    own = told_by(spoken, now.who, now.world) if now.who in people else spoken
    told = told_to(own, teller, now.world) if teller in people else own
    return told if spoken[:1].isupper() else f"{told[:1].lower()}{told[1:]}"


def _told_already(now: Situation, topic: Topic) -> frozenset[str]:
    """Return whom the owner of a secret may tell it, so that nobody hides it from them."""
    number = topic.key.rsplit(".", 1)[-1]
    owner = now.world.people.get(topic.who)
    if topic.kind != SECRET or owner is None or not number.isdecimal():
        return frozenset()
    secret = owner.persona.secrets[int(number) : int(number) + 1]
    return frozenset(one for each in secret for one in audience(now.world, topic.who, each))


def _whose(owner: str, who: str, teller: str) -> str:
    """Return whom a topic of an owner is of, for somebody who is told it."""
    return {"": NOBODYS, teller: YOURS, who: MINE}.get(owner, THEIRS)


def owner_of(topic: Topic) -> str:
    """Return the id of the person whom a topic is of; "" for nobody.

    A view is of whom it judges, a remark of whom it speaks of or asks.

    >>> owner_of(Topic("w.ada.bob", VIEW, who="ada")), owner_of(Topic("3.oak.felled", EVENT))
    ('bob', '')
    """
    if topic.kind == VIEW:
        return topic.key.split(".", 2)[2]
    if topic.kind == REMARK:
        return topic.key.split(".")[3]
    return "" if topic.kind == DECISION else topic.who


def people_named(now: Situation, text: str) -> Iterator[str]:
    """Yield the people whom words name, in order of ids."""
    for who, one in sorted(now.world.people.items()):
        names = (one.persona.first_name, one.persona.name)
        if any(re.search(rf"\b{re.escape(name)}\b", text) for name in names if name):
            yield who


def bond(now: Situation, other: str) -> str:
    """Return how somebody stands to a person: "warm", "cold" or ""."""
    state = now.mind.relations.to(other)
    if state.trust < WARY:
        return COLD
    return WARM if state.closeness >= FOND else ""


def subject_touched(now: Situation, topic: Topic) -> str:
    """Return the subject of an opinion, decision or story, or that of one's own opinions which news
    names; "" for none."""
    if topic.kind == OPINION:
        return subject_of(topic)
    if topic.about or topic.kind != EVENT or _is_of_object(now, topic):
        return topic.about
    text = topic.gist.casefold()
    return next((one for one in sorted(now.mind.relations.opinions) if is_about(one, text)), "")


def _is_of_object(now: Situation, topic: Topic) -> bool:
    """Tell whether news is what happens to an object by itself, whatever it is called."""
    return any(part in now.world.objects for part in topic.key.split("."))


def feeling_on(now: Situation, topic: Topic) -> str:
    """Return how somebody takes a decision: "glad", "sorry" or "torn"; "" without an opinion."""
    held = now.mind.relations.opinions.get(topic.about)
    if held is None or topic.kind != DECISION:
        return ""
    if abs(held.vote) <= UNDECIDED or not topic.stance:
        return TORN
    return GLAD if held.vote * topic.stance > 0 else SORRY
