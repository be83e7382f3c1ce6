from collections.abc import Sequence
from pathlib import Path
from threading import Thread

import pytest
from msgspec.structs import replace

from latticeville.models.cache import CachedModel
from latticeville.models.model import ModelError, Reply, Request
from latticeville.models.request_text import RequestText
from latticeville.models.store import KeyValueStore

ASK = Request("greet", "ada", 1, RequestText("Hello?"))


class Counting:
    """Counts what it is asked."""

    def __init__(self, error: str = "") -> None:
        self.asked, self.error = 0, error

    def answer(self, requests: Sequence[Request]) -> list[Reply]:
        start = self.asked
        self.asked += len(requests)
        return [
            Reply(f"words {start + number}", error=self.error, tokens=(1, 2))
            for number in range(len(requests))
        ]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "replies.sqlite"


def test_a_warm_cache_asks_nobody_and_says_that_it_answered(path: Path) -> None:
    first = CachedModel(Counting(), "one", path).answer(
        [ASK, replace(ASK, text=RequestText("And you?"))]
    )
    model = Counting()
    again = CachedModel(model, "one", path).answer(
        [ASK, replace(ASK, text=RequestText("And you?"))]
    )
    assert model.asked == 0
    assert again == [replace(reply, source="cache") for reply in first]


def test_equal_requests_of_a_batch_are_asked_once_whoever_asks(path: Path) -> None:
    model = Counting()
    replies = CachedModel(model, "one", path).answer([ASK, replace(ASK, who="otto", tick=7), ASK])
    assert model.asked == 1
    assert {reply.text for reply in replies} == {"words 0"}


def test_two_models_and_two_seeds_never_answer_for_each_other(path: Path) -> None:
    CachedModel(Counting(), "one", path).answer([ASK])
    other, reseeded = Counting(), Counting()
    CachedModel(other, "two", path).answer([ASK])
    CachedModel(reseeded, "one", path).answer([replace(ASK, seed=1)])
    assert (other.asked, reseeded.asked) == (1, 1)


def test_a_strict_cache_raises_on_what_it_does_not_know(path: Path) -> None:
    CachedModel(Counting(), "one", path).answer([ASK])
    model = Counting()
    strict = CachedModel(model, "one", path, strict=True)
    assert strict.answer([ASK])[0].source == "cache"
    with pytest.raises(
        ModelError, match="tick 1: the cache holds no reply of “one” to ada's “greet” request"
    ):
        strict.answer([ASK, replace(ASK, text=RequestText("new"))])
    assert model.asked == 0


def test_errors_are_not_kept(path: Path) -> None:
    CachedModel(Counting("late"), "one", path).answer([ASK])
    model = Counting()
    assert CachedModel(model, "one", path).answer([ASK])[0].text == "words 0"


def test_a_file_that_is_no_cache_is_begun_anew(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"no database at all" * 100)
    assert CachedModel(Counting(), "one", path).answer([ASK])[0].text == "words 0"


def test_threads_share_a_store(path: Path) -> None:
    store = KeyValueStore(path)
    threads = [
        Thread(target=store.add, args=({f"{one}-{two}": b"x" for two in range(50)},))
        for one in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(store.find(f"{one}-{two}" for one in range(8) for two in range(50))) == 400


def test_many_keys_are_found_and_what_is_there_stays(path: Path) -> None:
    store = KeyValueStore(path)
    store.add({str(number): b"old" for number in range(1200)})
    store.add({"7": b"new"})
    found = store.find(str(number) for number in range(1300))
    assert len(found) == 1200
    assert found["7"] == b"old"
