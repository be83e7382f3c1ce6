"""Remove what killed studios left among the user's runs and recovery files."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from latticeville.core.file_lock import FileLock, LockedError
from latticeville.core.user_dirs import state_dir
from latticeville.runs.run_folder import LOCK, remove_abandoned, remove_temporary


def sweep_litter(root: Path | None = None) -> None:
    """Remove half-made runs, temporary files and locks that no living process holds."""
    folder = root or state_dir()
    for world in folder.glob("runs/*/"):
        remove_abandoned(world)
        for lock in world.glob(f"*/{LOCK}"):
            _clean(lock, remove_temporary)
    for lock in folder.glob("recovery/*/studio.lock"):
        _clean(lock, _remove_unwritten)


def _clean(lock: Path, remove: Callable[[Path], None]) -> None:
    """Clean the folder of a lock, and remove the lock, unless somebody holds it."""
    with suppress(OSError, LockedError), FileLock(lock, "cleaning up"):
        remove(lock.parent)


def _remove_unwritten(folder: Path) -> None:
    for path in folder.glob(".*.json.*"):
        path.unlink()
