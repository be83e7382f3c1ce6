"""A world folder as one frozen value: its files, and every persona it may use."""

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Any

import msgspec
from msgspec.structs import replace

from latticeville.core.disk import content_hash
from latticeville.core.problems import Problem
from latticeville.world.io.files import STAMPS_FILE, normalize_text, read_project
from latticeville.world.model.tiles import TILES_FILE
from studio.project.documents.document import Document, is_same_text, parse_document, require_table
from studio.project.formats.map_text import MapText
from studio.project.formats.plain_values import KeyPath
from studio.project.formats.refusal import EditRefusedError
from studio.project.formats.tile_ids import clear_repainted

WORLD, THINGS, ROOMS, CAST = "world.toml", "kinds.toml", "world.json", "characters.json"


class LineEnds(msgspec.Struct, frozen=True, gc=False):
    """What of a file is no part of its text: a byte order mark, and how its lines end."""

    mark: bool = False
    windows: bool = False

    @classmethod
    def of(cls, data: bytes) -> "LineEnds":
        """Look at the bytes of a file."""
        windows = data.count(b"\r\n")
        return cls(data.startswith(b"\xef\xbb\xbf"), 2 * windows > data.count(b"\n"))

    def encode(self, text: str) -> bytes:
        """Return the bytes that a text has in the file."""
        lines = text.replace("\n", "\r\n") if self.windows else text
        return (b"\xef\xbb\xbf" if self.mark else b"") + lines.encode()


class Project(msgspec.Struct, frozen=True, dict=True):
    """Files by logical name; `places` says where each lies, as seen from the world folder."""

    folder: Path
    files: Mapping[str, Document]
    places: Mapping[str, str] = {}
    ends: Mapping[str, LineEnds] = {}
    unread: tuple[Problem, ...] = ()

    @property
    def original(self) -> bool:
        """Whether the world is of the original format, in JSON."""
        return ROOMS in self.files and WORLD not in self.files

    @cached_property
    def map_name(self) -> str:
        """The logical name of the map."""
        return map_name({name: self.data(name) for name in (WORLD, ROOMS)})

    @property
    def map(self) -> MapText:
        """The map; an empty one where the world has none."""
        document = self.files.get(self.map_name)
        return document if isinstance(document, MapText) else MapText((), 0)

    def data(self, name: str) -> dict[str, Any]:
        """Return what a table holds; nothing where it is missing or broken. Not to be changed."""
        data = getattr(self.files.get(name), "data", None)
        return data if isinstance(data, dict) else {}

    def place(self, name: str) -> str:
        """Return where a file lies or would, as seen from the world folder."""
        return self.places.get(name, name)

    def path(self, name: str) -> Path:
        """Return where a file lies or would."""
        return self.folder / self.place(name)

    def moved(self, old: str, name: str) -> "Project":
        """Return the project with a file that lies elsewhere on disk: by its logical name instead
        of another."""
        places = {other: place for other, place in self.places.items() if other != name}
        return replace(
            self, places=places, unread=tuple(one for one in self.unread if one.file != old)
        )

    def with_map(self, rows: MapText) -> "Project":
        """Return the project with another map; a cell with another glyph loses its tile id."""
        before, ids = self.map, self.files.get(TILES_FILE)
        project = self.with_file(self.map_name, rows)
        return (
            project.with_file(TILES_FILE, clear_repainted(ids, before, rows))
            if isinstance(ids, MapText)
            else project
        )

    def with_file(self, name: str, document: Document) -> "Project":
        """Return the project with a file replaced or added."""
        if self.files.get(name) is document:
            return self
        safe = PurePosixPath(name)
        if not name or safe.is_absolute() or ".." in safe.parts:
            raise EditRefusedError(f"“{name}” leaves the project")
        return replace(self, files={**self.files, name: document})

    def without_file(self, name: str) -> "Project":
        """Return the project with a file removed."""
        return replace(
            self, files={other: document for other, document in self.files.items() if other != name}
        )

    def put(self, name: str, path: KeyPath, value: object) -> "Project":
        """Return the project with a value at a path of a file."""
        return self.with_file(name, require_table(name, self.files.get(name)).put(path, value))

    def put_each(self, name: str, values: Mapping[KeyPath, object]) -> "Project":
        """Return the project with values at many paths of a file."""
        document = require_table(name, self.files.get(name))
        return self.with_file(name, document.put_each(values)) if values else self

    def drop(self, name: str, path: KeyPath) -> "Project":
        """Return the project without the value at a path of a file."""
        return self.with_file(name, require_table(name, self.files.get(name)).drop(path))

    def insert(self, name: str, path: KeyPath, value: object) -> "Project":
        """Return the project with another element in a list, before the one at the path."""
        return self.with_file(name, require_table(name, self.files.get(name)).insert(path, value))

    def rename(self, name: str, path: KeyPath, key: str) -> "Project":
        """Return the project with another word for the last key of a path."""
        return self.with_file(name, require_table(name, self.files.get(name)).rename(path, key))

    def changed_files(self, other: "Project") -> tuple[str, ...]:
        """Return in order the names of the files whose text is not the same in the other."""
        if self.files is other.files:
            return ()
        names = sorted({*self.files, *other.files})
        return tuple(
            name for name in names if not is_same_text(self.files.get(name), other.files.get(name))
        )


def map_name(tables: Mapping[str, dict[str, Any]]) -> str:
    """Return the name of the map that world.toml or world.json gives."""
    own, foreign = tables.get(WORLD) or {}, tables.get(ROOMS) or {}
    given = (
        own.get("map", "world.map") if own or not foreign else foreign.get("map_file", "world.map")
    )
    return given if isinstance(given, str) else ""


def persona_file(name: str) -> str:
    """Return the logical name of a persona's file."""
    return f"personas/{name}.toml"


def persona_name(project: Project, persona: str) -> str:
    """Return what somebody is called; their id where their file does not say."""
    return str(project.data(persona_file(persona)).get("name", persona))


def load_project(folder: Path) -> tuple[Project, dict[str, str]]:
    """Read a world folder: the project, and the content hash of each of its files."""
    texts, problems, places = read_project(folder, everybody=True)
    ends, hashes = dict[str, LineEnds](), dict[str, str]()
    for name in list(texts):
        try:
            data = (folder / places.get(name, name)).read_bytes()
            texts[name] = normalize_text(data.decode())
        except (OSError, ValueError):
            continue
        ends[name], hashes[name] = LineEnds.of(data), content_hash(data)
    return make_project(folder, texts, places, ends, tuple(problems)), hashes


def make_project(
    folder: Path,
    texts: Mapping[str, str],
    places: Mapping[str, str] = {},
    ends: Mapping[str, LineEnds] = {},
    unread: tuple[Problem, ...] = (),
) -> Project:
    """Make a project of texts by logical name."""
    tables = {name: parse_document(name, texts[name]) for name in (WORLD, ROOMS) if name in texts}
    drawn = map_name(
        {
            name: data
            for name, document in tables.items()
            if isinstance(data := getattr(document, "data", {}), dict)
        }
    )
    files = {
        name: tables.get(name) or parse_document(name, text, drawn) for name, text in texts.items()
    }
    return Project(folder, files, dict(places), dict(ends), unread)


__all__ = [
    "CAST",
    "ROOMS",
    "STAMPS_FILE",
    "THINGS",
    "WORLD",
    "LineEnds",
    "Project",
    "load_project",
    "make_project",
    "map_name",
    "persona_file",
]
