"""Relations and opinions of a person at a tick, with the changes that led to them and their
causes."""

from collections.abc import Mapping, Sequence

import msgspec

from latticeville.core.clock import format_time
from latticeville.mind.belief import BEFORE_START
from latticeville.mind.mind import Mind
from latticeville.mind.relation import CLOSENESS, RULES, STANCE, UNKNOWN, ValueChange
from latticeville.mind.relation_text import (
    describe_appointment,
    describe_topic,
    name_ids,
    owed_to,
    promised_by,
)
from latticeville.sim.state import State


class ChangeRow(msgspec.Struct, frozen=True):
    """One change: when, by which rule and why, the values before and after it, and the memory that
    it rests on.

    `tick` is -1 for the start; `memory` is None, and `text` "", where the change rests on none.
    """

    tick: int
    when: str
    rule: str
    why: str
    before: Mapping[str, float]
    after: Mapping[str, float]
    memory: int | None = None
    text: str = ""


class RelationRow(msgspec.Struct, frozen=True):
    """What another is to somebody: values from 0 to 1, the last talk, open appointments, and the
    kept changes.

    `talked` is the tick of the last talk, -1 before the first; the oldest change stands first.
    """

    who: str
    name: str
    how: str
    values: Mapping[str, float]
    summary: str
    talked: int
    spoken: tuple[str, ...]
    owed: tuple[str, ...]
    promised: tuple[str, ...]
    changes: tuple[ChangeRow, ...]


class OpinionRow(msgspec.Struct, frozen=True):
    """An opinion: the subject, the stance from -1 to 1, the words, whose argument they are, and the
    kept changes."""

    subject: str
    stance: float
    view: str
    source: str
    changes: tuple[ChangeRow, ...]


class SocialView(msgspec.Struct, frozen=True):
    """The relations of a person, the closest first, and the opinions by subject."""

    who: str
    name: str
    tick: int
    relations: tuple[RelationRow, ...]
    opinions: tuple[OpinionRow, ...]


def social_view(state: State, who: str) -> SocialView:
    """Return everything that somebody's mind holds of relations and opinions."""
    relations = state.minds[who].relations
    rows = [relation_row(state, who, other) for other in sorted(relations.people)]
    rows.sort(key=lambda row: -row.values.get(CLOSENESS, UNKNOWN[CLOSENESS]))
    opinions = tuple(_opinion_row(state, who, subject) for subject in sorted(relations.opinions))
    return SocialView(who, state.world.name_of(who), state.tick, tuple(rows), opinions)


def relation_row(state: State, who: str, other: str) -> RelationRow:
    """Return what another is to somebody, be it a stranger."""
    mind, world = state.minds[who], state.world
    relation = mind.relations.to(other)
    persona = world.people[who].persona
    owed, promised = owed_to(mind, other), promised_by(mind, other)
    names = name_ids((), (*owed, *promised), world)
    return RelationRow(
        other,
        world.name_with_article(other),
        next((one.how for one in persona.relationships if one.who == other), ""),
        {**UNKNOWN, **relation.values},
        relation.summary,
        relation.talked,
        tuple(dict.fromkeys(map(describe_topic, relation.spoken))),
        tuple(describe_appointment(at, state.minute, names) for at in owed),
        tuple(describe_appointment(at, state.minute, names) for at in promised),
        _change_rows(state, mind, mind.relations.history(other), UNKNOWN),
    )


def sample(changes: Sequence[ChangeRow], name: str, tick: int, count: int) -> list[float]:
    """Return a value at evenly spaced ticks from the start to `tick`, the last included; [] without
    changes of it."""
    found = [one for one in changes if name in one.after]
    if not found:
        return []
    ticks = [round(tick * (place + 1) / count) for place in range(count)]
    return [
        next((one.after[name] for one in reversed(found) if one.tick <= at), found[0].before[name])
        for at in ticks
    ]


def _opinion_row(state: State, who: str, subject: str) -> OpinionRow:
    mind = state.minds[who]
    held = mind.relations.opinions[subject]
    source = state.world.name_with_article(held.source) if held.source else ""
    changes = _change_rows(state, mind, mind.relations.history(subject), {STANCE: 0.0})
    return OpinionRow(subject, held.stance, held.view, source, changes)


def _change_rows(
    state: State, mind: Mind, changes: Sequence[ValueChange], start: Mapping[str, float]
) -> tuple[ChangeRow, ...]:
    found, values = list[ChangeRow](), {**start}
    for one in changes:
        before = {name: values.get(name, value) for name, value in one.after.items()}
        values |= one.after
        is_cited = 0 <= one.memory < len(mind.memory)
        found.append(
            ChangeRow(
                one.tick,
                "start" if one.tick == BEFORE_START else format_time(state.minute_of(one.tick)),
                one.rule,
                RULES[one.rule].when if one.rule in RULES else one.rule,
                before,
                dict(one.after),
                one.memory if is_cited else None,
                mind.memory[one.memory].text if is_cited else "",
            )
        )
    return tuple(found)
