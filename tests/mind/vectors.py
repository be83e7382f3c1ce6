"""Embeddings of the kinds that are hard to rank."""

import numpy as np

from latticeville.mind.retrieval.components import Vectors


def vectors_like(kind: str, dice: np.random.Generator, size: int, dim: int, few: int) -> Vectors:
    """Return embeddings that are wild, near to each other, all the same, or of a few sorts."""
    vectors = dice.standard_normal((size, dim), dtype=np.float32)
    if kind == "few":
        return vectors[dice.integers(0, few, size)]
    if kind == "near":
        return vectors[:1] + vectors * np.float32(1e-4)
    return np.repeat(vectors[:1], size, axis=0) if kind == "same" else vectors
