"""Painted frames as a recording of a terminal: asciinema's format, version 2."""

import json
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain, groupby
from math import isqrt

from latticeville.core.printable import make_printable
from latticeville.draw.map_frame import VOID, MapFrame, PictureCell, Rows
from latticeville.draw.pixels.picture import resize
from latticeville.draw.tilemap.color import RGB
from latticeville.draw.tilemap.painter import PaintedCell

FRAME_SECONDS, LAST_SECONDS = 0.1, 2.0
"""How long each frame is seen, and how long the last."""
PIXELS = 4
"""Pixels that a cell in the style `pixels` is wide and high in a terminal."""
_HIDE_CURSOR, _SHOW_CURSOR, _RESET = "\x1b[?25l", "\x1b[?25h", "\x1b[0m"


def asciicast(title: str, frames: Iterable[MapFrame]) -> bytes:
    """Return a recording of frames with captions; each writes only what has changed. Pictures of
    pixels are half blocks."""
    lines, before, count = list[str](), Rows(), 0
    for count, frame in enumerate(map(_in_blocks, frames)):
        if not before:
            width, height = sum(len(cell.text) for cell in frame.rows[0]), len(frame.rows) + 1
            head = {"version": 2, "width": width, "height": height, "title": make_printable(title)}
            lines.append(json.dumps(head))
        drawn = "".join(_changes(frame.rows, before))
        caption = f"\x1b[{height};1H{_RESET}{frame.caption[:width]}\x1b[K"
        lines.append(
            _event(count * FRAME_SECONDS, f"{_HIDE_CURSOR * (not before)}{drawn}{caption}")
        )
        before = frame.rows
    lines.append(_event(count * FRAME_SECONDS + LAST_SECONDS, _SHOW_CURSOR))
    return ("\n".join(lines) + "\n").encode()


def _in_blocks(frame: MapFrame) -> MapFrame:
    """Return a frame whose pictures are half blocks, each with two pixels."""
    if not frame.pictures:
        return frame
    rows = Rows()
    for cells in frame.pictures:
        pixels = [_shrunk(cell) for cell in cells]
        for top in range(0, PIXELS, 2):
            halves = chain.from_iterable(
                zip(one[top * PIXELS :][:PIXELS], one[(top + 1) * PIXELS :][:PIXELS], strict=True)
                for one in pixels
            )
            rows.append([PaintedCell("▀", upper, lower) for upper, lower in halves])
    return MapFrame(rows, frame.caption)


@lru_cache(maxsize=1 << 14)
def _shrunk(cell: PictureCell) -> list[RGB]:
    """Return the pixels of a picture that a terminal has room for."""
    return [pixel or VOID for pixel in resize(cell.pixels, isqrt(len(cell.pixels)), PIXELS, PIXELS)]


def _event(seconds: float, data: str) -> str:
    return json.dumps([round(seconds, 3), "o", data])


def _changes(rows: Rows, before: Rows) -> Iterator[str]:
    """Yield what draws the cells that differ, stretch by stretch."""
    for y, row in enumerate(rows):
        past = before[y] if before else [None] * len(row)
        wide = len(row[0].text)
        places = (x for x, cell in enumerate(row) if cell != past[x])
        for _, run in groupby(enumerate(places), key=lambda pair: pair[1] - pair[0]):
            found = [x for _, x in run]
            yield f"\x1b[{y + 1};{found[0] * wide + 1}H"
            for (ink, ground, is_bold), cells in groupby((row[x] for x in found), key=_style):
                yield _colors(ink, ground, is_bold) + "".join(cell.text for cell in cells)


def _style(cell: PaintedCell) -> tuple[tuple[int, ...], tuple[int, ...], bool]:
    return cell.ink, cell.ground, cell.is_bold


def _colors(ink: tuple[int, ...], ground: tuple[int, ...], is_bold: bool) -> str:  # noqa: FBT001 - a part of a key
    def write(color: tuple[int, ...]) -> str:
        return ";".join(map(str, color))

    return f"\x1b[0{';1' * is_bold};38;2;{write(ink)};48;2;{write(ground)}m"
