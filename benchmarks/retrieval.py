"""Retrieval beside the bare numpy expression that gives the same explained scores, in one run.

Usage: python -m benchmarks.retrieval [MEMORIES …]
"""

import sys
import time
from statistics import median
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from latticeville.mind.retrieval.columns import Columns
from latticeville.mind.retrieval.profiles import PROFILES
from latticeville.mind.retrieval.retrieve import retrieve

DIM, TOP = 384, 10
"""Size of an embedding, that of the small sentence models, and memories wanted."""
PROFILE = PROFILES["paper"]
"""The published formula, which both sides compute."""
Rows = npt.NDArray[Any]


class Bare(NamedTuple):
    """Memories as plain arrays: unit vectors in float32, last accesses in ticks, importances."""

    vectors: Rows
    last: Rows
    ratings: Rows

    def retrieve(self, query: Rows, now: int) -> tuple[Rows, Rows, list[Rows]]:
        """Return the best, every score, and every normalised part."""
        relevance = self.vectors @ (query / np.linalg.norm(query))
        recency = 0.995 ** ((now - self.last) / 60)
        parts = [
            (part - part.min()) / (part.max() - part.min())
            for part in (recency, relevance, self.ratings)
        ]
        score = parts[0] + parts[1] + parts[2]
        best = np.argpartition(score, len(score) - TOP)[-TOP:]
        return best[np.lexsort((-best, -score[best]))], score, parts


def village(size: int, dice: np.random.Generator) -> tuple[Columns, Bare]:
    """Make an agent's memories, a third of them accessed again since they were made."""
    vectors = dice.standard_normal((size, DIM), dtype=np.float32)
    created, ratings = np.sort(dice.integers(0, 20_000, size)), dice.integers(1, 11, size)
    columns = Columns(DIM).grow(created.tolist(), ratings.tolist(), vectors)
    columns = columns.record_accesses(dice.integers(0, size, size // 3), 20_000)
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    return columns, Bare(
        unit, columns.last_accesses().astype(np.float64), ratings.astype(np.float64)
    )


def measure(size: int, repeats: int) -> dict[str, float]:
    """Return median seconds of the bare expression, and of ours for each case; all take turns."""
    dice = np.random.default_rng(size)
    columns, bare = village(size, dice)
    times: dict[str, list[float]] = {}

    def timed(case: str, start: float) -> None:
        times.setdefault(case, []).append(time.perf_counter() - start)

    for now in range(20_001, 20_001 + repeats):
        query = dice.standard_normal(DIM, dtype=np.float32)
        start = time.perf_counter()
        bare.retrieve(query, now)
        timed("bare", start)
        start = time.perf_counter()
        ranking = retrieve(columns, query, now, PROFILE, TOP)
        timed("new query", start)
        start = time.perf_counter()
        retrieve(columns, query, now, PROFILE, TOP)
        timed("same query", start)
        columns = columns.record_accesses(ranking.ids, now)
        bare.last[ranking.ids] = now
        start = time.perf_counter()
        retrieve(columns, query, now, PROFILE, TOP)
        timed("same query, found memories accessed", start)
    return {case: median(found) for case, found in times.items()}


def main() -> None:
    """Print a table."""
    sizes = [int(word) for word in sys.argv[1:]] or [1000, 10_000, 100_000]
    print(f"{'memories':>9} {'':<36}{'ours µs':>11}{'bare µs':>11}{'ours / bare':>13}")
    for size in sizes:
        found = measure(size, 31 if size > 20_000 else 501)
        bare = found.pop("bare")
        for case, seconds in found.items():
            print(
                f"{size:>9} "
                f"{case:<36}{seconds * 1e6:>11.1f}{bare * 1e6:>11.1f}{seconds / bare:>13.4f}"
            )


if __name__ == "__main__":
    main()
