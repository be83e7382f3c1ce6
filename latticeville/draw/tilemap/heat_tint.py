"""Tints of cells by the level of a heat map: the ground is mixed with a colour, signs and people
stay."""

from latticeville.draw.tilemap.color import RGB, mix, readable_ink
from latticeville.draw.tilemap.painter import PaintedCell

TOP = 15
"""The highest level; 0 is no tint."""
_RAMP: tuple[RGB, ...] = (
    (86, 40, 134),
    (170, 48, 110),
    (226, 78, 58),
    (246, 152, 32),
    (252, 224, 110),
)
"""Colours from the lowest to the highest level; each is lighter than the one before, so it reads
without hue."""
_SHARES = (0.45, 0.88)
"""The share of the colour in the ground, at the lowest and at the highest level."""
CONTRAST = 4.5
"""The contrast of an ink with its tinted ground."""


def heat_color(level: int) -> RGB:
    """Return the colour of a level from 1 to TOP.

    >>> heat_color(1), heat_color(TOP)
    ((86, 40, 134), (252, 224, 110))
    """
    place = (level - 1) / (TOP - 1) * (len(_RAMP) - 1)
    below = min(int(place), len(_RAMP) - 2)
    return mix(_RAMP[below], _RAMP[below + 1], place - below)


def tint_ground(ground: RGB, level: int) -> RGB:
    """Return a ground tinted by a level from 0 to TOP."""
    if not level:
        return ground
    low, high = _SHARES
    return mix(ground, heat_color(level), low + (high - low) * (level - 1) / (TOP - 1))


def tint_cell(cell: PaintedCell, level: int) -> PaintedCell:
    """Return a cell with its ground tinted, and an ink that can be read on it."""
    if not level:
        return cell
    ground = tint_ground(cell.ground, level)
    return cell._replace(ground=ground, ink=readable_ink(cell.ink, ground, CONTRAST))
