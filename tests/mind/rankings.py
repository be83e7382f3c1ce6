"""Rankings without a cut."""

from latticeville.mind.retrieval.components import Embedding
from latticeville.mind.retrieval.ranking import MemoryScore, Ranking
from latticeville.mind.retrieval.retrieve import retrieve


def all_scores(ranking: Ranking, query: Embedding) -> list[MemoryScore]:
    """Return the scores of every memory under the terms of a ranking, by id."""
    columns = ranking.columns
    whole = retrieve(
        columns,
        query,
        ranking.now,
        ranking.profile,
        columns.length,
        weights=ranking.weights,
        minutes=ranking.minutes,
    )
    return sorted(whole.rows(), key=lambda row: row.id)
