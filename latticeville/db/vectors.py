"""Vectors of a run, `vectors.jsonl`: what an embedder answered, so that the run can be told again without it."""

from base64 import b64decode, b64encode
from collections.abc import Sequence
from pathlib import Path

import msgspec

from latticeville.core.disk import cut
from latticeville.core.progress import Look, unseen
from latticeville.db.branch import lineage
from latticeville.db.lines import START, Chain, DamageError, Line, read
from latticeville.llm.embed import HASH, Embedder, HashEmbedder, Vectors
from latticeville.llm.model import ModelError

VECTORS = "vectors.jsonl"
"""The file with what the embedder answered."""
LITTLE = "<f4"
"""How a number is kept, on every machine."""
WIDTH = 4
"""Bytes of a number."""


class Taped(msgspec.Struct, frozen=True, array_like=True):
    """A text and its vector, in base64."""

    text: str
    vector: str


class TapedEmbedder:
    """Answers from a run's own file, and adds there what an embedder answers; without one, what is new raises."""

    def __init__(self, folder: Path, embedder: Embedder | None, looked: Look = unseen) -> None:
        """Read what was answered so far, in the runs before, too; `looked` is told of the bytes, and may raise."""
        import numpy as np

        self._embedder = embedder
        self._known: dict[str, Vectors] = {}
        paths = [one / VECTORS for one in reversed(lineage(folder))]
        sizes = [path.stat().st_size if path.exists() else 0 for path in paths]
        for place, path in enumerate(paths):
            chain, end, before = START, 0, sum(sizes[:place])
            for line in read(path) if path.exists() else ():
                text, vector = _decode(line)
                self._known[text] = np.frombuffer(vector, LITTLE).astype(np.float32)
                chain, end = line.digest, line.end
                looked(before + end, sum(sizes))
        self.name = embedder.name if embedder else "the tape"
        self.size = embedder.size if embedder else max(map(len, self._known.values()), default=1)
        self._chain: Chain | None = None
        if embedder is not None:
            cut(path, end)
            self._chain = Chain(path, chain)

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors."""
        import numpy as np

        fresh = [text for text in dict.fromkeys(texts) if text not in self._known]
        if fresh:
            if self._embedder is None or self._chain is None:
                raise ModelError(f"the tape holds no vector of “{fresh[0][:60]}”")
            rows = self._embedder.embed(fresh).astype(LITTLE)
            self._known.update(zip(fresh, rows.astype(np.float32), strict=True))
            taped = [Taped(text, b64encode(row.tobytes()).decode()) for text, row in zip(fresh, rows, strict=True)]
            self._chain.append(*map(msgspec.json.encode, taped))
        return np.array([self._known[text] for text in texts], np.float32).reshape(len(texts), self.size)

    def close(self) -> None:
        """Sync and close the file."""
        if self._chain is not None:
            self._chain.close()


def _decode(line: Line) -> tuple[str, bytes]:
    """Return the text of a line and its vector as bytes."""
    try:
        one = msgspec.json.decode(line.record, type=Taped)
        vector = b64decode(one.vector, validate=True)
    except (ValueError, UnicodeDecodeError) as error:
        raise _no_vector(line, str(error)) from error
    if len(vector) % WIDTH:
        raise _no_vector(line, f"{len(vector)} bytes are no row of numbers")
    return one.text, vector


def _no_vector(line: Line, why: str) -> DamageError:
    return DamageError(f"{line.place}: this is no text with its vector: {why}\n    fix: put the file back from a copy")


def going_on(folder: Path, spec: str, embedder: Embedder | None, looked: Look = unseen) -> Embedder:
    """Return the embedder of a run that is made in a folder; `looked` is told of what is read for it."""
    return HashEmbedder() if spec == HASH else TapedEmbedder(folder, embedder, looked)


def told_again(folder: Path, spec: str) -> Embedder:
    """Return what stands in for the embedder of a run that is told again."""
    return HashEmbedder() if spec == HASH else TapedEmbedder(folder, None)
