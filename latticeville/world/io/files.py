"""Read the files of a world folder, never any outside the project."""

import json
import os
import re
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from latticeville.core.disk import create_folder, write_atomic
from latticeville.core.problems import Problem, Severity
from latticeville.world.io.renames import FILES, reject_both_files, warn_of_file
from latticeville.world.io.world_cache import load_cached
from latticeville.world.model.prompts import LANGUAGE_PATTERN, PROMPT_FILE_PATTERN, PROMPTS_FOLDER
from latticeville.world.model.tiles import TILES_FILE, TILESETS_FILE

MAX_BYTES = 32 * 1024 * 1024
"""The most bytes that one file may have."""
STAMPS_FILE = "stamps.toml"
"""Where the stamps of a world are kept, which only those who draw it read."""
_PERSONA = re.compile(r"[a-z][a-z0-9_]{0,63}")


def read_project(
    folder: Path, *, everybody: bool = False
) -> tuple[dict[str, str], list[Problem], dict[str, str]]:
    """Read the texts, the problems, and for each logical name the path as seen from the world
    folder.

    With `everybody` all personas are read that the world might name, not only those that it does,
    and the stamps.
    """
    reader = _Reader(folder)
    try:
        is_folder = folder.is_dir()
    except (OSError, ValueError):
        is_folder = False
    if not is_folder:
        return {}, [_no_world_problem(str(folder), f"there is no folder “{folder}”")], {}
    if reader.exists("world.toml"):
        reader.read_toml_world()
        if everybody:
            reader.read_all_personas()
    elif reader.exists("world.json"):
        reader.read_original_world()
    else:
        reader.problems.append(_no_world_problem("world.toml", f"“{folder}” has no world.toml"))
    if everybody:
        reader.read_file(STAMPS_FILE)
    return reader.files, reader.problems, reader.paths


def normalize_text(text: str) -> str:
    """Drop a byte order mark and write every line end as one line feed."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n")


def _no_world_problem(file: str, what: str) -> Problem:
    fix = "name a folder with a world.toml (or a world.json of the original format)"
    return Problem(file, 1, 1, "no-world", what, fix=fix)


class _Reader:
    """Collects texts and problems; knows the two folders that files may come from."""

    def __init__(self, folder: Path) -> None:
        self.folder = Path(os.path.abspath(folder))  # noqa: PTH100 - a linked folder keeps its own neighbours
        around = self.folder.parent
        self.shared = (around.parent if around.name == "worlds" else around) / "personas"
        self.files: dict[str, str] = {}
        self.paths: dict[str, str] = {}
        self.problems: list[Problem] = []

    def exists(self, name: str) -> bool:
        return os.path.lexists(self.folder / name)

    def read_toml_world(self) -> None:
        self.read_file("world.toml")
        self.take_renamed()
        self.read_file("kinds.toml")
        text = self.files.get("world.toml", "")
        named = load_cached(
            NamedFiles | None, ("names of files", text), lambda: _find_named_files(text)
        )
        if named is None:
            return
        self.read_file(named.map)
        self.read_file(TILES_FILE)
        self.read_file(TILESETS_FILE)
        for name in named.personas:
            self.read_persona(name)
        self.read_prompts()

    def take_renamed(self) -> None:
        """Read the files that have their old names; where there is the new one, too, only that is
        read."""
        for old, new in FILES.items():
            if self.exists(old) and self.exists(new):
                self.problems.append(reject_both_files(old))
            elif self.exists(old):
                self.problems.append(warn_of_file(old))
                self.read_file(new, old)

    def read_persona(self, name: str) -> None:
        local = Path("personas") / f"{name}.toml"
        shared = Path(os.path.relpath(self.shared, self.folder)) / local.name
        self.read_file(local.as_posix(), (local if self.exists(str(local)) else shared).as_posix())

    def read_prompts(self) -> None:
        for language in self._matching_names(PROMPTS_FOLDER, LANGUAGE_PATTERN):
            for name in self._matching_names(f"{PROMPTS_FOLDER}/{language}", PROMPT_FILE_PATTERN):
                self.read_file(f"{PROMPTS_FOLDER}/{language}/{name}")

    def read_all_personas(self) -> None:
        files = (
            path
            for folder in (self.folder / "personas", self.shared)
            for path in folder.glob("*.toml")
        )
        for name in sorted({path.stem for path in files if re.fullmatch(_PERSONA, path.stem)}):
            self.read_persona(name)

    def read_original_world(self) -> None:
        self.read_file("world.json")
        self.read_file("characters.json")
        try:
            data = json.loads(self.files.get("world.json", ""))
        except (ValueError, RecursionError):
            return
        self.read_file(
            _printable_text(data.get("map_file", "world.map")) if isinstance(data, dict) else ""
        )

    def read_file(self, name: str, place: str = "") -> None:
        """Read one file under its logical name; an absent one is for others to miss."""
        place = place or name
        if not name or name in self.files:
            return
        try:
            path = self.resolve_inside(place)
            text = self._decode(place, read_plain_file(path)) if path else None
        except FileNotFoundError:
            return
        except (OSError, ValueError, RuntimeError) as error:
            self._report_unreadable(
                place, error, "put a text file there that you have permission to read"
            )
            text = None
        self.paths[name] = place
        if text is not None:
            self.files[name] = text

    def _matching_names(self, place: str, wanted: str) -> list[str]:
        """Return the names in a folder that are wanted and warn of the others; hidden files are
        nobody's business."""
        names = self._list_folder(place)
        odd = [
            name for name in names if not re.fullmatch(wanted, name) and not name.startswith(".")
        ]
        if odd:
            more = f" and {len(odd) - 1} more" if odd[1:] else ""
            self._report_ignored(
                place,
                f"“{place}” contains “{_make_printable(odd[0])}”{more}, which cannot be read as a "
                "prompt",
            )
        return [name for name in names if re.fullmatch(wanted, name)]

    def _list_folder(self, place: str) -> list[str]:
        """Return the names in a folder; none where it is missing, or unreadable, which is told."""
        try:
            path = self.resolve_inside(place)
            return sorted(each.name for each in path.iterdir()) if path else []
        except FileNotFoundError:
            return []
        except NotADirectoryError:
            self._report_ignored(place, f"“{place}” is not a folder")
            return []
        except (OSError, ValueError, RuntimeError) as error:
            self._report_unreadable(
                place, error, "put a folder there that you have permission to read"
            )
            return []

    def _report_unreadable(self, place: str, error: Exception, fix: str) -> None:
        reason = getattr(error, "strerror", None) or str(error)
        self.problems.append(
            Problem(place, 1, 1, "unreadable", f"“{place}” cannot be read: {reason}", fix=fix)
        )

    def _report_ignored(self, place: str, what: str) -> None:
        problem = Problem(place, 1, 1, "no-prompt", what, _PROMPTS, _RENAME, Severity.WARNING)
        self.problems.append(problem)

    def resolve_inside(self, place: str) -> Path | None:
        """Return the real path, or None where it leaves the world folder and the project's
        personas."""
        path = Path(os.path.realpath(self.folder / place))
        shared = Path(os.path.realpath(self.shared.parent)) / self.shared.name
        roots = (Path(os.path.realpath(self.folder)), shared)
        if not Path(place).is_absolute() and any(path.is_relative_to(root) for root in roots):
            return path
        what = f"“{place}” is outside the project"
        self.problems.append(Problem(place, 1, 1, "outside-project", what, _OUTSIDE, _KEEP_IN))
        return None

    def _decode(self, place: str, data: bytes) -> str | None:
        try:
            text = data.decode()
        except UnicodeDecodeError as error:
            what = (
                f"“{place}” is not UTF-8: byte 0x{data[error.start]:02x} is not part of a character"
            )
            line, column = _line_and_column(data, error.start)
            self.problems.append(
                Problem(place, line, column, "not-utf-8", what, fix="save the file as UTF-8")
            )
            return None
        if "\0" not in text:
            return normalize_text(text)
        line, column = _line_and_column(data, data.index(0))
        fix = "save the file as UTF-8 text; it may be UTF-16 or a binary file"
        self.problems.append(
            Problem(place, line, column, "nul-byte", f"“{place}” holds a NUL byte", fix=fix)
        )
        return None


_OUTSIDE = "a world may read only its own folder and the project's personas"
_KEEP_IN = "put the file into the world folder and name it without “..” or a leading “/”"
_PROMPTS = (
    "a prompt is a file such as prompts/en/answer.md, named with lowercase letters and _; "
    "others are ignored"
)
_RENAME = "rename it, or move it elsewhere"


def read_inside(folder: Path, place: str) -> bytes | None:
    """Return what a file holds, as a world reads it; None where there is none that it may read."""
    try:
        path = _Reader(folder).resolve_inside(place)
        return read_plain_file(path) if path else None
    except (OSError, ValueError, RuntimeError):
        return None


def read_plain_file(path: Path) -> bytes:
    """Return what a plain file holds; one that is none, or too large, is an OSError that says
    so."""
    info = path.stat()
    if stat.S_ISDIR(info.st_mode):
        raise IsADirectoryError(0, "it is a folder")
    if not stat.S_ISREG(info.st_mode):
        raise OSError(0, "it is not a regular file")
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise OSError(0, f"it is larger than {MAX_BYTES // 1024 // 1024} MiB")
    return data


def _line_and_column(data: bytes, offset: int) -> tuple[int, int]:
    start = data.rfind(b"\n", 0, offset) + 1
    return data.count(b"\n", 0, offset) + 1, len(data[start:offset].decode(errors="replace")) + 1


def _make_printable(name: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in name[:40])


def _printable_text(value: object) -> str:
    return value if isinstance(value, str) and value.isprintable() else ""


class NamedFiles(NamedTuple):
    """What world.toml names: its map, and the personas of its people."""

    map: str
    personas: tuple[str, ...]


def _find_named_files(text: str) -> NamedFiles | None:
    """Return what the text of world.toml names; None where it is no TOML."""
    import tomllib

    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError):
        return None
    return NamedFiles(_printable_text(data.get("map", "world.map")), tuple(_persona_names(data)))


def _persona_names(data: dict[str, Any]) -> Iterator[str]:
    people = data.get("people", [])
    for person in people if isinstance(people, list) else []:
        name = _printable_text(person.get("persona") if isinstance(person, dict) else None)
        if re.fullmatch(_PERSONA, name):
            yield name


def write_world(folder: Path, files: Mapping[str, str | bytes]) -> None:
    """Write the files of a world into a folder that is not there yet, or is empty.

    FolderExistsError where it is not empty.
    """
    with create_folder(folder) as made:
        for name, text in files.items():
            path = made / name
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomic(path, text.encode() if isinstance(text, str) else text)
