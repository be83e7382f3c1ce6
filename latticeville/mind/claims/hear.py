"""Hearing claims: a verdict of who knows is remembered, and told to those who heard the claim; whom
it concerns goes and looks, or asks."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from msgspec.structs import replace

from latticeville.mind.claims.claim import Claim
from latticeville.mind.claims.interest import CARES, CARES_MUCH, is_keeper, matters
from latticeville.mind.claims.judge import (
    ALARMED,
    BELIEVED,
    CONFIRMED,
    CORRECTED,
    DENIED,
    LEAST_TRUST,
    Judgement,
    judge,
    witness,
)
from latticeville.mind.claims.place_evidence import areas_of
from latticeville.mind.claims.read import read_claim
from latticeville.mind.claims.vocabulary import irregular_forms, words_of_kind
from latticeville.mind.commitments import area_of, commit, has_time, is_at_place
from latticeville.mind.memory import MemoryRecord, newest_record
from latticeville.mind.needs import is_asleep
from latticeville.mind.percept import Observation, PerceivedNews, Percept
from latticeville.mind.relation import MISLED, apply_to
from latticeville.mind.situation import Situation
from latticeville.mind.topic import (
    CLAIM,
    CONFIRMATION,
    CONFIRMED_KEY,
    DENIAL,
    DENIED_KEY,
    LOOK_KEY,
    PROMISE,
    RESOLVE,
    Appointment,
    Topic,
)
from latticeville.world.model.place_names import spoken_place
from latticeville.world.model.world import World

JUDGED = 6
"""The importance of what somebody knows of a claim."""
LOOK_MINUTES, WAY = 20, 1.5
"""Minutes for which somebody looks, and how much longer a way may be than it is in cells."""
_VERBS = re.compile(r"\b(has|have|had|is|are|was|were|will|would|can|could|must|may|might)\b")


def heed_claims(now: Situation) -> Percept:
    """Return the percept in which talk of others about what does not matter to one is not
    understood: one hears that they talk, and of nothing."""
    who = now.who
    if not [one for one in now.percept.news if one.kind == "said" and _is_overheard(one, who)]:
        return now.percept
    news = PerceivedNews(
        _murmur(one, now.world) if _is_overheard(one, now.who) and not _heeds(now, one) else one
        for one in now.percept.news
    )
    return replace(now.percept, news=news)


def _is_overheard(news: Observation, who: str) -> bool:
    return (
        news.kind == "said"
        and news.topic is not None
        and news.topic.kind in (CLAIM, RESOLVE, DENIAL, CONFIRMATION)
        and who not in (news.actor, news.to, *news.others)
    )


def _heeds(now: Situation, news: Observation) -> bool:
    topic = news.topic
    if topic is None or topic.kind not in (CLAIM, RESOLVE):
        return False
    return matters(read_claim(topic.gist, now.world), now.who, now.world) >= CARES_MUCH


def _murmur(news: Observation, world: World) -> Observation:
    to = world.list_names((news.to,) if news.to else news.others)
    text = f"{world.name_with_article(news.actor)} says something to {to}."
    return replace(news, text=text, topic=None, importance=min(news.importance, 1))


def hear_claims(now: Situation) -> Situation:
    """Return the situation after what was claimed and denied in the last tick was held against what
    one knows."""
    for news in now.percept.news:
        topic = news.topic
        if topic is None or news.actor == now.who:
            continue
        if topic.kind == CLAIM:
            now = _hear_claim(now, news, topic)
        elif topic.kind == DENIAL and now.who != topic.who:
            now = _hear_denial(now, news, topic)
    return now if now.percept.place == now.before.beliefs.place else _look(now)


def _hear_claim(now: Situation, news: Observation, topic: Topic) -> Situation:
    told = replace(topic, source=news.actor)
    found = judge(now, told)
    heard = newest_record(now.mind.memory, news.text, now.tick)
    if found.verdict in (CONFIRMED, DENIED, CORRECTED):
        return _remember(now, told, found, heard)
    claim = read_claim(topic.gist, now.world)
    if found.verdict not in (BELIEVED, ALARMED):
        return now
    if matters(claim, now.who, now.world) >= CARES or not news.actor:
        now = now.owing(_to_ask(now, claim, told))
    return _go_and_look(now, claim, told, heard) if found.verdict == ALARMED else now


def _to_ask(now: Situation, claim: Claim, told: Topic) -> Sequence[str]:
    """Return who knows whether a claim is true: whom it is of, or who keeps the place."""
    keepers = (who for who in now.world.person_ids if is_keeper(claim, who, now.world))
    found = claim.knowers or tuple(keepers)
    return [who for who in found if who not in (now.who, told.source)]


def _remember(now: Situation, topic: Topic, found: Judgement, heard: int) -> Situation:
    """Return the situation of somebody who knows whether a claim is true, and means to tell who
    claims it."""
    is_so = found.verdict == CONFIRMED
    if not _is_settled(now, topic.key):
        now = _note_verdict(now, topic, found, (heard, *found.cites))
    if not topic.source:
        return now
    is_asked = now.who in read_claim(topic.gist, now.world).knowers
    if not is_so and not is_asked:
        now = _trust_less(now, topic.source, heard)
    return now.owing([topic.source])


def _note_verdict(
    now: Situation, topic: Topic, found: Judgement, cites: Sequence[int]
) -> Situation:
    """Return the situation with the memory that a claim is true, or is not."""
    if found.verdict == CONFIRMED:
        key, gist = f"{CONFIRMED_KEY}{topic.key}", topic.gist
        told = Topic(key, CONFIRMATION, gist, now.who, to=topic.source)
        return now.with_record("observation", f"It is so: {gist}", JUDGED, cites, told)
    gist = denial_of(now, read_claim(topic.gist, now.world), found)
    told = Topic(f"{DENIED_KEY}{topic.key}", DENIAL, gist, now.who)
    return now.with_record("observation", gist, JUDGED, cites, told)


def verdict_cites(now: Situation, topic: Topic | None) -> tuple[int, ...]:
    """Return the ids of the memories on which it rests that somebody confirms or denies a claim."""
    if topic is None or topic.kind not in (DENIAL, CONFIRMATION):
        return ()
    newest = reversed(now.mind.memory.last_told())
    own = (one for one in newest if one.topic is not None and one.topic.key == topic.key)
    found = next((one for one in own if not one.spoken), None)
    return (found.id, *found.cites) if found is not None else ()


def _topics(now: Situation) -> Iterator[Topic]:
    return (one.topic for one in now.mind.memory.last_told() if one.topic is not None)


def _trust_less(now: Situation, who: str, memory: int) -> Situation:
    """Return the situation of a mind that trusts somebody less who told what is not true."""
    if not now.world.minds.relations:
        return now
    relations = apply_to(now.mind.relations, who, MISLED, now.tick, memory)
    return now.with_mind(relations=relations)


def denial_of(now: Situation, claim: Claim, found: Judgement) -> str:
    """Return how somebody denies a claim, as one tells it of them."""
    words = claim.words.rstrip(".!? ")
    if found.verdict == DENIED and now.who in claim.knowers:
        return _denied_by_subject(now, claim, words)
    plain = f"It is not true that {_in_mid_sentence(words)}"
    if not found.place:
        return f"{plain}: {now.name} would know."
    where = spoken_place(now.world.name_of(found.place))
    is_here = is_at_place(now, found.place)
    seen = f"is at {where} and sees" if is_here else f"was at {where} and saw"
    return f"{plain}: {now.name} {seen} nothing of it."


def _denied_by_subject(now: Situation, claim: Claim, words: str) -> str:
    """Return the opposite of a claim; in other words where its verb has no plain opposite."""
    first = now.world.name_with_article(claim.knowers[0])
    if words.startswith(f"{first} ") and not claim.is_negated:
        for verbs, negative in ((_VERBS, _negative), (_past_forms(), _not_done)):
            if verbs.search(words):
                return f"{verbs.sub(negative, words, count=1)}."
    return f"It is not true that {_in_mid_sentence(words)}."


def _negative(found: re.Match[str]) -> str:
    return "cannot" if found[1] == "can" else f"{found[1]} not"


@cache
def _past_forms() -> re.Pattern[str]:
    forms = "|".join(form for form, plain in irregular_forms().items() if form != plain)
    return re.compile(rf"(?<= )({forms})\b")


def _not_done(found: re.Match[str]) -> str:
    return f"did not {irregular_forms()[found[1]]}"


def _in_mid_sentence(words: str) -> str:
    first = words.partition(" ")[0]
    is_name = first.lower() not in words_of_kind("small")
    return words if is_name else f"{words[:1].lower()}{words[1:]}"


def _hear_denial(now: Situation, news: Observation, topic: Topic) -> Situation:
    """Return the situation of somebody who hears that what they were told is not true: they trust
    who told it less, and mean to tell it to those whom they told, and who told them."""
    records = [*_claims(now, topic.key.removeprefix(DENIED_KEY))]
    if not records or now.mind.relations.to(news.actor).trust < LEAST_TRUST:
        return now
    heard = newest_record(now.mind.memory, news.text, now.tick)
    left_out = {"", news.actor, topic.who, now.who}
    sources = {one.topic.source for one in records if one.topic is not None} - left_out
    for source in sorted(sources):
        now = _trust_less(now, source, heard)
    told = {who for one in records if one.kind == "action" for who in one.shared}
    return now.owing(sorted((sources | told) - left_out))


def _go_and_look(now: Situation, claim: Claim, topic: Topic, heard: int) -> Situation:
    """Return the situation of somebody whom a grave claim about a place concerns: they go there and
    look."""
    place = next(iter(_areas(claim, now.world)), "")
    key = f"{LOOK_KEY}{topic.key}"
    is_free = now.mind.plan is not None and not is_asleep(now.mind.intent.step)
    if not place or not is_free or any(one.key == key for one in now.mind.commitments):
        return now
    at = Appointment("seeing whether it is so", place, now.minute, _end(now, place))
    return commit(now, at, Topic(key, PROMISE, topic.gist), (heard,)) if has_time(now, at) else now


def _areas(claim: Claim, world: World) -> Iterator[str]:
    return (area for ids in claim.things for area in areas_of(ids, world))


def _end(now: Situation, place: str) -> int:
    """Return the minute until which somebody has gone to a place and looked."""
    box = now.world.areas.by_id[area_of(place, now.world)].boxes[0]
    cell = now.percept.cell
    way = abs(box.x + box.width // 2 - cell.x) + abs(box.y + box.height // 2 - cell.y)
    return now.minute + round(way * now.tick_minutes * WAY) + LOOK_MINUTES


def _look(now: Situation) -> Situation:
    """Return the situation of somebody who comes to a place of which they were told something: they
    see whether it is so."""
    for record, topic in _open_claims(now):
        claim = read_claim(topic.gist, now.world)
        is_here = any(is_at_place(now, area) for area in _areas(claim, now.world))
        found = witness(now, claim) if is_here else None
        if found is not None and not _is_settled(now, topic.key):
            meant = (
                one.record for one in now.mind.commitments if one.key == f"{LOOK_KEY}{topic.key}"
            )
            found = found._replace(cites=(*meant, *found.cites))
            now = _remember(now, topic, found, record.id)
    return now


def _open_claims(now: Situation) -> list[tuple[MemoryRecord, Topic]]:
    """Return what somebody was told of places and objects, and of nobody, the first time of each."""
    found: dict[str, tuple[MemoryRecord, Topic]] = {}
    for one in now.mind.memory.last_told():
        topic = one.topic
        if topic is not None and topic.kind == CLAIM and one.kind == "observation":
            claim = read_claim(topic.gist, now.world)
            if claim.things and not claim.knowers:
                found.setdefault(topic.key, (one, topic))
    return [*found.values()]


def _claims(now: Situation, key: str) -> Iterator[MemoryRecord]:
    return (
        one
        for one in now.mind.memory.last_told()
        if one.topic is not None and one.topic.key == key and one.topic.kind == CLAIM
    )


def _is_settled(now: Situation, key: str) -> bool:
    keys = (f"{DENIED_KEY}{key}", f"{CONFIRMED_KEY}{key}")
    return any(one.key in keys for one in _topics(now))
