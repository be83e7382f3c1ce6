"""Solid objects cell by cell: blocks with a lip, beds with pillows, vehicles with wheels, boats."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from latticeville.draw.tilemap.color import BLACK, RGB, WHITE, contrast, mix, scale
from latticeville.draw.tilemap.light import DARKEST, shade
from latticeville.draw.tilemap.looks import SIGN_CONTRAST
from latticeville.draw.tilemap.signs import Form, Sign

BODY_CONTRAST = 1.25
"""The least contrast of a solid object with the plain ground under it, by day and night."""
PILLOW: RGB = (238, 234, 226)
QUILT: RGB = (92, 108, 148)
"""The blanket of a bed that has no colour of its own."""
TIRE: RGB = (26, 26, 30)
_GREY = 40
"""Up to which difference of its parts a colour is grey."""
_PALE, _SHADE, _PALE_SHADE = 190, 0.28, 0.14
"""How much darker than its colour a body is; a pale one less, so that it stays white."""
_STEPS = 16


class BodyCell(NamedTuple):
    """Which cell of a solid object it is."""

    has_sign: bool
    is_top: bool
    is_right: bool
    is_bottom: bool
    is_left: bool
    is_wide: bool
    """Whether the object is wider than it is high."""


class CellPaint(NamedTuple):
    """How a cell of an object is painted; a contrast of 0 asks for none."""

    text: str
    ink: RGB
    ground: RGB
    contrast: float = 0.0


def cell_of_part(part: tuple[int, int, int, int]) -> BodyCell:
    """Return which cell of an object is at a column and a row of its box, of a width and a height.

    >>> cell_of_part((0, 1, 2, 2)).is_bottom, cell_of_part((0, 0, 2, 1)).is_wide
    (True, True)
    """
    dx, dy, width, height = part
    middle = (dx, dy) == ((width - 1) // 2, (height - 1) // 2)
    return BodyCell(middle, dy == 0, dx == width - 1, dy == height - 1, dx == 0, width > height)


def paint_body(
    sign: Sign, cell: BodyCell, color: RGB, under: Sequence[RGB], columns: int
) -> CellPaint:
    """Return how a cell of a solid object is painted that stands on any of some grounds."""
    if sign.form is Form.BED:
        return _paint_bed(cell, _make_blanket(color, tuple(under)), columns)
    body = make_body(color, tuple(under))
    if sign.form is Form.BOAT:
        return _paint_boat(sign, cell, body, under[0], columns)
    if sign.form is Form.VEHICLE and (wheels := _wheels(cell)):
        return CellPaint(wheels if columns > 1 else "●", TIRE, body, SIGN_CONTRAST)
    if cell.has_sign and sign.pair.strip():
        return CellPaint(sign.text(columns), mix(color, WHITE, 0.6), body, SIGN_CONTRAST)
    return _paint_lip(cell, body, columns)


@lru_cache(maxsize=4096)
def make_body(color: RGB, under: tuple[RGB, ...]) -> RGB:
    """Return the colour of a body that is told from all these grounds by day and night."""
    candidates = _shades(color)
    return next((one for one in candidates if _stands_out(one, under)), candidates[0])


@lru_cache(maxsize=4096)
def _make_blanket(color: RGB, under: tuple[RGB, ...]) -> RGB:
    """Return the colour of a blanket that is told from the pillow and from the ground."""
    candidates = _shades(QUILT if max(color) - min(color) < _GREY else color)
    readable = [one for one in candidates if contrast(one, WHITE) >= SIGN_CONTRAST]
    return next((one for one in readable if _stands_out(one, under)), readable[0])


def _shades(color: RGB) -> list[RGB]:
    """Return a colour as bodies have it, then brighter as far as its own, then darker, then paler
    and darker still."""
    plain = _PALE_SHADE if min(color) > _PALE else _SHADE
    nearer = [mix(color, BLACK, plain * (1 - step / 4)) for step in range(5)]
    darker = [mix(color, BLACK, plain + step / 20) for step in range(1, 6)]
    ends = (
        mix(color, end, step / _STEPS) for step in range(1, _STEPS + 1) for end in (WHITE, BLACK)
    )
    return [*nearer, *darker, *ends]


def _stands_out(body: RGB, under: Sequence[RGB]) -> bool:
    return all(
        contrast(shade(body, dark, 0), shade(ground, dark, 0)) >= BODY_CONTRAST
        for ground in under
        for dark in (0, DARKEST)
    )


def _paint_bed(cell: BodyCell, blanket: RGB, columns: int) -> CellPaint:
    if cell.is_left if cell.is_wide else cell.is_top:
        text = "▌ " if cell.is_wide else "▀▀"
        return CellPaint(text[:columns], PILLOW, blanket, SIGN_CONTRAST)
    return _paint_lip(cell, blanket, columns)


def _paint_lip(cell: BodyCell, body: RGB, columns: int) -> CellPaint:
    lip = "▂▂" if columns > 1 and cell.is_bottom else " " * columns
    return CellPaint(lip, scale(body, (0.62, 0.62, 0.62)), body)


def _wheels(cell: BodyCell) -> str:
    """Return the wheels in a cell: at both ends of the lowest row."""
    if not cell.is_bottom:
        return ""
    if cell.is_left:
        return "●●" if cell.is_right else " ●"
    return "● " if cell.is_right else ""


def _paint_boat(sign: Sign, cell: BodyCell, hull: RGB, water: RGB, columns: int) -> CellPaint:
    """Paint a hull, bow and stern rounded; a boat of one cell is its sign."""
    first, last = (cell.is_left, cell.is_right) if cell.is_wide else (cell.is_top, cell.is_bottom)
    if first and last:
        return CellPaint(sign.text(columns), hull, water, SIGN_CONTRAST)
    end = 0 if first else 1 if last else 2
    pair, one = (_HULLS if cell.is_wide else _UPRIGHT_HULLS)[end]
    return CellPaint(pair if columns > 1 else one, hull, water)


_HULLS = ("▝█", "▐"), ("█▘", "▌"), ("██", "█")
_UPRIGHT_HULLS = ("▗▖", "▄"), ("▝▘", "▀"), ("██", "█")
"""Bow, stern and middle of a boat in two columns and in one."""
