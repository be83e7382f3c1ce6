"""A cache file in any state: nothing is raised, what can be read is found, and a sentence is told
once."""

import os
import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest

from latticeville.models import store as storing
from latticeville.models.cache import CachedModel
from latticeville.models.model import ModelError, Reply, Request
from latticeville.models.model_call_tape import tape_call
from latticeville.models.request_text import RequestText
from latticeville.models.store import KeyValueStore
from latticeville.models.vectors import CachedEmbedder
from tests.models.test_cache import ASK, Counting
from tests.samples import samples

NOBODY = 65534
KEPT = {f"{number:03}": os.urandom(600) for number in range(200)}


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storing, "LOCK_TIMEOUT", 0.1)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "cache" / "replies.sqlite"
    KeyValueStore(path).add(KEPT)
    CachedModel(Counting(), "one", path).answer([ASK])
    return path


def replace_by_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def replace_parent_by_file(path: Path) -> None:
    path.unlink()
    path.parent.rmdir()
    path.parent.write_text("a file")


def make_foreign(path: Path) -> None:
    path.unlink()
    with sqlite3.connect(path) as base:
        base.execute("CREATE TABLE kept (other INTEGER)")


UNUSABLE: dict[str, Callable[[Path], None]] = {
    "a folder": replace_by_folder,
    "a file for its folder": replace_parent_by_file,
    "another table": make_foreign,
}


@pytest.mark.parametrize("state", UNUSABLE)
def test_a_file_that_cannot_be_used_is_told_once_and_the_model_is_asked(
    path: Path, state: str
) -> None:
    UNUSABLE[state](path)
    told: list[str] = []
    cached = CachedModel(Counting(), "one", path, tell=told.append)
    assert [cached.answer([ASK])[0].text for _ in range(2)] == ["words 0", "words 1"]
    (sentence,) = told
    assert sentence.startswith(f"the cache {path} cannot be used (")
    assert sentence.endswith("): continuing without it")
    with pytest.raises(ModelError, match="cannot be used"):
        CachedModel(None, "one", path, strict=True).answer([ASK])


def test_a_locked_file_is_told_once_and_the_model_is_asked(path: Path) -> None:
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("PRAGMA locking_mode = EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    told: list[str] = []
    cached = CachedModel(Counting(), "one", path, tell=told.append)
    assert [cached.answer([ASK])[0].text for _ in range(2)] == ["words 0", "words 1"]
    assert len(told) == 1
    assert "locked" in told[0]
    other.close()


def test_a_writer_that_does_not_end_leaves_the_file_readable(path: Path) -> None:
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    told: list[str] = []
    store = KeyValueStore(path, told.append)
    store.add({"new": b"x"})
    store.add({"newer": b"x"})
    assert store.find(KEPT) == KEPT
    assert len(told) == 1
    assert "is read-only (database is locked)" in told[0]
    other.close()


def test_a_damaged_file_is_set_aside_and_begun_anew(path: Path) -> None:
    path.write_bytes(b"no database at all" * 100)
    told: list[str] = []
    assert CachedModel(Counting(), "one", path, tell=told.append).answer([ASK])[0].source == "model"
    assert CachedModel(Counting(), "one", path).answer([ASK])[0].source == "cache"
    assert told == [
        (
            f"the cache {path} was damaged: it was renamed to replies.sqlite.damaged, and a new one "
            "was created"
        )
    ]
    assert (path.parent / "replies.sqlite.damaged").exists()


@pytest.mark.fuzz
@pytest.mark.parametrize("seed", range(samples(25, 600)))
def test_damage_anywhere_raises_nothing_and_finds_nothing_else(path: Path, seed: int) -> None:
    dice = random.Random(seed)
    whole = bytearray(path.read_bytes())
    for _ in range(dice.choice((1, 5, 50))):
        start = dice.randrange(len(whole))
        whole[start : start + dice.choice((1, 16, 4096))] = dice.randbytes(
            dice.choice((0, 1, 16, 4096))
        )
    path.write_bytes(whole[: dice.choice((len(whole), dice.randrange(len(whole))))])
    told: list[str] = []
    for read_only in (True, False):
        store = KeyValueStore(path, told.append, read_only=read_only)
        found = store.find(KEPT)
        assert found.keys() <= KEPT.keys()
        store.add({"new": b"x"})
        assert isinstance(
            CachedModel(Counting(), "one", path, tell=told.append).answer([ASK])[0], Reply
        )
    assert len(told) <= 4


@contextmanager
def as_nobody() -> Iterator[None]:
    """Have no rights of root for a while."""
    was = os.geteuid()
    os.seteuid(was or NOBODY)
    try:
        yield
    finally:
        os.seteuid(was)


@pytest.fixture
def sealed() -> Iterator[Path]:
    """A cache in a folder that nobody may write to, and everybody read."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "cache", "replies.sqlite")
        KeyValueStore(path).add(KEPT)
        CachedModel(Counting(), "one", path).answer([ASK])
        path.chmod(0o444)
        path.parent.chmod(0o555)
        path.parent.parent.chmod(0o755)
        yield path
        path.parent.chmod(0o755)


def test_a_file_that_may_only_be_read_is_read(sealed: Path) -> None:
    told: list[str] = []
    with as_nobody():
        for read_only in (False, True):
            store = KeyValueStore(sealed, told.append, read_only=read_only)
            store.add({"new": b"x"})
            assert store.find([*KEPT, "new"]) == KEPT
        assert CachedModel(None, "one", sealed, strict=True).answer([ASK])[0].text == "words 0"
    assert told == [
        (
            f"the cache {sealed} is read-only (attempt to write a readonly database): new replies are "
            "not stored in it"
        )
    ]


@pytest.mark.parametrize("name", ["other.sqlite", "deep/other.sqlite"])
def test_a_folder_in_which_no_file_can_be_made_is_told(sealed: Path, name: str) -> None:
    told: list[str] = []
    with as_nobody():
        store = KeyValueStore(sealed.parent / name, told.append)
        store.add({"new": b"x"})
        assert store.find(["new"]) == {}
    assert len(told) == 1
    assert "continuing without it" in told[0]


@pytest.mark.parametrize(
    "value",
    [
        b"",
        b"{",
        b"null",
        b"[" * 100_000,
        b'{"text": 7}',
        b'{"text": ""}',
        b'{"text": "go", "error": "late"}',
        b'{"text": "go", "tokens": [true, 5]}',
        b'{"text": "go", "tokens": "ab"}',
        b'{"text": "fly"}',
        b'{"text": "\xff"}',
    ],
)
def test_what_is_no_reply_to_the_request_is_asked_again(path: Path, value: bytes) -> None:
    request = Request("react", "ada", 1, RequestText("Well?"), choices=("go", "words 0"))
    store = KeyValueStore(path)
    CachedModel(Counting(), "two", path).answer([request])
    with store._open() as base, base:
        base.execute("UPDATE kept SET value = ?", [value])
    model = Counting()
    assert CachedModel(model, "two", path).answer([request])[0].source == "model"
    assert model.asked == 1


@pytest.mark.parametrize(
    "counts", ["[-5, 7]", "[99999999999999999999, 7]", "[18446744073709551615, 7]"]
)
def test_counts_that_were_kept_are_held_to_what_new_ones_are(path: Path, counts: str) -> None:
    with KeyValueStore(path)._open() as base, base:
        base.execute(
            "UPDATE kept SET value = ?", [f'{{"text": "hi", "tokens": {counts}}}'.encode()]
        )
    (reply,) = CachedModel(Counting(), "one", path).answer([ASK])
    assert all(0 <= count < 1000 for count in reply.tokens)
    assert tape_call(ASK, reply)


class Odd:
    """An embedder whose rows are of any shape."""

    name, size = "odd", 4

    def __init__(self, rows: object) -> None:
        self.rows = rows

    def embed(self, texts: object) -> object:
        assert texts
        return np.array(self.rows, np.float32)


@pytest.mark.parametrize(
    "rows", [[[1, 0, 0]], [[1, 0, 0, 0]] * 2, [1, 0, 0, 0], [[float("nan"), 0, 0, 0]], []]
)
def test_an_embedder_of_another_size_or_without_numbers_is_a_sentence(
    tmp_path: Path, rows: object
) -> None:
    with pytest.raises(ModelError, match="the embedder odd made"):
        CachedEmbedder(Odd(rows), tmp_path / "vectors.sqlite").embed(["a"])  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [b"", b"\0" * 15, b"\0" * 17, b"\0\0\xc0\x7f" * 4])
def test_a_kept_vector_of_another_size_or_without_numbers_is_made_anew(
    tmp_path: Path, value: bytes
) -> None:
    path = tmp_path / "vectors.sqlite"
    embedder = Odd([[1, 0, 0, 0]])
    CachedEmbedder(embedder, path).embed(["a"])  # type: ignore[arg-type]
    with KeyValueStore(path)._open() as base, base:
        base.execute("UPDATE kept SET value = ?", [value])
    assert CachedEmbedder(embedder, path).embed(["a"]).tolist() == [[1, 0, 0, 0]]  # type: ignore[arg-type]
