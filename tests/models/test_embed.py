from collections.abc import Sequence
from pathlib import Path

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from latticeville.core.disk import content_hash
from latticeville.models.embed import Embedder, HashEmbedder, Vectors, normalize_rows
from latticeville.models.spec import make_embedder
from latticeville.models.vectors import CachedEmbedder


class Counting:
    """Counts what it embeds."""

    def __init__(self, name: str = "counting") -> None:
        self.name, self.size, self.asked = name, 3, 0

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.asked += len(texts)
        return normalize_rows(
            np.array([[len(text), len(self.name), 1] for text in texts], np.float32)
        )


def test_the_hashing_embedder_gives_every_machine_the_same_bytes() -> None:
    rows = HashEmbedder().embed(["Ada waters the beans.", "Ada", "", "Größe, naïve, 東京, 🌳"])
    assert content_hash(rows.astype("<f4").tobytes()) == "7f9114112bb165281af6f96f0043a4b0"


@given(st.lists(st.text(), max_size=5))
def test_rows_are_of_length_one_and_come_in_order(texts: list[str]) -> None:
    embedder = HashEmbedder()
    rows = embedder.embed(texts)
    assert rows.shape == (len(texts), embedder.size)
    assert rows.dtype == np.float32
    assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-6)
    for row, text in zip(rows, texts, strict=True):
        assert np.array_equal(row, embedder.embed([text])[0])


def test_texts_that_share_words_lie_nearer_than_others() -> None:
    rows = make_embedder("hash").embed(
        ["The baker bakes bread", "bread from the bakery", "a net at the pier"]
    )
    assert rows[0] @ rows[1] > rows[0] @ rows[2]


def test_unit_rows_survive_rows_of_nothing() -> None:
    assert normalize_rows(np.zeros((2, 4), np.float32)).tolist() == [[1, 0, 0, 0]] * 2


def test_vectors_are_embedded_once_and_those_of_two_embedders_never_meet(tmp_path: Path) -> None:
    path = tmp_path / "vectors.sqlite"
    one, two = Counting("one"), Counting("another")
    first = CachedEmbedder(one, path).embed(["a", "bb", "a"])
    again = CachedEmbedder(one, path).embed(["bb", "a"])
    assert one.asked == 2
    assert np.array_equal(first[[1, 0]], again)
    other: Embedder = CachedEmbedder(two, path)
    assert not np.array_equal(other.embed(["a"])[0], first[0])
    assert two.asked == 1
    assert other.embed([]).shape == (0, 3)
