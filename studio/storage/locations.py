"""Paths of the studio's own files: settings, keymap, run logs, recent worlds, crash reports."""

import hashlib
import os
import re
import shutil
from contextlib import suppress
from pathlib import Path

from latticeville.core.user_dirs import config_dir, state_dir
from latticeville.world.shipped import own_folder

BRANCH = "branch.json"
"""The file that makes a run a branch."""
LOCK = ".lock"
"""The file that whoever writes a run has locked."""
_NUMBER = re.compile(r"run-(\d+)")
OWNER = "world.txt"
"""The file that says which world the runs in a folder are of: the path of its folder."""
KEPT = 20
"""Runs kept of each world, those that were used last."""


def keymap_file() -> Path:
    """Return the file that rebinds keys."""
    return config_dir() / "keymap.toml"


def settings_file() -> Path:
    """Return the file of settings."""
    return config_dir() / "settings.toml"


def recent_file() -> Path:
    """Return the list of worlds opened before, the newest first, one a line."""
    return state_dir() / "recent.txt"


def crash_folder() -> Path:
    """Return the folder of crash reports."""
    return state_dir() / "crashes"


def is_run(folder: Path) -> bool:
    """Tell whether a folder holds the log of a run and no world."""
    return any(folder.glob("segment-*.jsonl*")) and not (folder / "world.toml").exists()


def runs_folder(world: Path) -> Path:
    """Return where the runs of a world are kept; worlds of one name in different folders have a
    place each.

    The first of them has the name itself, and whoever comes after a world that is gone has its
    runs. Those of a shipped world are kept as those of its copy.
    """
    path = own_folder(world).resolve()
    first = state_dir() / "runs" / path.name
    other = first.with_name(f"{path.name}-{hashlib.sha256(os.fsencode(path)).hexdigest()[:8]}")
    return other if other.is_dir() or _owned(first, path) else first


def _owned(folder: Path, world: Path) -> bool:
    """Tell whether runs are of another world than one, which is still there."""
    try:
        owner = Path((folder / OWNER).read_text(encoding="utf-8").strip())
    except (OSError, UnicodeDecodeError):
        return False
    return owner != world and (owner / "world.toml").is_file()


def new_run(world: Path) -> Path:
    """Make and return a fresh, numbered folder for a run of the world of a folder; it is noted
    whose the runs are."""
    folder = runs_folder(world)
    folder.mkdir(parents=True, exist_ok=True)
    with suppress(OSError):
        (folder / OWNER).write_text(f"{own_folder(world).resolve()}\n", encoding="utf-8")
    return _numbered(folder)


def new_branch(parent: Path) -> Path:
    """Make and return a fresh, numbered folder for a branch of a run: beside it, where it is one of
    the studio's."""
    return (
        _numbered(parent.resolve().parent) if is_kept(parent) else new_run(parent.resolve().parent)
    )


def _numbered(folder: Path) -> Path:
    """Make and return a fresh, numbered folder for a run; of the older runs only the newest are
    kept.

    Two at once never get the same.
    """
    from latticeville.runs.run_collection import DELETED

    gone = folder / DELETED
    taken = {*_runs(folder), *(_runs(gone) if gone.is_dir() else ())}
    number = max(taken, default=0) + 1
    while True:
        run = folder / f"run-{number:04}"
        try:
            run.mkdir()
        except FileExistsError:
            number += 1
        else:
            _forget(folder)
            return run


def mark_used(run: Path) -> None:
    """Note that a run is used now, so that it is kept longer than others."""
    with suppress(OSError):
        os.utime(run)


def is_kept(run: Path) -> bool:
    """Tell whether a run lies where the studio keeps its own."""
    return run.resolve().parent.parent == (state_dir() / "runs").resolve()


def earlier_runs(folder: Path) -> list[Path]:
    """Return the runs in a folder of those of a world, the newest first."""
    runs = _runs(folder) if folder.is_dir() else {}
    return [runs[number] for number in sorted(runs, reverse=True) if has_log(runs[number])]


def has_log(run: Path) -> bool:
    """Tell whether anything was written of a run; one that is just being removed has none."""
    try:
        return any(run.glob("*.json*"))
    except OSError:
        return False


def _runs(folder: Path) -> dict[int, Path]:
    """Return the runs of a world by number."""
    return {
        int(match[1]): path for path in folder.iterdir() if (match := _NUMBER.fullmatch(path.name))
    }


def _forget(folder: Path) -> None:
    """Remove all runs of a world but the last used, those that they go on from and those that
    somebody writes.

    What cannot be removed stays.
    """
    from latticeville.core.file_lock import read_holder

    runs = _runs(folder)
    newest = sorted(runs, key=lambda number: (_changed(runs[number]), number))[-KEPT:]
    kept = {path for number in newest for path in (runs[number], *_before(runs[number]))}
    for path in runs.values():
        if path not in kept and read_holder(path / LOCK) is None:
            shutil.rmtree(path, ignore_errors=True)


def _changed(run: Path) -> int:
    """Return when a run was written or opened last, in nanoseconds."""
    try:
        return max(path.stat().st_mtime_ns for path in (run, *run.iterdir()))
    except OSError:
        return 0


def _before(run: Path) -> list[Path]:
    """Return the runs that a branch goes on from."""
    if not (run / BRANCH).exists():
        return []
    from latticeville.runs.branch import list_lineage
    from latticeville.runs.lines import DamageError

    try:
        return list_lineage(run)
    except DamageError:
        return []
