"""A payload as a snapshot, and back."""

from collections.abc import Mapping

from msgspec.structs import replace

from latticeville.mind.belief import Belief, BeliefTree
from latticeville.mind.memory import AccessLog, AppendOnlyList, MemoryStream
from latticeville.mind.mind import Mind
from latticeville.mind.percept import Sights
from latticeville.mind.ratings import Ratings
from latticeville.runs.log_records import (
    NO_ARCHIVE,
    RATINGS_KEY,
    ArchivedMind,
    Snapshot,
    StoredBeliefs,
)
from latticeville.runs.memory_archive import ArchiveReader
from latticeville.sim.event import Event
from latticeville.sim.resource_layer import ResourceLayer
from latticeville.sim.state import State
from latticeville.sim.tick import TickPayload
from latticeville.sim.tree import WorldTree, build_tree
from latticeville.world.model.world import World


def make_snapshot(
    payload: TickPayload, shelves: Mapping[str, ArchivedMind] = NO_ARCHIVE
) -> Snapshot[Event]:
    """Return a payload as a snapshot, without what is on shelves."""
    state = payload.state
    return Snapshot(
        state.tick,
        state.seed,
        state.world.digest,
        state.weather,
        state.bodies,
        state.things,
        {who: _strip_mind(mind, archived=who in shelves) for who, mind in state.minds.items()},
        {who: _store_beliefs(mind.beliefs, state.tree) for who, mind in state.minds.items()},
        payload.events,
        len(payload.events) - len(state.news),
        payload.thoughts,
        payload.inputs,
        {} if RATINGS_KEY in shelves else state.ratings.since(0),
        state.ratings.retry_after,
        state.shifts,
        shelves,
        {name: tuple(layer.stocks.items()) for name, layer in state.resources.items()},
        state.beats,
        state.amendments,
    )


def _strip_mind(mind: Mind, *, archived: bool) -> Mind:
    mind = replace(mind, beliefs=replace(mind.beliefs, kept={}, sights=Sights()))
    return replace(mind, memory=MemoryStream(), touched=AccessLog()) if archived else mind


def restore(
    record: Snapshot[Event], world: World, archive: ArchiveReader | None = None
) -> TickPayload:
    """Return the payload of a snapshot; `archive` gives what is not in it."""
    tree = build_tree(world.amend(record.amendments), record.bodies, record.things)
    minds = {
        who: replace(mind, beliefs=_restore_beliefs(mind.beliefs, record.beliefs[who], tree))
        for who, mind in record.minds.items()
    }
    ratings = Ratings(AppendOnlyList(record.ratings.items()), record.later)
    if record.shelves and archive is not None:
        taken = {
            who: archive.load_mind(who, record.shelves[who])
            for who in minds
            if who in record.shelves
        }
        minds |= {
            who: replace(minds[who], memory=memory, touched=touched)
            for who, (memory, touched) in taken.items()
        }
        ratings = Ratings(archive.load_ratings(record.shelves[RATINGS_KEY]), record.later)
    state = State(
        record.tick,
        record.seed,
        record.weather,
        record.bodies,
        record.things,
        minds,
        record.events[record.told :],
        tree,
        ratings,
        record.shifts,
        {name: ResourceLayer(dict(stocks)) for name, stocks in record.resources.items()},
        record.beats,
        record.amendments,
    )
    return TickPayload(record.tick, state, record.events, record.thoughts, record.inputs)


def _store_beliefs(beliefs: BeliefTree, tree: WorldTree) -> StoredBeliefs:
    """Say of each node that is as the canonical tree has it only when it was seen."""
    kept = beliefs.kept.items()
    same = {
        name: held.seen
        for name, held in kept
        if not held.missing and held.node == tree.nodes.get(name)
    }
    other = {name: held for name, held in kept if name not in same}
    sights = tuple(node.id if tree.nodes.get(node.id) == node else node for node in beliefs.sights)
    return StoredBeliefs(same, other, sights)


def _restore_beliefs(beliefs: BeliefTree, known: StoredBeliefs, tree: WorldTree) -> BeliefTree:
    kept = {name: Belief(tree.nodes[name], seen) for name, seen in known.as_is.items()}
    kept |= known.other
    sights = Sights(tree.nodes[node] if isinstance(node, str) else node for node in known.sights)
    return replace(beliefs, kept=kept, sights=sights)
