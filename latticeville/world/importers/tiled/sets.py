"""Tilesets: what each tile is called, how it is drawn, and whether one can walk on it."""

from bisect import bisect_right
from pathlib import PurePosixPath
from typing import Any, NamedTuple

import msgspec

from latticeville.core.problems import Severity
from latticeville.world.importers.glyphs import CUSTOM, SOLID, known_word
from latticeville.world.importers.report import At, Doc, Report, UnreadableError
from latticeville.world.importers.sources import Folder, array, table
from latticeville.world.importers.tiled.properties import Properties
from latticeville.world.importers.tiled.tmx import read_xml
from latticeville.world.importers.values import whole, words
from latticeville.world.tiles import FLIPS, GREATEST

_LONGEST, _MOST = 100_000, 1_000_000
"""The longest side, and the greatest number of columns and pixels, that our format tells."""


def open_doc(name: str, folder: Folder, report: Report, named: At | None = None) -> Doc:
    """Return a file of Tiled, JSON or XML; `named` is where another file names it."""
    if name.lower().endswith((".tmx", ".tsx", ".xml")):
        return read_xml(name, folder.read(name, named), report)
    return folder.table(name, named)


class Tile(msgspec.Struct, frozen=True):
    """One tile; `walkable` and `opaque` are None where nothing is said about them."""

    name: str
    look: "TileLook | None" = None
    walkable: bool | None = None
    opaque: bool | None = None


class TileLook(NamedTuple):
    """What a cell looks like: what it is called, how it is drawn, and the kind of ground."""

    name: str
    glyph: str = ""
    color: str = ""
    terrain: str = ""
    own: bool = False
    """Whether the glyph is its own, as tiles have that were exported."""
    word: str = ""
    """The word of ours that the name holds."""

    @property
    def usually_solid(self) -> bool:
        """Whether what looks so is usually in the way."""
        return CUSTOM.get(self.word, ("", ""))[0] in SOLID


def look_of(name: str) -> TileLook | None:
    """Return the look that a name asks for, or None where it holds no word of ours."""
    word = known_word(name)
    return TileLook(word, *CUSTOM[word], word=word) if word else None


def _completed(look: TileLook) -> TileLook:
    """Return a look with the customary glyph and color of its word, where it has none."""
    glyph, color = CUSTOM.get(look.word, ("", ""))
    return look._replace(glyph=look.glyph or glyph, color=look.color or color)


class Sets:
    """All tilesets of a map."""

    def __init__(self, doc: Doc, folder: Folder, report: Report) -> None:
        self._folder, self._report = folder, report
        self._names: dict[int, str] = {}
        self._looks: dict[int, TileLook | None] = {}
        self._tables: dict[int, dict[str, Any]] = {}
        self._counts: dict[int, int | None] = {0: 0}
        self._listed: set[int] = set()
        self.tiles: dict[int, Tile] = {}
        for index, entry in enumerate(array(doc.data.get("tilesets"))):
            at = At(doc, ("tilesets", index))
            first = whole(table(entry).get("firstgid"))
            if first is None or not 0 < first <= GREATEST & ~FLIPS:
                report.warn(
                    at, "bad-value", "a tileset needs a “firstgid” from 1 on; this one is left out", "save it anew"
                )
                continue
            self._read(first, *self._found(at, table(entry)))
        self._firsts = sorted(self._names)

    def has(self, gid: int) -> bool:
        """Tell whether a gid without its flips is a tile of a tileset; one that does not tell its size has them all."""
        first = self._first(gid)
        count = self._counts[first]
        return count is None or gid - first < count or gid in self._listed

    def tile(self, gid: int) -> Tile:
        """Return the tile of a gid without its flips."""
        if gid not in self.tiles:
            first = self._first(gid)
            self.tiles[gid] = Tile(f"{self._names[first] if first else 'tile'} {gid - first}")
        return self.tiles[gid]

    def look(self, gid: int) -> TileLook | None:
        """Return the look that the name of a gid's tileset asks for."""
        return self._looks.get(self._first(gid))

    def tables(self, *, own: bool) -> list[dict[str, Any]]:
        """Return the tilesets as our format tells them; with `own` those without our legend."""
        firsts = [first for first in self._firsts if not (own and self._is_legend(first))]
        return [{"first": first, "name": self._names[first], **self._tables[first]} for first in firsts]

    def _first(self, gid: int) -> int:
        place = bisect_right(self._firsts, gid) - 1
        return self._firsts[place] if place >= 0 else 0

    def _is_legend(self, first: int) -> bool:
        look = self.tiles[first].look if first in self.tiles else None
        return look is not None and look.own

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
        self._looks[first] = look_of(self._names[first])
        self._tables[first] = _told(at, entry)
        Properties(at, entry, self._report).lose("tilesets")
        self._counts[first] = _count(entry)
        for index, tile in enumerate(array(entry.get("tiles"))):
            number = whole(table(tile).get("id"))
            if number is not None and 0 <= number < FLIPS - first:
                unnamed = f"{self._names[first]} {number}"
                self._listed.add(first + number)
                place = at.below("tiles", index)
                self.tiles[first + number] = self._tile(place, table(tile), unnamed)

    def _tile(self, at: At, tile: dict[str, Any], unnamed: str) -> Tile:
        properties = Properties(at, tile, self._report)
        kind = words(tile.get("type") or tile.get("class"), 190)
        given = properties.text("name") or kind
        own, walkable = properties.glyph(), _walkable(properties, tile)
        if "animation" in tile:
            self._report.lose(at, "the animation of a tile has no room in a world: a glyph stands still")
        color, terrain, word = properties.color(), properties.text("terrain"), known_word(f"{given} {kind}")
        look = None
        if any((given, own, color, terrain)):
            name = given or word or terrain or unnamed
            look = _completed(TileLook(name, own, color, terrain, bool(own), word))
        found = Tile(given or unnamed, look, walkable, properties.flag("opaque"))
        properties.lose("tiles")
        return found


def _count(entry: dict[str, Any]) -> int | None:
    """Return how many tiles a tileset has; those of single pictures are the listed ones; None where it does not say."""
    count = whole(entry.get("tilecount"))
    if entry.get("image") is None and array(entry.get("tiles")):
        return count if count and entry.get("columns") else 0
    return count if count and count > 0 else None


def _told(at: At, entry: dict[str, Any]) -> dict[str, Any]:
    """Return what our format tells of a tileset beside its name and its first id."""
    image = _image(at, entry)
    found: dict[str, Any] = {"image": image} if image else {}
    for key, wide, high in (("size", "tilewidth", "tileheight"), ("image_size", "imagewidth", "imageheight")):
        sides = [whole(entry.get(side)) or 0 for side in (wide, high)]
        if min(sides) > 0 and max(sides) <= _LONGEST:
            found[key] = sides
    for key, name, most in (
        ("count", "tilecount", FLIPS >> 4),
        ("columns", "columns", _MOST),
        ("margin", "margin", _MOST),
        ("spacing", "spacing", _MOST),
    ):
        if 0 < (value := whole(entry.get(name)) or 0) <= most:
            found[key] = value
    return found


def _image(at: At, entry: dict[str, Any]) -> str:
    """Return the path of a tileset's picture, from the folder of the map."""
    image = entry.get("image")
    path = words(image, 4000) if isinstance(image, str) else ""
    return str(PurePosixPath(at.doc.name).parent / path) if path and not at.path else path


def _walkable(properties: Properties, tile: dict[str, Any]) -> bool | None:
    """Tell whether one can walk on a tile, as it says, or by what it says to be in the way."""
    walkable = properties.flag("walkable")
    for word in ("collides", "collision", "solid", "blocks", "blocked"):
        flag = properties.flag(word)
        walkable = not flag if walkable is None and flag is not None else walkable
    if walkable is None and array(table(tile.get("objectgroup")).get("objects")):
        return False
    return walkable
