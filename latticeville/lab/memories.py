"""What somebody would recall: a query put to the memories that a person had at a tick of a run."""

import msgspec

from latticeville.core.clock import stamp
from latticeville.llm.embed import Embedder
from latticeville.mind.columns import Columns
from latticeville.mind.profiles import Profile
from latticeville.mind.ranking import Row, Weights
from latticeville.mind.recall import retrieve
from latticeville.sim.state import State


class Recalled(msgspec.Struct, frozen=True):
    """A memory with its rank and every part of its score; `above` the cut line or below it."""

    row: Row
    above: bool
    when: str
    kind: str
    text: str
    importance: int


def recall(
    state: State, who: str, query: str, embedder: Embedder, profile: Profile, k: int, weights: Weights | None
) -> list[Recalled]:
    """Rank all memories of a person for a query, best first; a memory that nobody has rated counts as the profile says.

    Nothing is touched: asking from outside leaves no trace.
    """
    memories = list(state.minds[who].memory)
    if not memories:
        return []
    vectors = embedder.embed([query, *(memory.text for memory in memories)])
    created = [max(memory.tick, 0) for memory in memories]
    ratings = [memory.importance or None for memory in memories]
    columns = Columns(embedder.size).grow(created, ratings, vectors[1:])
    minutes = state.world.settings.tick_minutes
    ranking = retrieve(columns, vectors[0], state.tick, profile, len(memories), weights=weights, minutes=minutes)
    start = state.world.settings.start
    return [
        Recalled(
            row,
            row.rank <= k,
            stamp(start + memories[row.id].tick * minutes) if memories[row.id].tick >= 0 else "before",
            memories[row.id].kind,
            memories[row.id].text,
            memories[row.id].importance,
        )
        for row in ranking.rows()
    ]


def query_of(state: State, who: str) -> str:
    """Return what a person's situation asks of their memory: what they do, where, and what they last perceived."""
    world, body, mind = state.world, state.bodies[who], state.minds[who]
    doing = f"{world.told(who)} is {body.doing or 'idle'} at {world.name_of(body.area)}."
    newest = [memory.text for memory in mind.memory.last(1) if memory.tick == state.tick]
    return " ".join((doing, *newest))
