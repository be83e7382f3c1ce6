"""What a killed studio leaves behind: the texts that were not saved, offered once to the next one.

Recovery files lie in the user's state folder, in a folder for each world: a world's own folder holds nothing but what
its designer made, may be read-only, and is watched. Each open studio holds a slot there by a lock that the system lets
go of when the process ends, however it ends; so a file in a slot that nobody holds is one that nobody will save.
"""

import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from latticeville.core.disk import content_hash, write_atomic
from latticeville.core.places import state
from studio.documents.files import Desk
from studio.documents.history import Step
from studio.documents.sheet import sheet_of

if sys.platform != "win32":
    import fcntl

EVERY = 10.0
"""Seconds between two writings."""
_SLOTS = 16
_KEPT = 10


class Left(msgspec.Struct, frozen=True):
    """One file as it was when the studio was killed; no text where it had been deleted."""

    text: str | None
    place: str
    base: str = ""
    """The content hash of what was on disk."""


class Offer(msgspec.Struct, frozen=True):
    """What was left behind, and when."""

    when: str
    files: Mapping[str, Left]
    path: str = ""

    def stale(self, desk: Desk) -> tuple[str, ...]:
        """Return the files that have been changed on disk since."""
        return tuple(name for name, left in self.files.items() if desk.hashes.get(name, "") != left.base)


class Recovery:
    """The recovery file of one open project; use it as a context, or close it."""

    def __init__(self, folder: Path, root: Path | None = None) -> None:
        self._folder = (root or state() / "recovery") / _key(folder)
        self._folder.mkdir(parents=True, exist_ok=True)
        self._lock, self._slot = -1, 0
        for slot in range(_SLOTS):
            lock = _lock(self._folder / f"{slot}.lock")
            if lock >= 0:
                self._lock, self._slot = lock, slot
                break
        self._written: object = None
        self._last = float("-inf")

    @property
    def alone(self) -> bool:
        """Whether no other studio has this world open."""
        return self._slot == 0 and self._lock >= 0

    @property
    def path(self) -> Path:
        """The file that is written."""
        return self._folder / f"{self._slot}.json"

    def offers(self) -> list[Offer]:
        """Return what was left behind, the newest last; each is offered once: its file is renamed first."""
        found = list[Offer]()
        for path in self._orphans():
            kept = path.with_name(f"{path.stem}-{content_hash(path.read_bytes(), 4)}.offered")
            path.replace(kept)
            try:
                offer = msgspec.json.decode(kept.read_bytes(), type=Offer)
            except msgspec.DecodeError:
                continue
            found.append(msgspec.structs.replace(offer, path=str(kept)))
        self._forget()
        return sorted(found, key=lambda offer: offer.when)

    def _forget(self) -> None:
        """Of what was offered before keep only the newest."""
        old = sorted(self._folder.glob("*.offered"), key=lambda path: path.stat().st_mtime)
        for path in old[:-_KEPT]:
            path.unlink(missing_ok=True)

    def due(self, desk: Desk, now: float) -> float | None:
        """Return in how many seconds there is something to write, 0 for at once; None where there is nothing."""
        stale = desk.project is not self._written if desk.history.modified else bool(self._written)
        if not stale:
            return None
        return max(self._last + EVERY - now, 0.0)

    def tick(self, desk: Desk, now: float, when: str = "") -> bool:
        """Write what is not saved, if that is due, and tell whether it was written.

        `now` is in seconds of any clock that only goes on, `when` is what a person reads.
        """
        if self.due(desk, now) != 0.0:
            return False
        self.write(desk, when)
        self._last = now
        return True

    def write(self, desk: Desk, when: str = "") -> None:
        """Write what is not saved, or remove the file where all is."""
        names = desk.history.modified
        if self._lock < 0:
            return
        if names:
            files = {name: _left(desk, name) for name in names}
            write_atomic(self.path, msgspec.json.encode(Offer(when, files)))
        else:
            self.path.unlink(missing_ok=True)
        self._written = desk.project if names else None

    def close(self) -> None:
        """Remove the file, for whoever closes has saved or does not want to, and let go of the slot."""
        if self._lock >= 0:
            self.path.unlink(missing_ok=True)
            os.close(self._lock)
            self._lock = -1

    def _orphans(self) -> Iterator[Path]:
        for path in sorted(self._folder.glob("*.json")):
            slot = path.with_suffix(".lock")
            lock = -1 if path == self.path else _lock(slot)
            if lock >= 0 or (path == self.path and self._lock >= 0 and self._written is None):
                yield path
            if lock >= 0:
                os.close(lock)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self.close()
        elif self._lock >= 0:
            os.close(self._lock)
            self._lock = -1


def recovered(desk: Desk, offer: Offer) -> Desk:
    """Return the desk with what was left behind, as one step that can be undone."""
    project = desk.project
    for name, left in offer.files.items():
        if left.text is None:
            project = project.without_file(name)
            continue
        if name not in project.files:
            project = msgspec.structs.replace(project, places={**project.places, name: left.place})
        project = project.with_file(name, sheet_of(name, left.text, desk.project.map_name))
    if not project.differs(desk.project):
        return desk
    return msgspec.structs.replace(desk, history=desk.history.arrive(Step("recovered", project)))


def _left(desk: Desk, name: str) -> Left:
    sheet = desk.project.files.get(name)
    return Left(None if sheet is None else sheet.text, desk.project.place(name), desk.hashes.get(name, ""))


def _key(folder: Path) -> str:
    real = folder.resolve()
    return f"{real.name}-{content_hash(str(real).encode(), 6)}"


def _lock(path: Path) -> int:
    """Return the handle of a lock that nobody else holds, or -1."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    if sys.platform == "win32":
        return handle
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        return -1
    return handle
