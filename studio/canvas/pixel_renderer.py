"""Draws rows of a map as pictures: each character shows two pixels, one above the other."""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import groupby

from rich.color import ColorSystem
from rich.style import Style

from latticeville.draw.pixels.picture import SIDE, resize
from latticeville.draw.pixels.picture_files import PictureFolder
from latticeville.draw.pixels.pixel_painter import PixelCell, PixelPainter, lit_pixels
from latticeville.draw.tilemap.color import BLACK, RGB, WHITE, mix
from latticeville.draw.tilemap.heat_tint import tint_ground
from latticeville.draw.tilemap.painter import Moment
from latticeville.world.model.grid import Grid
from studio.canvas.area_borders import BorderLayer
from studio.canvas.marks import CHOSEN, CURSOR, FRAME, HEAT_SHIFT, LAID, PICKED, PREVIEW, WAY
from studio.canvas.prerendered_strip import (
    StripPiece,
    join_pieces,
    make_ink,
    make_piece,
    make_rgb_ink,
)
from studio.canvas.tile_renderer import PAPER, PAPER_INK
from studio.canvas.zoom import ZoomedMap

HALF = "▀"
TINTS = {FRAME: 0.18, LAID: 0.45, PICKED: 0.4, PREVIEW: 0.25, CHOSEN: 0.15}
"""The share of the accent that a mark mixes into a cell."""
DOT = 0.75
"""The share of the accent in a dot of a way."""
NAME_GROUND: RGB = (24, 24, 30)
"""The ground of names."""
CELLS = 1 << 13
"""Most cells whose lines are kept."""


class PixelRenderer:
    """Draws one map in pictures of `side` × `side` pixels; the lines of each look are made once."""

    def __init__(
        self,
        grid: Grid,
        side: int,
        accent: RGB,
        system: ColorSystem,
        pictures: PictureFolder | None = None,
    ) -> None:
        self.side = side
        self._painter = PixelPainter(grid, pictures)
        self._moment = Moment()
        self._accent, self._system = accent, system
        self._cells: dict[tuple[PixelCell, int], list[StripPiece]] = {}
        self._last: tuple[ZoomedMap, tuple[int, range, str], list[PixelCell]] | None = None

    def use(self, grid: Grid, moment: Moment) -> None:
        """Draw another edition of the map, or another moment."""
        if grid is not self._painter.grid or moment is not self._moment:
            self._painter.use(grid)
            self._moment, self._last = moment, None

    def row(
        self,
        scene: ZoomedMap,
        row: int,
        columns: range,
        frames: BorderLayer,
        marks: Mapping[int, int],
        ground: str = "",
        line: int = 0,
    ) -> list[StripPiece]:
        """Return one line of a stretch of a row of cells."""
        cells = self._paint_row(scene, row, columns, ground)
        borders, names, speech = (layer.get(row, {}) for layer in frames[:3])
        pieces = []
        for x, cell in zip(columns, cells, strict=True):
            flags = marks.get(x, 0) | FRAME * (x in borders) | PICKED * (names.get(x, "") in _BOX)
            piece = self._lines(cell, flags)[line]
            if x in speech and line == self.side // 2 - 1:
                piece = _written(speech[x], piece, PAPER_INK, PAPER, self._system)
            elif x in names and line == 0 and names[x] not in _BOX:
                piece = _written(names[x].rstrip(), piece, WHITE, NAME_GROUND, self._system)
            pieces.append(piece)
        return pieces

    def _paint_row(
        self, scene: ZoomedMap, row: int, columns: range, ground: str
    ) -> list[PixelCell]:
        """Return the cells of a row; all of its lines, which are asked for one by one, share
        them."""
        last = self._last
        if last is None or last[0] is not scene or last[1] != (row, columns, ground):
            objects, people = scene.objects.get(row, {}), scene.people.get(row, {})
            cells = self._painter.row(self._moment, row, columns, objects, people, ground)
            last = self._last = scene, (row, columns, ground), cells
        return last[2]

    def _lines(self, cell: PixelCell, flags: int) -> list[StripPiece]:
        """Return the lines of a cell."""
        found = self._cells.get((cell, flags))
        if found is None:
            if len(self._cells) >= CELLS:
                self._cells.clear()
            pixels = lit_pixels(cell)
            if self.side < SIDE:
                pixels = tuple(
                    pixel or BLACK for pixel in resize(pixels, SIDE, self.side, self.side)
                )
            pixels = self._marked(pixels, flags)
            found = self._cells[cell, flags] = [
                _half_blocks(
                    pixels[top : top + self.side],
                    pixels[top + self.side : top + 2 * self.side],
                    self._system,
                )
                for top in range(0, self.side * self.side, 2 * self.side)
            ]
        return found

    def _marked(self, pixels: tuple[RGB, ...], flags: int) -> tuple[RGB, ...]:
        """Return the pixels of a cell with what marks it: a tint, corners, a dot."""
        if not flags:
            return pixels
        accent, level = self._accent, flags >> HEAT_SHIFT
        share = max((TINTS[flag] for flag in TINTS if flags & flag), default=0.0)
        found = [mix(tint_ground(pixel, level), accent, share) for pixel in pixels]
        if flags & WAY:
            for place in _dot(self.side):
                found[place] = mix(found[place], accent, DOT)
        if flags & (CURSOR | CHOSEN):
            corner = mix(accent, WHITE, 0.6) if flags & CURSOR else accent
            for place in _corners(self.side):
                found[place] = corner
        return tuple(found)


@cache
def _dot(side: int) -> list[int]:
    """Return the places of the four pixels in the middle; of a small cell, of one."""
    middle = (side // 2 - 1, side // 2) if side == SIDE else (side // 2,)
    return [y * side + x for y in middle for x in middle]


@cache
def _corners(side: int) -> list[int]:
    """Return the places of the pixels at the corners of a frame."""
    places = (
        (min(x, side - 1 - x), min(y, side - 1 - y), y * side + x)
        for y in range(side)
        for x in range(side)
    )
    return [
        place
        for across, down, place in places
        if min(across, down) == 0 and max(across, down) < side * 3 // 8
    ]


_BOX = frozenset("─│┌┐└┘")
"""Sides of a box that is being drawn, which tint the cells that they are in."""


def _half_blocks(upper: Sequence[RGB], lower: Sequence[RGB], system: ColorSystem) -> StripPiece:
    """Return two rows of pixels as one line."""
    runs = groupby(zip(upper, lower, strict=True))
    return join_pieces(
        [
            make_piece(
                (" " if top == bottom else HALF) * len([*run]), make_rgb_ink(top, bottom, system)
            )
            for (top, bottom), run in runs
        ]
    )


def _written(
    text: str, piece: StripPiece, ink: RGB, ground: RGB, system: ColorSystem
) -> StripPiece:
    """Return a line of a cell with a text at its left, and beside it what was there."""
    left, rest = len(text), []
    for segment in piece.segments:
        shown = segment.text[max(left, 0) :]
        left -= len(segment.text)
        if shown:
            rest.append(make_piece(shown, make_ink(segment.style or Style.null(), system)))
    return (
        join_pieces([make_piece(text, make_rgb_ink(ink, ground, system)), *rest]) if text else piece
    )
