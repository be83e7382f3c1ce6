"""A world folder as texts: what is read, from where, and never from outside the project."""

import json
import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from latticeville.core.problems import Problem, Severity
from latticeville.world.prompts import FOLDER, LANGUAGE, NAME
from latticeville.world.tiles import TILES, TILESETS
from latticeville.world.world_cache import cached

LIMIT = 32 * 1024 * 1024
"""The most bytes that one file may have."""
STAMPS = "stamps.toml"
"""Where the stamps of a world are kept, which only those who draw it read."""
_PERSONA = re.compile(r"[a-z][a-z0-9_]{0,63}")


def read_project(folder: Path, *, everybody: bool = False) -> tuple[dict[str, str], list[Problem], dict[str, str]]:
    """Read the texts, the problems, and for each logical name the path as seen from the world folder.

    With `everybody` all personas are read that the world might name, not only those that it does, and the stamps.
    """
    reader = _Reader(folder)
    try:
        is_folder = folder.is_dir()
    except (OSError, ValueError):
        is_folder = False
    if not is_folder:
        return {}, [_no_world(str(folder), f"there is no folder “{folder}”")], {}
    if reader.exists("world.toml"):
        reader.take_toml()
        if everybody:
            reader.take_everybody()
    elif reader.exists("world.json"):
        reader.take_original()
    else:
        reader.problems.append(_no_world("world.toml", f"“{folder}” holds no world.toml"))
    if everybody:
        reader.take(STAMPS)
    return reader.files, reader.problems, reader.places


def tidy(text: str) -> str:
    """Drop a byte order mark and write every line end as one line feed."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n")


def _no_world(file: str, what: str) -> Problem:
    fix = "name a folder that holds world.toml (or world.json of the original format)"
    return Problem(file, 1, 1, "no-world", what, fix=fix)


class _Reader:
    """Collects texts and problems; knows the two folders that files may come from."""

    def __init__(self, folder: Path) -> None:
        self.folder = Path(os.path.abspath(folder))  # noqa: PTH100 - a linked folder keeps its own neighbours
        around = self.folder.parent
        self.shared = (around.parent if around.name == "worlds" else around) / "personas"
        self.files: dict[str, str] = {}
        self.places: dict[str, str] = {}
        self.problems: list[Problem] = []

    def exists(self, name: str) -> bool:
        return os.path.lexists(self.folder / name)

    def take_toml(self) -> None:
        self.take("world.toml")
        self.take("things.toml")
        text = self.files.get("world.toml", "")
        named = cached(Named | None, ("names of files", text), lambda: _named(text))
        if named is None:
            return
        self.take(named.map)
        self.take(TILES)
        self.take(TILESETS)
        for name in named.personas:
            self.take_persona(name)
        self.take_prompts()

    def take_persona(self, name: str) -> None:
        local = Path("personas") / f"{name}.toml"
        shared = Path(os.path.relpath(self.shared, self.folder)) / local.name
        self.take(local.as_posix(), (local if self.exists(str(local)) else shared).as_posix())

    def take_prompts(self) -> None:
        for language in self._names(FOLDER, LANGUAGE):
            for name in self._names(f"{FOLDER}/{language}", NAME):
                self.take(f"{FOLDER}/{language}/{name}")

    def take_everybody(self) -> None:
        files = (path for folder in (self.folder / "personas", self.shared) for path in folder.glob("*.toml"))
        for name in sorted({path.stem for path in files if re.fullmatch(_PERSONA, path.stem)}):
            self.take_persona(name)

    def take_original(self) -> None:
        self.take("world.json")
        self.take("characters.json")
        try:
            data = json.loads(self.files.get("world.json", ""))
        except (ValueError, RecursionError):
            return
        self.take(_text(data.get("map_file", "world.map")) if isinstance(data, dict) else "")

    def take(self, name: str, place: str = "") -> None:
        """Read one file under its logical name; an absent one is for others to miss."""
        place = place or name
        if not name or name in self.files:
            return
        try:
            path = self._inside(place)
            text = self._decode(place, plain_bytes(path)) if path else None
        except FileNotFoundError:
            return
        except (OSError, ValueError, RuntimeError) as error:
            self._unreadable(place, error, "put a plain text file there that you may read")
            text = None
        self.places[name] = place
        if text is not None:
            self.files[name] = text

    def _names(self, place: str, wanted: str) -> list[str]:
        """Return the names in a folder that are wanted and warn of the others; hidden files are nobody's business."""
        names = self._listed(place)
        odd = [name for name in names if not re.fullmatch(wanted, name) and not name.startswith(".")]
        if odd:
            more = f" and {len(odd) - 1} more" if odd[1:] else ""
            self._ignored(place, f"“{place}” holds “{_printable(odd[0])}”{more}, where no prompt is looked for")
        return [name for name in names if re.fullmatch(wanted, name)]

    def _listed(self, place: str) -> list[str]:
        """Return the names in a folder; none where it is missing, or unreadable, which is told."""
        try:
            path = self._inside(place)
            return sorted(each.name for each in path.iterdir()) if path else []
        except FileNotFoundError:
            return []
        except NotADirectoryError:
            self._ignored(place, f"“{place}” is no folder")
            return []
        except (OSError, ValueError, RuntimeError) as error:
            self._unreadable(place, error, "put a folder there that you may read")
            return []

    def _unreadable(self, place: str, error: Exception, fix: str) -> None:
        reason = getattr(error, "strerror", None) or str(error)
        self.problems.append(Problem(place, 1, 1, "unreadable", f"“{place}” cannot be read: {reason}", fix=fix))

    def _ignored(self, place: str, what: str) -> None:
        problem = Problem(place, 1, 1, "no-prompt", what, _PROMPTS, _RENAME, Severity.WARNING)
        self.problems.append(problem)

    def _inside(self, place: str) -> Path | None:
        """Return the real path, or None where it leaves the world folder and the project's personas."""
        path = Path(os.path.realpath(self.folder / place))
        shared = Path(os.path.realpath(self.shared.parent)) / self.shared.name
        roots = (Path(os.path.realpath(self.folder)), shared)
        if not Path(place).is_absolute() and any(path.is_relative_to(root) for root in roots):
            return path
        what = f"“{place}” leaves the project"
        self.problems.append(Problem(place, 1, 1, "outside-project", what, _OUTSIDE, _KEEP_IN))
        return None

    def _decode(self, place: str, data: bytes) -> str | None:
        try:
            text = data.decode()
        except UnicodeDecodeError as error:
            what = f"“{place}” is not UTF-8: byte 0x{data[error.start]:02x} belongs to no letter"
            line, column = _spot(data, error.start)
            self.problems.append(Problem(place, line, column, "not-utf-8", what, fix="save the file as UTF-8"))
            return None
        if "\0" not in text:
            return tidy(text)
        line, column = _spot(data, data.index(0))
        fix = "it may be no text file, or UTF-16: save it as UTF-8"
        self.problems.append(Problem(place, line, column, "nul-byte", f"“{place}” holds a NUL byte", fix=fix))
        return None


_OUTSIDE = "a world may read only its own folder and the project's personas"
_KEEP_IN = "put the file into the world folder and name it without “..” or a leading “/”"
_PROMPTS = "prompts are read from files such as prompts/en/answer.md, small letters and _ only; all else is ignored"
_RENAME = "rename it, or keep it elsewhere"


def plain_bytes(path: Path) -> bytes:
    """Return what a plain file holds; one that is none, or too large, is an OSError that says so."""
    info = path.stat()
    if stat.S_ISDIR(info.st_mode):
        raise IsADirectoryError(0, "it is a folder")
    if not stat.S_ISREG(info.st_mode):
        raise OSError(0, "it is no plain file")
    with path.open("rb") as file:
        data = file.read(LIMIT + 1)
    if len(data) > LIMIT:
        raise OSError(0, f"it is larger than {LIMIT // 1024 // 1024} MiB")
    return data


def _spot(data: bytes, offset: int) -> tuple[int, int]:
    start = data.rfind(b"\n", 0, offset) + 1
    return data.count(b"\n", 0, offset) + 1, len(data[start:offset].decode(errors="replace")) + 1


def _printable(name: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in name[:40])


def _text(value: object) -> str:
    return value if isinstance(value, str) and value.isprintable() else ""


class Named(NamedTuple):
    """What world.toml names: its map, and the personas of its people."""

    map: str
    personas: tuple[str, ...]


def _named(text: str) -> Named | None:
    """Return what the text of world.toml names; None where it is no TOML."""
    import tomllib

    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError):
        return None
    return Named(_text(data.get("map", "world.map")), tuple(_personas(data)))


def _personas(data: dict[str, Any]) -> Iterator[str]:
    people = data.get("people", [])
    for person in people if isinstance(people, list) else []:
        name = _text(person.get("persona") if isinstance(person, dict) else None)
        if re.fullmatch(_PERSONA, name):
            yield name
