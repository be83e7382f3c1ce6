"""The cells of tile layers: lists, CSV and base64, whole or in chunks, never more of them than asked for."""

import base64
import binascii
import sys
import zlib
from array import array
from importlib import import_module
from typing import Any, NamedTuple

from latticeville.core.geometry import Box
from latticeville.world.explain import show
from latticeville.world.importers.report import At, Report
from latticeville.world.importers.sources import array as listed
from latticeville.world.importers.sources import table
from latticeville.world.importers.values import whole, words

CELLS = 4_000_000
"""The most cells that one layer may have, and the map."""
ALL_CELLS = 4 * CELLS
"""The most cells that all layers may have together."""
_CSV = "write its cells as CSV, or as base64 with zlib, gzip, zstd or no compression"


class Plane(NamedTuple):
    """A rectangle of tiles: gids row by row, 0 where there is nothing, and where they stand in the file."""

    box: Box
    gids: "array[int]"
    at: At


class Cells:
    """Reads the cells of layers, and counts them."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._left = ALL_CELLS

    def planes(self, at: At, layer: dict[str, Any]) -> list[Plane]:
        """Return the cells of a layer: one plane, or one for each chunk."""
        if "chunks" not in layer:
            return [self._plane(at, layer, layer, layer.get("data"))]
        chunks = ((at.below("chunks", index), table(chunk)) for index, chunk in enumerate(listed(layer["chunks"])))
        return [self._plane(place, layer, chunk, chunk.get("data")) for place, chunk in chunks]

    def _plane(self, at: At, layer: dict[str, Any], sides: dict[str, Any], data: object) -> Plane:
        box = self._box(at, sides)
        self._left -= box.size
        if box.size > CELLS or self._left < 0:
            what = f"a layer of {box.width} × {box.height} cells makes this map too large"
            raise self._report.fail(at, "too-large", what, f"{CELLS} cells a layer and {ALL_CELLS} in all can be read")
        gids = self._gids(at.below("data"), layer, data, (box.width, box.size))
        if len(gids) != box.size:
            cells = f"{box.width} × {box.height} cells"
            what = f"{cells} need {box.size} tiles, and here are {len(gids)}"
            raise self._report.fail(at.below("data"), "wrong-size", what, "save the map anew")
        return Plane(box, gids, at.below("data"))

    def _box(self, at: At, sides: dict[str, Any]) -> Box:
        x, y, width, height = (whole(sides.get(key, 0)) for key in ("x", "y", "width", "height"))
        if x is None or y is None or max(abs(x), abs(y)) > 1e6 or min(width or 0, height or 0) < 1:
            raise self._report.fail(
                at, "bad-value", "a layer needs a width and a height in whole cells", "save it anew"
            )
        return Box(x, y, width or 0, height or 0)

    def _gids(self, at: At, layer: dict[str, Any], data: object, sizes: tuple[int, int]) -> "array[int]":
        width, size = sizes
        parts: list[Any] = []
        try:
            if isinstance(data, list):
                parts = data[: size + 1]
                return array("I", parts)
            text = data if isinstance(data, str) else ""
            if layer.get("encoding") == "base64":
                return self._packed(at, text, layer.get("compression"), size)
            parts = text.replace(",", " ").split(None, size + 1)[: size + 1]
            return array("I", map(int, parts))
        except (TypeError, ValueError, OverflowError) as error:
            index = next(
                index for index, part in enumerate(parts) if not _is_gid(part, text=not isinstance(data, list))
            )
            y, x = divmod(index, width)
            value = parts[index]
            label = show(words(value, 40) if isinstance(value, str) else value)
            what = f"the cell [{x}, {y}] of this layer is {label}, and no whole number from 0 on"
            fix = "write the number of a tile there, or 0 for none"
            raise self._report.fail(at.below(index), "bad-value", what, fix) from error

    def _packed(self, at: At, text: str, compression: object, size: int) -> "array[int]":
        try:
            data = base64.b64decode("".join(text.split()).encode(), validate=True)
            bytes_ = self._unpacked(at, data, compression, 4 * size + 4)
        except (binascii.Error, ValueError, zlib.error, EOFError) as error:
            packing = "base64" if isinstance(error, binascii.Error) else compression
            what = f"the cells of this layer are damaged: they are no sound {packing} data"
            fix = "save the map anew in Tiled, or take the data from a copy that is whole"
            raise self._report.fail(at, "bad-data", what, fix) from error
        gids = array("I", bytes_[: len(bytes_) // 4 * 4])
        if sys.byteorder == "big":
            gids.byteswap()
        return gids

    def _unpacked(self, at: At, data: bytes, compression: object, most: int) -> bytes:
        """Return at most so many bytes, however many the data would become."""
        match compression:
            case None | "":
                return data[:most]
            case "zlib" | "gzip":
                return zlib.decompressobj(47).decompress(data, most)
            case "zstd":
                zstd = import_module("compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd")
                try:
                    return bytes(zstd.ZstdDecompressor().decompress(data, max_length=most))
                except zstd.ZstdError as error:
                    raise ValueError(str(error)) from error
        what = f"the cells of this layer are packed with {compression!r:.40}, which no map of Tiled is"
        raise self._report.fail(at, "bad-value", what, _CSV)


def _is_gid(part: Any, *, text: bool) -> bool:  # noqa: ANN401 - whatever the file holds
    """Tell whether a cell can be read as the number of a tile."""
    try:
        array("I", [int(part) if text else part])
    except (TypeError, ValueError, OverflowError):
        return False
    return True
