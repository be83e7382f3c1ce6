"""A project and its folder: what is saved, and what a change on disk means."""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from latticeville.core.disk import content_hash, write_atomic
from latticeville.core.places import state
from latticeville.core.problems import Problem
from latticeville.world.files import tidy
from latticeville.world.prompts import FOLDER as PROMPTS
from latticeville.world.renames import FILES
from studio.documents.conflict import Choice, Conflict, Key, merged
from studio.documents.edit import Edit
from studio.documents.history import History, Step
from studio.documents.problems import syntax
from studio.documents.project import CAST, ROOMS, STAMPS, THINGS, WORLD, Ends, Project, read
from studio.documents.sheet import PlainText, Sheet, same_text, sheet_of

_LOST = "trash"


class Desk(msgspec.Struct, frozen=True):
    """A project that is open: its history, and the content hash of each file that is known to be on disk."""

    history: History
    hashes: Mapping[str, str] = {}

    @property
    def project(self) -> Project:
        """The project as it is now."""
        return self.history.present

    def do(self, edit: Edit) -> "Desk":
        """Return the desk after an edit."""
        return replace(self, history=self.history.do(edit))


class Saved(NamedTuple):
    """What a save has done."""

    desk: Desk
    written: tuple[str, ...]
    conflicts: tuple[Conflict, ...]
    failed: Mapping[str, str]
    """Why a file could not be written, by name."""


class Silence(NamedTuple):
    """The file is as we know it."""


class Reloaded(NamedTuple):
    """The file was taken over; `before` tells what has changed."""

    desk: Desk
    before: Project


class Broken(NamedTuple):
    """The file cannot be read: the last good one stays on the desk."""

    problem: Problem


Verdict = Silence | Reloaded | Broken | Conflict


def open_desk(folder: Path) -> Desk:
    """Read a world folder."""
    project, hashes = read(folder)
    return Desk(History.begin(project), hashes)


def save(desk: Desk, over: Collection[str] = ()) -> Saved:
    """Write every file that is not as on disk; one that somebody else has changed only if it is among `over`."""
    present, saved, hashes = desk.project, desk.history.saved, dict(desk.hashes)
    written, conflicts, failed = list[str](), list[Conflict](), dict[str, str]()
    for name in desk.history.modified:
        sheet = present.files.get(name)
        path = (present if sheet else desk.history.saved).path(name)
        data = None if sheet is None else present.ends.get(name, Ends()).encode(sheet.text)
        try:
            there = _read(path)
            if name not in over and _hash(there) not in (hashes.get(name, ""), _hash(data)):
                conflicts.append(conflicting(desk, name, there))
                continue
            _write(present, path, data, there)
        except OSError as error:
            failed[name] = error.strerror or str(error)
            continue
        written.append(name)
        hashes[name] = _hash(data)
        saved = saved.without_file(name) if sheet is None else _kept(saved, present, name, sheet)
    history = desk.history.saving(present if not conflicts and not failed else saved)
    return Saved(Desk(history, hashes), tuple(written), tuple(conflicts), failed)


def external(desk: Desk, name: str, data: bytes | None) -> Verdict:
    """Say what it means that a file now has these bytes on disk; None where it is gone."""
    if _hash(data) == desk.hashes.get(name, ""):
        return Silence()
    dirty = name in desk.history.modified
    if data is None:
        return conflicting(desk, name, None)
    sheet = _sheet(desk.project, name, data)
    mine = desk.project.files.get(name)
    if isinstance(sheet, Problem):
        return conflicting(desk, name, data) if dirty else Broken(sheet)
    if dirty and not same_text(sheet, mine):
        return conflicting(desk, name, data)
    return Reloaded(_taken(desk, name, sheet, data), desk.project)


def follow_rename(desk: Desk, name: str) -> Desk:
    """Return the desk with a file where it is, if somebody has given it its new name on disk."""
    old = desk.project.place(name)
    if FILES.get(old) != name or desk.project.path(name).exists() or not (desk.project.folder / name).exists():
        return desk
    return replace(desk, history=desk.history.change_each(lambda project: project.moved(old, name)))


def theirs(desk: Desk, conflict: Conflict) -> Desk:
    """Return the desk with the file as it is on disk; what was here is one undo away."""
    if conflict.theirs is None:
        project = desk.project.without_file(conflict.name)
        history = desk.history.arrive(Step(f"{conflict.name} is gone from disk", project))
        known = {**desk.hashes, conflict.name: conflict.hash}
        return Desk(history.saving(desk.history.saved.without_file(conflict.name)), known)
    return _at_disk(desk, conflict, conflict.theirs, f"reload {conflict.name}")


def mine(desk: Desk, conflict: Conflict) -> Desk:
    """Return the desk that knows of the file on disk and will overwrite it at the next save."""
    saved = desk.history.saved
    on_disk = saved.without_file(conflict.name)
    if conflict.theirs is not None:
        on_disk = saved.with_file(conflict.name, conflict.theirs)
    elif conflict.hash:
        on_disk = saved.with_file(conflict.name, PlainText(""))
    return Desk(desk.history.saving(on_disk), {**desk.hashes, conflict.name: conflict.hash})


def chosen(desk: Desk, conflict: Conflict, choices: Mapping[Key, Choice]) -> Desk:
    """Return the desk with the file on disk and, of what is here, the items that were chosen."""
    sheet = merged(conflict, choices)
    if sheet is None:
        return mine(desk, conflict)
    return _at_disk(desk, conflict, sheet, f"merge {conflict.name}")


def logical(project: Project, path: Path) -> str | None:
    """Return the logical name of a file that belongs to the project or would, by its path; None for any other."""
    for name in project.files:
        if project.path(name) == path or project.path(name).resolve() == path.resolve():
            return name
    around = project.folder.parent
    shared = (around.parent if around.name == "worlds" else around) / "personas"
    if path.suffix == ".toml" and path.parent.resolve() in ((project.folder / "personas").resolve(), shared.resolve()):
        return f"personas/{path.name}"
    try:
        name = path.resolve().relative_to(project.folder.resolve()).as_posix()
    except ValueError:
        return None
    known = name in (WORLD, THINGS, ROOMS, CAST, STAMPS, project.map_name) or name.startswith(f"{PROMPTS}/")
    return name if known else None


def _at_disk(desk: Desk, conflict: Conflict, sheet: Sheet, label: str) -> Desk:
    """Return the desk with a sheet at hand, after the bytes on disk have been taken note of."""
    history = desk.history.arrive(Step(label, desk.project.with_file(conflict.name, sheet)))
    known = mine(Desk(history, desk.hashes), conflict)
    return Desk(known.history, known.hashes)


def _taken(desk: Desk, name: str, sheet: Sheet, data: bytes) -> Desk:
    """Return the desk with a file as it is on disk."""
    ends = {**desk.project.ends, name: Ends.of(data)}
    project = replace(desk.project.with_file(name, sheet), ends=ends)
    saved = replace(desk.history.saved.with_file(name, sheet), ends=ends)
    history = desk.history
    if not same_text(sheet, desk.project.files.get(name)):
        history = history.arrive(Step(f"{name} changed on disk", project))
    return Desk(history.saving(saved), {**desk.hashes, name: _hash(data)})


def _sheet(project: Project, name: str, data: bytes) -> Sheet | Problem:
    """Read the bytes of a file; a table that is broken is a problem with its place."""
    place = project.place(name)
    try:
        text = tidy(data.decode())
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return Problem(place, line, 1, "not-utf-8", f"“{place}” is not UTF-8", fix="save the file as UTF-8")
    sheet = sheet_of(name, text, project.map_name)
    if isinstance(sheet, PlainText) and name.endswith((".toml", ".json")):
        return syntax(name, place, text)
    return sheet


def conflicting(desk: Desk, name: str, data: bytes | None) -> Conflict:
    """Return a file as it is here beside the bytes on disk; None where there is no file."""
    sheet = None if data is None else _sheet(desk.project, name, data)
    found = None if isinstance(sheet, Problem) else sheet
    return Conflict(name, desk.history.saved.files.get(name), desk.project.files.get(name), found, _hash(data))


def _kept(saved: Project, present: Project, name: str, sheet: Sheet) -> Project:
    return replace(saved.with_file(name, sheet), ends=present.ends, places=present.places)


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def _write(project: Project, path: Path, data: bytes | None, there: bytes | None) -> None:
    """Replace or remove a file; what is removed is kept in the user's state folder."""
    _inside(project, path)
    if data is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomic(path, data)
    elif there is not None:
        lost = state() / _LOST / f"{path.stem}-{_hash(there)[:12]}{path.suffix}"
        lost.parent.mkdir(parents=True, exist_ok=True)
        write_atomic(lost, there)
        path.unlink()


def _inside(project: Project, path: Path) -> None:
    """Refuse to write outside the world folder and the project's personas."""
    around = project.folder.absolute().parent
    shared = ((around.parent if around.name == "worlds" else around) / "personas").resolve()
    target = path.resolve()
    if not any(target.is_relative_to(root) for root in (project.folder.resolve(), shared)):
        raise OSError(0, f"“{path}” leaves the project")


def _hash(data: bytes | None) -> str:
    return "" if data is None else content_hash(data)
