"""The verdict of a hearer on a claim: a function of what they are, did, see and remember."""

import re
from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from latticeville.core.clock import DAY
from latticeville.mind.claims.claim import AHEAD, EVENT, NOW, OPINION, PAST, Claim
from latticeville.mind.claims.evidence import (
    Evidence,
    Support,
    of_memory,
    of_others,
    of_persona,
    support,
)
from latticeville.mind.claims.interest import areas_of, is_keeper
from latticeville.mind.claims.read import read_claim
from latticeville.mind.claims.vocabulary import concepts_in, concepts_of_kind, tokens
from latticeville.mind.situation import Situation
from latticeville.mind.topic import DENIED_KEY, Topic

CONFIRMED, DENIED, CORRECTED, EVADED = "confirmed", "denied", "corrected", "evaded"
"""Verdicts of those who know: it is so; it is not, of who does or has it; it is not, of who was
there; it is so, and a secret."""
UNSURE, BELIEVED, DOUBTED, NOT_UNDERSTOOD = "unsure", "believed", "doubted", "not understood"
"""Verdicts of those who can say neither, of all others by trust, and on what nobody understands."""
ALARMED = "alarmed"
"""The verdict of who has to go and look."""
CLEAR, PARTLY, NEAR = 0.75, 0.5, 0.42
"""How far evidence supports a claim that is confirmed, and one that is not denied, if of an event and
if of how somebody is: that is told in many words, and no persona says all of it."""
MUCH = 2
"""Concepts that a sentence of a persona shares with a claim from which on it is not denied."""
LEAST_TRUST = 0.25
"""The trust in who tells it below which nobody believes a claim."""
LASTS_MINUTES, SIGHT_MINUTES = DAY, 3 * 60
"""Minutes for which who was at a place knows what stays to be seen there, and what else is."""
FRESH_MINUTES = 60
"""Minutes after which who keeps a place goes to look whether something grave has happened there."""
SECRET_WORDS = 3
"""Concepts that a sentence shares with a secret from which on it is one."""


class Judgement(NamedTuple):
    """A verdict, the ids of the memories that it rests on, and where it was seen, "" for nowhere."""

    verdict: str
    cites: tuple[int, ...] = ()
    place: str = ""


def judge(now: Situation, topic: Topic) -> Judgement:
    """Return what somebody makes of a claim that they are told."""
    claim = read_claim(topic.gist, now.world)
    if not claim.is_understood:
        return Judgement(NOT_UNDERSTOOD)
    if now.who in claim.knowers:
        return _judge_own(now, claim)
    if _has_to_look(now, claim):
        return Judgement(ALARMED)
    is_hearsay = bool(topic.source) or not claim.knowers
    seen = witness(now, claim) if is_hearsay else None
    if seen is not None:
        return seen
    if not claim.knowers and _keeps(claim, now):
        return _judge_own(now, claim)
    return Judgement(BELIEVED if _is_believed(now, topic) else DOUBTED)


def _has_to_look(now: Situation, claim: Claim) -> bool:
    """Tell whether something grave may have happened to a place that somebody keeps since they were
    there."""
    is_grave = not concepts_of_kind("grave").isdisjoint(claim.concepts)
    if not is_grave or claim.time == AHEAD or claim.is_negated or not _keeps(claim, now):
        return False
    return not any(_was_seen(now, place, FRESH_MINUTES) for place in _places(now, claim))


def _keeps(claim: Claim, now: Situation) -> bool:
    """Tell whether somebody owns what is named, or keeps it where no owner is named."""
    if claim.owners:
        return now.who in claim.owners
    return is_keeper(claim, now.who, now.world)


def _is_believed(now: Situation, topic: Topic) -> bool:
    """Tell whether somebody trusts who tells a claim, and knows of no denial."""
    if any(
        one.topic is not None and one.topic.key == f"{DENIED_KEY}{topic.key}"
        for one in now.mind.memory.last(400)
    ):
        return False
    return not topic.source or now.mind.relations.to(topic.source).trust >= LEAST_TRUST


def _judge_own(now: Situation, claim: Claim) -> Judgement:
    """Return the verdict of who does or has what is said, or keeps the place of which it is said."""
    own = _best_support(now, claim)
    cites = _cited(own)
    if own.share < PARTLY:
        is_denied = _is_deniable(claim, own) and all(_are_deniable(now, claim))
        return Judgement(DENIED if is_denied else UNSURE)
    if _is_secret(claim, own, now):
        return Judgement(EVADED, cites)
    return Judgement(_verdict_on(claim, own), cites)


_AND = re.compile(r",? and (?=(?:still|also|now|never|is|has|was|had|will|\w+(?:s|ed))\b)")


def _are_deniable(now: Situation, claim: Claim) -> Iterator[bool]:
    """Yield for each of the things that a claim says of who hears it whether it can be denied."""
    first, *others = _AND.split(claim.words)
    for part in (first, *others) if others else ():
        name = now.world.name_with_article(now.who)
        each = read_claim(part if part is first else f"{name} {part}", now.world)
        yield _is_deniable(each, _best_support(now, each))


def _is_deniable(claim: Claim, own: Support) -> bool:
    """Tell whether who a claim is about can say for certain that a claim without much support is
    false."""
    if own.share >= (PARTLY if claim.kind == EVENT else NEAR) or not (
        claim.concepts or claim.things
    ):
        return False
    is_plain = not claim.is_negated or _is_of_whole_life(claim)
    return is_plain and not (_is_inner(claim) or _has_number(claim, own) or _has_much(claim, own))


def _has_much(claim: Claim, own: Support) -> bool:
    """Tell whether one sentence of a persona says several of the things that a claim does."""
    if own.evidence is None or own.evidence.memory >= 0:
        return False
    return len(own.evidence.concepts & {*claim.concepts}) >= MUCH


def _has_number(claim: Claim, own: Support) -> bool:
    """Tell whether the nearest evidence has a number of a claim, which is seldom by chance."""
    said = own.evidence.concepts if own.evidence is not None else frozenset[str]()
    return any(one.isdigit() and one in said for one in claim.concepts)


def _is_inner(claim: Claim) -> bool:
    """Tell whether a claim is a view, or of what somebody feels, or is like in the eyes of others, or
    only about right."""
    is_number = any(one.isdigit() for one in claim.concepts)
    is_about = is_number and not _ABOUT.isdisjoint(tokens(claim.words))
    return claim.kind == OPINION or is_about or claim.verb in concepts_of_kind("inner")


_ABOUT = frozenset(("nearly", "almost", "over", "under", "about", "around", "past", "some"))


def _is_of_whole_life(claim: Claim) -> bool:
    """Tell whether a claim says that somebody has never done something, which only they know."""
    return claim.kind == EVENT and claim.time == PAST and "never" in tokens(claim.words)


def _best_support(now: Situation, claim: Claim) -> Support:
    """Return the best of what somebody is, remembers, and what is written of them."""
    world, who = now.world, now.who
    known = chain(of_persona(who, world), of_memory(now), of_others(who, world))
    return support(claim, known, who, world)


def _cited(found: Support) -> tuple[int, ...]:
    evidence = found.evidence
    return (evidence.memory,) if evidence is not None and evidence.memory >= 0 else ()


def _verdict_on(claim: Claim, own: Support) -> str:
    """Return the verdict of who has clear evidence, or some, for what is said or its opposite."""
    if own.share < CLEAR or own.evidence is None:
        return UNSURE
    if claim.is_negated == own.evidence.is_negated:
        return CONFIRMED
    is_ability = not {"can", "cannot", "can't"}.isdisjoint(tokens(claim.words))
    return DENIED if claim.is_negated and not is_ability else UNSURE


def _is_secret(claim: Claim, own: Support, now: Situation) -> bool:
    """Tell whether a secret says what is claimed, or what the evidence says."""
    secrets = [one for one in of_persona(now.who, now.world) if one.is_secret]
    said = own.evidence.concepts if own.evidence is not None else frozenset[str]()
    is_said = any(len(said & one.concepts) >= SECRET_WORDS for one in secrets)
    return is_said or support(claim, secrets, now.who, now.world).share >= CLEAR


def witness(now: Situation, claim: Claim) -> Judgement | None:
    """Return the verdict of somebody who is, or was, where it would be to be seen; None for nobody
    such."""
    if claim.people and claim.places and not claim.concepts:
        return _judge_presence(now, claim)
    minutes = _seen_for(claim)
    seen = (one for one in _places(now, claim) if _was_seen(now, one, minutes))
    place = next(seen, "") if minutes else ""
    if not place:
        return None
    best = support(claim, _seen(now, claim, minutes), now.who, now.world)
    if best.share < PARTLY:
        return Judgement(CORRECTED, (), place)
    return Judgement(CONFIRMED, _cited(best), place)


def _seen_for(claim: Claim) -> int:
    """Return for how many minutes who was there knows whether a claim is true; 0 for what is not to
    be seen."""
    if claim.time == AHEAD or claim.is_negated or not claim.is_understood:
        return 0
    if not concepts_of_kind("visible").isdisjoint(claim.concepts):
        return LASTS_MINUTES
    is_hidden = not concepts_of_kind("hidden").isdisjoint(claim.concepts)
    return 0 if claim.knowers or is_hidden or claim.kind != EVENT else SIGHT_MINUTES


def _judge_presence(now: Situation, claim: Claim) -> Judgement | None:
    """Return whether somebody is seen where they are said to be now."""
    place = next((one for one in _places(now, claim) if _is_in_sight(now, one)), "")
    if not place or claim.time != NOW:
        return None
    here = {node.id for node in now.percept.sights}
    return Judgement(CONFIRMED if here.issuperset(claim.people) else CORRECTED, (), place)


def _places(now: Situation, claim: Claim) -> Iterator[str]:
    for ids in claim.things:
        yield from areas_of(ids, now.world)


def _is_in_sight(now: Situation, place: str) -> bool:
    return now.percept.place == place or any(node.id == place for node in now.percept.sights)


def _was_seen(now: Situation, place: str, minutes: int) -> bool:
    """Tell whether somebody sees a place, or saw it within some minutes."""
    if _is_in_sight(now, place):
        return True
    held = now.mind.beliefs.kept.get(place)
    since = now.tick - minutes // now.tick_minutes
    return held is not None and held.seen >= max(0, since)


def _seen(now: Situation, claim: Claim, minutes: int) -> Iterator[Evidence]:
    """Yield what somebody saw and did of late, what is written of them, and how the objects look
    that a claim names."""
    yield from of_memory(now, since=now.tick - minutes // now.tick_minutes)
    yield from of_persona(now.who, now.world)
    for name in (one for ids in claim.objects for one in ids):
        held = now.mind.beliefs.get(name)
        if held is not None:
            looks = "missing gone" if held.missing else held.node.looks
            words = tokens(looks.replace("_", " "))
            yield Evidence(looks, concepts_in(words), frozenset((name, held.node.parent)))
