"""PNG files without a library: read those of 8 bits or fewer that are not interlaced, write RGBA (RFC 2083)."""

import struct
import zlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple

Pixel = tuple[int, int, int] | None
"""Red, green and blue from 0 to 255; None where it is clear."""
SIGNATURE = b"\x89PNG\r\n\x1a\n"
_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
"""Values a pixel, by the type of colour: grey, RGB, palette, grey and alpha, RGBA."""
_OPAQUE = 128
"""The least alpha of a pixel that is not clear."""


class ImageError(Exception):
    """A file is no image that can be read; the text says why."""


class RasterImage(NamedTuple):
    """An image: its pixels row by row."""

    width: int
    height: int
    pixels: tuple[Pixel, ...]

    def cut(self, x: int, y: int, width: int, height: int) -> "RasterImage":
        """Return a part of the image; what lies beyond its edges is clear."""
        rows = range(y, y + height)
        found = [
            self.pixels[row * self.width + column] if 0 <= column < self.width and 0 <= row < self.height else None
            for row in rows
            for column in range(x, x + width)
        ]
        return RasterImage(width, height, tuple(found))


def read_png(data: bytes, most_pixels: int) -> RasterImage:
    """Return the image of a PNG file; ImageError where it is none, or too large."""
    try:
        return _read(dict(_chunks(data)), most_pixels)
    except (struct.error, zlib.error, KeyError, IndexError, ValueError) as error:
        raise ImageError("it is damaged") from error


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the name and the content of each chunk, the image data as one."""
    if not data.startswith(SIGNATURE):
        raise ImageError("it is not a PNG")
    place, packed = len(SIGNATURE), b""
    while place + 8 <= len(data):
        length, name = struct.unpack_from(">I4s", data, place)
        content = data[place + 8 : place + 8 + length]
        if name == b"IDAT":
            packed += content
        else:
            yield name, content
        place += length + 12
    yield b"IDAT", packed


def _read(chunks: dict[bytes, bytes], most_pixels: int) -> RasterImage:
    width, height, depth, sort, *_, interlaced = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    if not 0 < width * height <= most_pixels:
        raise ImageError(f"it has {width} × {height} pixels; {most_pixels:,} pixels are the most")
    if depth > 8 or interlaced:
        raise ImageError("it is interlaced" if interlaced else f"it has {depth} bits per value")
    channels = _CHANNELS[sort]
    step, length = max(1, channels * depth // 8), -(-width * channels * depth // 8)
    limit = (length + 1) * height
    raw = zlib.decompressobj().decompress(chunks[b"IDAT"], limit)
    if len(raw) < limit:
        raise ImageError("it is cut off")
    rows = _unfiltered(raw, length, step)
    table = _color_table(sort, depth, chunks)
    found = chain.from_iterable(_row_pixels(row, width, depth, channels, table) for row in rows)
    return RasterImage(width, height, tuple(found))


def _unfiltered(raw: bytes, length: int, step: int) -> Iterator[bytearray]:
    """Yield the rows, each restored from its difference to its neighbours."""
    above = bytearray(length)
    for start in range(0, len(raw), length + 1):
        row, sort = bytearray(raw[start + 1 : start + 1 + length]), raw[start]
        if sort == 2:
            row = bytearray([one + two & 255 for one, two in zip(row, above, strict=True)])
        elif sort:
            for x in range(length):
                left, corner = (row[x - step], above[x - step]) if x >= step else (0, 0)
                row[x] = row[x] + _predicted(sort, left, above[x], corner) & 255
        yield row
        above = row


def _predicted(sort: int, left: int, up: int, corner: int) -> int:
    if sort == 1:
        return left
    if sort == 3:
        return (left + up) // 2
    guess = left + up - corner
    return min((left, up, corner), key=lambda value: abs(guess - value))


def _color_table(sort: int, depth: int, chunks: dict[bytes, bytes]) -> list[Pixel]:
    """Return the colour of each value of an image of one value a pixel; none for the others."""
    if sort == 0:
        most = (1 << depth) - 1
        return [(grey * 255 // most,) * 3 for grey in range(most + 1)]
    colors = [(red, green, blue) for red, green, blue in _groups(chunks[b"PLTE"], 3)] if sort == 3 else []
    alphas = chunks.get(b"tRNS", b"")
    return [color if at >= len(alphas) or alphas[at] >= _OPAQUE else None for at, color in enumerate(colors)]


def _row_pixels(row: bytearray, width: int, depth: int, channels: int, table: list[Pixel]) -> Iterator[Pixel]:
    if channels == 1:
        each, mask = 8 // depth, (1 << depth) - 1
        return (table[row[x // each] >> (8 - depth - x % each * depth) & mask] for x in range(width))
    if channels == 2:
        return ((grey, grey, grey) if alpha >= _OPAQUE else None for grey, alpha in _groups(row, 2))
    if channels == 3:
        return ((red, green, blue) for red, green, blue in _groups(row, 3))
    return ((red, green, blue) if alpha >= _OPAQUE else None for red, green, blue, alpha in _groups(row, 4))


def _groups(values: Iterable[Any], size: int) -> Iterator[Any]:
    """Return values in groups of a size."""
    return zip(*[iter(values)] * size, strict=True)


def write_png(width: int, pixels: Sequence[Pixel]) -> bytes:
    """Return pixels in rows of a width as a PNG in RGBA."""
    values = [(*pixel, 255) if pixel else (0, 0, 0, 0) for pixel in pixels]
    rows = [bytes(chain.from_iterable(values[at : at + width])) for at in range(0, len(values), width)]
    head = struct.pack(">IIBBBBB", width, len(rows), 8, 6, 0, 0, 0)
    packed = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    return SIGNATURE + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in ((b"IHDR", head), (b"IDAT", packed), (b"IEND", b""))
    )
