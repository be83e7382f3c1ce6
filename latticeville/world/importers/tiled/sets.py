"""Tilesets: what each tile is called, how it is drawn, and whether one can walk on it."""

from bisect import bisect_right
from pathlib import PurePosixPath
from typing import Any

import msgspec

from latticeville.core.problems import Severity
from latticeville.world.importers.glyphs import customary
from latticeville.world.importers.report import At, Doc, Report, UnreadableError
from latticeville.world.importers.sources import Folder, array, table
from latticeville.world.importers.tiled.properties import Properties
from latticeville.world.importers.tiled.tmx import read_xml
from latticeville.world.importers.values import whole, words

FLIPS = 0xF0000000
"""The high bits of a gid: flipped across, down, along the diagonal, and turned by 120 degrees."""


def open_doc(name: str, folder: Folder, report: Report, named: At | None = None) -> Doc:
    """Return a file of Tiled, JSON or XML; `named` is where another file names it."""
    if name.lower().endswith((".tmx", ".tsx", ".xml")):
        return read_xml(name, folder.read(name, named), report)
    return folder.table(name, named)


class Tile(msgspec.Struct, frozen=True):
    """One tile; `walkable` is None where nothing is said about it."""

    name: str
    glyph: str = ""
    color: str = ""
    walkable: bool | None = None
    opaque: bool = False
    terrain: str = ""
    own: bool = False
    """Whether it has a glyph of its own, as tiles have that were exported."""


class Sets:
    """All tilesets of a map."""

    def __init__(self, doc: Doc, folder: Folder, report: Report) -> None:
        self._folder, self._report = folder, report
        self._names: dict[int, str] = {}
        self.tiles: dict[int, Tile] = {}
        for index, entry in enumerate(array(doc.data.get("tilesets"))):
            at = At(doc, ("tilesets", index))
            first = whole(table(entry).get("firstgid"))
            if first is None or not 0 < first < FLIPS:
                report.warn(
                    at, "bad-value", "a tileset needs a “firstgid” from 1 on; this one is left out", "save it anew"
                )
                continue
            self._read(first, *self._found(at, table(entry)))
        self._firsts = sorted(self._names)

    def tile(self, gid: int) -> Tile:
        """Return the tile of a gid without its flips."""
        if gid not in self.tiles:
            place = bisect_right(self._firsts, gid) - 1
            first = self._firsts[place] if place >= 0 else 0
            name = f"{self._names[first] if first else 'tile'} {gid - first}"
            self.tiles[gid] = Tile(name, *customary(name))
        return self.tiles[gid]

    def _found(self, at: At, entry: dict[str, Any]) -> tuple[At, dict[str, Any]]:
        """Return a tileset as it stands in the map, or in the file that the map names."""
        source = entry.get("source")
        if source is None:
            return at, entry
        name = source.replace("\\", "/") if isinstance(source, str) and source.isprintable() else ""
        try:
            doc = open_doc(name, self._folder, self._report, at.below("source"))
        except UnreadableError as error:
            self._report.keep(error.problem, Severity.WARNING)
            return at, {"name": PurePosixPath(name).stem}
        return At(doc), doc.data

    def _read(self, first: int, at: At, entry: dict[str, Any]) -> None:
        self._names[first] = words(entry.get("name"), 100) or "tile"
        Properties(at, entry, self._report).lose("tilesets")
        for index, tile in enumerate(array(entry.get("tiles"))):
            number = whole(table(tile).get("id"))
            if number is not None and 0 <= number < FLIPS - first:
                self.tiles[first + number] = self._tile(
                    at.below("tiles", index), table(tile), self._names[first], number
                )

    def _tile(self, at: At, tile: dict[str, Any], around: str, number: int) -> Tile:
        properties = Properties(at, tile, self._report)
        kind = words(tile.get("type") or tile.get("class"), 190)
        name = properties.text("name") or kind or f"{around} {number}"
        glyph, color = customary(f"{name} {kind}")
        own, walkable = properties.glyph(), properties.flag("walkable")
        for word in ("collides", "collision", "solid", "blocks", "blocked"):
            if word in properties and (flag := properties.flag(word)) is not None and walkable is None:
                walkable = not flag
        if walkable is None and array(table(tile.get("objectgroup")).get("objects")):
            walkable = False
        if "animation" in tile:
            self._report.lose(at, "the animation of a tile has no room in a world: a glyph stands still")
        found = Tile(
            name,
            own or glyph,
            properties.color() or color,
            walkable,
            properties.flag("opaque") or False,
            properties.text("terrain"),
            bool(own),
        )
        properties.lose("tiles")
        return found
