"""A retrieval as JSON, with a name for every number."""

from typing import Any

from latticeville.core.clock import format_time
from latticeville.mind.memory import MemoryRecord
from latticeville.reports.memories.retrievals import ScoredMemory, ScoredRetrieval
from latticeville.reports.memories.rows import PARTS
from latticeville.sim.state import State
from latticeville.world.model.place_names import location_path
from latticeville.world.model.world import World


def ranking_json(call: ScoredRetrieval, state: State, who: str) -> dict[str, Any]:
    """Return a ranking for JSON; `recorded` is null where the run did not ask this."""
    return {
        "agent": who,
        "tick": state.tick,
        "time": format_time(state.minute),
        "query": call.query,
        "profile": call.profile,
        "version": call.version,
        "weights": dict(zip(PARTS, call.weights, strict=True)),
        "k": call.k,
        "recorded": call.recorded,
        "memories": [
            _memory(call, one, state.minds[who].memory[one.row.id], state.world)
            for one in call.memories
        ],
    }


def _memory(
    call: ScoredRetrieval, one: ScoredMemory, memory: MemoryRecord, world: World
) -> dict[str, Any]:
    row = one.row
    return {
        "id": row.id,
        "rank": row.rank,
        "score": row.score,
        "penalty": call.penalty_of(one),
        "above": one.above,
        "likeness": row.likeness,
        "like": None if row.like < 0 else row.like,
        "skipped_for": one.stand_in,
        "raw": {part: getattr(row, part) for part in PARTS},
        "normal": {part: getattr(row, f"normal_{part}") for part in PARTS},
        "tick": memory.tick,
        "when": one.when,
        "kind": one.kind,
        "location_path": location_path(world, memory.place, memory.about),
        "rating": one.importance,
        "cites": memory.cites,
        "text": one.text,
    }
