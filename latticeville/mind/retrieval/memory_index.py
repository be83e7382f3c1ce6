"""Answer the queries of all minds in a tick with one batch of embeddings."""

from collections.abc import Sequence
from itertools import groupby

import msgspec
import numpy as np

from latticeville.mind.memory import AccessLog, MemoryStream
from latticeville.mind.retrieval.columns import Columns
from latticeville.mind.retrieval.profiles import PROFILES
from latticeville.mind.retrieval.records import RetrievalQuery, RetrievalResult
from latticeville.mind.retrieval.retrieve import make_record, retrieve
from latticeville.models.embed import Embedder, Vectors

MAX_VECTORS = 2048
"""Texts whose vectors are kept; of others they are made again. Memories keep theirs in columns."""


class _CachedColumns(msgspec.Struct, frozen=True):
    memory: MemoryStream
    touched: AccessLog
    columns: Columns


class MemoryIndex:
    """Answers recalls; keeps what it computed, so that each sentence is embedded once and each
    memory read once.

    Only a convenience: the same recalls get the same answers from a new one.
    """

    def __init__(self, embedder: Embedder, most: int = MAX_VECTORS) -> None:
        self._embedder, self._most = embedder, most
        self._vectors: dict[str, Vectors] = {}
        self._cache: dict[str, _CachedColumns] = {}

    def answer(self, recalls: Sequence[RetrievalQuery]) -> list[RetrievalResult]:
        """Return what comes to mind, one answer a recall, in the same order."""
        fresh = {one.who: one.memory.since(self._cached_count(one)) for one in recalls}
        self._embed(
            [
                *(one.query for one in recalls),
                *(memory.text for new in fresh.values() for memory in new),
            ]
        )
        return [self._answer(one) for one in recalls]

    def columns(self, who: str, memory: MemoryStream, touched: AccessLog) -> Columns:
        """Return somebody's memories as columns."""
        held = self._find_cached(who, memory, touched)
        columns, new = held.columns, memory.since(len(held.memory))
        if new:
            self._embed([one.text for one in new])
            vectors = np.stack([self._vectors[one.text] for one in new])
            made, ratings = (
                [max(one.tick, 0) for one in new],
                [one.importance or None for one in new],
            )
            columns = columns.grow(made, ratings, vectors, spoken=[one.spoken for one in new])
        for tick, same in groupby(touched.since(len(held.touched)), key=lambda touch: touch.tick):
            columns = columns.record_accesses([touch.id for touch in same], tick)
        self._cache[who] = _CachedColumns(memory, touched, columns)
        return columns

    def _find_cached(self, who: str, memory: MemoryStream, touched: AccessLog) -> _CachedColumns:
        """Return what is held of somebody as long as their memories only grew; else nothing."""
        held = self._cache.get(who)
        if held is None or not (memory.extends(held.memory) and touched.extends(held.touched)):
            return _CachedColumns(MemoryStream(), AccessLog(), Columns(self._embedder.size))
        return held

    def vector(self, text: str) -> Vectors:
        """Return the vector of a text."""
        self._embed([text])
        return self._vectors[text]

    def _cached_count(self, one: RetrievalQuery) -> int:
        held = self._cache.get(one.who)
        return len(held.memory) if held and one.memory.extends(held.memory) else 0

    def _answer(self, one: RetrievalQuery) -> RetrievalResult:
        columns = self.columns(one.who, one.memory, one.touched)
        profile, query = PROFILES[one.profile], self.vector(one.query)
        ranking = retrieve(
            columns, query, one.now, profile, one.k, weights=one.weights, minutes=one.minutes
        )
        return RetrievalResult(
            make_record(ranking, one.query),
            tuple(one.memory[place] for place in ranking.ids.tolist()),
        )

    def _embed(self, texts: Sequence[str]) -> None:
        """Make the vectors of texts known, and forget those that were wanted least recently."""
        for text in texts:
            if (known := self._vectors.pop(text, None)) is not None:
                self._vectors[text] = known
        new = [text for text in dict.fromkeys(texts) if text not in self._vectors]
        if not new:
            return
        self._vectors.update(
            (text, row.copy()) for text, row in zip(new, self._embedder.embed(new), strict=True)
        )
        while len(self._vectors) > max(self._most, len(texts)):
            del self._vectors[next(iter(self._vectors))]
