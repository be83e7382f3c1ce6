"""Branches: run folders whose files continue those of another run, without copying them.

`branch.json` names the parent by a relative path, and the positions in the parent's files where the
branch starts. A reader takes the parent's file up to there, then the branch's own.
"""

import os
from pathlib import Path

import msgspec

from latticeville.core.decoders import decode_json
from latticeville.core.disk import error_reason, write_atomic
from latticeville.runs.lines import DamageError, FileSlice, LogPosition, TapePosition, line_at

BRANCH = "branch.json"
"""The file that makes a folder a branch."""


class Branch(msgspec.Struct, frozen=True):
    """What a branch shares: its parent's past up to a tick, which ends at `log` in the parent's
    segment.

    `tape` and `shelf` are where the parent's files of these names end by then.
    """

    parent: str
    tick: int
    segment: int
    log: LogPosition
    tape: TapePosition
    shelf: LogPosition


def read_branch(folder: Path) -> Branch | None:
    """Return what a folder shares with its parent; None where it is no branch."""
    path = folder / BRANCH
    try:
        text = path.read_bytes()
        return decode_json(text, Branch)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DamageError(
            f"{path}:1:1: the parent of this branch cannot be read: {error_reason(error)}\n"
            "    fix: restore the file from a backup"
        ) from error


def parent_folder(folder: Path, branch: Branch) -> Path:
    """Return the folder of a branch's parent."""
    return Path(os.path.normpath(folder / branch.parent))


def list_lineage(folder: Path) -> list[Path]:
    """Return a run folder, its parent, the parent of that, and so on."""
    folders = [folder]
    while (branch := read_branch(folders[-1])) is not None:
        parent, path = parent_folder(folders[-1], branch), folders[-1] / BRANCH
        if not parent.is_dir():
            raise DamageError(
                f"{path}:1:1: the parent run of this branch is missing: {parent}\n"
                "    why: a branch stores only its own ticks, and reads earlier ones from its "
                "parent\n"
                f"    fix: restore the parent, or write its new path into {path.name}"
            )
        if parent.resolve() in [one.resolve() for one in folders]:
            raise DamageError(
                f"{path}:1:1: the branch names itself as its parent\n    fix: write the path of "
                "its parent into it"
            )
        folders.append(parent)
    return folders


def make_branch(
    folder: Path,
    parent: Path,
    tick: int,
    segment: int,
    log: LogPosition,
    tape: TapePosition,
    shelf: LogPosition,
) -> None:
    """Make an empty folder a branch."""
    branch = Branch(
        Path(os.path.relpath(parent, folder)).as_posix(), tick, segment, log, tape, shelf
    )
    write_atomic(
        folder / BRANCH, msgspec.json.format(msgspec.json.encode(branch), indent=1) + b"\n"
    )


def move_branch(old: Path, new: Path) -> None:
    """Move the file that makes a folder a branch into another folder; it goes on naming the same
    parent."""
    branch = read_branch(old)
    if branch is not None:
        make_branch(
            new,
            parent_folder(old, branch),
            branch.tick,
            branch.segment,
            branch.log,
            branch.tape,
            branch.shelf,
        )
        (old / BRANCH).unlink()


def file_slices(folder: Path, name: str) -> list[FileSlice]:
    """Return what a file of lines that grows over all of a run, such as the shelf, is made of."""
    branch = read_branch(folder)
    if branch is None:
        return [FileSlice(folder / name)]
    joint: LogPosition = getattr(branch, name.partition(".")[0])
    parent = list_lineage(folder)[1]
    return join_slices(file_slices(parent, name), folder / name, joint, folder)


def join_slices(
    shared: list[FileSlice], own: Path, joint: LogPosition, folder: Path
) -> list[FileSlice]:
    """Return the pieces of a parent's file up to a joint, and the branch's own behind them."""
    kept = [piece.clip(joint.end) for piece in shared if piece.start < joint.end]
    if kept:
        try:
            line = line_at(kept[-1], joint.end)
        except OSError:
            line = None
        if line is None or line.digest != joint.digest:
            raise DamageError(
                f"{folder / BRANCH}:1:1: the parent run of this branch was changed: "
                f"{kept[-1].path} has no line"
                f" with digest {joint.digest} that ends at byte {joint.end - kept[-1].start}\n"
                "    why: a branch stores only its own ticks, and reads earlier ones from its "
                "parent\n"
                "    fix: restore the parent run from a backup"
            )
    return [*kept, FileSlice(own, joint.end)]
