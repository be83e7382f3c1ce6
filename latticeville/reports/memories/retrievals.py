"""The retrievals that a tick recorded, repeated as they were or with other settings."""

from collections.abc import Callable
from itertools import islice

import msgspec

from latticeville.core.clock import format_time
from latticeville.mind.memory import MemoryStream
from latticeville.mind.retrieval.memory_index import MemoryIndex
from latticeville.mind.retrieval.profiles import DEFAULT_PROFILE, PROFILES, RetrievalProfile
from latticeville.mind.retrieval.ranking import MemoryScore, Ranking, Weights
from latticeville.mind.retrieval.records import RetrievalRecord
from latticeville.mind.retrieval.retrieve import rescore, retrieve
from latticeville.models.embed import Embedder
from latticeville.reports.memories.terms import TOP, Terms
from latticeville.sim.state import State
from latticeville.sim.tick import TickPayload


class ScoredMemory(msgspec.Struct, frozen=True):
    """A memory with its rank and every part of its score; `above` the cut line or below it.

    `stand_in` is the id of the memory above the line that took its slot, as its near-copy; None
    where none did.
    """

    row: MemoryScore
    above: bool
    when: str
    kind: str
    text: str
    importance: int
    stand_in: int | None = None


class ScoredRetrieval(msgspec.Struct, frozen=True):
    """A query with all memories ranked for it, best first, the `k` best of them above the cut line.

    `recorded` holds the ids that were recalled in the run, where the run asked this very thing.
    """

    query: str
    profile: str
    version: int
    weights: Weights
    k: int
    memories: list[ScoredMemory]
    recorded: tuple[int, ...] | None = None

    def penalty_of(self, one: ScoredMemory) -> float:
        """Return what the score of a memory loses because one that ranks before it is like it."""
        return PROFILES[self.profile].diversity * one.row.likeness

    @property
    def has_penalties(self) -> bool:
        """Whether near-copies lose by its profile."""
        return PROFILES[self.profile].diversity > 0


def score_query(
    state: State,
    who: str,
    query: str,
    embedder: Embedder,
    profile: RetrievalProfile,
    k: int,
    weights: Weights | None,
) -> ScoredRetrieval:
    """Rank all memories of a person for a query; a memory that nobody has rated counts as the
    profile says.

    Nothing is touched: asking from outside leaves no trace.
    """
    mind, memories = state.minds[who], MemoryIndex(embedder)
    columns = memories.columns(who, mind.memory, mind.touched)
    minutes, every = state.world.settings.tick_minutes, len(mind.memory)
    vector = memories.vector(query)
    ranking = retrieve(
        columns, vector, state.tick, profile, every, weights=weights, minutes=minutes
    )
    return _call(state, who, query, ranking, k, None)


def repeat_retrievals(
    payload: TickPayload,
    who: str,
    embedder: Embedder,
    profile: RetrievalProfile | None,
    k: int | None,
    weights: Weights | None,
) -> list[ScoredRetrieval]:
    """Do again what a person recalled in a tick, in order; what is None is as it was.

    Memories made later in the tick play no part: nobody may have embedded them.
    """
    state, thought = payload.state, payload.thoughts.get(who)
    calls = thought.recalls if thought else ()
    mind, memories = state.minds[who], MemoryIndex(embedder)
    if not calls:
        return []
    held = MemoryStream(islice(mind.memory, max(call.length for call in calls)))
    columns, found = memories.columns(who, held, mind.touched), []
    for call in calls:
        whole = msgspec.structs.replace(call, k=call.length)
        other = None if profile is None or profile.name == call.profile else profile
        ranking = rescore(whole, columns, memories.vector(call.query), other, weights)
        found.append(_call(state, who, call.query, ranking, call.k if k is None else k, call))
    return found


def retrievals_of(
    payload: TickPayload,
    who: str,
    terms: Terms,
    told: Callable[[], Embedder],
    fresh: Callable[[], Embedder],
) -> list[ScoredRetrieval]:
    """Return what a person recalled in a tick, under the terms; where that was nothing, what the
    moment asks.

    `told` gives the embedder that stands on the run's own vectors, `fresh` one for a query that the
    run never asked.
    """
    profile = PROFILES.get(terms.profile) if terms.profile else None
    if terms.query is None:
        found = repeat_retrievals(payload, who, told(), profile, terms.k, terms.weights)
        if found:
            return found
    query, k = terms.query or query_of(payload.state, who), TOP if terms.k is None else terms.k
    how = profile_of(payload.state, who, terms.profile)
    own = None if terms.profile else payload.state.world.mind_settings_of(who).weights
    return [score_query(payload.state, who, query, fresh(), how, k, terms.weights or own)]


def query_of(state: State, who: str) -> str:
    """Return what a person's situation asks of their memory: what they do, where, and what they
    last perceived."""
    world, body, mind = state.world, state.bodies[who], state.minds[who]
    doing = (
        f"{world.name_with_article(who)} is {body.doing or 'idle'} at {world.name_of(body.area)}."
    )
    newest = [memory.text for memory in mind.memory.last(1) if memory.tick == state.tick]
    return " ".join((doing, *newest))


def profile_of(state: State, who: str, name: str | None) -> RetrievalProfile:
    """Return the profile of a name, or else the one by which somebody remembers."""
    return PROFILES.get(name or state.world.mind_settings_of(who).profile, DEFAULT_PROFILE)


def _call(
    state: State, who: str, query: str, ranking: Ranking, k: int, recorded: RetrievalRecord | None
) -> ScoredRetrieval:
    memories = state.minds[who].memory
    found = []
    for row in ranking.rows():
        memory = memories[row.id]
        when = format_time(state.minute_of(memory.tick)) if memory.tick >= 0 else "before"
        stand_in = row.like if row.rank > k >= row.plain_rank and row.like >= 0 else None
        found.append(
            ScoredMemory(
                row, row.rank <= k, when, memory.kind, memory.text, memory.importance, stand_in
            )
        )
    profile, ids = ranking.profile, recorded.ids if recorded else None
    return ScoredRetrieval(query, profile.name, profile.version, ranking.weights, k, found, ids)
