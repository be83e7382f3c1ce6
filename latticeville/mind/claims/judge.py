"""The verdict of a hearer on a claim: a function of what they are, did, see and remember."""

import re
from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from latticeville.core.clock import DAY
from latticeville.mind.claims.claim import AHEAD, EVENT, NOW, Claim
from latticeville.mind.claims.conflict import is_in_conflict
from latticeville.mind.claims.evidence import (
    Evidence,
    Support,
    of_memory,
    of_others,
    of_persona,
    support,
)
from latticeville.mind.claims.full_forms import in_full
from latticeville.mind.claims.interest import CARES, is_keeper, is_striking, matters
from latticeville.mind.claims.own_life import is_strange_to, parts_of
from latticeville.mind.claims.place_evidence import areas_of
from latticeville.mind.claims.read import read_claim
from latticeville.mind.claims.vocabulary import concepts_in, concepts_of_kind, tokens
from latticeville.mind.situation import Situation
from latticeville.mind.topic import DENIED_KEY, Topic
from latticeville.world.model.world import World

CONFIRMED, DENIED, CORRECTED, EVADED = "confirmed", "denied", "corrected", "evaded"
"""Verdicts of those who know: it is so; it is not, of who does or has it; it is not, of who was
there; it is so, and a secret."""
UNSURE, BELIEVED, DOUBTED, NOT_UNDERSTOOD = "unsure", "believed", "doubted", "not understood"
"""Verdicts of those who can say neither, of all others by trust, and on what nobody understands."""
ALARMED = "alarmed"
"""The verdict of who has to go and look."""
CLEAR, PARTLY = 0.75, 0.5
"""How far evidence supports a claim that is confirmed, and one of which it tells something."""
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
    if _has_to_look(now, claim, is_first=not topic.source):
        return Judgement(ALARMED)
    is_hearsay = bool(topic.source) or not claim.knowers
    seen = witness(now, claim) if is_hearsay else None
    if seen is not None:
        return seen
    if not claim.knowers and _keeps(claim, now):
        return _judge_own(now, claim)
    return Judgement(BELIEVED if _is_believed(now, topic) else DOUBTED)


def _has_to_look(now: Situation, claim: Claim, *, is_first: bool) -> bool:
    """Tell whether something grave or striking may have happened to a place since somebody was there
    whom it concerns."""
    is_grave = not concepts_of_kind("grave").isdisjoint(claim.concepts)
    if claim.time == AHEAD or claim.is_negated or not (is_grave or is_striking(claim, now.world)):
        return False
    is_fresh = any(_was_seen(now, place, FRESH_MINUTES) for place in _places(now, claim))
    return not is_fresh and _is_concerned(now, claim, is_first=is_first)


def _is_concerned(now: Situation, claim: Claim, *, is_first: bool) -> bool:
    """Tell whether somebody keeps what is named, or cares or heard it first where nobody does."""
    if _keeps(claim, now):
        return True
    if claim.knowers or claim.owners:
        return False
    if any(is_keeper(claim, who, now.world) for who in now.world.person_ids):
        return False
    return is_first or matters(claim, now.who, now.world) >= CARES


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
    if own.share >= PARTLY and _is_secret(claim, own, now):
        return Judgement(EVADED, cites)
    parts, known = [*parts_of(now, claim)], [*_known(now)]
    if now.who in claim.knowers and any(is_in_conflict(now, one, known) for one in parts):
        return Judgement(DENIED)
    found = _verdict_on(claim, own)
    if found == UNSURE and is_strange_to(now, parts, known):
        return Judgement(DENIED)
    return Judgement(found, cites if own.share >= PARTLY else ())


def _has_other_number(claim: Claim, evidence: Evidence) -> bool:
    return any(one.isdigit() and one not in evidence.concepts for one in claim.concepts)


def _best_support(now: Situation, claim: Claim) -> Support:
    """Return the best of what somebody is, remembers, and what is written of them."""
    return support(claim, _known(now), now.who, now.world)


def _known(now: Situation) -> Iterator[Evidence]:
    world, who = now.world, now.who
    return chain(of_persona(who, world), of_memory(now), of_others(who, world))


def _cited(found: Support) -> tuple[int, ...]:
    evidence = found.evidence
    return (evidence.memory,) if evidence is not None and evidence.memory >= 0 else ()


def _verdict_on(claim: Claim, own: Support) -> str:
    """Return the verdict of who has clear evidence for what is said or its opposite, or has not."""
    if own.share < CLEAR or own.evidence is None or _has_other_number(claim, own.evidence):
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
    if claim.objects and _IS_ABSENT.search(in_full(claim.words)):
        return _judge_absence(now, claim)
    minutes = _seen_for(claim, now.world)
    seen = (one for one in _places(now, claim) if _was_seen(now, one, minutes))
    place = next(seen, "") if minutes else ""
    return _judge_sight(now, claim, place, minutes) if place else None


_IS_ABSENT = re.compile(
    r"\b(?:there (?:is|are)|has|have|but|and|with) (?:no|not an?|not any|never an?)\b|\bwithout (?:an?|any)\b",
    re.IGNORECASE,
)
"""What says that something is not there."""


def _judge_absence(now: Situation, claim: Claim) -> Judgement | None:
    """Return whether somebody has seen of late the objects that are said not to be there."""
    for ids in claim.objects:
        if any(_is_seen(now, one) for one in ids):
            return Judgement(CORRECTED, (), next(iter(areas_of(ids, now.world)), ""))
    return None


def _is_seen(now: Situation, thing: str) -> bool:
    """Tell whether somebody sees an object, or saw it of late and did not miss it since."""
    if any(node.id == thing for node in now.percept.sights):
        return True
    held = now.mind.beliefs.get(thing)
    since = max(0, now.tick - LASTS_MINUTES // now.tick_minutes)
    return held is not None and held.seen >= since and not held.missing


def _judge_sight(now: Situation, claim: Claim, place: str, minutes: int) -> Judgement:
    """Return the verdict of somebody who was at a place within some minutes."""
    best = support(claim, _seen(now, claim, minutes), now.who, now.world)
    if best.share < PARTLY:
        return Judgement(CORRECTED, (), place)
    is_seen = best.share >= CLEAR or bool(_cited(best))
    return Judgement(CONFIRMED if is_seen else UNSURE, _cited(best), place)


def _seen_for(claim: Claim, world: World) -> int:
    """Return for how many minutes who was there knows whether a claim is true; 0 for what is not to
    be seen."""
    if claim.time == AHEAD or claim.is_negated or not claim.is_understood:
        return 0
    if is_striking(claim, world):
        return LASTS_MINUTES
    is_hidden = not concepts_of_kind("hidden").isdisjoint(claim.concepts)
    is_event = claim.kind == EVENT and _IS_OR_HAS.search(claim.words) is None
    return SIGHT_MINUTES if is_event and not (claim.knowers or is_hidden) else 0


_IS_OR_HAS = re.compile(
    r"^There(?: is| are|['’]s)\b|\bhas (?:an?|no|some|many|its)\b", re.IGNORECASE
)
"""What tells how a place is, of which nobody knows that it is not so unless it is strange."""


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
    """Yield what somebody saw and did of late, how the objects look that a claim names, and what is
    written of them unless it would be to be seen."""
    since = max(0, now.tick - minutes // now.tick_minutes)
    is_seen = is_striking(claim, now.world)
    yield from of_memory(now, since=since, is_new=is_seen)
    if not is_seen:
        yield from of_persona(now.who, now.world)
    for name in (one for ids in claim.objects for one in ids):
        held = now.mind.beliefs.get(name)
        if held is not None:
            looks = "missing gone" if held.missing else held.node.looks
            words = tokens(looks.replace("_", " "))
            yield Evidence(looks, concepts_in(words), frozenset((name, held.node.parent)))
