"""What people under need believe of the world, of themselves and of causes, beside what is true."""

from collections.abc import Iterable, Iterator

import msgspec

from latticeville.core.geometry import Cell
from latticeville.mind.learned_beliefs import CAUSAL, SELF, LearnedBelief, describe_learned
from latticeville.mind.resource_beliefs import ResourceBelief, belief_confidence, resource_key
from latticeville.sim.state import State
from latticeville.world.model.survival import format_share


class ResourceRow(msgspec.Struct, frozen=True):
    """The units of a resource in a cell, as believed and in truth.

    They were seen `ago` ticks before, or told by `source`, a name; `seen` is None where it is known
    from the start.
    """

    key: str
    resource: str
    cell: Cell
    believed: int
    truth: int
    seen: int | None
    ago: int | None
    source: str
    confidence: float


class CitedMemory(msgspec.Struct, frozen=True):
    """A memory that supports a belief or contradicts it."""

    id: int
    tick: int
    text: str
    supports: bool


class LearnedRow(msgspec.Struct, frozen=True):
    """A belief of oneself or of a cause; `truth` is what the state says of it, "" for nothing."""

    key: str
    kind: str
    text: str
    confidence: float
    pro: int
    con: int
    updated: int
    ago: int
    truth: str
    memories: tuple[CitedMemory, ...]


class SurvivalBeliefs(msgspec.Struct, frozen=True):
    """The beliefs of somebody under need by what they are of; all empty in other worlds."""

    world: tuple[ResourceRow, ...] = ()
    own: tuple[LearnedRow, ...] = ()
    causal: tuple[LearnedRow, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.world or self.own or self.causal)


def survival_beliefs(state: State, who: str) -> SurvivalBeliefs:
    """Return the beliefs of somebody: cells as one reads, the others with the most certain
    first."""
    mind = state.minds[who]
    cells = sorted(mind.resources.all(), key=lambda one: (one.resource, one.cell[::-1]))
    learned = sorted(mind.inner.learned.values(), key=lambda one: (-one.confidence, one.key))
    return SurvivalBeliefs(
        tuple(_resource_row(state, one) for one in cells),
        tuple(_learned_row(state, who, one) for one in learned if one.kind == SELF),
        tuple(_learned_row(state, who, one) for one in learned if one.kind == CAUSAL),
    )


def _resource_row(state: State, one: ResourceBelief) -> ResourceRow:
    is_seen = one.seen >= 0
    return ResourceRow(
        resource_key(one.resource, one.cell),
        one.resource,
        one.cell,
        one.units,
        state.units_in(one.cell, one.resource),
        one.seen if is_seen else None,
        state.tick - one.seen if is_seen else None,
        state.world.name_with_article(one.source) if one.source else "",
        belief_confidence(one, state.tick),
    )


def _learned_row(state: State, who: str, one: LearnedBelief) -> LearnedRow:
    name = state.world.name_with_article(one.other) if one.other else ""
    memories = sorted(
        (
            *_cited(state, who, one.cites, supports=True),
            *_cited(state, who, one.against, supports=False),
        ),
        key=_by_id,
    )
    return LearnedRow(
        one.key,
        one.kind,
        describe_learned(one, name),
        one.confidence,
        one.pro,
        one.con,
        one.updated,
        state.tick - one.updated,
        _truth(state, who, one.rule),
        tuple(memories),
    )


def _by_id(one: CitedMemory) -> int:
    return one.id


def _cited(state: State, who: str, ids: Iterable[int], *, supports: bool) -> Iterator[CitedMemory]:
    memory = state.minds[who].memory
    for place in ids:
        yield CitedMemory(place, memory[place].tick, memory[place].text, supports)


def _truth(state: State, who: str, rule: str) -> str:
    """Say what is so of a belief of oneself, where the state holds it."""
    if rule == "strong":
        vitals = state.bodies[who].vitals
        return f"strength {format_share(vitals.strength)}" if vitals is not None else ""
    if rule == "respected":
        trust = [
            mind.relations.to(who).trust
            for other, mind in state.minds.items()
            if other != who and who in mind.relations.people
        ]
        return f"mean trust of the others {sum(trust) / len(trust):.2f}" if trust else ""
    return ""
