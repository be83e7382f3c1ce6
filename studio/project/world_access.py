"""The open world, and its lock: the first studio that opens it may write, others read."""

from pathlib import Path

from latticeville.core.disk import content_hash
from latticeville.core.file_lock import FileLock, LockedError, LockHolder, read_holder
from latticeville.core.user_dirs import state_dir
from latticeville.world.shipped import copy_shipped, is_shipped, own_folder

_LOCK = "studio.lock"


class WorldAccess:
    """The right to write a world, held by a lock in the user's state folder; released by a call or
    with the process."""

    def __init__(self, world: Path, root: Path | None = None) -> None:
        """Ask for the right; where the state folder cannot be written, it is granted and `problem`
        says so."""
        self.world = world
        """The folder of the world; that of the copy, once a shipped one was copied."""
        self.folder = (root or state_dir() / "recovery") / _key(own_folder(world))
        """Where the recovery files of this world lie."""
        self.holder: LockHolder | None = None
        """Who else held the right when it was asked for."""
        self.offered = False
        """Whether what was not saved the last time was asked about."""
        self.problem = ""
        self._lock: FileLock | None = None
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._lock = FileLock(self.folder / _LOCK, "latticeville studio")
        except LockedError as error:
            self.holder = error.holder
        except OSError as error:
            self.problem = (
                f"The recovery file cannot be written: {self.folder}: {error.strerror or error}."
            )

    @property
    def read_only(self) -> str:
        """Why the world cannot be changed here, by who holds the right now; nothing where it
        can."""
        if self.holder is None:
            return ""
        holder = read_holder(self.folder / _LOCK)
        if holder is None:
            return (
                "the world is read-only here, but no other program has it open any more: open "
                "it again to edit"
            )
        return (
            f"the world is read-only while {holder}, has it open; close it there, then open it "
            "here again"
        )

    @property
    def has_recovery_files(self) -> bool:
        """Whether something may have been left unsaved; asked without reading it."""
        return self.holder is None and any(self.folder.glob("unsaved-*.json"))

    @property
    def notice(self) -> str:
        """What a person is to know, as a sentence; nothing where all is as usual."""
        return f"T{self.read_only[1:]}." if self.read_only else self.problem

    @property
    def copy_notice(self) -> str:
        """Where the edits of a shipped world will go, as a sentence; nothing for any other
        world."""
        own = own_folder(self.world)
        return "" if own == self.world else f"A shipped world: the first save copies it to {own}."

    def make_writable(self) -> Path:
        """Copy the world where it is a shipped one, and return the folder to write.

        OSError or FolderExistsError where it cannot be copied.
        """
        if is_shipped(self.world):
            self.world = copy_shipped(self.world)
        return self.world

    def release(self) -> None:
        """Let another studio write the world; a second time does nothing."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None


def _key(world: Path) -> str:
    real = world.resolve()
    return f"{real.name}-{content_hash(str(real).encode(), 6)}"


class OpenWorld:
    """The folder of the open world, and the right to write it."""

    def __init__(self) -> None:
        self._last = Path()
        self.access: WorldAccess | None = None
        """Whether the open world may be written here; None where no world is open."""

    @property
    def folder(self) -> Path:
        """The folder of the world that was entered last."""
        return self.access.world if self.access else self._last

    def acquire(self, folder: Path) -> "WorldAccess":
        """Take the right to write a world, if no other studio has it, and say so where one has."""
        if self.access is None or self.access.world != folder or self.access.read_only:
            self.release()
            self.access = WorldAccess(folder)
        return self.access

    def release(self) -> None:
        """Let another studio write the world."""
        if self.access is not None:
            self._last = self.access.world
            self.access.release()
            self.access = None
