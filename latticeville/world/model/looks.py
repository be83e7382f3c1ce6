"""What a world may say about how a cell is drawn: materials, colours, texts of two columns."""

import re
import unicodedata
from enum import StrEnum


class Material(StrEnum):
    """What a cell of the ground is made of."""

    GRASS = "grass"
    FLOWERS = "flowers"
    BUSH = "bush"
    TREE = "tree"
    PATH = "path"
    SAND = "sand"
    SOIL = "soil"
    SNOW = "snow"
    FLOOR = "floor"
    CARPET = "carpet"
    BRIDGE = "bridge"
    WATER = "water"
    LAVA = "lava"
    WALL = "wall"
    WINDOW = "window"
    DOOR = "door"
    FENCE = "fence"
    HEDGE = "hedge"
    ROCK = "rock"
    STAIRS = "stairs"
    OBSTACLE = "obstacle"
    VOID = "void"


COLORS = (
    "earth",
    "slate",
    "water",
    "grass",
    "leaf",
    "flower",
    "wood",
    "sand",
    "stone",
    "lamp",
    "iron",
    "cloth",
    "gold",
    "red",
    "blue",
    "green",
    "white",
    "brick",
    "person",
    "void",
    "amber",
    "rose",
    "violet",
    "teal",
    "lime",
    "sky",
    "coral",
    "indigo",
    "olive",
    "cyan",
)
"""The names of colours that every theme has."""
HEX_COLOR = "#[0-9a-fA-F]{6}"
"""A colour in red, green and blue."""
MAX_LIGHT = 12
"""How many cells far an object can give light."""
_GROUNDS = frozenset({*Material, *COLORS})


def is_ground(text: str) -> bool:
    """Tell whether a text is a material, the name of a colour, or `#rrggbb`.

    >>> is_ground("path"), is_ground("#a0b0c0"), is_ground("gras")
    (True, True, False)
    """
    return text in _GROUNDS or bool(re.fullmatch(HEX_COLOR, text))


def is_picture_name(text: str) -> bool:
    """Tell whether a text is the path of a PNG or a WebP inside a world's folder.

    >>> is_picture_name("pictures/bed.png"), is_picture_name("../bed.png"), is_picture_name("bed.gif")
    (True, False, False)
    """
    return is_path_inside(text) and text.lower().endswith((".png", ".webp"))


def is_path_inside(text: str) -> bool:
    """Tell whether a text is the path of a file inside a world's folder, written with `/`.

    >>> is_path_inside("pictures/bed.png"), is_path_inside("../bed.png"), is_path_inside("C:bed.png")
    (True, False, False)
    """
    return all(part.strip(". ") and part.isprintable() for part in text.split("/")) and not {
        *text
    } & {*"\\:"}


def is_tile_text(text: str) -> bool:
    """Tell whether a text is one or two characters, each of which fills one cell of a terminal.

    >>> is_tile_text("♣♠"), is_tile_text("🐈"), is_tile_text("")
    (True, False, False)
    """
    return 1 <= len(text) <= 2 and all(map(is_one_cell, text))


def is_one_cell(glyph: object) -> bool:
    """Tell whether a value is one character that fills one cell of a terminal.

    >>> is_one_cell("#"), is_one_cell("##"), is_one_cell("🐈")
    (True, False, False)
    """
    if not isinstance(glyph, str) or len(glyph) != 1:
        return False
    narrow = unicodedata.east_asian_width(glyph) not in "WF"
    return glyph == " " or (narrow and unicodedata.category(glyph)[0] in "LNPS")
