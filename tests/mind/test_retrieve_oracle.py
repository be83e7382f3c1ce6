"""Recall as `docs/minds.md` tells it, in plain loops, of memories of which something is missing or
strange."""

from math import inf, isfinite, isnan, nan, sqrt
from random import Random
from typing import Any, NamedTuple

import pytest

from latticeville.mind.memory import AccessLog, MemoryRecord, MemoryStream
from latticeville.mind.retrieval.columns import Columns
from latticeville.mind.retrieval.memory_index import MemoryIndex
from latticeville.mind.retrieval.profiles import PROFILES
from latticeville.mind.retrieval.ranking import MemoryScore
from latticeville.mind.retrieval.retrieve import retrieve
from latticeville.models.embed import HashEmbedder
from tests.mind.test_retrieve_laws import cosine
from tests.samples import samples

Parts = tuple[float, float, float]
DIGITS = 9
"""Digits to which plain sums are the same as those in other orders."""
FEW = 5
"""Memories that compete for a slot in these tests."""


class Rule(NamedTuple):
    """A column of the table of profiles in the docs."""

    base: float
    unit: str
    weights: Parts
    flat: float
    least: int
    most: int
    unrated: int
    unit_scale: bool
    newest: bool = True


RULES = {
    "village": Rule(0.5, "creation", (0.05, 1, 0.3), 0, 1, 10, 3, unit_scale=True),
    "latticeville": Rule(0.5, "ticks", (1, 1, 1), 0, 1, 10, 3, unit_scale=True),
    "agent-crossing": Rule(0.995, "hours", (1, 1, 1), 0.5, 1, 10, 3, unit_scale=False),
    "paper": Rule(0.995, "hours", (1, 1, 1), 0, 1, 10, 3, unit_scale=False),
    "smallville": Rule(0.99, "rank", (0.5, 3, 2), 0.5, 1, 10, 4, unit_scale=False, newest=False),
    "ai-town": Rule(0.99, "whole hours", (1, 1, 1), 0, 0, 9, 5, unit_scale=False),
}


class Memory(NamedTuple):
    """A memory as it is given."""

    made: int
    last: int
    rating: float | None
    vector: Any
    spoken: bool


def is_usable(vector: Any) -> bool:
    return isinstance(vector, list) and len(vector) == 3 and all(map(isfinite, vector))


def plain_cosine(one: Any, other: Any) -> float:
    return cosine(one, other) if is_usable(one) and is_usable(other) else 0.0


def recency(memories: list[Memory], rule: Rule, now: int, minutes: int) -> list[float]:
    if rule.unit == "rank":
        order = sorted(range(len(memories)), key=lambda place: (memories[place].last, place))
        return [rule.base ** (1 + order.index(place)) for place in range(len(memories))]
    found = []
    for one in memories:
        age = now - (one.made if rule.unit == "creation" else one.last)
        steps = {"hours": age * minutes / 60, "whole hours": age * minutes // 60}.get(
            rule.unit, age / 1440
        )
        found.append(rule.base**steps)
    return found


def importance(one: Memory, rule: Rule) -> float:
    rating = rule.unrated if one.rating is None or not isfinite(one.rating) else one.rating
    found = float(sorted((rule.least, rating, rule.most))[1])
    if rule.unit_scale:
        found = (found - 1) / 9
    if rule.unit == "creation":
        found = sqrt(found) * (0.4 if one.spoken else 1)
    return found


def spread(values: list[float], flat: float) -> list[float]:
    low, high = min(values), max(values)
    return [flat if high - low == 0 else (value - low) / (high - low) for value in values]


def plain_rows(
    memories: list[Memory], name: str, query: Any, now: int, weights: Parts | None, minutes: int
) -> list[MemoryScore]:
    """Return all memories as they rank, best first."""
    rule = RULES[name]
    raw = [
        recency(memories, rule, now, minutes),
        [plain_cosine(one.vector, query) for one in memories],
        [importance(one, rule) for one in memories],
    ]
    normal = [spread(values, rule.flat) for values in raw]
    if name == "village":
        normal[1:] = [[max(0.0, value) for value in raw[1]], raw[2]]
    used = weights or rule.weights
    sums = [
        sum(weight * part[at] for weight, part in zip(used, normal, strict=True))
        for at in range(len(memories))
    ]
    if not all(map(isfinite, used)):
        sums = [0.0] * len(memories)
    newest = rule.newest or not any(sums)
    order = sorted(
        range(len(memories)), key=lambda at: (-round(sums[at], DIGITS), -at if newest else at)
    )
    place = {at: rank for rank, at in enumerate(order)}
    taken = [(at, 0.0, -1) for at in order]
    if name == "village":
        taken = diversified([memory.vector for memory in memories], sums, order)
    lists: Any = (*raw, *normal)
    parts: list[tuple[float, float, float, float, float, float]] = [*zip(*lists, strict=True)]
    return [
        MemoryScore(at, *parts[at], sums[at] - 0.2 * likeness, rank, likeness, like, place[at] + 1)
        for rank, (at, likeness, like) in enumerate(taken, 1)
    ]


def is_clear(rows: list[MemoryScore]) -> bool:
    """Tell whether no two memories come to the same sum, but for last bits, by other parts."""
    of_sum: dict[float, set[Parts]] = {}
    for row in rows:
        parts = (row.normal_recency, row.normal_relevance, row.normal_importance)
        of_sum.setdefault(round(row.score + 0.2 * row.likeness, 7), set()).add(parts)
    return all(len(parts) == 1 for parts in of_sum.values())


def diversified(
    vectors: list[Any], sums: list[float], order: list[int]
) -> list[tuple[int, float, int]]:
    """Return the memories as they take their slots, each with its likeness to the nearest before
    it, and which."""
    left, taken = order[:FEW], list[tuple[int, float, int]]()
    while left:
        near = {
            at: max(
                (
                    (round(plain_cosine(vectors[at], vectors[one]), DIGITS), -place, one)
                    for place, (one, _, _) in enumerate(taken)
                ),
                default=(0.0, 0, -1),
            )
            for at in left
        }
        best = max(
            left,
            key=lambda at: (round(sums[at] - 0.2 * max(near[at][0], 0.0), DIGITS), -left.index(at)),
        )
        likeness, _, like = near[best]
        taken.append((best, likeness, like) if likeness > 0 else (best, 0.0, -1))
        left.remove(best)
    return [*taken, *((at, 0.0, -1) for at in order[FEW:])]


def draw(dice: Random, size: int) -> tuple[list[Memory], int]:
    """Return memories, some of them copies, some without a rating or a vector that can be used."""
    numbers = [-2.0, -1.0, -0.5, 0.0, 0.25, 1.0, 3.0]
    some = [[dice.choice(numbers) for _ in range(3)] for _ in range(4)]
    odd: list[Any] = [None, [nan, 1.0, 0.0], [inf, 0.0, 0.0], [1.0, 0.0], [0.0, 0.0, 0.0], "words"]
    made = sorted(dice.randrange(0, 4000, 7) for _ in range(size))
    found = []
    for tick in made:
        vector = (
            dice.choice(odd) if dice.random() < 0.2 else [each + 0.0 for each in dice.choice(some)]
        )
        rating = dice.choice([None, nan, inf, -inf, -1, 0, 1, 2.5, 3, 9, 10, 12])
        found.append(
            Memory(tick, tick + dice.choice([0, 0, 60, 500]), rating, vector, dice.random() < 0.4)
        )
    return found, 4000 + dice.randint(500, 2000)


def close(found: MemoryScore, due: MemoryScore) -> bool:
    """Tell whether two rows are the same but for the last bits of their numbers."""
    names = found.__struct_fields__
    return all(getattr(found, one) == pytest.approx(getattr(due, one), abs=1e-7) for one in names)


@pytest.mark.fuzz
@pytest.mark.parametrize("name", PROFILES)
def test_every_part_rank_and_slot_is_as_the_docs_tell(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("latticeville.mind.retrieval.ranking.POOL", FEW)
    tried = 0
    for seed in range(samples(60, 900)):
        dice = Random(seed)
        memories, now = draw(dice, dice.choice([0, 1, 2, 4, 9, 14]))
        columns = Columns(3).grow(
            [one.made for one in memories],
            [one.rating for one in memories],
            [one.vector for one in memories],
            spoken=[one.spoken for one in memories],
        )
        for place, one in enumerate(memories):
            columns = columns.record_accesses([place], one.last)
        query = dice.choice(
            [[1.0, 0.5, -1.0], [0.0, 1.0, 0.25], None, [nan, 0.0, 1.0], [0.0, 0.0, 0.0]]
        )
        if memories and dice.random() < 0.5:
            query = dice.choice(memories).vector
        weights = dice.choice(
            [
                None,
                None,
                (0.0, 1.0, 0.0),
                (1.0, -1.0, 0.5),
                (0.0, 0.0, 0.0),
                (nan, 1.0, 1.0),
                (inf, 1.0, -inf),
            ]
        )
        minutes, k = dice.choice([1, 7, 60]), dice.choice([0, 1, 3, FEW, FEW + 1, 20])
        every = plain_rows(memories, name, query, now, weights, minutes) if memories else []
        if any(weights or (1,)) and not is_clear(every):
            continue
        due, tried = every[:k], tried + 1
        found = retrieve(
            columns, query, now, PROFILES[name], k, weights=weights, minutes=minutes
        ).rows()
        assert [row.id for row in found] == [row.id for row in due], seed
        assert all(map(close, found, due)), (seed, found, due)
    assert tried > 30


def test_what_nobody_rated_and_what_was_before_the_start_is_put_into_columns() -> None:
    records = [(-1, 0), (0, 1), (4, 10), (9, 0)]
    stream = MemoryStream().grow(
        MemoryRecord(place, "observation", f"{place}", tick, "hut", (), rating, spoken=place == 2)
        for place, (tick, rating) in enumerate(records)
    )
    columns = MemoryIndex(HashEmbedder()).columns("ada", stream, AccessLog())
    assert columns.created.tolist() == [0, 0, 4, 9]
    ratings = [None if isnan(rating) else rating for rating in columns.ratings.tolist()]
    assert ratings == [None, 1, 10, None]
    scales = {
        name: columns.importance(profile.scale).tolist() for name, profile in PROFILES.items()
    }
    for name, found in scales.items():
        memories = [
            Memory(tick, tick, rating or None, None, place == 2)
            for place, (tick, rating) in enumerate(records)
        ]
        assert found == pytest.approx([importance(one, RULES[name]) for one in memories])


@pytest.mark.parametrize(
    ("name", "sums", "trigger", "due"),
    [
        ("latticeville", [50, 50], None, False),
        ("latticeville", [50, 51], None, True),
        ("agent-crossing", [149], None, False),
        ("agent-crossing", [150], None, True),
        ("paper", [150], None, False),
        ("paper", [151], None, True),
        ("smallville", [150], None, True),
        ("ai-town", [9] + [5] * 100, None, False),
        ("ai-town", [5] * 99 + [9], None, True),
        ("ai-town", [600] + [5] * 100, None, False),
        ("paper", [31], 30, True),
        ("paper", [30], 30, False),
        ("agent-crossing", [30], 30, True),
        ("village", [101], None, True),
        ("village", [], None, False),
    ],
)
def test_reflection_is_due_as_the_docs_tell(
    name: str,
    sums: list[float],
    trigger: int | None,
    due: bool,  # noqa: FBT001
) -> None:
    assert PROFILES[name].reflection.is_due(sums, trigger) is due
