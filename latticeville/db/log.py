"""Writing a run: `segment-000.jsonl`, `segment-001.jsonl`, …, each a header, a full snapshot, then a line a tick.

A segment is full when it holds `SEGMENT_TICKS` ticks and its ticks weigh half as much as its snapshot; so a log stays
linear in the length of its run, and any tick lies at most one snapshot and half its weight in deltas away.
"""

from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from latticeville.core.disk import Appender
from latticeville.db.delta import diff
from latticeville.db.lines import START, Chain
from latticeville.db.records import SCHEMA_VERSION, Header, encode, snapshot
from latticeville.db.shelf import SHELF, Shelver
from latticeville.sim.inputs import WorldReloaded
from latticeville.sim.tick import TickPayload

SEGMENT_TICKS = 100
"""Least number of ticks in a segment."""


def segment_name(number: int) -> str:
    """Return the file name of a segment."""
    return f"segment-{number:03}.jsonl"


class Place(NamedTuple):
    """Where a segment stands: its chain, its ticks, the bytes of its head, those in a parent's file, and the shelf."""

    chain: str
    ticks: int
    snapshot_bytes: int
    start: int
    shelver: Shelver


class Log:
    """Appends payloads to a run folder; a tick in which the world was exchanged begins a segment."""

    def __init__(self, folder: Path, model: str, embedder: str) -> None:
        self._folder, self._model, self._embedder = folder, model, embedder
        self._chain: Chain | None = None
        self._last: TickPayload | None = None
        self._segment, self._ticks, self._snapshot_bytes = -1, 0, 0
        self._shelver = Shelver()
        self._shelf: Appender | None = None

    def resume(self, last: TickPayload, segment: int, place: Place) -> None:
        """Go on after a payload that is the last of its segment."""
        self._last, self._segment = last, segment
        self._ticks, self._snapshot_bytes = place.ticks, place.snapshot_bytes
        self._chain = Chain(self._folder / segment_name(segment), place.chain, place.start)
        self._shelver = place.shelver

    def move(self, folder: Path) -> None:
        """Go on in a folder that was renamed, with the files that are open."""
        self._folder = folder

    def part(self) -> None:
        """Begin a segment where the log stands, since its header will say something else."""
        if self._last is not None:
            self._begin(self._last)

    def put(self, payload: TickPayload) -> None:
        """Write one payload; it has reached the kernel when this returns."""
        reloaded = any(isinstance(item, WorldReloaded) for item in payload.inputs)
        if self._last is None or self._chain is None or reloaded:
            self._begin(payload)
        else:
            if self._full():
                self._begin(self._last)
            self._chain.append(encode(diff(self._last, payload)))
            self._ticks += 1
        self._last = payload

    def close(self) -> None:
        """Sync and close."""
        self._end()
        if self._shelf is not None:
            self._shelf.close()
            self._shelf = None

    def _end(self) -> None:
        if self._chain is not None:
            self._chain.close()
            self._chain = None

    def _full(self) -> bool:
        grown = self._chain.size if self._chain else 0
        return self._ticks >= SEGMENT_TICKS and 2 * grown >= 3 * self._snapshot_bytes

    def _begin(self, payload: TickPayload) -> None:
        chain = self._chain.chain if self._chain else START
        self._end()
        self._segment += 1
        self._ticks = 0
        state = payload.state
        lines, shelves = self._shelver.put(state)
        self._shelf = self._shelf or Appender(self._folder / SHELF)
        self._shelf.append(lines)
        self._shelf.sync()
        header = Header(
            SCHEMA_VERSION,
            self._segment,
            payload.tick,
            state.seed,
            state.world.digest,
            self._model,
            self._embedder,
            version("latticeville"),
            chain,
            self._shelver.end,
        )
        self._chain = Chain(self._folder / segment_name(self._segment), chain)
        self._chain.append(encode(header), encode(snapshot(payload, shelves)))
        self._chain.sync()
        self._snapshot_bytes = self._chain.size
