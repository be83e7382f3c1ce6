"""Files of chained lines: each carries a digest over itself and all before it, so that damage has a place."""

from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

import msgspec

from latticeville.core.disk import Appender

START = "0" * 16
"""The chain before the first line."""
_HEAD, _MID, _TAIL = b'{"digest":"', b'","record":', b"}\n"
_DIGEST = slice(len(_HEAD), len(_HEAD) + 16)
_JOINT = slice(_DIGEST.stop, _DIGEST.stop + len(_MID))
_RECORD = slice(len(_HEAD) + 16 + len(_MID), -len(_TAIL))


class DamageError(Exception):
    """A log cannot be trusted; the sentence names file, line and tick."""


class Line(msgspec.Struct, frozen=True):
    """One whole line of a file: its number from 1, its digest, its record, and where it ends in bytes."""

    number: int
    digest: str
    record: bytes
    end: int


def link(chain: str, record: bytes) -> str:
    """Return the chain after one more record."""
    return blake2b(record, key=chain.encode(), digest_size=8).hexdigest()


class Chain:
    """Appends records to a file and keeps its chain."""

    def __init__(self, path: Path, chain: str = START) -> None:
        self.chain = chain
        self._file = Appender(path)

    @property
    def size(self) -> int:
        """Bytes in the file."""
        return self._file.size

    def append(self, *records: bytes) -> None:
        """Write the records in one go."""
        parts: list[bytes] = []
        for record in records:
            self.chain = link(self.chain, record)
            parts += (_HEAD, self.chain.encode(), _MID, record, _TAIL)
        if parts:
            self._file.append(b"".join(parts))

    def sync(self) -> None:
        """Wait until what was appended would survive a loss of power."""
        self._file.sync()

    def close(self) -> None:
        """Sync and close."""
        self._file.close()


def read(path: Path, chain: str | None = START) -> Iterator[Line]:
    """Yield the whole lines of a file; a torn last line is passed over, any other damage raises.

    With `chain` None the first line is taken at its word, as where the file before it is gone.
    """
    end = 0
    tick = "before its first tick"
    with path.open("rb") as file:
        for number, text in enumerate(file, start=1):
            if not text.endswith(b"\n"):
                return
            end += len(text)
            digest, record = text[_DIGEST].decode("latin-1"), text[_RECORD]
            framed = text.startswith(_HEAD) and text[_JOINT] == _MID and text.endswith(_TAIL)
            if not framed or (chain is not None and link(chain, record) != digest):
                raise DamageError(
                    f"{path}:{number}: the digest does not match, {tick}: the line was changed after it was written\n"
                    "    fix: put the file back from a copy; what comes before this line can still be replayed"
                )
            chain = digest
            tick = f"after {_place(record)}"
            yield Line(number, digest, record, end)


def _place(record: bytes) -> str:
    """Name the tick that a record speaks of."""
    try:
        tick = msgspec.json.decode(record, type=_Ticked).tick
    except msgspec.DecodeError:
        return "a line without a tick"
    return f"tick {tick}"


class _Ticked(msgspec.Struct):
    tick: int
