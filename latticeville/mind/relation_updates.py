"""What moves somebody's relations in a tick, and the summary of a relation after a talk."""

from collections.abc import Iterator

from msgspec.structs import replace

from latticeville.core.clock import DAY
from latticeville.core.day_names import name_days
from latticeville.mind.chores import broken_task
from latticeville.mind.commitments import area_of, is_at_place
from latticeville.mind.conversation import ANSWER_TICKS, is_within_hearing
from latticeville.mind.matters import CONVENED, meeting_subject
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.mind import Mind, Thinking
from latticeville.mind.model_calls import ask_model_once
from latticeville.mind.opinions import hear_opinion, speak_of
from latticeville.mind.percept import Observation, Percept
from latticeville.mind.prompt_facts import agent_context
from latticeville.mind.questions import subject_spoken_of
from latticeville.mind.relation import (
    APART,
    BROKEN,
    CALM,
    CONFIDED,
    IGNORED,
    KEPT,
    MAX_SPOKEN,
    MISSED,
    TALK,
    OpenTalk,
    Promise,
    Relations,
    apply_to,
)
from latticeville.mind.relation_text import (
    describe_appointment,
    describe_relation,
    name_ids,
    owed_to,
    promised_by,
)
from latticeville.mind.remarks import PLEDGE, is_remark
from latticeville.mind.requests.relation import RelateData, SumUpRelation
from latticeville.mind.situation import Situation
from latticeville.mind.topic import OPINION, SECRET, Topic, subject_of

ANSWER_RECORDS = 40
"""Newest records among which the words are looked for that somebody has just answered."""


def update_relations(now: Situation) -> Situation:
    """Return the situation after what it perceived moved its relations; its newest records are
    those of the news."""
    was = relations = now.mind.relations
    if now.percept.news:
        if now.percept.news.tells:
            relations = _hear_news(now, relations)
        for faculty in now.options.faculties:
            relations = faculty.relate(now, relations)
    if relations.talks:
        relations = _end_silent_talks(now, relations)
    if relations.promises:
        relations = _watch_promises(now, relations)
    if now.minute // DAY != relations.day:
        relations = _begin_day(now, relations)
    return now if relations is was else now.with_mind(relations=relations)


def _hear_news(now: Situation, relations: Relations) -> Relations:
    first = len(now.mind.memory) - len(now.percept.news)
    for memory, news in enumerate(now.percept.news, start=first):
        if news.kind != "said":
            continue
        listeners = tuple(filter(None, (news.to, *news.others)))
        if now.who not in (news.actor, *listeners):
            continue
        is_own = news.actor == now.who
        relations = (
            _speak(now, relations, news) if is_own else _hear_words(now, relations, news, memory)
        )
        partners = listeners if is_own else (news.actor,)
        for other in partners:
            relations = _follow_talk(
                relations, other, memory, news, now.percept, is_pair=len(listeners) == 1
            )
        relations = _end_talks(now, relations, news)
    return relations


def _speak(now: Situation, relations: Relations, news: Observation) -> Relations:
    """Return relations of somebody who has just said where they stand on a subject: by their view, which
    binds them at the meeting that decides, by a pledge, or in answer to words about it."""
    said = news.topic
    if said is not None and said.kind == OPINION and said.who == now.who:
        subject = subject_of(said)
        is_at_meeting = meeting_subject(now) == subject
        return speak_of(relations, subject, said.stance or 0.0, is_pledge=is_at_meeting)
    is_pledge = is_remark(said, PLEDGE)
    is_of = said.key.split(".", 5)[5] if said is not None and is_pledge else _answered(now, news)
    held = now.mind.relations.opinions.get(is_of)
    return (
        relations if held is None else speak_of(relations, is_of, held.stated, is_pledge=is_pledge)
    )


def _answered(now: Situation, news: Observation) -> str:
    """Return the subject of the words that somebody has just answered; "" for other words."""
    if not news.turn:
        return ""
    listeners = {news.to, *news.others}
    for one in reversed(now.mind.memory.last(ANSWER_RECORDS)):
        is_heard = one.kind != "action" and one.spoken and {*one.about[:1]} <= listeners
        if is_heard and one.tick >= now.tick - ANSWER_TICKS - 1:
            return "" if one.topic is None else subject_spoken_of(one.topic)
    return ""


def _hear_words(now: Situation, relations: Relations, news: Observation, memory: int) -> Relations:
    """Return relations after words to oneself: an opinion, a secret, or a promise to come."""
    topic, speaker = news.topic, news.actor
    if broken_task(topic)[0] == speaker and topic is not None and topic.to == now.who:
        return apply_to(relations, speaker, BROKEN, now.tick, memory)
    if news.promise is not None:
        relations = _hear_promise(relations, Promise(speaker, news.promise, memory))
    if topic is None or topic.who == now.who:
        return relations
    if topic.kind == SECRET and topic.who == speaker:
        return apply_to(relations, speaker, CONFIDED, now.tick, memory)
    if topic.kind == OPINION:
        openness = now.persona.big_five.get("openness", 0.5)
        author = now.world.name_with_article(topic.who)
        return hear_opinion(
            relations, topic, speaker, author, now.tick, memory, openness, now.world.minds
        )
    return relations


def _hear_promise(relations: Relations, promise: Promise) -> Relations:
    """Return relations with one more promise, unless the same person has made it before."""
    held = {(one.who, one.at) for one in relations.promises}
    if (promise.who, promise.at) in held:
        return relations
    return replace(relations, promises=(*relations.promises, promise))


def _follow_talk(
    relations: Relations,
    other: str,
    memory: int,
    news: Observation,
    percept: Percept,
    *,
    is_pair: bool,
) -> Relations:
    """Return relations in which a talk with another has gone on by an utterance."""
    was, is_mine = (
        relations.talks.get(other, OpenTalk(memory, memory, 0)),
        news.actor == percept.who,
    )
    spoke, heard = was.spoke or is_mine, was.heard or not is_mine
    talk = OpenTalk(was.first, memory, percept.tick, spoke, heard, was.is_pair and is_pair)
    return replace(relations, talks={**relations.talks, other: talk})


def _end_talks(now: Situation, relations: Relations, news: Observation) -> Relations:
    """Return relations after words: they may end the talk, and who leaves it ends it with everybody
    in it."""
    company = {news.actor, news.to, *news.others}
    if news.next and not news.end:
        return relations
    over = company if not news.next or news.actor == now.who else {news.actor}
    for other in sorted(over & relations.talks.keys()):
        relations = _end_talk(now, relations, other)
    return relations


def _end_silent_talks(now: Situation, relations: Relations) -> Relations:
    """Return relations after talks ended in which nobody spoke for longer than people wait."""
    for other, talk in sorted(relations.talks.items()):
        if now.tick - talk.tick <= ANSWER_TICKS + 1:
            continue
        relations = _end_talk(now, relations, other)
        if talk.is_pair and talk.spoke and not talk.heard and is_within_hearing(now.percept, other):
            relations = apply_to(relations, other, IGNORED, now.tick, talk.last)
    return relations


def _end_talk(now: Situation, relations: Relations, other: str) -> Relations:
    """Return relations after a talk ended; one in which both spoke is summed up later."""
    talk = relations.talks[other]
    relations = replace(
        relations, talks={who: one for who, one in relations.talks.items() if who != other}
    )
    if not (talk.spoke and talk.heard):
        return relations
    relations = apply_to(relations, other, TALK, now.tick, talk.last)
    said = records_of_talk(now.mind, talk, now.who, other)
    spoken = {one.topic.key: one.topic for one in said if one.topic is not None}
    state = replace(
        relations.to(other),
        spoken=tuple(map(_bare, spoken.values()))[-MAX_SPOKEN:],
        talked=now.tick,
    )
    unsettled = {**relations.unsettled, other: talk}
    return replace(relations.with_relation(other, state), unsettled=unsettled)


def records_of_talk(mind: Mind, talk: OpenTalk, who: str, other: str) -> list[MemoryRecord]:
    """Return the records of the words that two people said to each other, alone or with others, in
    a talk."""
    newest = mind.memory.last(len(mind.memory) - talk.first)
    return [
        one
        for one in newest
        if one.id <= talk.last and "“" in one.text and _is_between(one, who, other)
    ]


def _is_between(record: MemoryRecord, who: str, other: str) -> bool:
    return record.about[:1] in ((who,), (other,)) and {who, other} <= {*record.about}


def _bare(topic: Topic) -> Topic:
    return replace(topic, at=None, stance=None)


def _watch_promises(now: Situation, relations: Relations) -> Relations:
    """Return relations after people were seen where they agreed to be, or missed there until the
    end."""
    watched = tuple(_watch(now, one) for one in relations.promises)
    ended = [one for one in watched if one.at.end <= now.minute]
    for one in filter(lambda one: one.is_awaited, ended):
        relations = apply_to(
            relations, one.who, KEPT if one.is_met else MISSED, now.tick, one.memory
        )
    if watched == relations.promises and not ended:
        return relations
    return replace(relations, promises=tuple(one for one in watched if one not in ended))


def _watch(now: Situation, promise: Promise) -> Promise:
    if promise.is_met or now.minute not in promise.at or not is_at_place(now, promise.at.place):
        return promise
    waits = now.percept.place == area_of(promise.at.place, now.world)
    return replace(
        promise,
        is_met=_has_come(now, promise.who),
        is_awaited=promise.is_awaited or waits,
    )


def _has_come(now: Situation, who: str) -> bool:
    """Tell whether somebody sees another, or learns at a meeting that they are there."""
    if any(node.id == who for node in now.percept.sights):
        return True
    return any(who in news.others for news in now.percept.news if news.kind == CONVENED)


def _begin_day(now: Situation, relations: Relations) -> Relations:
    """Return relations after a night: those without a talk for a day are less close."""
    if relations.day >= 0:
        for other in _apart(now, relations):
            relations = apply_to(relations, other, APART, now.tick)
        for other in (who for who, state in sorted(relations.people.items()) if state.fear > 0):
            relations = apply_to(relations, other, CALM, now.tick)
    return replace(relations, day=now.minute // DAY)


def _apart(now: Situation, relations: Relations) -> Iterator[str]:
    for other, state in sorted(relations.people.items()):
        if (now.tick - max(state.talked, 0)) * now.tick_minutes >= DAY:
            yield other


def sum_up_talk(now: Situation) -> Thinking[Situation]:
    """Renew the summary of the first relation that waits for it; without an answer the old one
    stays."""
    if not now.mind.relations.unsettled or now.mind.inner.later > now.minute:
        return now
    unsettled = now.mind.relations.unsettled
    other = min(unsettled, key=lambda who: (unsettled[who].last, who))
    found = yield from ask_model_once(now, _ask(now, other))
    relations = now.mind.relations
    if found.answer is not None:
        summary = name_days(found.answer, now.minute)
        relations = relations.with_relation(other, replace(relations.to(other), summary=summary))
    left = {who: talk for who, talk in unsettled.items() if who != other}
    return now.with_mind(relations=replace(relations, unsettled=left))


def _said(mind: Mind, talk: OpenTalk, who: str, other: str) -> str:
    """Return the sentences of a talk, one a line."""
    return "\n".join(one.text for one in records_of_talk(mind, talk, who, other))


def _ask(now: Situation, other: str) -> SumUpRelation:
    state, talk = now.mind.relations.to(other), now.mind.relations.unsettled[other]
    owed, promised = owed_to(now.mind, other), promised_by(now.mind, other)
    names = name_ids(state.spoken, (*owed, *promised), now.world)
    moved = (one.rule for one in now.mind.relations.history(other) if one.memory >= talk.first)
    data = RelateData(
        now.who,
        now.name,
        other,
        now.world.name_with_article(other),
        now.percept.seed,
        now.minute,
        state.closeness,
        state.trust,
        state.spoken,
        owed,
        promised,
        tuple(dict.fromkeys(moved)),
        names,
    )
    facts = agent_context(now) | {
        "to": data.to,
        "relation": describe_relation(now, other),
        "lines": _said(now.mind, talk, now.who, other),
        "agreed": "\n".join(
            f"You agreed with {data.to} to be {describe_appointment(at, now.minute, names)}."
            for at in owed
        ),
    }
    return SumUpRelation(facts, data)
