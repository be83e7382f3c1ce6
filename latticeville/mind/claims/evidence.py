"""What somebody knows of themselves: sentences of their persona and memory, as concepts."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations, pairwise
from typing import NamedTuple

from latticeville.mind.claims.claim import EVENT, NOW, OPINION, PAST, STATE, Claim
from latticeville.mind.claims.names import names_of, people_by_bond
from latticeville.mind.claims.vocabulary import (
    concepts_in,
    concepts_of_kind,
    is_function,
    is_negative,
    tokens,
)
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.situation import Situation
from latticeville.world.model.areas import WORLD
from latticeville.world.model.personas import Persona
from latticeville.world.model.world import World
from latticeville.world.usual_day.clauses import SENTENCES
from latticeville.world.usual_day.usual_day import usual_days

NEWEST = 600
"""Newest memories that are held against a claim."""
VERB, LIGHT = 1.5, 0.5
"""The weight of what is done among what is said, and of words that say little."""
ELSEWHERE, USUALLY = 0.25, 0.65
"""How far a sentence that says the same of something else supports what was done or is to be, and
what is so."""
OF_VIEW, OF_OTHERS, POSSIBLE = 0.45, 0.7, 0.45
"""How far views, what others say, and what might be, can support that something is so, or was."""
MOST_RELATED = 30
"""Most sentences that are held against a claim two by two."""
COMMON, FREQUENT = 0.5, 0.3
"""The weight of what is said of many people of the world, and of how many of them."""


class Evidence(NamedTuple):
    """A sentence that somebody knows: its concepts, whom and what it names, the id of its memory,
    -1 for the persona, and its words but for names.

    `is_ahead` says that it tells of what might be; `most` is how far it can support a claim. `of` is
    another of whom it tells, "" for nobody.
    """

    text: str
    concepts: frozenset[str]
    named: frozenset[str]
    is_negated: bool = False
    is_secret: bool = False
    memory: int = -1
    is_ahead: bool = False
    most: float = 1.0
    of: str = ""
    words: frozenset[str] = frozenset()


class Support(NamedTuple):
    """How far the best evidence says what a claim says, from 0 to 1."""

    share: float
    evidence: Evidence | None = None


def read_evidence(
    text: str,
    world: World,
    named: Iterable[str] = (),
    *,
    is_secret: bool = False,
    memory: int = -1,
    most: float = 1.0,
) -> Evidence:
    """Return a sentence as evidence; `named` are further ids that it is about."""
    words = tokens(text)
    mentions = [*names_of(world).mentions(words)]
    at_names = {at for one in mentions for at in range(one.first, one.end)}
    ids = {one.person for one in mentions} | {place for one in mentions for place in one.things}
    bare = [word for at, word in enumerate(words) if at not in at_names]
    return Evidence(
        text,
        concepts_in(bare),
        frozenset((*ids, *named)) - {""},
        is_negative(words),
        is_secret,
        memory,
        _AHEAD.search(text) is not None,
        most,
        words=frozenset(word for word in bare if not is_function(word)),
    )


_AHEAD = re.compile(r"\b(could|would|should|must|will|shall|to be|wants?|has to|have to)\b")


def of_persona(who: str, world: World) -> Sequence[Evidence]:
    """Return what a persona says of somebody, sentence by sentence; it is read once per world."""
    kept: dict[str, Sequence[Evidence]] = world.keep("claim_evidence", dict)
    found = kept.get(who)
    if found is None:
        found = kept[who] = (*_of_persona(who, world),)
    return found


def _of_persona(who: str, world: World) -> Iterator[Evidence]:
    persona = world.people[who].persona
    called = people_by_bond(persona)
    for text in _texts(persona):
        own = _OWN.findall(text)
        yield read_evidence(text, world, [called[one] for one in own if one in called])
    for one, after in pairwise(SENTENCES.split(persona.about)):
        yield read_evidence(f"{one} {after}", world, most=OF_OTHERS)
    for secret in persona.secrets:
        for text in SENTENCES.split(secret.text):
            yield read_evidence(text, world, is_secret=True)
    yield from _of_bonds(persona, world)
    for opinion in persona.opinions:
        yield read_evidence(f"{opinion.topic}: {opinion.view}", world, most=OF_VIEW)
    yield from _of_places(who, world)


_OWN = re.compile(r"\b(?:[Hh]is|[Hh]er|[Mm]y|[Tt]heir) (\w+)")


def _of_bonds(persona: Persona, world: World) -> Iterator[Evidence]:
    for bond in persona.relationships:
        yield read_evidence(bond.how, world, (bond.who,))
        if _SPOUSE.search(bond.how):
            yield read_evidence("married", world, (bond.who,))
        for text in SENTENCES.split(bond.view):
            found = read_evidence(f"{bond.how}: {text}", world, (bond.who,))
            yield found._replace(of=bond.who if _OF_OTHER.match(text) else "")


_SPOUSE = re.compile(r"\b(?:wife|husband|spouse)\b")
_OF_OTHER = re.compile(r"(?:He|She|They|His|Her|Their)\b")


def _of_places(who: str, world: World) -> Iterator[Evidence]:
    """Yield what somebody does where on a usual day, and where and with whom they live and work."""
    resident = world.people[who]
    for row in usual_days(world).of(who).rows:
        yield read_evidence(row.doing, world, _path(row.place, world))
    yield read_evidence("lives at home, owns", world, _path(resident.home, world))
    work = _path(resident.work, world)
    keeps = read_evidence("works, keeps, runs", world, work)
    names = concepts_in(word for one in work for word in tokens(world.name_of(one)))
    yield keeps._replace(concepts=keeps.concepts | names)
    at_home = [
        other
        for other, one in world.people.items()
        if other != who and one.home == resident.home not in ("", WORLD)
    ]
    for other in at_home:
        yield read_evidence("lives together, shares a house, roof, housemate", world, (other,))
    if resident.home not in ("", WORLD) and not at_home:
        yield read_evidence("lives alone", world, _path(resident.home, world))


def of_others(who: str, world: World) -> Sequence[Evidence]:
    """Return what the personas of others say of somebody; it is read once per world."""
    kept: dict[str, Sequence[Evidence]] = world.keep("claim_views", dict)
    found = kept.get(who)
    if found is None:
        found = kept[who] = (*_of_others(who, world),)
    return found


def _of_others(who: str, world: World) -> Iterator[Evidence]:
    name = world.name_with_article(who)
    for other, resident in world.people.items():
        persona = resident.persona
        if other == who:
            continue
        for bond in persona.relationships:
            if bond.who == who:
                for text in (bond.how, *SENTENCES.split(bond.view)):
                    yield read_evidence(text, world, (other,), most=OF_OTHERS)
        texts = (*_texts(persona), *(one.text for one in persona.memories))
        for text in texts:
            if name in text:
                yield read_evidence(text, world, (other,), most=OF_OTHERS)


def _texts(persona: Persona) -> Iterator[str]:
    whole = (persona.about, persona.currently, persona.aspiration, persona.intends)
    for text in (*whole, persona.lifestyle):
        yield from SENTENCES.split(text)
    yield ", ".join(persona.traits)
    yield from persona.traits
    yield from persona.values
    yield f"{persona.age} years old" if persona.age is not None else ""


def _path(place: str, world: World) -> tuple[str, ...]:
    if place in world.objects:
        return (place, *_path(world.areas.at(world.objects[place].cell), world))
    known = world.areas.by_id
    return tuple(one for one in world.areas.path(place) if one != WORLD) if place in known else ()


def of_memory(now: Situation, *, since: int = 0, is_new: bool = False) -> Iterator[Evidence]:
    """Yield what somebody remembers but for what they were told, the newest first, and the memories
    from before the run unless only new ones are wanted."""
    memory = now.mind.memory
    oldest = memory.since(0)[: 0 if is_new else len(now.persona.memories)]
    newest = (one for one in reversed(memory.last(NEWEST)) if one.tick >= since)
    for one in (*newest, *(one for one in oldest if one.tick < 0)):
        if not _is_hearsay(one):
            yield _remembered(one, now)


def _remembered(record: MemoryRecord, now: Situation) -> Evidence:
    topic, named = record.topic, (*record.about, *_path(record.place, now.world))
    told = topic.gist if topic is not None and topic.who == now.who else ""
    found = read_evidence(told or record.text, now.world, named, memory=record.id)
    return found._replace(of=_seen_of(record, now))


def _seen_of(record: MemoryRecord, now: Situation) -> str:
    """Return whom somebody saw doing something, "" where a memory is of themselves or of nobody."""
    if record.kind != "observation" or now.who in record.about:
        return ""
    name = now.world.name_with_article
    return next(
        (
            one
            for one in record.about
            if one in now.world.people and record.text.startswith(name(one))
        ),
        "",
    )


def _is_hearsay(record: MemoryRecord) -> bool:
    """Tell whether a memory is of words, or of something told."""
    return record.spoken or (
        record.topic is not None and (bool(record.topic.source) or record.topic.kind in _TOLD)
    )


_TOLD = frozenset(("claim", "denial", "confirmation"))


def weights(claim: Claim, world: World) -> dict[str, float]:
    """Return how much each concept of a claim weighs: more for what is done, less for what is said
    of many."""
    found = {}
    for concept in claim.concepts:
        many = _frequency(concept, world) > FREQUENT
        is_empty = concept.isdigit() or concept in concepts_of_kind("light")
        is_light = is_empty and len(claim.concepts) > 1
        is_verb = concept == claim.verb
        weight = LIGHT if is_light else VERB if is_verb else 1.0
        found[concept] = weight * (COMMON if many and (is_light or not is_verb) else 1.0)
    return found


def _frequency(concept: str, world: World) -> float:
    """Return of what share of the people of a world the personas say something."""
    kept: dict[str, float] = world.keep("claim_frequencies", dict)
    found = kept.get(concept)
    if found is None:
        who_say = sum(
            any(concept in one.concepts for one in of_persona(who, world)) for who in world.people
        )
        found = kept[concept] = who_say / max(1, len(world.people)) if who_say > 1 else 0.0
    return found


def support(claim: Claim, evidence: Iterable[Evidence], who: str, world: World) -> Support:
    """Return how far evidence of somebody says what a claim says of them and others."""
    weight = weights(claim, world)
    others = [{one} for one in claim.people if one != who]
    wanted = [*others, *({*one} for one in claim.things)]
    elsewhere = USUALLY if claim.time == NOW and claim.kind == STATE else ELSEWHERE
    best, related = Support(0.0), list[Evidence]()
    for one in evidence:
        score = _limited(_score(one, weight, wanted, elsewhere), claim, one)
        if score > best.share:
            best = Support(score, one)
        if len(one.concepts & weight.keys()) > 1:
            related.append(one)
    return _together(claim, weight, best, related)


def _together(
    claim: Claim, weight: Mapping[str, float], best: Support, related: Sequence[Evidence]
) -> Support:
    """Return the support of two sentences that have a concept of a claim in common, where that is
    more: together they say it in part."""
    whole = sum(weight.values())
    for one, other in combinations(related[:MOST_RELATED], 2):
        if one.concepts.isdisjoint(other.concepts & weight.keys()):
            continue
        share = sum(weight[each] for each in (one.concepts | other.concepts) & weight.keys())
        least = min(_limited(OF_OTHERS, claim, one), _limited(OF_OTHERS, claim, other))
        score = min(share / whole, least)
        if score > best.share:
            best = Support(score, one)
    return best


def _score(
    one: Evidence, weight: Mapping[str, float], wanted: Sequence[AbstractSet[str]], elsewhere: float
) -> float:
    """Return how far a sentence says the same of the same people and things: less where it says it
    of others, and nothing where it says something else of them."""
    said = sum(share for concept, share in weight.items() if concept in one.concepts)
    if weight and not said:
        return 0.0
    found = sum(not one.named.isdisjoint(each) for each in wanted)
    fit = found / len(wanted) if wanted else float(bool(weight))
    if not weight:
        return fit
    return said / sum(weight.values()) * (elsewhere + (1 - elsewhere) * fit)


def _limited(score: float, claim: Claim, evidence: Evidence) -> float:
    """Return how far a sentence supports a claim: what might be does not show what was done, and a
    view only what is said of its subject."""
    most = evidence.most
    if (claim.time == PAST or claim.kind == EVENT) and evidence.is_ahead:
        most = min(most, POSSIBLE)
    is_of_some = evidence.memory < 0 or bool(claim.people)
    if evidence.of and is_of_some and evidence.of not in claim.people:
        most = min(most, POSSIBLE)
    if evidence.most == OF_VIEW and claim.kind == OPINION:
        most = 1.0
    return min(score, most)
