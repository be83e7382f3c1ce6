"""A world as a picture: the coloured text frame as text, SVG, HTML or PNG."""

import struct
import zlib
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple
from xml.sax.saxutils import escape

from latticeville.render.frame import frame, object_layer, people_layer
from latticeville.render.palette import NIGHT, hex_of
from latticeville.sim.state import State
from latticeville.world.exporters.tiled import CELL_PIXELS, COLUMNS
from latticeville.world.model.world import World

_WIDE, _HIGH = 10, 18
"""How large a cell of an SVG is."""
_CELL = 8
"""How many pixels a cell of a PNG is wide and high."""
_LARGE = 1024
"""A map that is longer than so many cells gets smaller cells."""
_DIM = 0.45
"""How bright ground is beside what stands on it, in a picture without letters."""
_FONT = "ui-monospace, Menlo, Consolas, monospace"


class Picture(NamedTuple):
    """Rows of glyphs, and for each cell its colour and whether somebody or something stands there."""

    name: str
    rows: list[str]
    colors: list[list[str]]
    taken: list[bytearray]


def picture_of(state: State) -> Picture:
    """Return the picture of a state."""
    world, rows = state.world, frame(state)
    colors = [_ground(world, row) for row in world.grid.rows]
    taken = [bytearray(world.grid.width) for _ in rows]
    for layer in (object_layer(world, state.things), people_layer(world, state.bodies)):
        for y, sprites in layer.items():
            for x, sprite in sprites.items():
                colors[y][x], taken[y][x] = hex_of(sprite.color), 1
    return Picture(world.name, rows, colors, taken)


def text(picture: Picture) -> bytes:
    """Return the rows."""
    return "".join(f"{row}\n" for row in picture.rows).encode()


def svg(picture: Picture) -> bytes:
    """Return a drawing whose letters stay sharp and can be searched."""
    width = max(map(len, picture.rows), default=0) * _WIDE
    lines = "".join(_svg_row(picture, y) for y in range(len(picture.rows)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {len(picture.rows) * _HIGH}"'
        f' width="{width}" height="{len(picture.rows) * _HIGH}">\n<title>{_safe(picture.name)}</title>\n'
        f'<rect width="100%" height="100%" fill="{NIGHT["void"]}"/>\n'
        f'<g font-family="{_FONT}" font-size="15" xml:space="preserve">\n{lines}</g>\n</svg>\n'
    ).encode()


def html(picture: Picture) -> bytes:
    """Return a page that shows the rows in their colours."""
    lines = "\n".join("".join(_spans(picture, y)) for y in range(len(picture.rows)))
    style = f"background:{NIGHT['void']};font:15px/1.2 {_FONT}"
    return (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{_safe(picture.name)}</title>\n'
        f'<body style="{style}">\n<pre>{lines}</pre>\n</body>\n</html>\n'
    ).encode()


def png(picture: Picture) -> bytes:
    """Return a picture of coloured cells; what stands about is brighter than the ground."""
    width = max(map(len, picture.rows), default=0)
    side = _CELL if max(width, len(picture.rows)) <= _LARGE else 1
    lines = []
    for colors, taken in zip(picture.colors, picture.taken, strict=True):
        cells = (_rgb(color, 1 if here else _DIM) for color, here in zip(colors, taken, strict=True))
        lines += [b"".join(cell * side for cell in cells)] * side
    return _png(width * side, lines)


def tiles(world: World) -> bytes:
    """Return the tiles of a map of Tiled, one for each entry of the legend."""
    void = _rgb(NIGHT["void"], 1)
    legend = [tile for glyph, tile in world.grid.legend.items() if glyph != "\0"]
    lines: list[bytes] = []
    for start in range(0, len(legend), COLUMNS):
        row = legend[start : start + COLUMNS]
        solid, edge = ([_rgb(hex_of(tile.color), light) for tile in row] for light in (1, 0.75))
        rest = void * CELL_PIXELS * (COLUMNS - len(row))
        middle = b"".join(one + two * (CELL_PIXELS - 2) + one for one, two in zip(edge, solid, strict=True)) + rest
        border = b"".join(one * CELL_PIXELS for one in edge) + rest
        lines += [border, *[middle] * (CELL_PIXELS - 2), border]
    return _png(COLUMNS * CELL_PIXELS, lines)


def _ground(world: World, row: str) -> list[str]:
    known = {glyph: hex_of(world.grid.legend[glyph].color) for glyph in {*row}}
    return [known[glyph] for glyph in row]


def _pieces(picture: Picture, y: int) -> Iterator[tuple[int, str, str]]:
    """Yield the runs of one colour in a row: where each begins, its colour, its glyphs."""
    cells = enumerate(zip(picture.rows[y], picture.colors[y], strict=True))
    for color, run in groupby(cells, key=lambda cell: cell[1][1]):
        found = [*run]
        yield found[0][0], color, "".join(glyph for _x, (glyph, _color) in found)


def _svg_row(picture: Picture, y: int) -> str:
    """Return a row with the place of each letter, so that no font can shift them."""
    baseline = y * _HIGH + 14
    return "".join(
        f'<text y="{baseline}" fill="{color}" x="{_numbers(start, glyphs)}">{_safe(glyphs)}</text>\n'
        for start, color, glyphs in _pieces(picture, y)
        if glyphs.strip()
    )


def _numbers(start: int, glyphs: str) -> str:
    return " ".join(str((start + index) * _WIDE) for index in range(len(glyphs)))


def _spans(picture: Picture, y: int) -> Iterator[str]:
    for _start, color, glyphs in _pieces(picture, y):
        yield f'<span style="color:{color}">{_safe(glyphs)}</span>'


def _safe(words: str) -> str:
    return escape(words.translate({0xFFFE: "?", 0xFFFF: "?"}), {'"': "&quot;"})


def _rgb(color: str, light: float) -> bytes:
    return bytes(round(int(color[place : place + 2], 16) * light) for place in (1, 3, 5))


def _png(width: int, lines: Iterable[bytes]) -> bytes:
    """Return rows of RGB bytes as a PNG."""
    rows = [b"\0" + line for line in lines]
    head = struct.pack(">IIBBBBB", width, len(rows), 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(b"".join(rows), 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
    )
