"""`vectors.jsonl`: the vectors of an embedder, so that a replay does not need it."""

from base64 import b64decode, b64encode
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from latticeville.core.decoders import decode_json
from latticeville.core.disk import truncate
from latticeville.core.progress import ProgressCallback, no_progress
from latticeville.models.embed import HASH_EMBEDDER, Embedder, HashEmbedder, Vectors
from latticeville.models.model import ModelError
from latticeville.runs.branch import list_lineage
from latticeville.runs.lines import START, ChainedLine, DamageError, LineChain, read_lines

VECTORS = "vectors.jsonl"
"""The file with what the embedder answered."""
NUMBER_FORMAT = "<f4"
"""How a number is kept, on every machine."""
NUMBER_BYTES = 4
"""Bytes of a number."""


class RecordedVector(msgspec.Struct, frozen=True, array_like=True):
    """A text and its vector, in base64."""

    text: str
    vector: str


class RecordedEmbedder:
    """Answers from a run's own file, and adds there what an embedder answers; without one, what is
    new raises."""

    def __init__(
        self, folder: Path, embedder: Embedder | None, on_progress: ProgressCallback = no_progress
    ) -> None:
        """Read what was answered so far, in the runs before, too; `on_progress` is told of the
        bytes, and may raise."""
        import numpy as np

        self._embedder = embedder
        self._vectors: dict[str, Vectors] = {}
        paths = [one / VECTORS for one in reversed(list_lineage(folder))]
        sizes = [path.stat().st_size if path.exists() else 0 for path in paths]
        for place, path in enumerate(paths):
            chain, end, before = START, 0, sum(sizes[:place])
            for line in read_lines(path) if path.exists() else ():
                text, vector = _decode(line)
                self._vectors[text] = np.frombuffer(vector, NUMBER_FORMAT).astype(np.float32)
                chain, end = line.digest, line.end
                on_progress(before + end, sum(sizes))
        self.name = embedder.name if embedder else "the tape"
        self.size = embedder.size if embedder else max(map(len, self._vectors.values()), default=1)
        self._chain: LineChain | None = None
        if embedder is not None:
            truncate(path, end)
            self._chain = LineChain(path, chain)

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors."""
        import numpy as np

        fresh = [text for text in dict.fromkeys(texts) if text not in self._vectors]
        if fresh:
            if self._embedder is None or self._chain is None:
                raise ModelError(f"the tape holds no vector of “{fresh[0][:60]}”")
            rows = self._embedder.embed(fresh).astype(NUMBER_FORMAT)
            self._vectors.update(zip(fresh, rows.astype(np.float32), strict=True))
            taped = [
                RecordedVector(text, b64encode(row.tobytes()).decode())
                for text, row in zip(fresh, rows, strict=True)
            ]
            self._chain.append(*map(msgspec.json.encode, taped))
        return np.array([self._vectors[text] for text in texts], np.float32).reshape(
            len(texts), self.size
        )

    def move(self, folder: Path) -> None:
        """Say in which folder the file is now, for errors."""
        if self._chain is not None:
            self._chain.move(folder)

    def close(self) -> None:
        """Sync and close the file."""
        if self._chain is not None:
            self._chain.close()


class VectorFollower:
    """The vectors in the files of a run and of those before it, the newest of which may grow."""

    def __init__(self, folder: Path) -> None:
        self._paths = [one / VECTORS for one in reversed(list_lineage(folder))]
        self._chain, self._end = START, 0
        self._vectors: dict[str, Vectors] = {}

    def read(self) -> None:
        """Take in what was written since the last look; DamageError where it cannot be read."""
        *before, own = self._paths
        for path in before:
            self._take(read_lines(path) if path.exists() else ())
        self._paths = [own]
        if own.exists():
            self._take(read_lines(own, self._chain, self._end), is_own=True)

    def _take(self, lines: Iterable[ChainedLine], *, is_own: bool = False) -> None:
        import numpy as np

        for line in lines:
            text, vector = _decode(line)
            self._vectors[text] = np.frombuffer(vector, NUMBER_FORMAT).astype(np.float32)
            if is_own:
                self._chain, self._end = line.digest, line.end

    def find(self, text: str) -> "Vectors | None":
        """Return the vector of a text as far as it was read; None where there is none yet."""
        return self._vectors.get(text)


def _decode(line: ChainedLine) -> tuple[str, bytes]:
    """Return the text of a line and its vector as bytes."""
    try:
        one = decode_json(line.record, RecordedVector)
        vector = b64decode(one.vector, validate=True)
    except (ValueError, UnicodeDecodeError) as error:
        raise _damage_error(line, str(error)) from error
    if len(vector) % NUMBER_BYTES:
        raise _damage_error(line, f"{len(vector)} bytes are not a vector")
    return one.text, vector


def _damage_error(line: ChainedLine, why: str) -> DamageError:
    return DamageError(
        f"{line.place}: this is not a text with its vector: {why}\n    fix: restore the file from "
        "a backup"
    )


def open_recorded_embedder(
    folder: Path, spec: str, embedder: Embedder | None, on_progress: ProgressCallback = no_progress
) -> Embedder:
    """Return the embedder of a run that is made in a folder; `on_progress` is told of what is read
    for it."""
    return (
        HashEmbedder() if spec == HASH_EMBEDDER else RecordedEmbedder(folder, embedder, on_progress)
    )


def replay_embedder(folder: Path, spec: str) -> Embedder:
    """Return what stands in for the embedder of a run that is told again."""
    return HashEmbedder() if spec == HASH_EMBEDDER else RecordedEmbedder(folder, None)
