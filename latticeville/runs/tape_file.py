"""`tape.jsonl.zst`: every request of a run with its reply, by tick."""

import sys
from collections import deque
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

import msgspec

from latticeville.models.model_call_tape import ModelCall, read_model_call
from latticeville.runs.branch import BRANCH, list_lineage, read_branch
from latticeville.runs.lines import DamageError, TapePosition
from latticeville.runs.tape_frames import (
    TapeFrame,
    TapeLine,
    changed_error,
    list_frames,
    read_frame,
)

TAPE = "tape.jsonl.zst"
"""The file with what the model answered."""
GONE_MESSAGE = (
    "{}: the tape is missing, and with it the replies of the model\n    fix: restore "
    "it from a backup"
)
"""What is said of a run without it."""


class TapePiece(NamedTuple):
    """A file of a tape, of which the ticks behind `after` up to `end` count; `end` is None in the
    run's own file."""

    path: Path
    after: TapePosition
    end: TapePosition | None

    def clip(self, end: TapePosition) -> "TapePiece":
        """Return the piece up to a place, if it goes that far."""
        return (
            self if self.end is not None and self.end.tick <= end.tick else self._replace(end=end)
        )


def tape_pieces(folder: Path) -> list[TapePiece]:
    """Return the files of a tape; a branch that was just made has none of its own yet."""
    branch = read_branch(folder)
    if branch is None:
        pieces = [TapePiece(folder / TAPE, TapePosition(), None)]
    else:
        shared = tape_pieces(list_lineage(folder)[1])
        kept = [piece.clip(branch.tape) for piece in shared if piece.after.tick < branch.tape.tick]
        pieces = [*kept, TapePiece(folder / TAPE, branch.tape, None)]
    for piece in pieces if branch is None else pieces[:-1]:
        if not piece.path.exists():
            raise DamageError(GONE_MESSAGE.format(piece.path))
    return pieces


def model_calls(folder: Path) -> Iterator[ModelCall]:
    """Yield all that was ever asked in a run and what it came to; only one tick is in memory at a
    time."""
    for piece in tape_pieces(folder):
        for line in _read_piece(folder, piece):
            yield from _decode(piece.path, line)


def model_calls_at(folder: Path, tick: int) -> list[ModelCall]:
    """Return the exchanges of a tick, without reading the frames before its own."""
    for piece in tape_pieces(folder):
        if piece.after.tick < tick and (piece.end is None or tick <= piece.end.tick):
            line = _find_line(piece, tick)
            if line is not None and line.tick == tick:
                return _decode(piece.path, line)
    return []


def tape_end(folder: Path, tick: int | None = None) -> TapePosition:
    """Return the place in the tape at which the ticks up to one end, by default all."""
    for piece in reversed(tape_pieces(folder)):
        line = _find_line(piece, tick)
        if line is not None:
            return TapePosition(line.tick, line.digest)
    return TapePosition()


def is_tape_whole(path: Path) -> bool:
    """Tell whether a file ends as its writer left it when it closed it."""
    frames = list_frames(path)
    return path.stat().st_size == (frames[-1].end if frames else 0) and all(
        frame.closed for frame in frames
    )


def _read_piece(folder: Path, piece: TapePiece) -> Iterator[TapeLine]:
    """Yield the lines of a piece, each held against the digest of the one before it."""
    at = piece.after
    for frame in _frames(piece, _last_tick(piece)):
        if frame.chain != at.digest:
            raise changed_error(piece.path, f", after tick {at.tick}")
        for line in _lines(piece, frame, _last_tick(piece)):
            at = TapePosition(line.tick, line.digest)
            yield line
    if piece.end is not None and at != piece.end:
        raise DamageError(
            f"{folder / BRANCH}:1:1: the parent run of this branch was changed: {piece.path} has "
            "no line of tick"
            f" {piece.end.tick} with digest {piece.end.digest}\n"
            "    why: a branch stores only its own ticks, and reads earlier ones from its parent\n"
            "    fix: restore the parent run from a backup"
        )


def _find_line(piece: TapePiece, tick: int | None) -> TapeLine | None:
    """Return the last line up to a tick in a piece; None where it begins later."""
    end = _last_tick(piece) if tick is None else min(tick, _last_tick(piece))
    for frame in reversed(_frames(piece, end)):
        found = deque(_lines(piece, frame, end), maxlen=1)
        if found:
            return found[0]
    return None


def _last_tick(piece: TapePiece) -> int:
    return sys.maxsize if piece.end is None else piece.end.tick


def _frames(piece: TapePiece, end: int) -> list[TapeFrame]:
    """Return the frames of a piece that begin with a tick up to one."""
    frames = list_frames(piece.path) if piece.path.exists() else []
    return [frame for frame in frames if frame.tick <= end]


def _lines(piece: TapePiece, frame: TapeFrame, end: int) -> Iterator[TapeLine]:
    """Return the lines of a frame up to a tick."""
    return takewhile(lambda line: line.tick <= end, read_frame(piece.path, frame))


def _decode(path: Path, line: TapeLine) -> list[ModelCall]:
    try:
        return [read_model_call(bytes(call)) for call in line.calls]
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DamageError(
            f"{path}: tick {line.tick}: this is not a request with its reply: {error}\n"
            "    fix: restore the file from a backup"
        ) from error
