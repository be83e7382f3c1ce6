"""What comes to mind by SQL is what the engine finds, in its order and with its numbers."""

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from latticeville.cli.main import main
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.retrieval.components import quantise_vector
from latticeville.mind.retrieval.memory_index import MemoryIndex
from latticeville.mind.retrieval.profiles import PROFILES
from latticeville.mind.retrieval.retrieve import retrieve
from latticeville.models.embed import HashEmbedder
from latticeville.runs.replay import Replay
from latticeville.store.address import StoreAddress
from latticeville.store.connection import connect
from latticeville.store.embedded import EmbeddedServer
from latticeville.store.errors import StoreError
from latticeville.store.recall import RecallTerms, find_nearest, recall
from tests.reports.runs import recorded
from tests.store.conftest import new_database
from tests.store.test_fill import fill
from tests.world_folders import VILLE, shared_world

pytestmark = pytest.mark.postgres
TICKS = 200
K = 12


@pytest.fixture(scope="module")
def village() -> Iterator[Replay]:
    with TemporaryDirectory() as folder:
        run = recorded(Path(folder) / "village", TICKS, shared_world(VILLE), model=BuiltinMind())
        yield Replay(run)


@pytest.fixture(scope="module")
def filled(village: Replay, server: EmbeddedServer) -> Iterator[Any]:
    address = StoreAddress(new_database(server))
    fill(village.folder, address)
    with connect(address) as connection:
        yield connection


def queries(village: Replay) -> list[str]:
    """Return the queries of the run, and some of its memories as queries."""
    state = village.at(None).state
    asked = [
        one.query for p in village.payloads() for t in p.thoughts.values() for one in t.recalls
    ]
    texts = [one.text for mind in state.minds.values() for one in mind.memory]
    return [
        *islice(dict.fromkeys(asked), 0, None, 25),
        *islice(dict.fromkeys(texts), 0, None, 60),
        "xyzzy",
    ]


@pytest.mark.parametrize("name", PROFILES)
def test_ranks_and_scores_are_those_of_the_engine(name: str, village: Replay, filled: Any) -> None:
    index, profile, count = MemoryIndex(HashEmbedder()), PROFILES[name], 0
    for tick in (0, 77, TICKS):
        state = village.at(tick).state
        minutes = state.world.settings.tick_minutes
        for place, query in enumerate(queries(village)):
            who = [*state.minds][place % len(state.minds)]
            mind = state.minds[who]
            vector = index.vector(query)
            columns = index.columns(who, mind.memory, mind.touched)
            ranking = retrieve(columns, vector, tick, profile, K, minutes=minutes)
            terms = RecallTerms("village", who, tick, profile, K, minutes)
            found = recall(filled, terms, quantise_vector(vector))
            rows = ranking.rows()
            assert [one.memory for one in found] == ranking.ids.tolist(), (tick, who, query)
            assert [one.score for one in found] == ranking.scores.tolist()
            assert [(one.recency, one.relevance, one.importance) for one in found] == [
                (row.normal_recency, row.normal_relevance, row.normal_importance) for row in rows
            ]
            assert [one.text for one in found] == [mind.memory[one.memory].text for one in found]
            count += 1
    assert count > 30


def test_an_index_finds_nearly_all_of_the_most_relevant(village: Replay, filled: Any) -> None:
    index, found = MemoryIndex(HashEmbedder()), []
    state = village.at(None).state
    for place, query in enumerate(queries(village)):
        who = [*state.minds][place % len(state.minds)]
        terms = RecallTerms("village", who, TICKS, PROFILES["village"], 10, 1)
        nearest = find_nearest(filled, terms, quantise_vector(index.vector(query)))
        assert len(nearest.memories) == 10
        found.append(nearest.recall)
    assert sum(found) / len(found) >= 0.98


def test_memories_without_a_vector_are_refused(village: Replay, filled: Any) -> None:
    terms = RecallTerms(
        "village", next(iter(village.at(0).state.minds)), TICKS, PROFILES["village"], 5, 1
    )
    with filled.transaction(force_rollback=True):
        filled.execute("UPDATE memories SET embedding = NULL WHERE memory = 3")
        with pytest.raises(StoreError, match="no vector"):
            recall(filled, terms, quantise_vector(HashEmbedder().embed(["tea"])[0]))


def test_the_command_says_what_comes_to_mind_and_how_much_an_index_finds(
    village: Replay, server: EmbeddedServer, capsys: pytest.CaptureFixture[str]
) -> None:
    store = ["--store", new_database(server)]
    words = ["store", "recall", str(village.folder), "--agent", "Ada", "--query", "the oak"]
    assert main([*words, *store]) == 1
    assert "the store has nothing of this run" in capsys.readouterr().err
    fill(village.folder, StoreAddress(store[1]))
    assert main([*words, *store, "-k", "3", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["memories"]
    mind = village.at(None).state.minds["ada"]
    assert [one["text"] for one in found] == [mind.memory[one["memory"]].text for one in found]
    assert len(found) == 3
    assert main([*words, *store, "-k", "3"]) == 0
    assert found[0]["text"] in capsys.readouterr().out
    assert main([*words, *store, "--weights", "0,0,1", "--profile", "paper", "--json"]) == 0
    otherwise = json.loads(capsys.readouterr().out)["memories"]
    assert [one["score"] for one in otherwise] == [one["importance"] for one in otherwise]
    assert main([*words, *store, "--hnsw"]) == 0
    assert capsys.readouterr().out.startswith("recall@8: ")
    assert main([*words[:3], *store]) == 2
    assert main([*words[:4], "nobody", *words[5:], *store]) == 2
