"""Models and embedders as a run gets them: loaded once a process, warm, and without a trace of the
warming."""

import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from latticeville.core import user_dirs
from latticeville.models import cache_registry
from latticeville.models.cache_registry import (
    OncePerSpec,
    cached_embedder,
    prepare_model,
    shared_embedder,
    shared_model,
)
from latticeville.models.embed import HashEmbedder, Vectors
from latticeville.models.fake import FakeLLM
from latticeville.models.limits import CheckedModel
from latticeville.models.model import ModelError, Reply, Request
from latticeville.models.request_text import RequestText
from latticeville.models.store import KeyValueStore
from latticeville.runs.recorded_run import RecordedRun
from latticeville.runs.tape import TAPE
from tests.hamlet import baker, drifter, hamlet
from tests.runs.runs import contents

COLD = Request("warm", "", 0, RequestText("Say yes."))


class Heavy(FakeLLM):
    """A model that is slow the first time."""

    def __init__(self) -> None:
        super().__init__()
        self.warmed = 0

    def warm(self) -> None:
        self.warmed += 1
        self.answer([COLD])


class Words(HashEmbedder):
    """An embedder that counts its texts."""

    name = "words"

    def __init__(self) -> None:
        self.texts: list[str] = []

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.texts += texts
        return super().embed(texts)


@pytest.fixture
def heavy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Heavy:
    """A model behind every spec that is none of ours."""
    model = Heavy()
    monkeypatch.setattr(user_dirs, "cache_dir", lambda: tmp_path / "cache")
    monkeypatch.setattr(cache_registry, "make_model", lambda _spec: CheckedModel(model))
    monkeypatch.setattr(cache_registry, "make_embedder", lambda _spec: Words())
    return model


def kept(name: str) -> int:
    store = KeyValueStore(user_dirs.cache_dir() / name)
    with store._open() as base:
        return int(base.execute("SELECT count(*) FROM kept").fetchone()[0])


def test_a_model_is_warmed_where_that_is_wanted_and_its_answer_is_kept_nowhere(
    heavy: Heavy,
) -> None:
    prepare_model("heavy:1")
    assert heavy.warmed == 0
    model = prepare_model("heavy:1;ada=heavy:2", warm=True)
    assert heavy.warmed == 2
    assert kept("replies.sqlite") == 0
    model.answer([Request("react", "ada", 1, RequestText("Well?"), choices=("go", "stay"))])
    assert kept("replies.sqlite") == 1


def test_a_model_that_has_nothing_to_warm_is_taken_as_it_is(
    heavy: Heavy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache_registry, "make_model", lambda _spec: CheckedModel(FakeLLM()))
    assert (
        prepare_model("plain:1", warm=True)
        .answer([Request("x", "ada", 1, RequestText("Well?"), choices=("go",))])[0]
        .text
        == "go"
    )
    assert heavy.warmed == 0


def test_an_embedder_is_warmed_and_its_vector_is_kept_nowhere(
    heavy: Heavy, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = Words()
    monkeypatch.setattr(cache_registry, "make_embedder", lambda _spec: words)
    embedder = cached_embedder("words", warm=True)
    assert embedder is not None
    assert len(words.texts) == 1
    assert kept("vectors.sqlite") == 0
    assert cached_embedder("hash", warm=True) is None
    assert heavy.warmed == 0


def test_no_run_knows_whether_its_model_was_warm(heavy: Heavy, tmp_path: Path) -> None:
    world = hamlet(ada=baker(0), bob=drifter(2))
    for name, warm in (("cold", False), ("warm", True)):
        model, embedder = (
            prepare_model(f"heavy:{name}", warm=warm),
            cached_embedder("words", warm=warm),
        )
        run = RecordedRun.start(
            tmp_path / name, world, model, "heavy", embedder=("words", embedder)
        )
        for _ in range(40):
            run.step()
        run.close()
    assert heavy.warmed == 1
    assert (tmp_path / "warm" / TAPE).stat().st_size
    assert contents(tmp_path / "cold") == contents(tmp_path / "warm")


def test_a_model_is_made_once_though_several_threads_ask_for_it_at_once() -> None:
    begun, go, made = threading.Event(), threading.Event(), list[str]()

    def make(spec: str) -> object:
        made.append(spec)
        begun.set()
        assert go.wait(10)
        return object()

    once, found = OncePerSpec(make), list[object]()
    threads = [threading.Thread(target=lambda: found.append(once("one"))) for _ in range(4)]
    for thread in threads:
        thread.start()
    assert begun.wait(10)
    go.set()
    for thread in threads:
        thread.join(10)
    assert made == ["one"]
    assert len(set(map(id, found))) == 1
    assert once("two") is not once("one")


def test_what_could_not_be_made_is_tried_anew() -> None:
    left = [ModelError("not yet")]

    def make(_spec: str) -> int:
        if left:
            raise left.pop()
        return 7

    once = OncePerSpec(make)
    with pytest.raises(ModelError):
        once("one")
    assert once("one") == 7


def test_shared_ones_answer_as_their_own_would(heavy: Heavy) -> None:
    spec = "heavy:shared"
    asked = [Request("react", "ada", 1, RequestText("Well?"), choices=("go", "stay"))]
    assert shared_model(spec) is shared_model(spec)
    assert [reply.text for reply in shared_model(spec).answer(asked)] == [
        one.text for one in FakeLLM().answer(asked)
    ]
    assert heavy.warmed == 1
    assert [type(one) for one in shared_model(spec).answer(asked)] == [Reply]
    embedder = shared_embedder("words:shared")
    assert embedder is not None
    assert (embedder.embed(["a b"]) == Words().embed(["a b"])).all()
    assert shared_embedder("hash") is None
