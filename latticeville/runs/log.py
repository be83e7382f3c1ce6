"""Write the log of a run, or go on with one: segments with a header, a snapshot, then one line per
tick.

A segment is full when it holds `SEGMENT_TICKS` ticks and the ticks have half the bytes of its
snapshot. So the size of a log is linear in the length of its run, and reading any tick costs at
most one snapshot and half its size in deltas.
"""

from pathlib import Path
from typing import NamedTuple

from latticeville import __version__
from latticeville.core.disk import Appender, truncate
from latticeville.runs.branch import file_slices
from latticeville.runs.delta import diff
from latticeville.runs.lines import START, LineChain
from latticeville.runs.log_records import SCHEMA_VERSION, Header, encode
from latticeville.runs.memory_archive import SHELF, ArchiveWriter, check_archive
from latticeville.runs.replay import Replay
from latticeville.runs.run_folder import remove_temporary
from latticeville.runs.segment_io import expand_segment, remove_segment
from latticeville.runs.segments import list_segments, segment_name
from latticeville.runs.snapshot import make_snapshot
from latticeville.sim.inputs import WorldReloaded
from latticeville.sim.rule_set import load_rule_set
from latticeville.sim.tick import TickPayload

SEGMENT_TICKS = 100
"""Least number of ticks in a segment."""


class OpenSegment(NamedTuple):
    """Where a segment stands: its chain, its ticks, the bytes of its head, those in a parent's
    file, and the shelf."""

    chain: str
    ticks: int
    snapshot_bytes: int
    start: int
    archive_writer: ArchiveWriter


class Log:
    """Appends payloads to a run folder; a tick in which the world was exchanged begins a
    segment."""

    def __init__(self, folder: Path, model: str, embedder: str) -> None:
        self._folder, self._model, self._embedder = folder, model, embedder
        self._chain: LineChain | None = None
        self._last: TickPayload | None = None
        self._segment, self._ticks, self._snapshot_bytes = -1, 0, 0
        self._archive_writer = ArchiveWriter()
        self._archive: Appender | None = None
        self.tick_bytes = 0
        """Bytes of the newest line that tells a tick."""

    def resume(self, last: TickPayload, segment: int, place: OpenSegment) -> None:
        """Go on after a payload that is the last of its segment."""
        self._last, self._segment = last, segment
        self._ticks, self._snapshot_bytes = place.ticks, place.snapshot_bytes
        self._chain = LineChain(self._folder / segment_name(segment), place.chain, place.start)
        self._archive_writer = place.archive_writer

    def move(self, folder: Path) -> None:
        """Go on in a folder that was renamed, with the files that are open."""
        self._folder = folder
        if self._chain is not None:
            self._chain.move(folder)
        if self._archive is not None:
            self._archive.move(folder)

    def start_segment(self) -> None:
        """Begin a segment where the log stands, since its header will say something else."""
        if self._last is not None:
            self._begin_segment(self._last)

    def put(self, payload: TickPayload) -> None:
        """Write one payload; it has reached the kernel when this returns."""
        reloaded = any(isinstance(item, WorldReloaded) for item in payload.inputs)
        if self._last is None or self._chain is None or reloaded:
            self._begin_segment(payload)
        else:
            if self._is_segment_full():
                self._begin_segment(self._last)
            before = self._chain.size
            self._chain.append(encode(diff(self._last, payload)))
            self.tick_bytes = self._chain.size - before
            self._ticks += 1
        self._last = payload

    def close(self) -> None:
        """Sync and close."""
        self._close_chain()
        if self._archive is not None:
            self._archive.close()
            self._archive = None

    def _close_chain(self) -> None:
        if self._chain is not None:
            self._chain.close()
            self._chain = None

    def _is_segment_full(self) -> bool:
        grown = self._chain.size if self._chain else 0
        return self._ticks >= SEGMENT_TICKS and 2 * grown >= 3 * self._snapshot_bytes

    def _begin_segment(self, payload: TickPayload) -> None:
        chain = self._chain.chain if self._chain else START
        self._close_chain()
        self._segment += 1
        self._ticks = 0
        state = payload.state
        lines, shelves = self._archive_writer.put(state)
        self._archive = self._archive or Appender(self._folder / SHELF)
        self._archive.append(lines)
        self._archive.sync()
        header = Header(
            SCHEMA_VERSION,
            self._segment,
            payload.tick,
            state.seed,
            state.world.digest,
            self._model,
            self._embedder,
            __version__,
            chain,
            self._archive_writer.end,
            {name: load_rule_set(name).version for name in state.world.rules},
        )
        self._chain = LineChain(self._folder / segment_name(self._segment), chain)
        self._chain.append(encode(header), encode(make_snapshot(payload, shelves)))
        self._chain.sync()
        self._snapshot_bytes = self._chain.size


def reopen_log(replay: Replay, model: str) -> Log:
    """Return the log of a run to go on behind its last whole tick, with headers that name a model.

    What was torn behind that tick is cut off; the caller holds the lock of the run.
    """
    folder, last = replay.folder, replay.segments[-1]
    lines, own, header = list(replay.lines(last)), last.pieces[-1], last.header
    payload, (record, head) = replay.at(replay.last), replay.head(last)
    check_archive(folder, record, header.shelf)
    for path in [segment.path for segment in list_segments(folder) if segment.number > last.number]:
        remove_segment(path)
    remove_temporary(folder)
    expand_segment(own.path)
    truncate(own.path, lines[-1].end - own.start)
    shelf = file_slices(folder, SHELF)[-1]
    truncate(shelf.path, max(0, header.shelf - shelf.start))
    writer = ArchiveWriter()
    writer.resume(record, head.state, header.shelf)
    log = Log(folder, model, header.embedder)
    log.resume(
        payload,
        last.number,
        OpenSegment(lines[-1].digest, len(lines) - 2, lines[1].end, own.start, writer),
    )
    return log
