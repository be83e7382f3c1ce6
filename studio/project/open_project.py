"""A project and its folder: save it, and classify changes on disk."""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from latticeville.core.disk import content_hash, write_atomic
from latticeville.core.problems import Problem
from latticeville.core.user_dirs import state_dir
from latticeville.world.io.files import normalize_text
from latticeville.world.io.renames import FILES
from latticeville.world.model.prompts import PROMPTS_FOLDER as PROMPTS
from studio.project.conflict import Choice, Conflict, Key, merge_items
from studio.project.documents.document import Document, PlainText, is_same_text, parse_document
from studio.project.documents.project import (
    CAST,
    ROOMS,
    STAMPS_FILE,
    THINGS,
    WORLD,
    LineEnds,
    Project,
    load_project,
)
from studio.project.edits.edit import Edit
from studio.project.history import History, HistoryStep
from studio.project.project_checks import syntax_problem

_LOST = "trash"


class OpenProject(msgspec.Struct, frozen=True):
    """A project that is open: its history, and the content hash of each file that is known to be on
    disk."""

    history: History
    hashes: Mapping[str, str] = {}

    @property
    def project(self) -> Project:
        """The project as it is now."""
        return self.history.present

    def do(self, edit: Edit) -> "OpenProject":
        """Return the open project after an edit."""
        return replace(self, history=self.history.do(edit))


class SaveResult(NamedTuple):
    """What a save has done."""

    opened: OpenProject
    written: tuple[str, ...]
    conflicts: tuple[Conflict, ...]
    failed: Mapping[str, str]
    """Why a file could not be written, by name."""


class UnchangedFile(NamedTuple):
    """The file is as we know it."""


class ReloadedFile(NamedTuple):
    """The file was taken over; `before` tells what has changed."""

    opened: OpenProject
    before: Project


class UnreadableFile(NamedTuple):
    """The file cannot be read: the last good one stays on the open project."""

    problem: Problem


Verdict = UnchangedFile | ReloadedFile | UnreadableFile | Conflict


def open_project(folder: Path) -> OpenProject:
    """Read a world folder."""
    project, hashes = load_project(folder)
    return OpenProject(History.begin(project), hashes)


def save(opened: OpenProject, over: Collection[str] = (), only: Collection[str] = ()) -> SaveResult:
    """Write every file that is not as on disk, or of them those that are named by `only`; one that
    somebody else has changed only if it is among `over`."""
    present, saved, hashes = opened.project, opened.history.saved, dict(opened.hashes)
    written, conflicts, failed = list[str](), list[Conflict](), dict[str, str]()
    modified = opened.history.modified
    wanted = [name for name in modified if not only or name in only]
    for name in wanted:
        data = _encoded(present, name)
        try:
            conflict = _save_file(opened, name, data, over)
        except OSError as error:
            failed[name] = error.strerror or str(error)
            continue
        if conflict:
            conflicts.append(conflict)
            continue
        written.append(name)
        hashes[name] = _hash(data)
        saved = _with_saved(saved, present, name)
    is_whole = len(written) == len(modified)
    history = opened.history.mark_saved(present if is_whole else saved)
    return SaveResult(OpenProject(history, hashes), tuple(written), tuple(conflicts), failed)


def _encoded(project: Project, name: str) -> bytes | None:
    document = project.files.get(name)
    return None if document is None else project.ends.get(name, LineEnds()).encode(document.text)


def _save_file(
    opened: OpenProject, name: str, data: bytes | None, over: Collection[str]
) -> Conflict | None:
    """Write or remove a file, or return a conflict where somebody else has changed it."""
    path = (opened.project if data is not None else opened.history.saved).path(name)
    there = _read(path)
    if name not in over and _hash(there) not in (opened.hashes.get(name, ""), _hash(data)):
        return make_conflict(opened, name, there)
    _write(opened.project, path, data, there)
    return None


def classify_write(opened: OpenProject, name: str, data: bytes | None) -> Verdict:
    """Say what it means that a file now has these bytes on disk; None where it is gone."""
    if _hash(data) == opened.hashes.get(name, ""):
        return UnchangedFile()
    dirty = name in opened.history.modified
    if data is None:
        return make_conflict(opened, name, None)
    document = _document(opened.project, name, data)
    mine = opened.project.files.get(name)
    if isinstance(document, Problem):
        return make_conflict(opened, name, data) if dirty else UnreadableFile(document)
    if dirty and not is_same_text(document, mine):
        return make_conflict(opened, name, data)
    return ReloadedFile(_taken(opened, name, document, data), opened.project)


def follow_rename(opened: OpenProject, name: str) -> OpenProject:
    """Return the open project with a file where it is, if somebody has given it its new name on
    disk."""
    project, old = opened.project, opened.project.place(name)
    if (
        FILES.get(old) != name
        or project.path(name).exists()
        or not (project.folder / name).exists()
    ):
        return opened
    return replace(
        opened, history=opened.history.change_each(lambda project: project.moved(old, name))
    )


def take_disk_version(opened: OpenProject, conflict: Conflict) -> OpenProject:
    """Return the open project with the file as it is on disk; what was here is one undo away."""
    if conflict.theirs is None:
        project = opened.project.without_file(conflict.name)
        history = opened.history.add_step(
            HistoryStep(f"{conflict.name} was deleted on disk", project)
        )
        known = {**opened.hashes, conflict.name: conflict.hash}
        return OpenProject(
            history.mark_saved(opened.history.saved.without_file(conflict.name)), known
        )
    return _at_disk(opened, conflict, conflict.theirs, f"reload {conflict.name}")


def keep_own_version(opened: OpenProject, conflict: Conflict) -> OpenProject:
    """Return the open project that knows of the file on disk and will overwrite it at the next
    save."""
    saved = opened.history.saved
    on_disk = saved.without_file(conflict.name)
    if conflict.theirs is not None:
        on_disk = saved.with_file(conflict.name, conflict.theirs)
    elif conflict.hash:
        on_disk = saved.with_file(conflict.name, PlainText(""))
    return OpenProject(
        opened.history.mark_saved(on_disk), {**opened.hashes, conflict.name: conflict.hash}
    )


def merge_chosen(
    opened: OpenProject, conflict: Conflict, choices: Mapping[Key, Choice]
) -> OpenProject:
    """Return the open project with the file on disk and, of what is here, the items that were
    chosen."""
    document = merge_items(conflict, choices)
    if document is None:
        return keep_own_version(opened, conflict)
    return _at_disk(opened, conflict, document, f"merge {conflict.name}")


def logical_name(project: Project, path: Path) -> str | None:
    """Return the logical name of a file that belongs to the project or would, by its path; None for
    any other."""
    for name in project.files:
        if project.path(name) == path or project.path(name).resolve() == path.resolve():
            return name
    around = project.folder.parent
    shared = (around.parent if around.name == "worlds" else around) / "personas"
    if path.suffix == ".toml" and path.parent.resolve() in (
        (project.folder / "personas").resolve(),
        shared.resolve(),
    ):
        return f"personas/{path.name}"
    try:
        name = path.resolve().relative_to(project.folder.resolve()).as_posix()
    except ValueError:
        return None
    known = name in (WORLD, THINGS, ROOMS, CAST, STAMPS_FILE, project.map_name) or name.startswith(
        f"{PROMPTS}/"
    )
    return name if known else None


def _at_disk(
    opened: OpenProject, conflict: Conflict, document: Document, label: str
) -> OpenProject:
    """Return the open project with a document at hand, after the bytes on disk have been taken note
    of."""
    history = opened.history.add_step(
        HistoryStep(label, opened.project.with_file(conflict.name, document))
    )
    known = keep_own_version(OpenProject(history, opened.hashes), conflict)
    return OpenProject(known.history, known.hashes)


def _taken(opened: OpenProject, name: str, document: Document, data: bytes) -> OpenProject:
    """Return the open project with a file as it is on disk."""
    ends = {**opened.project.ends, name: LineEnds.of(data)}
    project = replace(opened.project.with_file(name, document), ends=ends)
    saved = replace(opened.history.saved.with_file(name, document), ends=ends)
    history = opened.history
    if not is_same_text(document, opened.project.files.get(name)):
        history = history.add_step(HistoryStep(f"{name} changed on disk", project))
    return OpenProject(history.mark_saved(saved), {**opened.hashes, name: _hash(data)})


def _document(project: Project, name: str, data: bytes) -> Document | Problem:
    """Read the bytes of a file; a table that is broken is a problem with its place."""
    place = project.place(name)
    try:
        text = normalize_text(data.decode())
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return Problem(
            place, line, 1, "not-utf-8", f"“{place}” is not UTF-8", fix="save the file as UTF-8"
        )
    document = parse_document(name, text, project.map_name)
    if isinstance(document, PlainText) and name.endswith((".toml", ".json")):
        return syntax_problem(name, place, text)
    return document


def make_conflict(opened: OpenProject, name: str, data: bytes | None) -> Conflict:
    """Return a file as it is here beside the bytes on disk; None where there is no file."""
    document = None if data is None else _document(opened.project, name, data)
    found = None if isinstance(document, Problem) else document
    return Conflict(
        name,
        opened.history.saved.files.get(name),
        opened.project.files.get(name),
        found,
        _hash(data),
    )


def _with_saved(saved: Project, present: Project, name: str) -> Project:
    """Return what is on disk after a file was written as it is now, or removed."""
    document = present.files.get(name)
    if document is None:
        return saved.without_file(name)
    return replace(saved.with_file(name, document), ends=present.ends, places=present.places)


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
        lost = state_dir() / _LOST / f"{path.stem}-{_hash(there)[:12]}{path.suffix}"
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
