"""The interface of embedders, and a built-in one of hashed words, the same on every machine."""

import re
from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import pairwise
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Vectors: TypeAlias = "NDArray[np.float32]"
"""Rows of numbers."""

HASH_EMBEDDER = "hash"
"""The embedder whose vectors are the same everywhere: a run needs to keep none of them."""
HASH_SIZE = 512
"""Numbers in a vector of the hashing embedder."""
WORD_WEIGHT, PAIR_WEIGHT, PIECE_WEIGHT = 6, 3, 1
"""What a word, two words that stand together, and a piece of a word weigh."""
SHORT_WORD = 3
"""Letters up to which a word says little, and weighs as much as a piece."""


class Embedder(Protocol):
    """Anything that turns texts into vectors of length 1, one row a text, in the same order."""

    name: str
    size: int

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors."""
        ...


_WORDS = re.compile(r"[^\W_]+")


class HashEmbedder:
    """Texts that share words, or pieces of words, lie near each other; meaning plays no part.

    All sums are of whole numbers, so that no order of adding and no library can move a bit.
    """

    name, size = f"hash-1-{HASH_SIZE}", HASH_SIZE

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors; a text without words gets the first axis."""
        import numpy as np

        rows = np.zeros((len(texts), HASH_SIZE), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            weights = _weigh(text)
            row[[*weights]] = [*weights.values()]
        return rows


def normalize_rows(rows: Vectors) -> Vectors:
    """Return the rows as float32 of length 1; a row of nothing becomes the first axis."""
    import numpy as np

    exact = np.array(rows, dtype=np.float64)
    lengths = np.sqrt((exact * exact).sum(axis=1, keepdims=True))
    exact[lengths[:, 0] == 0, 0] = 1.0
    unit: Vectors = (exact / np.where(lengths == 0, 1.0, lengths)).astype(np.float32)
    return unit


def _weigh(text: str) -> dict[int, float]:
    """Return what stands at each place of the vector of a text that is not 0."""
    found: dict[int, int] = {}
    words = _WORDS.findall(text.casefold())
    for word in words:
        for at, weight in _word_features(word):
            found[at] = found.get(at, 0) + weight
    for one, two in pairwise(words):
        at, sign = _hash_feature(f"{one} {two}")
        is_short = max(len(one), len(two)) <= SHORT_WORD
        found[at] = found.get(at, 0) + sign * (PIECE_WEIGHT if is_short else PAIR_WEIGHT)
    length = sum([value * value for value in found.values()]) ** 0.5
    return {at: value / length for at, value in found.items()} if length else {0: 1.0}


@lru_cache(maxsize=20_000)
def _word_features(word: str) -> tuple[tuple[int, int], ...]:
    """Return where a word and its pieces of three and four letters stand, and what they add
    there."""
    at, sign = _hash_feature(word)
    found = [(at, sign * (WORD_WEIGHT if len(word) > SHORT_WORD else PIECE_WEIGHT))]
    if len(word) > SHORT_WORD:
        whole = f"<{word}>"
        pieces = {
            whole[start : start + long] for long in (3, 4) for start in range(len(whole) - long + 1)
        }
        found += [(at, sign * PIECE_WEIGHT) for at, sign in map(_hash_feature, sorted(pieces))]
    return tuple(found)


def _hash_feature(feature: str) -> tuple[int, int]:
    number = int.from_bytes(
        blake2b(feature.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big"
    )
    return (number >> 1) % HASH_SIZE, 1 if number & 1 else -1
