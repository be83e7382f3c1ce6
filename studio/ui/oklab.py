"""How a colour looks: lightness, and how far it is from grey, in OKLab."""

from functools import lru_cache
from math import cbrt, hypot
from typing import NamedTuple

from latticeville.draw.tilemap.color import RGB, linear_parts


class OKLab(NamedTuple):
    """Lightness from 0 to 1, chroma, and the parts of the hue."""

    lightness: float
    chroma: float
    a: float
    b: float


@lru_cache(1 << 15)
def oklab(color: RGB) -> OKLab:
    """Return how a colour looks."""
    red, green, blue = linear_parts(color)
    long = cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    middle = cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    short = cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    a = 1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short
    b = 0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short
    lightness = 0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short
    return OKLab(lightness, hypot(a, b), a, b)
