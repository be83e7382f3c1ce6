"""What comes to mind, by SQL: every part of every score, over all memories of a person.

The numbers are those of `latticeville.mind.retrieval`, to the bit: vectors are whole numbers whose
products a float holds, recency comes from the same tables of powers, and the rest is one operation
after the other in double precision. Near-copies take one slot by the engine's own code, over the
best 64.
"""

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

from latticeville.mind.retrieval.profiles import RANK, WHOLE_HOUR, RetrievalProfile
from latticeville.store.errors import StoreError, named_errors

if TYPE_CHECKING:
    from latticeville.mind.retrieval.components import QuantisedVectors

Weights = tuple[float, float, float]


class RecallTerms(NamedTuple):
    """Whose memories are asked for, at the end of which tick, and how they are scored."""

    run: str
    who: str
    tick: int
    profile: RetrievalProfile
    k: int
    minutes: int
    weights: Weights | None = None


class RecalledMemory(NamedTuple):
    """A memory that came to mind, with its normalised parts, its score and its text."""

    memory: int
    score: float
    recency: float
    relevance: float
    importance: float
    text: str


class NearestMemories(NamedTuple):
    """The most relevant memories as an HNSW index found them, and the share of the `k` best that it
    found: one of equal relevance counts as found."""

    memories: tuple[int, ...]
    recall: float


def recall(connection: Any, terms: RecallTerms, query: "QuantisedVectors") -> list[RecalledMemory]:  # noqa: ANN401 - psycopg is an extra
    """Return the best memories for a query in whole numbers, best first; StoreError where the store
    cannot tell when they were last accessed, or has no vector of them."""
    from latticeville.mind.retrieval.components import POOL, QuantisedVectors, diversify

    profile = terms.profile
    is_diverse = profile.diversity > 0 and terms.k > 0
    with named_errors():
        _check(connection, terms)
        count = max(terms.k, POOL) if is_diverse else terms.k
        rows = connection.execute(_statement(profile), _parameters(terms, query, count)).fetchall()
    found = [RecalledMemory(*row[:6]) for row in rows]
    if not is_diverse or not found:
        return found
    import numpy as np

    pool = rows[:POOL]
    vectors = np.array([row[6].to_numpy() for row in pool], np.float32)
    scales = np.array([row[7] for row in pool], np.float64)
    scores = np.array([row[1] for row in pool], np.float64)
    order, likeness, _ = diversify(
        QuantisedVectors(vectors, scales), scores, profile.diversity, terms.k
    )
    taken = [
        found[place]._replace(score=float(scores[place] - profile.diversity * alike))
        for place, alike in zip(order.tolist(), likeness.tolist(), strict=True)
    ]
    return (taken + found[POOL : terms.k])[: terms.k]


def find_nearest(connection: Any, terms: RecallTerms, query: "QuantisedVectors") -> NearestMemories:  # noqa: ANN401
    """Return the most relevant memories by an HNSW index, which is made where there is none."""
    size = query.vectors.shape[1]
    values = {"run": terms.run, "who": terms.who, "now": terms.tick, "k": terms.k}
    named = {**values, "query": query.vectors[0]}
    with named_errors():
        _check(connection, terms)
        connection.execute(_INDEX.format(size=size))
        exact = connection.execute(_RELEVANCE, named).fetchall()
        with connection.transaction():
            for setting in _INDEX_ALONE:
                connection.execute(setting)
            rows = connection.execute(_NEAREST.format(size=size), named).fetchall()
    relevance, nearest = dict(exact), tuple(memory for (memory,) in rows)
    best = sorted(relevance.values(), reverse=True)[: terms.k]
    found = sum(relevance.get(memory, -2.0) >= best[-1] for memory in nearest) if best else 0
    return NearestMemories(nearest, found / len(best) if best else 1.0)


def _check(connection: Any, terms: RecallTerms) -> None:  # noqa: ANN401
    values = [terms.run, terms.who, terms.tick]
    edited, lacking = connection.execute(_EDITED, values).fetchone()
    if edited and not terms.profile.decay.from_creation:
        raise StoreError(
            f"memories of {terms.who} were edited, and the profile {terms.profile.name} counts from "
            "their last access, which the tables do not tell then\n"
            "    fix: ask the log: latticeville memories RUN"
        )
    if lacking:
        raise StoreError(
            f"{lacking} memories of {terms.who} have no vector in the store: the embedder of the "
            "run was never asked for them\n"
            "    fix: ask the log: latticeville memories RUN"
        )


def _parameters(terms: RecallTerms, query: "QuantisedVectors", count: int) -> Mapping[str, Any]:
    from latticeville.mind.retrieval.components import power_tables

    profile, scale = terms.profile, terms.profile.scale
    weights = terms.weights or profile.weights
    if not isfinite(sum(map(abs, weights))):
        raise StoreError("the weights are no finite numbers")
    minutes = 1 if profile.decay.unit == RANK else terms.minutes
    fine, coarse = power_tables(profile.decay, minutes)
    return {
        "run": terms.run,
        "who": terms.who,
        "now": terms.tick,
        "count": count,
        "minutes": minutes,
        "fine": fine.tolist(),
        "coarse": coarse.tolist(),
        "steps": len(fine) * len(coarse) - 1,
        "flat": float(profile.flat),
        "query": query.vectors[0],
        "query_scale": query.scales.item(0),
        "low": float(scale.low),
        "high": float(scale.high),
        "fallback": float(scale.fallback),
        "spoken": float(scale.spoken),
        "recency_weight": float(weights[0]),
        "relevance_weight": float(weights[1]),
        "importance_weight": float(weights[2]),
    }


def _statement(profile: RetrievalProfile) -> str:
    """Return the statement for a profile; all that a user says is in its parameters."""
    decay, scale = profile.decay, profile.scale
    if decay.unit == RANK:
        steps = "row_number() OVER (ORDER BY last, memory)"
    elif decay.unit == WHOLE_HOUR:
        steps = "(%(now)s - last) * %(minutes)s / 60"
    else:  # the next multiple of 1024 after the newest access, as `recency_origin` has it
        steps = "(((max(last) OVER () >> 10) + 1) << 10) - last"
    importance = "least(greatest(coalesce(rating, %(fallback)s), %(low)s), %(high)s)"
    if scale.unit:
        importance = f"({importance} - %(low)s) / (%(high)s - %(low)s)"
    if scale.root:
        importance = f"sqrt({importance})"
    if scale.spoken != 1:
        importance = f"{importance} * CASE WHEN spoken THEN %(spoken)s ELSE 1.0::float8 END"
    return _SCORES.format(
        last="created" if decay.from_creation else "coalesce(accessed, created)",
        steps=steps,
        importance=importance,
        normal_relevance="greatest(relevance, 0)" if profile.absolute else _normal("relevance"),
        normal_importance="importance" if profile.absolute else _normal("importance"),
        normal_recency=_normal("recency"),
        order="DESC" if profile.newest_first else "ASC",
    )


def _normal(part: str) -> str:
    low, high = f"min({part}) OVER ()", f"max({part}) OVER ()"
    return (
        f"CASE WHEN {high} > {low} THEN ({part} - {low}) / ({high} - {low}) "
        "ELSE %(flat)s::float8 END"
    )


_HELD = """
held AS (
    SELECT * FROM (
        SELECT DISTINCT ON (memory) * FROM latticeville.memories
        WHERE run = %(run)s AND who = %(who)s AND since <= %(now)s
        ORDER BY memory, since DESC
    ) newest WHERE NOT gone
)
"""
"""The memories of a person at a tick, each as it read then."""
_SCORES = (
    f"WITH {_HELD}"
    """,
touched AS (
    SELECT memory, max(tick) AS accessed FROM latticeville.retrievals
    WHERE run = %(run)s AND who = %(who)s AND tick <= %(now)s GROUP BY memory
),
dated AS (
    SELECT *, {last} AS last FROM (
        SELECT held.*, importance::float8 AS rating, greatest(tick, 0) AS created, accessed
        FROM held LEFT JOIN touched USING (memory)
    ) whole
),
stepped AS (
    SELECT *, least({steps}, %(steps)s) AS step FROM dated
),
raw AS (
    SELECT memory, text, embedding, embedding_scale,
        (%(coarse)s::float8[])[(step >> 10) + 1] * (%(fine)s::float8[])[(step & 1023) + 1]
            AS recency,
        -(embedding <#> %(query)s::vector) * embedding_scale * %(query_scale)s::float8 AS relevance,
        {importance} AS importance
    FROM stepped
),
normal AS (
    SELECT memory, text, embedding, embedding_scale, {normal_recency} AS recency,
        {normal_relevance} AS relevance, {normal_importance} AS importance
    FROM raw
),
scored AS (
    SELECT *, recency * %(recency_weight)s::float8 + (relevance * %(relevance_weight)s::float8
        + importance * %(importance_weight)s::float8) AS score
    FROM normal
)
SELECT memory, score, recency, relevance, importance, text, embedding, embedding_scale FROM scored
ORDER BY score DESC,
    CASE WHEN bool_and(score = 0) OVER () THEN -memory END,
    memory {order}
LIMIT %(count)s
"""
)
_EDITED = """
SELECT count(*) > count(DISTINCT memory), count(*) FILTER (WHERE embedding IS NULL AND NOT gone)
FROM latticeville.memories WHERE run = %s AND who = %s AND since <= %s
"""
_INDEX = """
CREATE INDEX IF NOT EXISTS memories_embedding_{size} ON latticeville.memories
USING hnsw ((embedding::vector({size})) vector_cosine_ops) WHERE vector_dims(embedding) = {size}
"""
_INDEX_ALONE: Sequence[str] = (
    "SET LOCAL hnsw.iterative_scan = strict_order",
    "SET LOCAL hnsw.ef_search = 400",
    "SET LOCAL hnsw.max_scan_tuples = 1000000",
    "SET LOCAL enable_seqscan = off",
    "SET LOCAL enable_bitmapscan = off",
    "SET LOCAL enable_sort = off",
)
_NEAREST = """
SELECT memory FROM latticeville.memories
WHERE run = %(run)s AND who = %(who)s AND since <= %(now)s AND vector_dims(embedding) = {size}
ORDER BY embedding::vector({size}) <=> %(query)s::vector LIMIT %(k)s
"""
_RELEVANCE = f"""
WITH {_HELD}
SELECT memory, -(embedding <#> %(query)s::vector) * embedding_scale FROM held
"""
