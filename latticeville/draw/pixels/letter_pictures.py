"""Letters and numbers in 8 × 8 pixels, from the bitmaps of the pictures' font."""

from functools import lru_cache

from latticeville.draw.glyphs import WIDTH, glyph_rows
from latticeville.draw.pixels.picture import SIDE, Picture
from latticeville.draw.tilemap.color import RGB

_TALLEST = 7
"""Rows that a letter may take."""
_SMALL = {
    "2": 0o71747,
    "3": 0o71717,
    "4": 0o55711,
    "5": 0o74717,
    "6": 0o74757,
    "7": 0o71111,
    "8": 0o75757,
    "9": 0o75717,
    "+": 0o02720,
}
"""Digits of 3 × 5 pixels, an octal digit a row."""


@lru_cache(maxsize=1024)
def letter_pixels(letter: str) -> tuple[bool, ...]:
    """Return which of 8 × 8 pixels a letter sets: shrunk to seven rows and in the middle."""
    rows = list(glyph_rows(letter))
    inked = [y for y, row in enumerate(rows) if row]
    if not inked:
        return (False,) * (SIDE * SIDE)
    rows = rows[inked[0] : inked[-1] + 1]
    if len(rows) > _TALLEST:
        rows = [rows[at * len(rows) // _TALLEST] for at in range(_TALLEST)]
    above = (SIDE - len(rows)) // 2
    rows = [0] * above + rows + [0] * (SIDE - above - len(rows))
    return tuple(bool(row >> WIDTH - 1 - x & 1) for row in rows for x in range(SIDE))


@lru_cache(maxsize=4096)
def letter_picture(letter: str, color: RGB, shadow: RGB | None) -> Picture:
    """Return a letter in a colour, with a shadow at its lower right if one is given."""
    inked = letter_pixels(letter)
    pixels: list[RGB | None] = [None] * (SIDE * SIDE)
    for place, is_set in enumerate(inked):
        if is_set and shadow and place % SIDE < SIDE - 1 and place + SIDE + 1 < len(pixels):
            pixels[place + SIDE + 1] = shadow
    return Picture(
        tuple(color if is_set else below for is_set, below in zip(inked, pixels, strict=True))
    )


@lru_cache(maxsize=64)
def number_picture(count: int, color: RGB, ground: RGB) -> Picture:
    """Return a digit (`+` for ten and more) on a ground in the lower right corner."""
    rows = _SMALL["+" if count > 9 else str(max(count, 2))]
    pixels: list[RGB | None] = [None] * (SIDE * SIDE)
    for y in range(6):
        for x in range(5):
            is_set = y and x in (1, 2, 3) and rows >> 3 * (5 - y) & 1 << (3 - x)
            pixels[(y + 2) * SIDE + x + 3] = color if is_set else ground
    return Picture(tuple(pixels))
