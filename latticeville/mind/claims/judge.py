"""The verdict of a hearer on a claim: a function of what they are, did, see and remember."""

import re
from collections.abc import Iterator, Sequence
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
from latticeville.mind.claims.full_forms import in_full
from latticeville.mind.claims.interest import CARES, areas_of, is_keeper, is_striking, matters
from latticeville.mind.claims.paraphrase import likeness, strange_things
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
CLEAR, PARTLY, NEAR_STATE = 0.75, 0.5, 0.42
"""How far evidence supports a claim that is confirmed, and one that is not denied, if of an event and
if of how somebody is: that is told in many words, and no persona says all of it."""
NEAR, ALIKE = 0.4, 0.8
"""How far one sentence says, in related words, what is not denied, and what is not, though another part
of the claim is false."""
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
    found = _verdict_on(claim, own)
    if found == UNSURE and _is_false(now, claim):
        return Judgement(DENIED)
    return Judgement(found, cites if own.share >= PARTLY else ())


_CLAUSES = re.compile(
    r",? and (?=(?:still|also|now|never|is|has|was|had|will|[a-z]+(?:s|ed))\b)"
    r"|(?:[,;:]|,? (?:and|but|so|because|since)) (?=(?:he|she|they)\b)"
)
_MEANWHILE = re.compile(
    r" (?:before|after|when|whenever|while|until|as soon as|that|which|whom) (?:he|she|they)\b[^,;.]*"
    r"|(?<=\w) the (?:year|spring|summer|autumn|winter|month|week|day|night|evening|morning) (?!of\b)"
    r"(?:when |that |after |before )?(?:the|a|his|her|their|he|she|they|it)\b[^,;.]*"
)
"""A clause on when something is done, which is not what is claimed."""
_PRONOUN = re.compile(r"(?:he|she|they)\b")


def _is_false(now: Situation, claim: Claim) -> bool:
    """Tell whether somebody can deny one of the things that a claim says of them, and knows nothing
    like any other."""
    name = now.world.name_with_article(now.who)
    first, *others = _CLAUSES.split(_MEANWHILE.sub("", in_full(claim.words)))
    parts = [first, *(f"{name} {_PRONOUN.sub('', one, count=1).strip()}" for one in others)]
    each = [read_claim(one, now.world) for one in parts]
    known = [*_known(now)]
    like = [likeness(one, known, now.who) for one in each]
    if len(each) > 1 and max(like) >= ALIKE:
        return False
    return any(_is_deniable(now, one, known, share) for one, share in zip(each, like, strict=True))


def _is_deniable(now: Situation, claim: Claim, known: Sequence[Evidence], like: float) -> bool:
    """Tell whether who a claim is about can say for certain that it is false.

    It is where it tells of a thing or deed that is strange to them, or of nothing that they know.
    """
    if like >= NEAR or not _is_plain(claim):
        return False
    if strange_things(claim, known, now.world):
        return True
    own = support(claim, known, now.who, now.world)
    most = PARTLY if claim.kind == EVENT else NEAR_STATE
    is_known = own.share >= most or _has_number(claim, own) or _has_much(claim, own)
    return not is_known and not _is_inner(claim)


def _is_plain(claim: Claim) -> bool:
    """Tell whether a claim says something that is so or not, and does not only deny it."""
    if claim.kind == OPINION or not (claim.concepts or claim.things):
        return False
    return not claim.is_negated or _is_of_whole_life(claim)


def _has_much(claim: Claim, own: Support) -> bool:
    """Tell whether one sentence of a persona says several of the things that a claim does."""
    if own.evidence is None or own.evidence.memory >= 0:
        return False
    return len(own.evidence.concepts & {*claim.concepts}) >= MUCH


def _has_number(claim: Claim, own: Support) -> bool:
    """Tell whether the nearest evidence has a number of a claim, which is seldom by chance."""
    said = own.evidence.concepts if own.evidence is not None else frozenset[str]()
    return any(one.isdigit() and one in said for one in claim.concepts)


def _has_other_number(claim: Claim, evidence: Evidence) -> bool:
    return any(one.isdigit() and one not in evidence.concepts for one in claim.concepts)


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
    minutes = _seen_for(claim, now.world)
    seen = (one for one in _places(now, claim) if _was_seen(now, one, minutes))
    place = next(seen, "") if minutes else ""
    return _judge_sight(now, claim, place, minutes) if place else None


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
