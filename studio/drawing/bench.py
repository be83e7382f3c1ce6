"""A project on the bench: edited, saved, watched and kept from being lost; no screen."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from latticeville.core.problems import Problem
from studio.documents.conflict import Choice, Conflict, Key
from studio.documents.edit import Edit, Refused
from studio.documents.files import (
    Broken,
    Desk,
    Saved,
    Silence,
    Verdict,
    chosen,
    conflicting,
    external,
    mine,
    open_desk,
    save,
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

    def __init__(self, folder: Path, root: Path | None = None) -> None:
        self.folder = folder
        self.desk: Desk = open_desk(folder)
        self.recovery = Recovery(folder, root)
        self.offers: list[Offer] = self.recovery.offers()
        self.offered = False
        """Whether what was left behind was offered."""
        self.broken: dict[str, Problem] = {}
        """What keeps a file from being read as it lies on disk, by name; the last good one is on the desk."""
        self._seen: dict[str, Seen | None] = {}
        self._look()

    def do(self, edit: Edit) -> str:
        """Do an edit; return why it was refused, or nothing."""
        try:
            self.desk = self.desk.do(edit)
        except Refused as refused:
            return _sentence(str(refused))
        return ""

    def jump(self, to: int) -> str:
        """Go to a step; return what was undone or done again."""
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
        saved = save(self.desk, over)
        self.desk = saved.desk
        self.broken = {name: one for name, one in self.broken.items() if name not in saved.written}
        self.recovery.write(self.desk)
        self._look()
        return saved

    def recover(self, offer: Offer) -> None:
        """Take over what was left behind, as a step."""
        self.desk = recovered(self.desk, offer)

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
        if keep and self.desk.history.modified:
            self.recovery.write(self.desk)
            self.recovery.__exit__(SystemExit, None, None)
        else:
            self.recovery.close()

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
