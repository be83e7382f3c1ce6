"""Retrieve: score memories for a query with every component, and repeat a recorded retrieval.

score = wr · recency + wv · relevance + wi · importance (Park et al. 2023, arXiv 2304.03442, section
4.1), each component normalised by its minimum and maximum over all memories, as far as the profile
says so.
"""

from latticeville.mind.retrieval.columns import Columns
from latticeville.mind.retrieval.components import Embedding
from latticeville.mind.retrieval.profiles import DEFAULT_PROFILE, PROFILES, RetrievalProfile
from latticeville.mind.retrieval.ranking import Ranking, Weights
from latticeville.mind.retrieval.records import RetrievalRecord


def retrieve(
    columns: Columns,
    query: Embedding,
    now: int,
    profile: RetrievalProfile = DEFAULT_PROFILE,
    k: int = 10,
    *,
    weights: Weights | None = None,
    minutes: int = 1,
) -> Ranking:
    """Rank memories for a query's embedding at a tick; a tick is of so many simulated minutes.

    >>> columns = Columns(2).grow([60, 60], [3, 3], [[1, 0], [0, 1]])
    >>> retrieve(columns, [1, 0], 60, PROFILES["paper"], 1).rows()[0].id
    0
    """
    return Ranking(columns, query, now, profile, max(k, 0), weights or profile.weights, minutes)


def rescore(
    recorded: RetrievalRecord,
    columns: Columns,
    query: Embedding,
    profile: RetrievalProfile | None = None,
    weights: Weights | None = None,
) -> Ranking:
    """Do a recorded call again over columns that grew from those it saw, as it was or under other
    terms.

    Other weights go first, then the recorded ones, unless another profile brings its own.
    """
    if profile is None:
        profile, weights = PROFILES[recorded.profile], weights or recorded.weights
        if profile.version != recorded.version:
            raise ValueError(
                f"{profile.name} was at version {recorded.version}, and is at {profile.version}"
            )
    seen = columns.at_version(recorded.length, recorded.touches)
    return retrieve(
        seen, query, recorded.now, profile, recorded.k, weights=weights, minutes=recorded.minutes
    )


def make_record(ranking: Ranking, query: str) -> RetrievalRecord:
    """Return a call as it is logged, with the text of its query."""
    profile, seen = ranking.profile, ranking.columns
    recency, relevance, importance = map(float, ranking.weights)
    return RetrievalRecord(
        query,
        ranking.now,
        ranking.k,
        profile.name,
        profile.version,
        (recency, relevance, importance),
        ranking.minutes,
        seen.length,
        seen.access_count,
        tuple(ranking.ids.tolist()),
    )
