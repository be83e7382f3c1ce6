"""How a cell looks before any light falls on it."""

from typing import NamedTuple

from latticeville.draw.tilemap.color import RGB

SIGN_CONTRAST, PERSON_CONTRAST = 3.0, 4.5
"""The least contrast of a sign and of a person's badge with its ground (WCAG 2.2)."""


class Look(NamedTuple):
    """A cell before any light: text, ink, ground, and what light and weather may do to it."""

    text: str
    ink: RGB
    ground: RGB
    contrast: float = 0.0
    """The least contrast of ink and ground; 0 for texture and edges."""
    is_bold: bool = False
    is_indoors: bool = False
    is_bright: bool = False
    """Whether darkness and weather leave it as it is."""
    is_roof: bool = False
    """Whether the lamps below do not light it."""
    is_window: bool = False
    """Whether it glows in the dark where the light of a lamp falls on it."""
