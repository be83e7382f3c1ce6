"""Vectors stored on disk by embedder and text."""

from collections.abc import Sequence
from pathlib import Path

from latticeville.core import user_dirs
from latticeville.core.disk import content_hash
from latticeville.models.embed import Embedder, Vectors
from latticeville.models.model import ModelError
from latticeville.models.store import KeyValueStore, WarningCallback, ignore_warning

FLOAT_FORMAT = "<f4"
"""How a number is kept, on every machine."""


class CachedEmbedder:
    """An embedder that embeds no text twice; `tell` is told once where its file cannot be used."""

    def __init__(
        self,
        embedder: Embedder,
        path: Path | None = None,
        *,
        tell: WarningCallback = ignore_warning,
    ) -> None:
        self._embedder = embedder
        self.name, self.size = embedder.name, embedder.size
        self._store = KeyValueStore(path or user_dirs.cache_dir() / "vectors.sqlite", tell)

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors, most of them from the disk; ModelError where the embedder makes none
        that can be used."""
        import numpy as np

        keys = [
            content_hash(f"{self.name}\0{self.size}\0{text}".encode("utf-8", "surrogatepass"))
            for text in texts
        ]
        known = {
            key: value for key, value in self._store.find(keys).items() if self._is_vector(value)
        }
        fresh = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
        if fresh:
            rows = self._embed_new(list(fresh.values()))
            new = {key: row.tobytes() for key, row in zip(fresh, rows, strict=True)}
            self._store.add(new)
            known |= new
        flat = np.frombuffer(b"".join(known[key] for key in keys), FLOAT_FORMAT)
        return flat.reshape(len(texts), self.size).astype(np.float32)

    def _embed_new(self, texts: list[str]) -> Vectors:
        import numpy as np

        rows: Vectors = np.asarray(self._embedder.embed(texts)).astype(FLOAT_FORMAT)
        if rows.shape != (len(texts), self.size):
            told = " × ".join(map(str, rows.shape))
            raise ModelError(
                f"the embedder {self.name} made {told} numbers of {len(texts)} texts, not "
                f"{self.size} each"
            )
        if not np.isfinite(rows).all():
            raise ModelError(
                f"the embedder {self.name} made vectors with numbers that are none (NaN or "
                "infinite)"
            )
        return rows

    def _is_vector(self, value: bytes) -> bool:
        import numpy as np

        return len(value) == 4 * self.size and bool(
            np.isfinite(np.frombuffer(value, FLOAT_FORMAT)).all()
        )
