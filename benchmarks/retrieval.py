"""Retrieval with every component kept, side by side with plain numpy float32 that scores everything every time."""

import sys
import time
from collections.abc import Callable
from functools import partial
from statistics import median
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from latticeville.mind.columns import Columns
from latticeville.mind.compiling import ENOUGH, loops
from latticeville.mind.profiles import PROFILES
from latticeville.mind.ranking import Ranking
from latticeville.mind.recall import retrieve
from latticeville.mind.relevance import KEPT

DIM, TOP = 384, 10
"""Size of an embedding, that of the small sentence models, and memories wanted."""
NEW = 10
"""One query in so many is new; the others are those of the tick before."""
PROFILE = PROFILES["paper"]
"""The published formula, which both sides compute."""
FIRST, NEW_QUERY, BEST, ALL, TOUCHED, SAME = CASES = (
    "first query of all",
    "new query",
    "… with the best explained",
    "… with all explained",
    "same query after touches",
    "same query, nothing new",
)
"""What is measured: for the first, nothing is known of the memories yet, not even their recency."""
Rows = npt.NDArray[Any]


class Plain(NamedTuple):
    """The same memories as plain arrays."""

    vectors: Rows
    last: Rows
    ratings: Rows

    def like(self) -> "Plain":
        """Return the same in a place of its own."""
        return Plain(*(column.copy() for column in self))

    def retrieve(self, query: Rows, now: int) -> tuple[Rows, ...]:
        """Score all, sort all, newest first among equals, and give every part with the best."""
        unit = query / np.linalg.norm(query)
        relevance = np.round(self.vectors @ unit, 6)
        recency = np.float32(0.995) ** ((now - self.last) / np.float32(60))
        parts = normal(recency), normal(relevance), normal(self.ratings)
        score = parts[0] + parts[1] + parts[2]
        order = len(score) - 1 - np.argsort(-score[::-1], kind="stable")
        return order[:TOP], score, recency, relevance, self.ratings, *parts, order


def normal(values: Rows) -> Rows:
    """Normalise by least and greatest."""
    low, high = values.min(), values.max()
    return (values - low) / (high - low) if high > low else np.zeros_like(values)


def village(size: int, dice: np.random.Generator) -> tuple[Columns, Plain]:
    """Make an agent's memories, a third of them accessed again since they were made."""
    vectors = dice.standard_normal((size, DIM), dtype=np.float32)
    created = np.sort(dice.integers(0, 20_000, size))
    ratings = dice.integers(1, 11, size)
    columns = Columns(DIM).grow(created.tolist(), ratings.tolist(), vectors)
    columns = columns.touch(dice.integers(0, size, size // 3), 20_000)
    return columns, Plain(columns.vectors.copy(), columns.last().astype(np.float32), ratings.astype(np.float32))


def timed(call: Callable[[], Any]) -> tuple[float, Any]:
    """Return the seconds that a call takes, and what it returns."""
    start = time.perf_counter()
    found = call()
    return time.perf_counter() - start, found


def measure(case: str, size: int, repeats: int) -> tuple[float, float]:
    """Return medians of ours and numpy's for a case; they take turns, so that each finds its memories as cold."""
    dice = np.random.default_rng(size)
    columns, plain = village(size, dice)
    ranking = retrieve(columns, plain.vectors[0], 20_000, PROFILE, TOP)
    times = []
    query = dice.standard_normal(DIM, dtype=np.float32)
    for now in range(20_001, 20_001 + repeats):
        if case not in (TOUCHED, SAME):
            query = dice.standard_normal(DIM, dtype=np.float32)
        if case != SAME:
            columns = columns.touch(ranking.ids, now)
            plain.last[ranking.ids] = now
        mine, theirs = (columns.copy(), plain.like()) if case == FIRST else (columns, plain)
        numpy, _ = timed(partial(theirs.retrieve, query, now))
        ours, ranking = timed(partial(answer, case, mine, query, now))
        times.append((ours, numpy))
    return median(ours for ours, _ in times), median(numpy for _, numpy in times)


def answer(case: str, columns: Columns, query: Rows, now: int) -> Ranking:
    """Retrieve, and explain as much as a case asks for."""
    ranking = retrieve(columns, query, now, PROFILE, TOP)
    if case == BEST:
        ranking.rows()
    if case == ALL:
        ranking.table  # noqa: B018 - it is worked out when asked for
    return ranking


def tick(agents: int, size: int, *, touching: bool, ticks: int = 15) -> tuple[float, float]:
    """Return median seconds of a tick in which everybody retrieves, of ours and of a numpy loop.

    Everybody has asked as much before as is kept, as in a run that has gone on for a while.
    """
    dice = np.random.default_rng(1)
    people = [village(size, dice) for _ in range(agents)]
    queries = dice.standard_normal((agents, DIM), dtype=np.float32)
    for _ in range(KEPT):
        for columns, _plain in people:
            retrieve(columns, dice.standard_normal(DIM, dtype=np.float32), 20_000, PROFILE, TOP)
    ours, numpy = [], []
    for turn in range(-2, ticks):
        now = 20_002 + turn
        for who in range(turn % NEW, agents, NEW):
            queries[who] = dice.standard_normal(DIM, dtype=np.float32)
        start = time.perf_counter()
        for (_, plain), query in zip(people, queries, strict=True):
            best = plain.retrieve(query, now)[0]
            if touching:
                plain.last[best] = now
        middle = time.perf_counter()
        for who, query in enumerate(queries):
            columns, plain = people[who]
            best = retrieve(columns, query, now, PROFILE, TOP).ids
            if touching:
                people[who] = columns.touch(best, now), plain
        if turn >= 0:
            ours.append(time.perf_counter() - middle)
            numpy.append(middle - start)
    return median(ours), median(numpy)


def main() -> None:
    """Print the tables."""
    print(f"loops over memories by {'numba' if loops(ENOUGH) else 'numpy'}\n")
    sizes = [int(word) for word in sys.argv[1:]] or [1000, 10_000, 100_000]
    print(f"{'memories':>9} {'':<27}{'ours µs':>11}{'numpy µs':>11}{'ratio':>7}")
    for size in sizes:
        for case in CASES:
            ours, numpy = measure(case, size, 25 if size > 20_000 else 201)
            print(f"{size:>9} {case:<27}{ours * 1e6:>11.1f}{numpy * 1e6:>11.1f}{numpy / ours:>7.1f}")
    agents = 1000 if not sys.argv[1:] else 100
    print(f"\n{agents} agents of 1000 memories, {100 // NEW} % new queries")
    for case, touching in (("what is found is touched", True), ("nothing is touched", False)):
        ours, numpy = tick(agents, 1000, touching=touching)
        print(f"{case:<25} ours {ours * 1e3:.1f} ms, numpy {numpy * 1e3:.1f} ms, {numpy / ours:.1f}")


if __name__ == "__main__":
    main()
