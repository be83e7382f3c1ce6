"""Memories as rows: retrievals with every part of every score, the stream, and what each rests
on."""

from operator import mul
from pathlib import Path

import pytest

from latticeville.mind.retrieval.profiles import LATTICEVILLE, VILLAGE
from latticeville.models.embed import HashEmbedder
from latticeville.reports.memories.retrievals import ScoredRetrieval, score_query
from latticeville.reports.memories.rows import (
    RANKED,
    STREAM,
    retrieval_heads,
    retrieval_rows,
    stream_heads,
    stream_rows,
)
from latticeville.reports.rows import MemoryTarget, TextPart
from latticeville.runs.replay import Replay
from latticeville.sim.state import State
from tests.reports.conftest import TICKS


@pytest.fixture(scope="module")
def state(folder: Path) -> State:
    return Replay(folder).at(TICKS).state


def ranked(state: State, weights: tuple[float, float, float] | None = None) -> ScoredRetrieval:
    return score_query(state, "mina", "the kettle", HashEmbedder(), LATTICEVILLE, 4, weights)


def test_a_retrieval_tells_every_part_of_every_score_and_the_cut(state: State) -> None:
    call = ranked(state)
    rows = list(retrieval_rows(call, state, "mina"))
    assert [row.key for row in rows].index("cut") == call.k
    memories = [row for row in rows if row.key != "cut"]
    for row, one in zip(memories, call.memories, strict=True):
        assert len(row.parts) == len(RANKED) + 1
        normal = (one.row.normal_recency, one.row.normal_relevance, one.row.normal_importance)
        assert tuple(part.meter for part in row.parts[2:5]) == normal
        assert row.target == MemoryTarget("mina", one.row.id)
        assert row.children
        facts, raw, *_ = row.children()
        assert facts.text.startswith(f"#{one.row.id} {one.kind} · ")
        assert f"{one.row.relevance:.4g}" in raw.text
    query, weights, titles = retrieval_heads(call)
    assert (query.text, query.tail.text) == (
        "“the kettle”",
        f"latticeville v2 · best 4 of {len(call.memories)}",
    )
    assert weights.text == "weights: recency 1, relevance 1, importance 1"
    assert len(titles.parts) == len(RANKED) + 1


def test_the_parts_and_the_loss_to_near_copies_add_up_to_the_score(state: State) -> None:
    call = score_query(state, "mina", "making tea in the kitchen", HashEmbedder(), VILLAGE, 4, None)
    *_, titles = retrieval_heads(call)
    column = [part.text for part in titles.parts].index("copy")
    rows = {row.key: row for row in retrieval_rows(call, state, "mina")}
    for one in call.memories:
        normal = (one.row.normal_recency, one.row.normal_relevance, one.row.normal_importance)
        lost = sum(map(mul, call.weights, normal)) - one.row.score
        assert call.penalty_of(one) == pytest.approx(lost, abs=1e-6)
        assert float(rows[f"m{one.row.id}"].parts[column].text or 0) == pytest.approx(
            -lost, abs=6e-4
        )
    assert any(call.penalty_of(one) > 0 for one in call.memories)


def test_a_near_copy_is_told_as_skipped_with_what_stands_for_it(state: State) -> None:
    call = score_query(state, "mina", "making tea in the kitchen", HashEmbedder(), VILLAGE, 4, None)
    skipped = [one for one in call.memories if one.stand_in is not None]
    assert skipped
    rows = {row.key: row for row in retrieval_rows(call, state, "mina")}
    above = {one.row.id for one in call.memories if one.above}
    for one in skipped:
        assert one.stand_in in above
        assert one.row.plain_rank <= call.k < one.row.rank
        row = rows[f"m{one.row.id}"]
        rank = next(each.row.rank for each in call.memories if each.row.id == one.stand_in)
        assert row.tail.text == f"skipped: like rank {rank}"
        assert row.children is not None
        _, raw, *_ = row.children()
        assert (
            f"likeness {one.row.likeness:.3f} to #{one.stand_in}; near-copy: #{one.stand_in} took"
            in raw.text
        )
    query, *_ = retrieval_heads(call)
    assert query.tail.text.endswith(
        f" · {len(skipped)} near-{'copy' if len(skipped) == 1 else 'copies'} skipped"
    )
    heavier = score_query(
        state, "mina", "making tea in the kitchen", HashEmbedder(), VILLAGE, 4, (0.0, 0.0, 5.0)
    )
    assert [one.row.rank for one in heavier.memories] == [*range(1, len(call.memories) + 1)]
    assert [one.row.id for one in heavier.memories] != [one.row.id for one in call.memories]


def test_other_terms_tell_where_each_memory_was(state: State) -> None:
    base, now = ranked(state), ranked(state, (0.0, 0.0, 1.0))
    was = {one.row.id: one.row.rank for one in base.memories}
    tails = [row.tail.text for row in retrieval_rows(now, state, "mina", base) if row.key != "cut"]
    assert [int(tail.split()[0]) for tail in tails] == [was[one.row.id] for one in now.memories]
    moved = {
        "=" if was[one.row.id] == one.row.rank else "▲" if was[one.row.id] > one.row.rank else "▼"
        for one in now.memories
    }
    assert moved == {tail.split()[1][0] for tail in tails}


def test_the_stream_is_narrowed_by_kind_letters_and_number(state: State) -> None:
    memory = state.minds["mina"].memory
    rows = list(stream_rows(state, "mina", (), "", 1000))
    assert [row.target for row in rows] == [
        MemoryTarget("mina", one.id) for one in reversed(memory.last(1000))
    ]
    assert len(rows[0].parts) == len(STREAM) + 1
    assert [row.key for row in stream_rows(state, "mina", (), "", 2)][2:] == ["more"]
    kinds = {row.parts[1].text for row in stream_rows(state, "mina", ("action",), "", 1000)}
    assert kinds == {"action"}
    assert all(
        "kettle" in row.parts[-1].text.casefold()
        for row in stream_rows(state, "mina", (), "KETTLE", 1000)
    )
    count, titles = stream_heads("2 memories", TextPart("s: retrievals"))
    assert (count.text, count.tail.text) == ("2 memories", "s: retrievals")
    assert len(titles.parts) == len(STREAM) + 1
