"""Read the cells of tile layers: lists, CSV and base64, whole or in chunks."""

import base64
import binascii
import sys
import zlib
from array import array
from importlib import import_module
from typing import Any, NamedTuple

from latticeville.core.geometry import Box
from latticeville.formats.report import ImportReport, SourceValue
from latticeville.formats.sources import as_list, as_table
from latticeville.world.io.schema_errors import format_value
from latticeville.world.original.values import one_line, parse_whole

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
