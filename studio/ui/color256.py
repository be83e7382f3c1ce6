"""Terminals of 256 colours: replace each theme colour by the most similar one.

Rounding red, green and blue separately would turn dark colours black or garish: bars navy, paths
red.
"""

from functools import cache, lru_cache

from rich.color import Color as Ink
from rich.color import ColorType
from rich.segment import Segment
from rich.style import Style
from textual.color import Color, Lab, rgb_to_lab
from textual.filter import LineFilter

SYSTEM = "256"
"""What a console calls the colours of such a terminal."""
LEVELS = (0, 95, 135, 175, 215, 255)
"""Parts of red, green and blue of the colour cube."""
GREYS = range(8, 248, 10)
"""Steps of the greys after it."""
ENOUGH = 4.5
"""A contrast that needs no help."""
FIRST = 16
"""Number of the first colour that all such terminals agree on."""


class Color256Filter(LineFilter):
    """Exchanges the colours of all that is drawn."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments in colours that the terminal has."""
        del background
        return [
            Segment(text, style and convert_style(style), control)
            for text, style, control in segments
        ]


@lru_cache(4096)
def convert_style(style: Style) -> Style:
    """Return a style in colours that the terminal has, the ink as far from its ground as it was."""
    ink, ground = (_parts(style.color), _parts(style.bgcolor))
    back = nearest_color(ground) if ground else None
    front = (
        nearest_color(
            ink, back, min(contrast_ratio(_light(ink), _light(ground)), ENOUGH) if ground else 0
        )
        if ink
        else None
    )
    return style + Style(
        color=style.color if front is None else Ink.from_ansi(front),
        bgcolor=style.bgcolor if back is None else Ink.from_ansi(back),
    )


@lru_cache(4096)
def nearest_color(color: Color, ground: int | None = None, least: float = 0) -> int:
    """Return the number of the colour that looks most like one, and that can be read as well on a
    ground.

    >>> nearest_color(Color.parse("#232933")), nearest_color(Color.parse("#f2c14e"))
    (235, 221)
    """
    light, a, b = rgb_to_lab(color)
    back = _looks()[ground - FIRST][1] if ground is not None else 0
    fit = (
        number
        for number, look in enumerate(_looks())
        if ground is None or contrast_ratio(look[1], back) >= least
    )
    by_look = {number: _looks()[number][0] for number in fit}
    return FIRST + min(
        by_look,
        key=lambda number: sum(
            (mine - its) ** 2 for mine, its in zip((light, a, b), by_look[number], strict=True)
        ),
        default=0,
    )


def contrast_ratio(one: float, other: float) -> float:
    """Return the contrast of two luminances, from 1 for none to 21."""
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


def _light(color: Color) -> float:
    """Return the relative luminance of a colour."""
    parts = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in color.normalized
    )
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True))


def _parts(color: Ink | None) -> Color | None:
    """Return the parts of a colour that the terminal may not have."""
    return (
        Color(*color.triplet)
        if color and color.type is ColorType.TRUECOLOR and color.triplet
        else None
    )


@cache
def standard_palette() -> tuple[Color, ...]:
    """Return the colours that all such terminals agree on, in the order of their numbers."""
    cube = [Color(red, green, blue) for red in LEVELS for green in LEVELS for blue in LEVELS]
    return (*cube, *(Color(grey, grey, grey) for grey in GREYS))


@cache
def _looks() -> tuple[tuple[Lab, float], ...]:
    """Return how each colour looks, and its luminance."""
    return tuple((rgb_to_lab(one), _light(one)) for one in standard_palette())
