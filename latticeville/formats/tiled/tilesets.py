"""Tilesets: the name and glyph of each tile, and whether people can walk on it."""

import json
from bisect import bisect_right
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any, NamedTuple

import msgspec

from latticeville.core.problems import Severity
from latticeville.core.raster_image import RasterImage
from latticeville.formats.glyphs import CUSTOMARY_GLYPHS, SOLID_GLYPHS, find_known_word
from latticeville.formats.report import (
    ImportReport,
    SourceDocument,
    SourceFolder,
    SourceValue,
    UnreadableError,
    as_list,
    as_table,
)
from latticeville.formats.tiled.carried import PLACEHOLDER
from latticeville.formats.tiled.properties import TiledProperties
from latticeville.formats.tiled.tmx import read_xml
from latticeville.world.model.tiles import FLIP_BITS, MAX_TILE_ID
from latticeville.world.original.values import clean_name, one_line, parse_whole
from latticeville.world.schema.world import TileTable

_MAX_SIDE, _MAX_NUMBER = 100_000, 1_000_000
"""The longest side, and the greatest number of columns and pixels, that our format tells."""


MAX_TILE_SIDE = 1024
"""The longest side of a tile whose picture is taken."""


def terrain_names(tileset: dict[str, Any]) -> dict[int, str]:
    """Return the name of the terrain, or of the wang colour, that all corners or edges of a tile
    have."""
    found = dict(_read_terrains(tileset))
    for entry in as_list(tileset.get("wangsets")):
        found |= dict(_read_wang_set(as_table(entry)))
    return {number: name for number, name in found.items() if name}


def _read_wang_set(table: dict[str, Any]) -> Iterator[tuple[int, str]]:
    names = _names(table.get("colors"))
    for entry in as_list(table.get("wangtiles")):
        tile = as_table(entry)
        number, sides = (
            parse_whole(tile.get("tileid")),
            [side for side in _numbers(tile.get("wangid")) if side],
        )
        if (
            number is not None
            and len(sides) >= 4
            and len({*sides}) == 1
            and 0 < sides[0] <= len(names)
        ):
            yield number, names[sides[0] - 1]


def _read_terrains(tileset: dict[str, Any]) -> Iterator[tuple[int, str]]:
    names = _names(tileset.get("terrains"))
    for entry in as_list(tileset.get("tiles")):
        tile = as_table(entry)
        number, corners = parse_whole(tile.get("id")), _numbers(tile.get("terrain"))
        if (
            number is not None
            and len(corners) == 4
            and len({*corners}) == 1
            and 0 <= corners[0] < len(names)
        ):
            yield number, names[corners[0]]


def _names(entries: object) -> list[str]:
    return [one_line(as_table(entry).get("name"), 190) for entry in as_list(entries)]


def _numbers(value: object) -> list[int]:
    """Return the whole numbers of a list, or of a text with commas; -1 for what is none.

    >>> _numbers("0,1,,2"), _numbers([3, "x"])
    ([0, 1, -1, 2], [3, -1])
    """
    if isinstance(value, str):
        return [
            int(part) if part.strip().isdecimal() and len(part) < 9 else -1
            for part in value.split(",")
        ]
    return [found if (found := parse_whole(part)) is not None else -1 for part in as_list(value)]


def open_document(
    name: str, folder: SourceFolder, report: ImportReport, named: SourceValue | None = None
) -> SourceDocument:
    """Return a file of Tiled, JSON or XML; `named` is where another file names it."""
    if name.lower().endswith((".tmx", ".tsx", ".xml")):
        return read_xml(name, folder.read_bytes(name, named), report)
    return folder.read_json(name, named)


class TiledTile(msgspec.Struct, frozen=True):
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
    ground: str = ""
    """The material or the colour of the ground, where the source chooses it."""
    textures: tuple[str, ...] = ()
    resources: tuple[tuple[str, int], ...] = ()
    """The most units that a cell holds of each resource, by name."""
    carried: str = ""
    """The other fields of the legend, as JSON."""

    @property
    def usually_solid(self) -> bool:
        """Whether what looks so is usually in the way."""
        return CUSTOMARY_GLYPHS.get(self.word, ("", ""))[0] in SOLID_GLYPHS


def find_look(name: str) -> TileLook | None:
    """Return the look that a name asks for, or None where it holds no word of ours."""
    word = find_known_word(name)
    return TileLook(word, *CUSTOMARY_GLYPHS[word], word=word) if word else None


def _complete_look(look: TileLook) -> TileLook:
    """Return a look with the customary glyph and color of its word, where it has none."""
    glyph, color = CUSTOMARY_GLYPHS.get(look.word, ("", ""))
    return look._replace(glyph=look.glyph or glyph, color=look.color or color)


class TileImage(NamedTuple):
    """Where the image of a tile is: a file, and the part of it; `size` is None where the tile is
    the whole file."""

    at: SourceValue
    path: str
    number: int = 0
    size: tuple[int, int] | None = None
    columns: int = 0
    margin: int = 0
    spacing: int = 0

    def cut(self, image: RasterImage) -> RasterImage:
        """Return the tile out of the image of its tileset."""
        if self.size is None:
            return image
        width, height = self.size
        wide, room = width + self.spacing, image.width - 2 * self.margin + self.spacing
        row, column = divmod(self.number, self.columns or max(1, room // wide))
        return image.cut(
            self.margin + column * wide, self.margin + row * (height + self.spacing), width, height
        )


class Tilesets:
    """All tilesets of a map."""

    def __init__(self, doc: SourceDocument, folder: SourceFolder, report: ImportReport) -> None:
        self._folder, self._report = folder, report
        self._names: dict[int, str] = {}
        self._looks: dict[int, TileLook | None] = {}
        self._tables: dict[int, dict[str, Any]] = {}
        self._entries: dict[int, tuple[SourceValue, dict[str, Any]]] = {}
        self._counts: dict[int, int | None] = {0: 0}
        self._listed_gids: set[int] = set()
        self.tiles: dict[int, TiledTile] = {}
        for index, entry in enumerate(as_list(doc.data.get("tilesets"))):
            at = SourceValue(doc, ("tilesets", index))
            first = parse_whole(as_table(entry).get("firstgid"))
            if first is None or not 0 < first <= MAX_TILE_ID & ~FLIP_BITS:
                report.warn(
                    at,
                    "bad-value",
                    "a tileset without a valid “firstgid” is left out",
                    "save the map again",
                )
                continue
            self._read_tileset(first, *self._open_tileset(at, as_table(entry)))
        self._firsts = sorted(self._names)

    def has_tile(self, gid: int) -> bool:
        """Tell whether a gid without its flips is a tile of a tileset; one that does not tell its
        size has them all."""
        first = self._first_gid(gid)
        count = self._counts[first]
        return count is None or gid - first < count or gid in self._listed_gids

    def find_tile(self, gid: int) -> TiledTile:
        """Return the tile of a gid without its flips."""
        if gid not in self.tiles:
            first = self._first_gid(gid)
            self.tiles[gid] = TiledTile(
                f"{self._names[first][:180] if first else 'tile'} {gid - first}"
            )
        return self.tiles[gid]

    def find_image(self, gid: int) -> TileImage | None:
        """Return where the image of a gid without its flips is; None where nothing says so."""
        first = self._first_gid(gid)
        if not first:
            return None
        at, entry = self._entries[first]
        for index, tile in enumerate(map(as_table, as_list(entry.get("tiles")))):
            if parse_whole(tile.get("id")) == gid - first and (path := _image_path(at, tile)):
                return TileImage(at.child("tiles", index), path)
        table = self._tables[first]
        if "image" not in table or "size" not in table or max(table["size"]) > MAX_TILE_SIDE:
            return None
        grid = (table.get(key, 0) for key in ("columns", "margin", "spacing"))
        width, height = table["size"]
        return TileImage(at, table["image"], gid - first, (width, height), *grid)

    def find_tileset_look(self, gid: int) -> TileLook | None:
        """Return the look that the name of a gid's tileset asks for."""
        return self._looks.get(self._first_gid(gid))

    def to_tables(self, *, own: bool) -> list[dict[str, Any]]:
        """Return the tilesets as our format tells them; with `own` those without our legend."""
        firsts = [
            first
            for first in self._firsts
            if not (own and (self._is_legend(first) or self._is_unnamed(first)))
        ]
        return [
            {"first": first, "name": self._names[first], **self._tables[first]} for first in firsts
        ]

    def _first_gid(self, gid: int) -> int:
        place = bisect_right(self._firsts, gid) - 1
        return self._firsts[place] if place >= 0 else 0

    def _is_legend(self, first: int) -> bool:
        look = self.tiles[first].look if first in self.tiles else None
        return look is not None and look.own

    def _is_unnamed(self, first: int) -> bool:
        """Tell whether a tileset stands for none, because the world that was exported names
        none."""
        return self._entries[first][1].get("class") == PLACEHOLDER

    def _open_tileset(
        self, at: SourceValue, entry: dict[str, Any]
    ) -> tuple[SourceValue, dict[str, Any]]:
        """Return a tileset as it stands in the map, or in the file that the map names."""
        source = entry.get("source")
        if source is None:
            return at, entry
        name = source.replace("\\", "/") if isinstance(source, str) and source.isprintable() else ""
        try:
            doc = open_document(name, self._folder, self._report, at.child("source"))
        except UnreadableError as error:
            self._report.add_problem(error.problem, Severity.WARNING)
            return at, {"name": PurePosixPath(name).stem}
        return SourceValue(doc), doc.data

    def _read_tileset(self, first: int, at: SourceValue, entry: dict[str, Any]) -> None:
        self._names[first] = clean_name(entry.get("name")) or "tile"
        self._looks[first] = find_look(self._names[first])
        self._tables[first] = _tileset_fields(at, entry)
        self._entries[first] = at, entry
        TiledProperties(at, entry, self._report).report_unread("tilesets")
        self._counts[first] = _count_tiles(entry)
        terrains = terrain_names(entry)
        for index, tile in enumerate(as_list(entry.get("tiles"))):
            number = parse_whole(as_table(tile).get("id"))
            if number is not None and 0 <= number < FLIP_BITS - first:
                unnamed = f"{self._names[first][:180]} {number}"
                self._listed_gids.add(first + number)
                place = at.child("tiles", index)
                self.tiles[first + number] = self._read_tile(
                    place, as_table(tile), unnamed, terrains.pop(number, "")
                )
        for number, name in terrains.items():
            if 0 <= number < FLIP_BITS - first:
                self.tiles[first + number] = TiledTile(
                    name, _complete_look(TileLook(name, word=find_known_word(name)))
                )

    def _read_tile(
        self, at: SourceValue, tile: dict[str, Any], unnamed: str, region: str
    ) -> TiledTile:
        """Return a tile of a tileset; `region` is the name of the terrain in which it lies."""
        properties = TiledProperties(at, tile, self._report)
        kind = one_line(tile.get("type") or tile.get("class"), 190)
        given = properties.read_text("name") or kind or region
        own, walkable = properties.read_glyph(), _read_walkable(properties, tile)
        if "animation" in tile:
            self._report.report_lost(at, "the animation of a tile is not supported")
        color, terrain, word = (
            properties.read_color(),
            properties.read_text("terrain"),
            find_known_word(f"{given} {kind}"),
        )
        look, chosen = None, _read_choices(properties)
        if any((given, own, color, terrain, *chosen)):
            name = given or word or terrain or unnamed
            look = _complete_look(TileLook(name, own, color, terrain, bool(own), word, *chosen))
        found = TiledTile(given or unnamed, look, walkable, properties.read_flag("opaque"))
        properties.report_unread("tiles")
        return found


def _read_choices(
    properties: TiledProperties,
) -> tuple[str, tuple[str, ...], tuple[tuple[str, int], ...], str]:
    """Return what a tile says beside its name, glyph, colour and terrain: the last fields of its
    look."""
    chosen = properties.read_ground(), properties.read_textures(), properties.read_resources()
    carried = properties.read_carried(TileTable)
    return *chosen, json.dumps(carried) if carried else ""


def _count_tiles(entry: dict[str, Any]) -> int | None:
    """Return how many tiles a tileset has; those of single pictures are the listed ones; None where
    it does not say."""
    count = parse_whole(entry.get("tilecount"))
    if entry.get("image") is None and as_list(entry.get("tiles")):
        return count if count and entry.get("columns") else 0
    return count if count and count > 0 else None


def _tileset_fields(at: SourceValue, entry: dict[str, Any]) -> dict[str, Any]:
    """Return what our format tells of a tileset beside its name and its first id."""
    image = _image_path(at, entry)
    found: dict[str, Any] = {"image": image} if image else {}
    for key, wide, high in (
        ("size", "tilewidth", "tileheight"),
        ("image_size", "imagewidth", "imageheight"),
    ):
        sides = [parse_whole(entry.get(side)) or 0 for side in (wide, high)]
        if min(sides) > 0 and max(sides) <= _MAX_SIDE:
            found[key] = sides
    for key, name, most in (
        ("count", "tilecount", FLIP_BITS >> 4),
        ("columns", "columns", _MAX_NUMBER),
        ("margin", "margin", _MAX_NUMBER),
        ("spacing", "spacing", _MAX_NUMBER),
    ):
        if 0 < (value := parse_whole(entry.get(name)) or 0) <= most:
            found[key] = value
    return found


def _image_path(at: SourceValue, entry: dict[str, Any]) -> str:
    """Return the path of a tileset's picture, from the folder of the map."""
    image = entry.get("image")
    path = image if isinstance(image, str) and image.isprintable() else one_line(image, 4000)
    return str(PurePosixPath(at.doc.name).parent / path) if path and not at.path else path


def _read_walkable(properties: TiledProperties, tile: dict[str, Any]) -> bool | None:
    """Tell whether one can walk on a tile, as it says, or by what it says to be in the way."""
    walkable = properties.read_flag("walkable")
    for word in ("collides", "collision", "solid", "blocks", "blocked"):
        flag = properties.read_flag(word)
        walkable = not flag if walkable is None and flag is not None else walkable
    if walkable is None and as_list(as_table(tile.get("objectgroup")).get("objects")):
        return False
    return walkable
