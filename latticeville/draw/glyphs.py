"""Characters as bitmaps of 8 × 16 pixels, so that pictures need no font of the machine."""

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from unicodedata import normalize

from latticeville.draw.frame import UNDRAWN

WIDTH, HEIGHT = 8, 16
"""How many pixels a character is wide and high."""
_ABOVE, _ROWS = 1, 13
"""The rows above a character, and those that the font has."""
_DRAWN = range(0x2500, 0x25A0)
"""Box drawing and block elements, which fill their cell to its edges."""
_HATCHED = {"\u2591": 4, "\u2592": 2}
"""The hatched blocks: one pixel of so many is set in each row."""


@lru_cache(maxsize=4096)
def glyph_rows(character: str) -> bytes:
    """Return the rows of a character, each a byte whose highest bit is the leftmost pixel.

    A letter that the font lacks is drawn without its marks, any other character as `�`.
    """
    if character.isspace():
        return bytes(HEIGHT)
    if character in _HATCHED:
        step = _HATCHED[character]
        return bytes(
            sum(0x80 >> x for x in range(WIDTH) if (x + 2 * y // step) % step == 0)
            for y in range(HEIGHT)
        )
    font = _font()
    rows = font.get(character) or font.get(normalize("NFKD", character)[:1]) or font[UNDRAWN]
    below = HEIGHT - _ROWS - _ABOVE
    if ord(character) in _DRAWN:
        return rows[:1] * _ABOVE + rows + rows[-1:] * below
    return bytes(_ABOVE) + rows + bytes(below)


def pixel_runs(character: str) -> Iterator[tuple[int, int, int]]:
    """Yield the runs of pixels of a character: column, row and length of each."""
    for y, row in enumerate(glyph_rows(character)):
        bits, start = f"{row:08b}", 0
        while (start := bits.find("1", start)) >= 0:
            end = bits.find("0", start) if "0" in bits[start:] else WIDTH
            yield start, y, end - start
            start = end


@lru_cache(maxsize=1)
def _font() -> dict[str, bytes]:
    """Return the rows of every character of the font."""
    lines = Path(__file__).with_name("font.hex").read_text(encoding="utf-8").splitlines()
    parts = (line.split(":") for line in lines if not line.startswith("#"))
    return {chr(int(code, 16)): bytes.fromhex(rows) for code, rows in parts}
