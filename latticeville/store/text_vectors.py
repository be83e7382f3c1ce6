"""The vectors of memories as the engine ranks by them: whole numbers, and one over their length."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from latticeville.models.embed import HASH_EMBEDDER
from latticeville.runs.replay import Replay
from latticeville.runs.vectors import VectorFollower
from latticeville.store.errors import StoreError

if TYPE_CHECKING:
    from latticeville.mind.retrieval.components import QuantisedVectors
    from latticeville.models.embed import Vectors

TextVector = tuple["Vectors", float]
"""The vector in whole numbers, (dim,), and one over its length."""
_KEPT = 20_000
"""Texts whose vectors are kept."""


class TextVectors:
    """Vectors of texts: made anew by the embedder that is the same everywhere, else read from the
    run's own file, which may grow."""

    def __init__(self, replay: Replay) -> None:
        self._is_hash = replay.segments[-1].header.embedder == HASH_EMBEDDER
        self._recorded = None if self._is_hash else VectorFollower(replay.folder)
        self._kept: dict[str, TextVector] = {}

    def take(self) -> None:
        """Read what the run's file holds by now."""
        if self._recorded is not None:
            self._recorded.read()

    def of(self, texts: Iterable[str]) -> dict[str, TextVector]:
        """Return the vectors of texts; those that nothing was recalled beside are missing."""
        wanted = dict.fromkeys(texts)
        if new := [text for text in wanted if text not in self._kept]:
            self._make(new)
        found = {text: self._kept[text] for text in wanted if text in self._kept}
        while len(self._kept) > _KEPT:
            del self._kept[next(iter(self._kept))]
        return found

    def _make(self, texts: list[str]) -> None:
        from latticeville.mind.retrieval.components import quantise
        from latticeville.models.embed import HashEmbedder

        if self._recorded is None:
            rows = dict(zip(texts, HashEmbedder().embed(texts), strict=True))
        else:
            rows = {text: row for text in texts if (row := self._recorded.find(text)) is not None}
        by_size: dict[int, list[str]] = {}
        for text, row in rows.items():
            by_size.setdefault(len(row), []).append(text)
        for size, found in by_size.items():
            whole = quantise([rows[text] for text in found], size)
            made = zip(whole.vectors, whole.scales.tolist(), strict=True)
            self._kept.update(zip(found, made, strict=True))


def query_vector(replay: Replay, query: str) -> "QuantisedVectors":
    """Return the vector of a query by the embedder of a run; StoreError where that is not the
    built-in one, and the run never asked it for this query."""
    from latticeville.mind.retrieval.components import QuantisedVectors

    vectors = TextVectors(replay)
    vectors.take()
    found = vectors.of([query]).get(query)
    if found is None:
        raise StoreError(
            f"{replay.folder}: no vector is recorded of this query, and the embedder of the run is "
            f"{replay.segments[-1].header.embedder}\n"
            "    fix: ask with a query of the run, such as latticeville memories lists"
        )
    import numpy as np

    return QuantisedVectors(found[0][None], np.array([found[1]]))
