"""Recovery files: unsaved texts of a studio that ended, offered to the next one.

They are in the user's state folder, in a folder per world. A world's own folder holds only what its
designer made, may be read-only, and is watched. Only the studio that may write the world
(`WorldAccess`) uses them.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from itertools import count
from pathlib import Path

import msgspec

from latticeville.core.decoders import decode_json
from latticeville.core.disk import content_hash, write_atomic
from latticeville.world.io.renames import rename_files
from studio.project.conflict import Choice, Conflict, Key, merge_items
from studio.project.documents.document import Document, parse_document
from studio.project.documents.project import Project
from studio.project.formats.map_text import MapText
from studio.project.history import HistoryStep
from studio.project.open_project import OpenProject

EVERY = 10.0
"""Seconds between two writings, but for the first after all was saved, which comes at once."""
_KEPT = 10
"""Files kept of those that were answered."""
_MODE = 0o600


class UnsavedFile(msgspec.Struct, frozen=True):
    """One file as it was when the studio ended; no text where it had been deleted."""

    text: str | None
    place: str
    base: str = ""
    """The content hash of what was on disk."""
    saved: str | None = None
    """What was on disk; None where there was no file."""


class RecoveryOffer(msgspec.Struct, frozen=True):
    """What was not saved, and when it was written."""

    written_at: str
    files: Mapping[str, UnsavedFile]
    path: str = ""

    def stale_files(self, opened: OpenProject) -> tuple[str, ...]:
        """Return the files that have been changed on disk since, and not to the same text."""
        return tuple(
            name
            for name, left in self.files.items()
            if opened.hashes.get(name, "") != left.base and _text(opened, name) != left.text
        )

    def edited_files(self, opened: OpenProject) -> tuple[str, ...]:
        """Return the files that have other changes here which are not saved."""
        modified = opened.history.modified
        return tuple(
            name
            for name, left in self.files.items()
            if name in modified and _text(opened, name) != left.text
        )

    def mergeable_conflicts(self, opened: OpenProject) -> tuple[Conflict, ...]:
        """Return the files that can be merged item by item: mine is what was not saved, theirs what
        is here now."""
        names = dict.fromkeys((*self.stale_files(opened), *self.edited_files(opened)))
        return tuple(found for name in names if (found := self.conflict_of(opened, name)).items)

    def describe(self, opened: OpenProject) -> str:
        """Return the files, and for the map how many cells were changed."""
        return ", ".join(
            _describe(name, self.conflict_of(opened, name)) for name in sorted(self.files)
        )

    def contains(self, other: "RecoveryOffer", opened: OpenProject) -> bool:
        """Tell whether all of another offer is in this one, both made from the same files on
        disk."""
        return all(
            name in self.files
            and self.files[name].base == left.base
            and _contains(self.conflict_of(opened, name), other.conflict_of(opened, name))
            for name, left in other.files.items()
        )

    def conflict_of(self, opened: OpenProject, name: str) -> Conflict:
        """Return a file as it was not saved beside what is here now."""
        left, here = self.files[name], opened.project.files.get(name)
        base, mine = (
            None if text is None else parse_document(name, text, opened.project.map_name)
            for text in (left.saved, left.text)
        )
        return Conflict(name, base, mine, here, opened.hashes.get(name, ""))


class Recovery:
    """The recovery file of one open project, in the folder of its world's."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        left = {*folder.glob("*.json")}
        names = (folder / f"unsaved-{number}.json" for number in count())
        self.path = next(path for path in names if path not in left)
        """The file that is written: not one that another studio has left."""
        self._written: object = None
        self._next = float("-inf")

    def read_offers(self) -> list[RecoveryOffer]:
        """Return what other studios have left, the newest first; it stays until it is put aside."""
        found = list[tuple[int, RecoveryOffer]]()
        for path in self._folder.glob("*.json"):
            if path == self.path:
                continue
            try:
                path.chmod(_MODE)
                offer = decode_json(path.read_bytes(), RecoveryOffer)
                offer = msgspec.structs.replace(
                    offer, path=str(path), files=rename_files(offer.files)
                )
                found.append((path.stat().st_mtime_ns, offer))
            except (msgspec.DecodeError, UnicodeDecodeError):
                self._put_aside(path)
            except OSError:
                continue
        self._sweep()
        return [offer for _, offer in sorted(found, key=lambda pair: pair[0], reverse=True)]

    def dismiss(self, offer: RecoveryOffer) -> None:
        """Offer this no more; its file is renamed, and kept for a while."""
        self._put_aside(Path(offer.path))

    def seconds_until_due(self, opened: OpenProject, now: float) -> float | None:
        """Return in how many seconds there is something to write, 0 for at once; None where there
        is nothing."""
        if not opened.history.modified:
            return None if self._written is None else 0.0
        return None if opened.project is self._written else max(self._next - now, 0.0)

    def write_if_due(self, opened: OpenProject, now: float, when: str = "") -> bool:
        """Write what is not saved, if that is due, and tell whether it was written; OSError where
        it cannot be.

        `now` is in seconds of any clock that only goes on, `when` is what a person reads: the time,
        if nothing else.
        """
        if self.seconds_until_due(opened, now) != 0.0:
            return False
        self.write(opened, when)
        if opened.history.modified:
            self._next = now + EVERY
        return True

    def write(self, opened: OpenProject, when: str = "") -> None:
        """Write what is not saved, or remove the file where all is."""
        names = opened.history.modified
        if not names:
            self.close()
            return
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        files = {name: _left(opened, name) for name in names}
        when = when or f"{datetime.now().astimezone():%a %d %b, %H:%M:%S}"
        write_atomic(self.path, msgspec.json.encode(RecoveryOffer(when, files)), mode=_MODE)
        self._written = opened.project

    def close(self) -> None:
        """Remove the file, for all is saved or to be let go of."""
        self.path.unlink(missing_ok=True)
        self._written, self._next = None, float("-inf")

    def _put_aside(self, path: Path) -> None:
        with suppress(OSError):
            path.replace(
                path.with_name(f"{path.stem}-{content_hash(path.read_bytes(), 4)}.offered")
            )

    def _sweep(self) -> None:
        """Remove all but the newest of what was answered, and what killed writers have left half
        written."""
        answered = sorted(self._folder.glob("*.offered"), key=_changed)
        for path in (*answered[:-_KEPT], *self._folder.glob(".*.json.*")):
            with suppress(OSError):
                path.unlink()


def restore_offer(
    opened: OpenProject,
    offer: RecoveryOffer,
    choices: Mapping[str, Mapping[Key, Choice]] | None = None,
) -> OpenProject:
    """Return the project with what was left behind, as one step that can be undone; files with
    choices are merged."""
    project, choices = opened.project, choices or {}
    conflicts = {
        one.name: one
        for one in (offer.mergeable_conflicts(opened) if choices else ())
        if one.name in choices
    }
    for name, left in offer.files.items():
        both = merge_items(conflicts[name], choices[name]) if name in conflicts else None
        document = both or _document(name, left, opened.project.map_name)
        project = (
            _placed(project, name, left).with_file(name, document)
            if document
            else project.without_file(name)
        )
    if not project.changed_files(opened.project):
        return opened
    return msgspec.structs.replace(
        opened, history=opened.history.add_step(HistoryStep("recovered", project))
    )


def _document(name: str, left: UnsavedFile, map_name: str) -> Document | None:
    return None if left.text is None else parse_document(name, left.text, map_name)


def _placed(project: Project, name: str, left: UnsavedFile) -> Project:
    """Return the project that knows where a file lies which it has not."""
    if name in project.files:
        return project
    return msgspec.structs.replace(project, places={**project.places, name: left.place})


def _left(opened: OpenProject, name: str) -> UnsavedFile:
    saved = opened.history.saved.files.get(name)
    return UnsavedFile(
        _text(opened, name),
        opened.project.place(name),
        opened.hashes.get(name, ""),
        None if saved is None else saved.text,
    )


def _text(opened: OpenProject, name: str) -> str | None:
    document = opened.project.files.get(name)
    return None if document is None else document.text


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _describe(name: str, conflict: Conflict) -> str:
    base, mine = conflict.base, conflict.mine
    if mine is None:
        return f"{name} (deleted)"
    if not isinstance(mine, MapText) or not isinstance(base, MapText):
        return name
    if not _same_size(base, mine):
        return f"{name} (resized)"
    count = sum(1 for _ in _cells(base, mine))
    return f"{name} ({count} cell{'s' * (count != 1)})"


def _contains(outer: Conflict, inner: Conflict) -> bool:
    """Tell whether all that one edition changed of the file on disk is in another edition, too."""
    if _document_text(outer.mine) == _document_text(inner.mine):
        return True
    base, one, other = inner.base, inner.mine, outer.mine
    if isinstance(base, MapText) and isinstance(one, MapText) and isinstance(other, MapText):
        alike = _same_size(base, one) and _same_size(base, other)
        return alike and {*_cells(base, one)} <= {*_cells(base, other)}
    items = Conflict(inner.name, base, one, other, "").items
    return bool(items) and all(item.suggested == "theirs" for item in items)


def _cells(base: MapText, other: MapText) -> Iterator[tuple[int, int, str]]:
    """Yield column, row and glyph of the cells that were changed."""
    for y, (before, row) in enumerate(zip(base, other, strict=True)):
        if before != row:
            yield from (
                (x, y, glyph)
                for x, (old, glyph) in enumerate(zip(before, row, strict=True))
                if old != glyph
            )


def _same_size(one: MapText, other: MapText) -> bool:
    return [len(row) for row in one] == [len(row) for row in other]


def _document_text(document: Document | None) -> str | None:
    return None if document is None else document.text
