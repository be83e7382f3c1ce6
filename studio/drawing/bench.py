"""A project on the bench: edited, saved, watched and kept from being lost; no screen."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import NamedTuple

from msgspec.structs import replace

from latticeville.core.problems import Problem
from studio.documents.access import WorldAccess
from studio.documents.conflict import Choice, Conflict, Key
from studio.documents.edit import Edit, Refused
from studio.documents.files import (
    Broken,
    Desk,
    Reloaded,
    Saved,
    Silence,
    Verdict,
    chosen,
    conflicting,
    external,
    mine,
    open_desk,
    save,
    theirs,
)
from studio.documents.recovery import Offer, Recovery, recovered


class Seen(NamedTuple):
    """A file as it was when it was last looked at."""

    changed: int
    size: int


class Change(NamedTuple):
    """A file that somebody else has changed on disk, and what that means."""

    name: str
    verdict: Verdict


class Bench:
    """The desk of one world folder, its recovery file, and what its files looked like."""

    def __init__(self, access: WorldAccess) -> None:
        self.access = access
        self.folder = access.world
        self.desk: Desk = open_desk(self.folder)
        self.recovery = Recovery(access.folder)
        self.offers: list[Offer] = [] if self.read_only else self._offers()
        """What was not saved the last time, the newest first; each until it is answered."""
        self.broken: dict[str, Problem] = {}
        """What keeps a file from being read as it lies on disk, by name; the last good one is on the desk."""
        self.selected = ""
        """The id of whoever or whatever is selected, the same on the map and among the people."""
        self._seen: dict[str, Seen | None] = {}
        self._look()

    @property
    def read_only(self) -> str:
        """Why nothing can be changed here; nothing where it can."""
        return self.access.read_only

    def do(self, edit: Edit) -> str:
        """Do an edit; return why it was refused, or nothing."""
        if self.read_only:
            return _sentence(self.read_only)
        try:
            self.desk = self.desk.do(edit)
        except Refused as refused:
            return _sentence(str(refused))
        return ""

    def jump(self, to: int) -> str:
        """Go to a step; return what was undone or done again."""
        if self.read_only:
            return _sentence(self.read_only)
        history = self.desk.history
        other = history.jump(to)
        self.desk = Desk(other, self.desk.hashes)
        if other.at == history.at:
            return "There is nothing to undo." if to < history.at else "There is nothing to do again."
        if other.at < history.at:
            return f"Undone: {history.steps[other.at + 1].label}"
        return f"Done again: {other.steps[other.at].label}"

    def save(self, over: tuple[str, ...] = ()) -> Saved:
        """Write all that changed."""
        if self.read_only:
            return Saved(self.desk, (), (), {})
        saved = save(self.desk, over)
        self.desk = saved.desk
        self.broken = {name: one for name, one in self.broken.items() if name not in saved.written}
        with suppress(OSError):  # what is written is safe; the next look at the clock tries again, and says why not
            self.recovery.write(self.desk)
        self._look()
        return saved

    def checkpoint(self, now: float) -> None:
        """Write the recovery file, if that is due; OSError where it cannot be written."""
        if not self.read_only and not self.access.problem:
            self.recovery.tick(self.desk, now)

    def recover(self, offer: Offer, choices: Mapping[str, Mapping[Key, Choice]] | None = None) -> None:
        """Restore what was not saved, as a step; its file is put aside once that lies in this studio's own."""
        self.desk = recovered(self.desk, offer, choices)
        with suppress(OSError):
            self.recovery.write(self.desk)
            self.discard(offer)

    def discard(self, offer: Offer) -> None:
        """Let go of what was not saved; its file is kept for a while."""
        self.recovery.answered(offer)
        self.offers = [one for one in self.offers if one.path != offer.path]

    def choose(self, conflict: Conflict, choices: Mapping[Key, Choice]) -> None:
        """Put a file together of the chosen items of two editions."""
        self.desk = chosen(self.desk, conflict, choices)

    def changes(self) -> list[Change]:
        """Return what was changed on disk since the last look; what can be taken over has been."""
        found = []
        for name in list(self._changed()):
            verdict = external(self.desk, name, self._read(name))
            self.broken.pop(name, None)
            if isinstance(verdict, Broken):
                self.broken[name] = _on_disk(verdict.problem)
            if isinstance(verdict, Silence):
                continue
            if self.read_only and isinstance(verdict, Conflict):
                verdict = Reloaded(theirs(self.desk, verdict), self.desk.project)
            desk = getattr(verdict, "desk", None)
            if isinstance(desk, Desk):
                self.desk = desk
            found.append(Change(name, verdict))
        return found

    def overwrite(self, name: str) -> Saved:
        """Write the last good edition of a file that is broken on disk over it."""
        self.desk = mine(self.desk, conflicting(self.desk, name, self._read(name)))
        return self.save((name,))

    def leave(self, *, keep: bool) -> None:
        """Let go of the project; what is not saved is kept for the next studio, or not."""
        if self.read_only:
            return
        with suppress(OSError):  # a disk that is full leaves the recovery file as it was
            if keep:
                self.recovery.write(self.desk)
            else:
                self.recovery.close()

    def _offers(self) -> list[Offer]:
        """Return what was not saved the last time; what lies on disk, or in a newer one, is put aside."""
        found = list[Offer]()
        for offer in self.recovery.offers():
            if recovered(self.desk, offer) is self.desk or any(one.contains(offer, self.desk) for one in found):
                self.recovery.answered(offer)
            else:
                found.append(offer)
        return found

    def _look(self) -> None:
        """Note what the files look like now."""
        self._seen = {name: self._stat(name) for name in self.desk.project.files}

    def _changed(self) -> Iterator[str]:
        for name in {*self.desk.project.files, *self.desk.history.saved.files}:
            now = self._stat(name)
            if now != self._seen.get(name):
                self._seen[name] = now
                yield name

    def _stat(self, name: str) -> Seen | None:
        try:
            found = self.desk.project.path(name).stat()
        except OSError:
            return None
        return Seen(found.st_mtime_ns, found.st_size)

    def _read(self, name: str) -> bytes | None:
        try:
            return self.desk.project.path(name).read_bytes()
        except OSError:
            return None


def _on_disk(problem: Problem) -> Problem:
    """Return a problem of a file on disk, told beside what is good here."""
    return replace(
        problem,
        what=f"on disk, {problem.what}",
        why="somebody else has written it; the last good edition is what you see here",
        fix="mend the file, or save: the last good edition can be written over it",
    )


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")
