"""Small pictures: rows of pixels, some of them clear, made from rows of letters or computed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from latticeville.draw.tilemap.color import RGB

SIDE = 8
"""Pixels that a picture is wide and high."""


@dataclass(frozen=True, eq=False, slots=True)
class Picture:
    """A square of pixels, row by row; None is clear. Two are equal only if they are the same
    object."""

    pixels: tuple[RGB | None, ...]

    @property
    def side(self) -> int:
        """Pixels that it is wide and high."""
        return int(len(self.pixels) ** 0.5)


def draw_letters(rows: Sequence[str], palette: Mapping[str, RGB]) -> Picture:
    """Return the picture that rows of letters stand for; a letter that the palette lacks is
    clear."""
    return Picture(tuple(palette.get(letter) for row in rows for letter in row))


def lay_over(pictures: Iterable[Picture]) -> list[RGB | None]:
    """Return the pixels of pictures of one size that lie on each other, the lowest first."""
    stacks = zip(*(picture.pixels for picture in pictures), strict=True)
    return [next((pixel for pixel in reversed(stack) if pixel), None) for stack in stacks]


def resize(pixels: Sequence[RGB | None], width: int, columns: int, rows: int) -> list[RGB | None]:
    """Return pixels in rows of a width as so many columns and rows.

    Where these are fewer, each pixel is the average of those it covers (box filter), and clear
    where most are.
    """
    bands = _spans(len(pixels) // width, rows)
    spans = _spans(width, columns)
    return [
        _average([pixels[y * width + x] for y in range(top, bottom) for x in range(left, right)])
        for top, bottom in bands
        for left, right in spans
    ]


def _spans(length: int, count: int) -> list[tuple[int, int]]:
    """Return for each of so many parts of a length where it starts and ends; none is empty."""
    starts = [at * length // count for at in range(count)]
    return [(start, max((at + 1) * length // count, start + 1)) for at, start in enumerate(starts)]


def _average(pixels: Sequence[RGB | None]) -> RGB | None:
    seen = [pixel for pixel in pixels if pixel is not None]
    if 2 * len(seen) < len(pixels) or not seen:
        return None
    red, green, blue = (sum(part) // len(seen) for part in zip(*seen, strict=True))
    return red, green, blue
