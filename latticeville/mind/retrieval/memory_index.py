"""Answer the queries of all minds in a tick with one batch of embeddings."""

from collections.abc import Sequence
from itertools import groupby

import msgspec
import numpy as np

from latticeville.llm.embed import Embedder, Vectors
from latticeville.mind.memory import AccessLog, MemoryStream
from latticeville.mind.retrieval.columns import Columns
from latticeville.mind.retrieval.profiles import PROFILES
from latticeville.mind.retrieval.records import RetrievalQuery, RetrievalResult
from latticeville.mind.retrieval.retrieve import make_record, retrieve


class _CachedColumns(msgspec.Struct, frozen=True):
    memory: MemoryStream
    touched: AccessLog
    columns: Columns


class MemoryIndex:
    """Answers recalls; keeps what it computed, so that each sentence is embedded once and each memory read once.

    Only a convenience: the same recalls get the same answers from a new one.
    """

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._rows: dict[str, int] = {}
        self._table: Vectors = np.empty((0, embedder.size), np.float32)
        self._cache: dict[str, _CachedColumns] = {}

    def answer(self, recalls: Sequence[RetrievalQuery]) -> list[RetrievalResult]:
        """Return what comes to mind, one answer a recall, in the same order."""
        fresh = {one.who: one.memory.since(self._cached_count(one)) for one in recalls}
        self._embed([*(one.query for one in recalls), *(memory.text for new in fresh.values() for memory in new)])
        return [self._answer(one) for one in recalls]

    def columns(self, who: str, memory: MemoryStream, touched: AccessLog) -> Columns:
        """Return somebody's memories as columns."""
        held = self._find_cached(who, memory, touched)
        columns, new = held.columns, memory.since(len(held.memory))
        if new:
            self._embed([one.text for one in new])
            vectors = self._table[[self._rows[one.text] for one in new]]
            made, ratings = [max(one.tick, 0) for one in new], [one.importance or None for one in new]
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
        row: Vectors = self._table[self._rows[text]]
        return row

    def _cached_count(self, one: RetrievalQuery) -> int:
        held = self._cache.get(one.who)
        return len(held.memory) if held and one.memory.extends(held.memory) else 0

    def _answer(self, one: RetrievalQuery) -> RetrievalResult:
        columns = self.columns(one.who, one.memory, one.touched)
        profile, query = PROFILES[one.profile], self.vector(one.query)
        ranking = retrieve(columns, query, one.now, profile, one.k, weights=one.weights, minutes=one.minutes)
        return RetrievalResult(
            make_record(ranking, one.query), tuple(one.memory[place] for place in ranking.ids.tolist())
        )

    def _embed(self, texts: Sequence[str]) -> None:
        new = [text for text in dict.fromkeys(texts) if text not in self._rows]
        if not new:
            return
        rows, count = self._embedder.embed(new), len(self._rows)
        if count + len(new) > len(self._table):
            wider = np.empty((max(64, 2 * len(self._table), count + len(new)), self._embedder.size), np.float32)
            wider[:count] = self._table[:count]
            self._table = wider
        self._table[count : count + len(new)] = rows
        self._rows.update((text, count + place) for place, text in enumerate(new))
