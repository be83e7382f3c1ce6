"""What is taken from a mind before it is asked: the conditions of the paper's evaluation."""

from collections.abc import Iterable, Iterator, Mapping

import msgspec
from msgspec.structs import replace

from latticeville.mind.memory import AccessLog, MemoryRecord, MemoryStream
from latticeville.mind.mind import Mind, Social
from latticeville.mind.persona_relations import initial_relations
from latticeville.sim.first_state import has_kinship
from latticeville.sim.state import State

REFLECTION = frozenset({"reflection"})
PLANNING = frozenset({"plan", "commitment"})
OBSERVATION = frozenset({"observation", "action"})


class Ablation(msgspec.Struct, frozen=True):
    """An architecture that is asked: the kinds of memories that it lacks."""

    name: str
    without: frozenset[str] = frozenset()


CONDITIONS = (
    Ablation("full architecture"),
    Ablation("no reflection", REFLECTION),
    Ablation("no reflection, no plan", REFLECTION | PLANNING),
    Ablation("no memory, plan, reflection", REFLECTION | PLANNING | OBSERVATION),
)
"""The conditions of Park et al. 2023, section 6.2: what is taken away is taken when the questions
are asked, so that all conditions have lived the same days."""


def limit_minds(state: State, people: Iterable[str], condition: Ablation) -> State:
    """Return a state in which people have what a condition leaves them."""
    if not condition.without:
        return state
    minds = {who: _limit(state, who, condition) for who in people}
    return state.with_minds({**state.minds, **minds})


def _limit(state: State, who: str, condition: Ablation) -> Mind:
    mind, lost = state.minds[who], condition.without
    kept = [one for one in mind.memory if one.kind not in lost]
    mind = replace(mind, memory=MemoryStream(_number(kept)), touched=AccessLog())
    if lost >= PLANNING:
        mind = replace(mind, plan=None, commitments=(), intent=mind.intent.begun_anew())
    if lost >= OBSERVATION:
        world = state.world
        relations = initial_relations(world.people[who].persona, kinship=has_kinship(world))
        mind = replace(mind, relations=relations, social=Social())
    return mind


def _number(records: Iterable[MemoryRecord]) -> Iterator[MemoryRecord]:
    """Yield records with ids that count from 0, and the citations that are left."""
    ids: Mapping[int, int]
    records = list(records)
    ids = {one.id: place for place, one in enumerate(records)}
    for place, one in enumerate(records):
        cites = tuple(ids[cited] for cited in one.cites if cited in ids)
        yield replace(one, id=place, cites=cites)
