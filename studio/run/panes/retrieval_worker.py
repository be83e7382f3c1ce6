"""Repeat the retrievals of a tick in a thread, as they were or with other settings."""

from typing import TYPE_CHECKING, NamedTuple

from textual.message import Message

from latticeville.models.model import ModelError
from latticeville.reports.memories.terms import Terms
from latticeville.sim.tick import TickPayload
from studio.player.run_sources import RunSource

if TYPE_CHECKING:
    from latticeville.models.embed import Embedder
    from latticeville.reports.memories.retrievals import ScoredRetrieval


class Rescored(NamedTuple):
    """A retrieval as it was recorded, and as it comes out under other terms."""

    base: "ScoredRetrieval"
    now: "ScoredRetrieval"

    @property
    def is_changed(self) -> bool:
        """Whether there are other terms."""
        return self.base is not self.now


class RetrievalsRescored(Message):
    """Retrievals were done again: under which wish, as they were, and as they come out; or why they
    cannot be."""

    def __init__(self, wish: object, retrievals: list[Rescored], trouble: str = "") -> None:
        super().__init__()
        self.wish, self.retrievals, self.trouble = wish, retrievals, trouble


def rescore_tick(
    payload: TickPayload, who: str, terms: Terms, source: RunSource, wish: object
) -> RetrievalsRescored:
    """Do the retrievals of somebody in a tick again; a query among the terms is asked instead of
    the run's."""
    from latticeville.models.cache_registry import embedder_or_hash
    from latticeville.reports.memories.retrievals import retrievals_of
    from latticeville.runs.vectors import replay_embedder

    def told() -> "Embedder":
        return replay_embedder(source.folder, source.embedder)

    def fresh() -> "Embedder":
        return embedder_or_hash(source.embedder)

    try:
        base = retrievals_of(payload, who, Terms(query=terms.query), told, fresh)
        if terms == Terms(query=terms.query):
            return RetrievalsRescored(wish, [Rescored(call, call) for call in base])
        other = retrievals_of(payload, who, terms, told, fresh)
        return RetrievalsRescored(
            wish, [Rescored(one, two) for one, two in zip(base, other, strict=True)]
        )
    except ModelError as error:
        return RetrievalsRescored(wish, [], str(error))
