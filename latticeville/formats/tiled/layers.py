"""The layers of a Tiled map with groups unfolded, and what cannot be imported of them."""

import base64
import binascii
import sys
import zlib
from array import array
from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import Any, NamedTuple

from latticeville.core.geometry import Box, Cell
from latticeville.formats.report import ImportReport, SourceValue, as_list, as_table
from latticeville.formats.tables import count_cells
from latticeville.formats.tiled.properties import TiledProperties
from latticeville.formats.tiled.tilesets import Tilesets
from latticeville.world.io.schema_errors import format_value
from latticeville.world.model.tiles import FLIP_BITS
from latticeville.world.original.values import one_line, parse_whole

_MAX_DEPTH = 50
_MARKS = ("collision", "collisions", "collides", "blocked", "blocks")
_SOLID = (*_MARKS, "walls", "obstacles")
_LOST_DEFAULTS = {
    "opacity": 1,
    "tintcolor": None,
    "parallaxx": 1,
    "parallaxy": 1,
    "offsetx": 0,
    "offsety": 0,
}


class TiledLayer(NamedTuple):
    """A layer of tiles or of objects."""

    at: SourceValue
    data: dict[str, Any]
    name: str
    kind: str
    """The class of the layer, or else its name, in small letters."""
    visible: bool
    solid: bool | None
    """Whether its tiles are in the way, where the layer says anything about it."""
    opaque: bool | None
    """Whether its tiles end sight, where the layer says anything about it."""

    address: str = ""
    """What its ids address, where they stand for sectors, arenas, objects or spawning places."""

    @property
    def only_blocks(self) -> bool:
        """Whether its tiles only tell where one cannot walk."""
        return self.solid is True and self.kind in (_MARKS if self.visible else _SOLID)


def iter_layers(
    at: SourceValue,
    data: dict[str, Any],
    report: ImportReport,
    *,
    shown: bool = True,
    deep: int = 0,
) -> Iterator[TiledLayer]:
    """Yield the layers of tiles and objects in a map or a group, the lowest first."""
    for index, entry in enumerate(as_list(data.get("layers"))):
        place, layer = at.child("layers", index), as_table(entry)
        name, seen = (
            one_line(layer.get("name"), 100),
            shown and layer.get("visible", True) not in (False, 0),
        )
        kind = (one_line(layer.get("class"), 60) or name).casefold()
        properties = TiledProperties(place, layer, report)
        solid, opaque = _read_solid(properties), properties.read_flag("opaque")
        properties.report_unread("layers")
        _report_lost(place, layer, report)
        match layer.get("type"):
            case "group" if deep < _MAX_DEPTH:
                yield from iter_layers(place, layer, report, shown=seen, deep=deep + 1)
            case "tilelayer" | "objectgroup":
                solid = True if kind in _SOLID and solid is None else solid
                yield TiledLayer(place, layer, name, kind, seen, solid, opaque)
            case other:
                what = f"the layer “{name}” of the type “{one_line(other, 40)}” is not supported"
                report.warn(place, "no-room", what, "use tile layers and object layers")


def _read_solid(properties: TiledProperties) -> bool | None:
    """Tell whether its tiles are in the way, where a layer says so; “walkable” counts last."""
    walkable = properties.read_flag("walkable")
    flags = [properties.read_flag(word) for word in (*_SOLID, "solid")]
    default = None if walkable is None else not walkable
    return next((flag for flag in flags if flag is not None), default)


def _report_lost(at: SourceValue, layer: dict[str, Any], report: ImportReport) -> None:
    for key, plain in _LOST_DEFAULTS.items():
        if key in layer and layer[key] not in (plain, str(plain)):
            report.report_lost(at.child(key), f"“{key}” of a layer is not supported")


MAX_CELLS = 4_000_000
"""The most cells that one layer may have, and the map."""
MAX_TOTAL_CELLS = 4 * MAX_CELLS
"""The most cells that all layers may have together."""
_ENCODING_FIX = "write its cells as CSV, or as base64 with zlib, gzip, zstd or no compression"


class TilePlane(NamedTuple):
    """A rectangle of tiles: gids row by row, 0 where there is nothing, and where they stand in the
    file."""

    box: Box
    gids: "array[int]"
    at: SourceValue


class CellReader:
    """Reads the cells of layers, and counts them."""

    def __init__(self, report: ImportReport) -> None:
        self._report = report
        self._left = MAX_TOTAL_CELLS

    def read_planes(self, at: SourceValue, layer: dict[str, Any]) -> list[TilePlane]:
        """Return the cells of a layer: one plane, or one for each chunk."""
        if "chunks" not in layer:
            return [self._read_plane(at, layer, layer, layer.get("data"))]
        chunks = (
            (at.child("chunks", index), as_table(chunk))
            for index, chunk in enumerate(as_list(layer["chunks"]))
        )
        return [self._read_plane(place, layer, chunk, chunk.get("data")) for place, chunk in chunks]

    def _read_plane(
        self, at: SourceValue, layer: dict[str, Any], sides: dict[str, Any], data: object
    ) -> TilePlane:
        box = self._read_box(at, sides)
        self._left -= box.size
        if box.size > MAX_CELLS or self._left < 0:
            what = f"a layer of {box.width} × {box.height} cells makes this map too large"
            raise self._report.make_error(
                at,
                "too-large",
                what,
                f"use at most {MAX_CELLS} cells per layer and {MAX_TOTAL_CELLS} in total",
            )
        gids = self._read_gids(at.child("data"), layer, data, (box.width, box.size))
        if len(gids) != box.size:
            cells = f"{box.width} × {box.height} cells"
            what = f"{cells} need {box.size} tiles, but the layer has {len(gids)}"
            raise self._report.make_error(
                at.child("data"), "wrong-size", what, "save the map again"
            )
        return TilePlane(box, gids, at.child("data"))

    def _read_box(self, at: SourceValue, sides: dict[str, Any]) -> Box:
        x, y, width, height = (
            parse_whole(sides.get(key, 0)) for key in ("x", "y", "width", "height")
        )
        if x is None or y is None or max(abs(x), abs(y)) > 1e6 or min(width or 0, height or 0) < 1:
            raise self._report.make_error(
                at,
                "bad-value",
                "a layer needs a width and a height in whole cells",
                "save the map again",
            )
        return Box(x, y, width or 0, height or 0)

    def _read_gids(
        self, at: SourceValue, layer: dict[str, Any], data: object, sizes: tuple[int, int]
    ) -> "array[int]":
        width, size = sizes
        parts: list[Any] = []
        try:
            if isinstance(data, list):
                parts = data[: size + 1]
                return array("I", parts)
            text = data if isinstance(data, str) else ""
            if layer.get("encoding") == "base64":
                return self._decode_base64(at, text, layer.get("compression"), size)
            parts = text.replace(",", " ").split(None, size + 1)[: size + 1]
            return array("I", map(int, parts))
        except (TypeError, ValueError, OverflowError) as error:
            index = next(
                index
                for index, part in enumerate(parts)
                if not _is_gid(part, text=not isinstance(data, list))
            )
            y, x = divmod(index, width)
            value = parts[index]
            label = format_value(one_line(value, 40) if isinstance(value, str) else value)
            what = f"the cell [{x}, {y}] of this layer is {label}, which is not a tile number"
            fix = "write a whole number there; 0 for no tile"
            raise self._report.make_error(at.child(index), "bad-value", what, fix) from error

    def _decode_base64(
        self, at: SourceValue, text: str, compression: object, size: int
    ) -> "array[int]":
        try:
            data = base64.b64decode("".join(text.split()).encode(), validate=True)
            bytes_ = self._decompress(at, data, compression, 4 * size + 4)
        except (binascii.Error, ValueError, zlib.error, EOFError) as error:
            packing = "base64" if isinstance(error, binascii.Error) else compression
            what = f"the cells of this layer are damaged: they are not valid {packing} data"
            fix = "save the map again in Tiled, or restore a backup"
            raise self._report.make_error(at, "bad-data", what, fix) from error
        gids = array("I", bytes_[: len(bytes_) // 4 * 4])
        if sys.byteorder == "big":
            gids.byteswap()
        return gids

    def _decompress(self, at: SourceValue, data: bytes, compression: object, most: int) -> bytes:
        """Return at most so many bytes, however many the data would become."""
        match compression:
            case None | "":
                return data[:most]
            case "zlib" | "gzip":
                return zlib.decompressobj(47).decompress(data, most)
            case "zstd":
                zstd = import_module(
                    "compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd"
                )
                try:
                    return bytes(zstd.ZstdDecompressor().decompress(data, max_length=most))
                except zstd.ZstdError as error:
                    raise ValueError(str(error)) from error
        what = (
            f"the cells of this layer are compressed with {compression!r:.40}, which is not "
            "supported"
        )
        raise self._report.make_error(at, "bad-value", what, _ENCODING_FIX)


def _is_gid(part: Any, *, text: bool) -> bool:  # noqa: ANN401 - whatever the file holds
    """Tell whether a cell can be read as the number of a tile."""
    try:
        array("I", [int(part) if text else part])
    except (TypeError, ValueError, OverflowError):
        return False
    return True


_MAX_SHOWN = 5


def report_unknown(
    planes: Iterable[TilePlane], box: Box, sets: Tilesets, report: ImportReport
) -> None:
    """Warn once of the tiles of a layer that no tileset has, with how many cells and which."""
    found = [(plane, index) for plane in planes for index in _find_unknown(plane, sets)]
    if found:
        tiles = [*dict.fromkeys(plane.gids[index] & ~FLIP_BITS for plane, index in found)]
        numbers = ", ".join(map(str, tiles[:_MAX_SHOWN])) + (
            ", …" if len(tiles) > _MAX_SHOWN else ""
        )
        cells = [_map_cell(plane, index, box) for plane, index in found]
        what = (
            f"no tileset has the {'tile' if len(tiles) == 1 else 'tiles'} {numbers} on "
            f"{count_cells(cells)}"
        )
        fix = "draw another tile there, or add the tileset that has it"
        why = "such a cell is read as ground without a name"
        first, index = found[0]
        report.warn(first.at.child(index), "unknown-tile", what, fix, why)


def _find_unknown(plane: TilePlane, sets: Tilesets) -> list[int]:
    """Return where in a plane a tile lies that no tileset has."""
    unknown = {gid for gid in set(plane.gids) if gid and not sets.has_tile(gid & ~FLIP_BITS)}
    return [index for index, gid in enumerate(plane.gids) if gid in unknown] if unknown else []


def _map_cell(plane: TilePlane, index: int, box: Box) -> Cell:
    y, x = divmod(index, plane.box.width)
    return Cell(plane.box.x - box.x + x, plane.box.y - box.y + y)


def report_size(at: SourceValue, box: Box, report: ImportReport) -> None:
    """Warn where a map gives a width or a height that its layers do not have; the layers count."""
    for key, size in (("width", box.width), ("height", box.height)):
        given = at.doc.data.get(key, size)
        if given != size:
            label = format_value(given) if isinstance(given, int | float) else "not a number"
            what = f"the {key} of the map is {label}, but its layers have {size}, which is used"
            report.warn(
                at.child(key),
                "wrong-size",
                what,
                f"write {size}, or draw the layers as large as the map",
            )
