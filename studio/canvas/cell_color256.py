"""Cells of a map in the 256 colours of a terminal: fewer steps of light, and colours that keep
their hue.

The terminal has hardly any dark colour that is not grey, so grounds are made lighter before the
most similar colour is chosen, and a difference in hue counts more than one in strength. Colours are
compared in OKLab (Björn Ottosson, "A perceptual color space for image processing", 2020).
"""

from functools import cache, lru_cache
from math import cbrt, hypot
from typing import NamedTuple

from latticeville.draw.tilemap.color import RGB, contrast, linear_parts
from latticeville.draw.tilemap.light import DARKEST, DAYLIGHT, Light
from latticeville.draw.tilemap.looks import PERSON_CONTRAST, SIGN_CONTRAST
from latticeville.draw.tilemap.painter import PaintedCell
from studio.ui.color256 import standard_palette

_DUSK_DARK = 2
"""The darkness of dusk."""
_LAMP_STEP = 5
"""Levels of lamp light that look alike."""


class _Metric(NamedTuple):
    """How colours are compared: what is added to lightness, its factor, and the weights of
    differences."""

    base: float
    dark: float
    """The lightness below which less is added, so that black stays black."""
    factor: float
    lightness: float
    chroma: float
    hue: float
    grey: float
    """The weight of the chroma that a grey loses."""


_BRIGHT = _Metric(0.18, 0.32, 0.9, 1, 0.6, 2, 1)
"""For cells in daylight, and for people at any hour."""
_DUSK = _Metric(0.16, 0.3, 0.92, 1, 0.6, 2, 2)
_NIGHT = _Metric(0.15, 0.22, 1.2, 1.5, 0.6, 2, 2)
"""For cells at dusk, and at night."""


def step_light(light: Light) -> Light:
    """Return a light in the steps that 256 colours can show: day, dusk without lamps, night with
    three lamp levels."""
    if light.dark < _DUSK_DARK:
        return DAYLIGHT
    if light.dark < DARKEST - 1:
        return Light(_DUSK_DARK, {})
    return Light(DARKEST, {y: row.translate(_LAMP_LEVELS) for y, row in light.lamps.items()})


_LAMP_LEVELS = bytes((level + _LAMP_STEP // 2) // _LAMP_STEP * _LAMP_STEP for level in range(256))


@lru_cache(1 << 15)
def to_256(cell: PaintedCell, dark: int) -> PaintedCell:
    """Return a cell in colours that the terminal has; people and signs stay as readable as they are
    required to be."""
    metric = _BRIGHT if cell.is_bold or not dark else _NIGHT if dark == DARKEST else _DUSK
    ground = _nearest(cell.ground, metric)
    found = contrast(cell.ink, cell.ground)
    least = next((ratio for ratio in (PERSON_CONTRAST, SIGN_CONTRAST) if found >= ratio), 0)
    return cell._replace(ink=_nearest(cell.ink, metric, ground, least), ground=ground)


@lru_cache(1 << 15)
def _nearest(color: RGB, metric: _Metric, ground: RGB | None = None, least: float = 0) -> RGB:
    """Return the most similar colour that the terminal has, of those with at least a contrast with
    a ground."""
    lightness, chroma, a, b = _look(color)
    lifted = metric.base * min(1, lightness / metric.dark) ** 2 + metric.factor * lightness
    scale = lifted / lightness if lightness else 0
    chroma, a, b = chroma * scale, a * scale, b * scale

    def difference(look: tuple[float, float, float, float]) -> float:
        strength = (chroma - look[1]) ** 2
        hue = max(0.0, (a - look[2]) ** 2 + (b - look[3]) ** 2 - strength)
        lost = metric.grey * chroma**2 if look[1] < _GREY else 0
        return (
            metric.lightness * (lifted - look[0]) ** 2
            + metric.chroma * strength
            + metric.hue * hue
            + lost
        )

    fit = _looks()
    if ground is not None and least:
        fit = {one: look for one, look in fit.items() if contrast(one, ground) >= least}
    return min(fit, key=lambda one: difference(fit[one]))


_GREY = 0.01
"""The chroma below which a colour is grey."""


@cache
def _looks() -> dict[RGB, tuple[float, float, float, float]]:
    """Return how each colour of the terminal looks."""
    return {one.rgb: _look(one.rgb) for one in standard_palette()}


def _look(color: RGB) -> tuple[float, float, float, float]:
    """Return lightness, chroma, a and b of a colour in OKLab."""
    red, green, blue = linear_parts(color)
    long = cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    middle = cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    short = cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    a = 1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short
    b = 0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short
    return 0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short, hypot(a, b), a, b
