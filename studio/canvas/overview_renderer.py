"""Draws a map from afar: two blocks of cells in each character, one above the other."""

from collections.abc import Mapping
from functools import lru_cache
from itertools import groupby

from rich.color import ColorSystem

from latticeville.draw.tilemap.block_colors import BlockColors
from latticeville.draw.tilemap.color import BLACK, RGB, WHITE, mix, readable_ink
from latticeville.draw.tilemap.heat_tint import tint_ground
from latticeville.draw.tilemap.light import DAYLIGHT
from latticeville.draw.tilemap.painter import Moment, PaintedCell
from latticeville.world.model.grid import Grid
from studio.canvas.area_borders import BorderLayer
from studio.canvas.marks import CHOSEN, CURSOR, FRAME, HEAT_SHIFT, NAMED
from studio.canvas.prerendered_strip import Ink, StripPiece, make_piece, make_rgb_ink
from studio.canvas.scale import Factor
from studio.canvas.tile_renderer import to_256
from studio.canvas.zoom import ZoomedMap

HALF, CHOSEN_SIGN, CURSOR_SIGN = "▀", "●", "+"
"""What shows two blocks, and what marks the selected person or object and the cursor."""
FRAME_TINT, NAME_SHADE, CURSOR_SHARE, CONTRAST = 0.4, 0.6, 0.55, 4.5
_Key = tuple[str, RGB, RGB, int]
"""The text of a character, its upper and lower colour, and its flags."""


class OverviewRenderer:
    """Draws one map at one scale of overviews."""

    def __init__(self, grid: Grid, factor: Factor, accent: RGB, system: ColorSystem) -> None:
        self.factor = factor
        self._moment = Moment()
        self._blocks = BlockColors(grid, factor)
        self._accent = accent
        self._system = system

    def use(self, grid: Grid, moment: Moment) -> None:
        """Draw another edition of the map, or another moment; sixteen colours show it by day."""
        self._blocks.use(grid)
        by_day = self._system is ColorSystem.STANDARD
        self._moment = moment._replace(light=DAYLIGHT) if by_day else moment

    def row(
        self,
        scene: ZoomedMap,
        row: int,
        columns: range,
        frames: BorderLayer,
        marks: Mapping[int, int],
        ground: str = "",
    ) -> list[StripPiece]:
        """Return a stretch of a row of characters; `ground` is of single cells, and not drawn."""
        del ground
        upper, lower = (
            self._blocks.row(self._moment, band, scene.objects, scene.people, frames.roofs)[
                columns.start : columns.stop
            ]
            for band in (2 * row, 2 * row + 1)
        )
        lower = lower or upper  # the last row of blocks may be alone in its characters
        taken = {x // self.factor for y in scene.lines(row) for x in scene.people.get(y, ())}
        borders = frames.borders.get(row, {})
        names = {x: letter for x, letter in frames.names.get(row, {}).items() if x not in taken}
        keys = [
            (
                names.get(x, HALF),
                top,
                bottom,
                marks.get(x, 0) | FRAME * (x in borders) | NAMED * (x in names),
            )
            for x, top, bottom in zip(columns, upper, lower, strict=True)
        ]
        return [self._piece(key, len([*run])) for key, run in groupby(keys)]

    def _piece(self, key: _Key, count: int) -> StripPiece:
        text, ink = _look(*key, self._accent, self._system, self._moment.light.dark)
        return make_piece(text * count, ink)


@lru_cache(maxsize=1 << 15)
def _look(
    text: str, top: RGB, bottom: RGB, flags: int, accent: RGB, system: ColorSystem, dark: int
) -> tuple[str, Ink]:
    """Return the text of a character and its colours."""
    top, bottom = tint_ground(top, flags >> HEAT_SHIFT), tint_ground(bottom, flags >> HEAT_SHIFT)
    middle = mix(top, bottom, 0.5)
    if flags & CURSOR:
        ground = mix(accent, WHITE, CURSOR_SHARE)
        return CHOSEN_SIGN if flags & CHOSEN else CURSOR_SIGN, make_rgb_ink(
            BLACK, ground, system, is_bold=True
        )
    if flags & CHOSEN:
        return CHOSEN_SIGN, make_rgb_ink(
            readable_ink(accent, BLACK, CONTRAST), BLACK, system, is_bold=True
        )
    if flags & NAMED:
        ground = mix(middle, BLACK, NAME_SHADE)
        return text, make_rgb_ink(
            readable_ink(WHITE, ground, CONTRAST), ground, system, is_bold=True
        )
    if flags & FRAME:
        top, bottom = mix(top, accent, FRAME_TINT), mix(bottom, accent, FRAME_TINT)
    if system is ColorSystem.EIGHT_BIT:
        _text, top, bottom, *_ = to_256(PaintedCell(HALF, top, bottom), dark)
    return HALF, make_rgb_ink(top, bottom, system)
