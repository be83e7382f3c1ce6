"""RGB colours as tuples: mixing, and the contrast of the Web Content Accessibility Guidelines."""

from functools import lru_cache

from latticeville.draw.palette import hex_of

RGB = tuple[int, int, int]
"""Red, green and blue, each from 0 to 255."""
BLACK: RGB = (0, 0, 0)
WHITE: RGB = (255, 255, 255)
_STEPS = 12
"""Steps in which an ink is moved towards black or white."""


@lru_cache(maxsize=1024)
def parse_color(color: str) -> RGB:
    """Return a colour name of a world, or `#rrggbb`, as RGB.

    >>> parse_color("#102030"), parse_color("wood")
    ((16, 32, 48), (181, 131, 79))
    """
    text = hex_of(color)
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def to_hex(color: RGB) -> str:
    """Return a colour as `#rrggbb`."""
    return "#{:02x}{:02x}{:02x}".format(*color)


def mix(first: RGB, second: RGB, share: float) -> RGB:
    """Return two colours mixed, with so large a share of the second (0 to 1).

    >>> mix((0, 0, 0), (100, 200, 50), 0.5)
    (50, 100, 25)
    """
    return (
        round(first[0] + (second[0] - first[0]) * share),
        round(first[1] + (second[1] - first[1]) * share),
        round(first[2] + (second[2] - first[2]) * share),
    )


def scale(color: RGB, by: tuple[float, float, float]) -> RGB:
    """Return a colour with each part multiplied, at most 255."""
    return (
        min(255, round(color[0] * by[0])),
        min(255, round(color[1] * by[1])),
        min(255, round(color[2] * by[2])),
    )


def linear_parts(color: RGB) -> tuple[float, float, float]:
    """Return red, green and blue of sRGB as shares of light, each from 0 to 1 (IEC 61966-2-1)."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value / 255 for value in color)
    )
    return red, green, blue


@lru_cache(maxsize=1 << 14)
def luminance(color: RGB) -> float:
    """Return the relative luminance, 0 to 1 (WCAG 2.2)."""
    red, green, blue = linear_parts(color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: RGB, second: RGB) -> float:
    """Return the contrast ratio of two colours, 1 to 21 (WCAG 2.2)."""
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


@lru_cache(maxsize=1 << 14)
def readable_ink(ink: RGB, ground: RGB, ratio: float) -> RGB:
    """Return an ink moved towards white or black until it has that contrast with the ground."""
    if contrast(ink, ground) >= ratio:
        return ink
    lighter, darker = contrast(WHITE, ground), contrast(BLACK, ground)
    prefers_light = luminance(ink) >= luminance(ground)
    end = WHITE if (lighter >= ratio and prefers_light) or lighter >= darker else BLACK
    for step in range(1, _STEPS):
        moved = mix(ink, end, step / _STEPS)
        if contrast(moved, ground) >= ratio:
            return moved
    return end
