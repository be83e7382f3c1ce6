"""Vectors kept on disk by the name of their embedder and their text; those of two embedders never meet."""

from collections.abc import Sequence
from pathlib import Path

from latticeville.core import places
from latticeville.core.disk import content_hash
from latticeville.llm.embed import Embedder, Vectors
from latticeville.llm.store import Store

LITTLE = "<f4"
"""How a number is kept, on every machine."""


class Remembered:
    """An embedder that embeds no text twice."""

    def __init__(self, embedder: Embedder, path: Path | None = None) -> None:
        self._embedder = embedder
        self.name, self.size = embedder.name, embedder.size
        self._store = Store(path or places.cache() / "vectors.sqlite")

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors, most of them from the disk."""
        import numpy as np  # noqa: PLC0415

        keys = [content_hash(f"{self.name}\0{self.size}\0{text}".encode("utf-8", "surrogatepass")) for text in texts]
        known = self._store.find(keys)
        fresh = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
        if fresh:
            rows = self._embedder.embed(list(fresh.values())).astype(LITTLE)
            new = {key: row.tobytes() for key, row in zip(fresh, rows, strict=True)}
            self._store.keep(new)
            known |= new
        flat = np.frombuffer(b"".join(known[key] for key in keys), LITTLE)
        return flat.reshape(len(texts), self.size).astype(np.float32)
