"""The sixteen colours that each terminal has and mixes as its user wants."""

from functools import cache, lru_cache

from rich.color import Color as Ink
from rich.color import ColorType
from rich.style import Style

from latticeville.draw.tilemap.color import RGB, contrast
from studio.ui.oklab import OKLab, oklab

SIXTEEN: tuple[RGB, ...] = (
    (0, 0, 0),
    (187, 44, 44),
    (40, 140, 60),
    (200, 130, 30),
    (36, 78, 190),
    (160, 64, 170),
    (30, 146, 160),
    (190, 190, 186),
    (98, 98, 98),
    (240, 92, 84),
    (104, 214, 104),
    (250, 216, 88),
    (104, 148, 250),
    (232, 132, 232),
    (104, 220, 230),
    (255, 255, 255),
)
"""What the colours look like in most terminals, by number: they are compared as these."""
SHADES = {"░": 0.25, "▒": 0.5, "▓": 0.75}
"""Characters that mix an ink into the ground, with its share."""
SOLID, FULL = " ", "▓"
"""A ground that is one colour, and one that is nearly its ink."""
CALM, LIGHT = 0.7, 0.6
"""How much darker a ground is shaded, lest it be louder than what stands on it; one of this
lightness is left as it is."""
GREY, HUE = 0.07, 0.1
"""The chroma of a unit of lightness below which a colour is grey; the weight of hues."""


READABLE = 3.0
"""The contrast of what can be read."""
MUTED = 0.1
"""The chroma up to which a colour is never taken for magenta, which is louder than the violet of
dusk."""
MAGENTAS = (SIXTEEN[5], SIXTEEN[13])


@lru_cache(1 << 14)
def nearest_of_16(color: RGB, ground: RGB | None = None, least: float = 0) -> RGB:
    """Return the most similar of the sixteen colours, of those with at least a contrast with a
    ground."""
    look = oklab(color)
    known = [one for one in SIXTEEN if look.chroma > MUTED or one not in MAGENTAS]
    fit = [one for one in known if ground is None or contrast(one, ground) >= least] or known
    return min(fit, key=lambda one: _difference(look, oklab(one)))


@lru_cache(1 << 14)
def shade_of_16(color: RGB) -> tuple[str, RGB, RGB]:
    """Return how a ground is filled: a character, its ink and what is behind it."""
    look = oklab(color)
    calm = CALM if look.lightness < LIGHT else 1
    wanted = OKLab(*(calm * part for part in look))
    return min(_fillings(), key=lambda one: _difference(wanted, one[0]))[1]


@lru_cache(4096)
def style_of_16(style: Style) -> Style:
    """Return a style in the sixteen colours; what has none of its own stays as it is."""
    ink, ground = _parts(style.color), _parts(style.bgcolor)
    back = nearest_of_16(ground) if ground else None
    front = nearest_of_16(ink, back, _least(ink, ground)) if ink else None
    return style + Style(
        color=style.color if front is None else _number(front),
        bgcolor=style.bgcolor if back is None else _number(back),
    )


def _least(ink: RGB, ground: RGB | None) -> float:
    """Return the contrast that an ink keeps with its ground, if it can be read on it at all."""
    return READABLE if ground and contrast(ink, ground) >= READABLE else 0


def _number(color: RGB) -> Ink:
    return Ink.from_ansi(SIXTEEN.index(color))


def _parts(color: Ink | None) -> RGB | None:
    """Return the parts of a colour that the terminal may not have."""
    if color and color.type is ColorType.TRUECOLOR and color.triplet:
        return color.triplet.red, color.triplet.green, color.triplet.blue
    return None


@cache
def _fillings() -> list[tuple[OKLab, tuple[str, RGB, RGB]]]:
    """Return what can fill a ground, with what it looks like: a colour, or one shaded on black."""
    black = SIXTEEN[0]
    plain = [(oklab(one), (SOLID, one, one)) for one in (black, SIXTEEN[8], SIXTEEN[7])]
    mixed = [
        (oklab(_mixed(one, share)), (sign, one, black))
        for one in (*SIXTEEN[1:5], SIXTEEN[6], SIXTEEN[8])
        for sign, share in SHADES.items()
    ]
    return plain + mixed


def _mixed(color: RGB, share: float) -> RGB:
    red, green, blue = (round(part * share) for part in color)
    return red, green, blue


def _difference(wanted: OKLab, found: OKLab) -> tuple[bool, float]:
    """Return how different two colours look: whether one of them is grey, then hue and
    lightness."""
    is_grey, its_grey = (one.chroma <= GREY * one.lightness for one in (wanted, found))
    angle = 0.0
    if not (is_grey or its_grey):
        angle = 1 - (wanted.a * found.a + wanted.b * found.b) / (wanted.chroma * found.chroma)
    return is_grey != its_grey, (wanted.lightness - found.lightness) ** 2 + HUE * angle
