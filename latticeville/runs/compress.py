"""Compress finished segments: `segment-003.jsonl` becomes `segment-003.jsonl.zst`."""

import os
from collections.abc import Iterator
from pathlib import Path

import msgspec

from latticeville.core.disk import write_atomic
from latticeville.core.progress import ProgressCallback, no_progress
from latticeville.runs.lines import DamageError
from latticeville.runs.recorded_run import lock_log
from latticeville.runs.replay import Replay
from latticeville.runs.segment_io import SUFFIXES, ZSTD, compress_bytes, decompress_file
from latticeville.runs.segments import Segment


class Compression(msgspec.Struct, frozen=True):
    """What compressing a run did: its segments, how many were compressed, and the bytes of these
    before and after."""

    segments: int
    compressed: int = 0
    before: int = 0
    after: int = 0

    @property
    def summary(self) -> str:
        """What was done, in a few words; "" where there was nothing to do."""
        if not self.before:
            return ""
        return (
            f"{self.compressed:,} of {self.segments:,} segments compressed, to "
            f"{self.after / self.before:.0%} of their size"
        )


class CompressedSegment(msgspec.Struct, frozen=True):
    """A file that was compressed, and its bytes before and after."""

    path: Path
    before: int
    after: int


def compress_run(
    folder: Path, purpose: str, keep: int = 1, on_progress: ProgressCallback = no_progress
) -> Compression:
    """Compress the finished segments of a run but for the newest `keep`; RunInUseError where it is
    being written, DamageError where it is damaged."""
    with lock_log(folder, purpose):
        replay = Replay(folder)
        total, found = len(finished_segments(replay, keep)), Compression(len(replay.segments))
        for one in compress(replay, keep):
            found = Compression(
                found.segments,
                found.compressed + 1,
                found.before + one.before,
                found.after + one.after,
            )
            on_progress(found.compressed, total)
    return found


def compress(replay: Replay, keep: int = 1) -> Iterator[CompressedSegment]:
    """Compress the plain segments of a run's own folder but for the newest `keep`, and yield each
    as it is done.

    A damaged segment raises DamageError and stays as it is.
    """
    for path in replay.folder.glob(f".segment-*{ZSTD}.*"):
        path.unlink()  # left by a process that was killed while it compressed
    for segment in finished_segments(replay, keep):
        for _ in replay.lines(segment):
            pass
        yield _compress(segment.path)


def finished_segments(replay: Replay, keep: int = 1) -> list[Segment]:
    """Return the segments that can be compressed: plain files of a run's own, the newest `keep`
    left out."""
    old = replay.segments[: max(0, len(replay.segments) - max(1, keep))]
    return [one for one in old if one.path.parent == replay.folder and one.path.exists()]


def _compress(path: Path) -> CompressedSegment:
    data, stat = path.read_bytes(), path.stat()
    target = path.with_name(path.name + ZSTD)
    write_atomic(target, compress_bytes(data))
    os.utime(target, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    if decompress_file(target) != data:
        target.unlink()
        raise DamageError(
            f"{target}: what was written does not decompress to {path.name}, which was kept"
        )
    for suffix in SUFFIXES:
        if suffix != ZSTD:
            path.with_name(path.name + suffix).unlink(missing_ok=True)
    path.unlink()
    return CompressedSegment(target, len(data), target.stat().st_size)
