"""Single changes of relations and opinions: each applies one rule and is kept with its cause."""

from msgspec.structs import replace

from latticeville.mind.relation import STANCE, OpinionState, Relations, ValueChange
from latticeville.mind.relation_rules import (
    ADOPTED,
    AGREED,
    DISAGREED,
    HEARSAY,
    MISFIT,
    NEAR,
    PERSUADED,
    TRUSTED,
    apply_rule,
    confidence_bound,
    converge,
    move,
)
from latticeville.mind.topic import Topic, subject_of


def apply_to(relations: Relations, who: str, rule: str, tick: int, memory: int = -1) -> Relations:
    """Return relations after a rule moved the one to somebody; `memory` is the record that it rests
    on."""
    state = relations.to(who)
    after = apply_rule(state.values, rule)
    moved = relations.with_relation(who, replace(state, values={**state.values, **after}))
    return moved.with_change(ValueChange(tick, who, rule, after, memory))


def hear_opinion(
    relations: Relations,
    topic: Topic,
    speaker: str,
    name: str,
    tick: int,
    memory: int,
    openness: float,
) -> Relations:
    """Return relations and opinions after somebody heard an opinion; `name` is that of whose
    opinion it is."""
    subject, stance = subject_of(topic), topic.stance
    if stance is None:
        return relations
    held, is_own = relations.opinions.get(subject), topic.who == speaker
    weight = relations.to(speaker).trust * (1 if is_own else HEARSAY)
    view = f"{name} is right about {subject}."
    if held is None:
        if weight < TRUSTED:
            return relations
        taken = OpinionState(
            move(0, abs(stance) * weight) * _sign(stance), view, stance, topic.who, 1, memory
        )
        return _with_opinion(relations, subject, taken, ADOPTED, tick)
    if is_own:
        relations = _judge(relations, abs(held.stance - stance), speaker, tick, memory, openness)
    after = converge(held.stance, stance, weight, openness)
    if after == held.stance:
        return relations
    moved = replace(held, stance=after, memory=memory)
    if max(abs(after - stance), MISFIT) < abs(after - held.expressed):
        moved = OpinionState(after, view, stance, topic.who, held.edition + 1, memory)
    return _with_opinion(relations, subject, moved, PERSUADED, tick)


def _sign(value: float) -> int:
    return 1 if value > 0 else -1


def _judge(
    relations: Relations, distance: float, speaker: str, tick: int, memory: int, openness: float
) -> Relations:
    """Return relations after somebody told an opinion that is near to one's own, or far from it."""
    if distance <= NEAR:
        return apply_to(relations, speaker, AGREED, tick, memory)
    if distance > confidence_bound(openness):
        return apply_to(relations, speaker, DISAGREED, tick, memory)
    return relations


def _with_opinion(
    relations: Relations, subject: str, state: OpinionState, rule: str, tick: int
) -> Relations:
    change = ValueChange(tick, subject, rule, {STANCE: state.stance}, state.memory)
    return replace(relations, opinions={**relations.opinions, subject: state}).with_change(change)
