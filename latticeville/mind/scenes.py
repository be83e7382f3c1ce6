"""Scenes in a mind: whoever has a line says it to whom it is for, or goes to them first; and what
scenes and outcomes leave behind."""

from collections.abc import Iterator

from msgspec.structs import replace

from latticeville.mind.action import IDLE, MOVE, SAY, Action
from latticeville.mind.conversation import after_meeting, utterance_to_answer
from latticeville.mind.matters import DECIDED_RECORDS, is_bound
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.mind import Decision
from latticeville.mind.mind_effects import (
    Imprint,
    Imprints,
    find_secret,
    imprints,
)
from latticeville.mind.percept import IN_SCENE, Cue, Observation
from latticeville.mind.relation import (
    CLOSENESS,
    SCENE,
    TRUST,
    UNKNOWN,
    OpinionState,
    Relations,
    ValueChange,
    move,
)
from latticeville.mind.secrets import secret_key
from latticeville.mind.situation import Situation
from latticeville.mind.topic import SECRET, Topic
from latticeville.world.model.beat_parts import MindEffect

SECRET_IMPORTANCE = 7
"""How important it is, from 1 to 10, that a secret is known."""


def play(now: Situation, cue: Cue) -> Decision | None:
    """Return what somebody does for a scene; None where they are not free for it."""
    why = f"{cue.part} of “{cue.beat}”"
    if now.options.next_closing() is not None:
        return None
    if not cue.words and cue.part == IN_SCENE:
        return _wait(now, cue, why)
    if cue.turn == 0 and cue.part == IN_SCENE and _is_due_elsewhere(now):
        return None
    return _speak(now, cue, why) or _go_there(now, cue, why)


def _speak(now: Situation, cue: Cue, why: str) -> Decision | None:
    """Say the line of a cue, if there is one and the others hear it."""
    line = _line(cue)
    if not cue.words or now.options.refusal_reason(line):
        return None
    met = (cue.other,) if cue.part == IN_SCENE else (cue.other, *cue.others)
    return after_meeting(now, met, settles=True).decide(why, line, _cites(now, cue))


def _go_there(now: Situation, cue: Cue, why: str) -> Decision | None:
    way = _way_to(now, cue)
    return None if way is None else now.decide(why, way, _cites(now, cue))


def _wait(now: Situation, cue: Cue, why: str) -> Decision | None:
    """Return how somebody waits for the line of the other, or goes to where the scene is played."""
    doing, place = "waiting for" if cue.place else "talking with", cue.place
    if place and (_is_due_elsewhere(now) or utterance_to_answer(now.percept) is not None):
        return None
    if place and not now.world.areas.is_within(now.percept.place, place):
        return _go_there(now, cue, why)
    words = f"{doing} {now.world.name_with_article(cue.other)}"
    return now.decide(why, Action(IDLE, words=words), _cites(now, cue))


def _line(cue: Cue) -> Action:
    """Return the line of a cue: in a scene for one person alone, at a meeting for all."""
    topic = cue.topic
    if topic is not None and cue.part == IN_SCENE:
        topic = replace(topic, to=cue.other)
    return Action(SAY, cue.other, None, cue.words, cue.turn, cue.end, topic, cue.others)


def _way_to(now: Situation, cue: Cue) -> Action | None:
    """Return the walk to whom a line of a scene is for, or to the place of a cue; None where there is
    none, and from words that want an answer."""
    if utterance_to_answer(now.percept) is not None:
        return None
    has_line = cue.part == IN_SCENE and cue.words != ""
    ways = (Action(MOVE, cue.other), Action(MOVE, cue.place))[not has_line :]
    return next((one for one in ways if cue.place and not now.options.refusal_reason(one)), None)


def _is_due_elsewhere(now: Situation) -> bool:
    plan = now.mind.plan
    has_appointment = plan is not None and plan.appointment_at(now.minute) is not None
    return has_appointment or is_bound(now)


def _cites(now: Situation, cue: Cue) -> tuple[int, ...]:
    """Return the memory in which somebody first learnt of what the scene is about."""
    key = cue.topic.key if cue.topic is not None else ""
    newest = now.mind.memory.last(DECIDED_RECORDS) if key else ()
    known = (one.id for one in newest if one.topic is not None and one.topic.key == key)
    return tuple([*known][:1])


def be_changed(now: Situation) -> Situation:
    """Return the situation of somebody whom a scene that has just ended, or an outcome that they
    have just learnt, changes."""
    if not now.percept.news or not now.world.beats:
        return now
    points, passed = imprints(now.world), now.mind.inner.changed_by
    for point in _points_reached(now, points):
        if point.key not in passed:
            passed = {**passed, point.key: now.tick}
            now = _feel(now, point)
    if passed is now.mind.inner.changed_by:
        return now
    return now.with_mind(inner=replace(now.mind.inner, changed_by=passed))


def _points_reached(now: Situation, points: Imprints) -> Iterator[Imprint]:
    for news in now.percept.news:
        scene = points.by_line.get((news.actor, news.to, news.words))
        if scene is not None and now.who in scene.people:
            yield scene
        yield from _points_told(news, points)


def _points_told(news: Observation, points: Imprints) -> Iterator[Imprint]:
    topic = news.topic
    told = (news.text, *((topic.key, topic.gist) if topic is not None else ()))
    yield from (points.by_news[one] for one in told if one in points.by_news)


def _feel(now: Situation, point: Imprint) -> Situation:
    """Return the situation of somebody after the effects of a imprint on relations, and on who
    knows whose secrets."""
    for effect in point.effects:
        if effect.toward is not None and effect.person == now.who:
            relations = _moved(now.mind.relations, effect, effect.toward, now.tick)
            now = now.with_mind(relations=relations)
        if effect.instead and effect.person == now.who:
            now = now.with_mind(relations=_reworded(now, effect))
        if effect.knows is not None and now.who in (effect.person, effect.of):
            now = _learn(now, effect)
    return now


def _moved(relations: Relations, effect: MindEffect, other: str, tick: int) -> Relations:
    state = relations.to(other)
    shares = {CLOSENESS: effect.closeness, TRUST: effect.trust}
    after = {
        name: move(state.values.get(name, UNKNOWN[name]), share)
        for name, share in shares.items()
        if share
    }
    moved = relations.with_relation(other, replace(state, values={**state.values, **after}))
    return moved.with_change(ValueChange(tick, other, SCENE, after))


def _reworded(now: Situation, effect: MindEffect) -> Relations:
    """Return relations with other words for an opinion that is over: on the side that it was on at
    first, and settled."""
    relations, ends = now.mind.relations, effect.ends or ""
    opinions = dict(relations.opinions)
    for first in now.world.people[now.who].persona.opinions:
        held = opinions.get(first.topic)
        if held is None or (ends not in first.view and ends not in held.view):
            continue
        stance = first.stance if first.stance is not None else held.stance
        if held.stance * stance > stance * stance:
            stance = held.stance
        opinions[first.topic] = OpinionState(
            stance, effect.instead, stance, edition=held.edition + 1, is_pledged=True
        )
    return replace(relations, opinions=opinions) if opinions != relations.opinions else relations


def _learn(now: Situation, effect: MindEffect) -> Situation:
    """Return the situation of somebody who knows a secret from now on, or whose own is known."""
    owner = effect.of or ""
    found = find_secret(now.world, owner, effect.knows or "")
    partner = effect.person if now.who == owner else owner
    if found is None or _is_known(now, secret_key(owner, found[0]), partner):
        return now
    number, secret = found
    name, other = map(now.world.name_with_article, (owner, effect.person))
    record = MemoryRecord(
        len(now.mind.memory),
        "action" if now.who == owner else "observation",
        f"{name} has told {other}: “{secret.text}”",
        now.tick,
        now.percept.place,
        importance=SECRET_IMPORTANCE,
        topic=Topic(secret_key(owner, number), SECRET, secret.text, owner, owner),
        about=(owner, effect.person),
        shared=(partner,),
        spoken=True,
    )
    return now.with_mind(memory=now.mind.memory.grow([record]))


def _is_known(now: Situation, key: str, partner: str) -> bool:
    """Tell whether somebody and another know that both know a topic."""
    records = now.mind.memory.last(DECIDED_RECORDS)
    shared = (one.shared for one in records if one.topic is not None and one.topic.key == key)
    return any(partner in people for people in shared)
