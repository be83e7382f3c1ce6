"""Choose glyphs for imported tiles: the usual one for a name, else the next free one."""

import re
import unicodedata
from collections.abc import Container, Iterator
from functools import lru_cache
from itertools import chain

from latticeville.world.model.looks import is_one_cell

CUSTOMARY_GLYPHS: dict[str, tuple[str, str]] = {
    "grass": (",", "grass"),
    "meadow": (",", "grass"),
    "lawn": (",", "grass"),
    "flower": (";", "flower"),
    "bush": ('"', "leaf"),
    "plant": ('"', "leaf"),
    "tree": ("T", "leaf"),
    "forest": ("T", "leaf"),
    "wall": ("#", "slate"),
    "brick": ("#", "brick"),
    "rock": ("^", "stone"),
    "cliff": ("^", "stone"),
    "mountain": ("^", "stone"),
    "roof": ("^", "brick"),
    "fence": ("-", "wood"),
    "water": ("~", "water"),
    "river": ("~", "water"),
    "lake": ("~", "water"),
    "sea": ("~", "water"),
    "ocean": ("~", "water"),
    "bridge": ("=", "wood"),
    "door": ("+", "wood"),
    "gate": ("+", "wood"),
    "window": ("o", "sky"),
    "floor": (".", "earth"),
    "carpet": (".", "cloth"),
    "dirt": (".", "earth"),
    "sand": (":", "sand"),
    "path": (":", "earth"),
    "road": (":", "stone"),
    "stone": (":", "stone"),
    "cobble": (":", "stone"),
    "ground": (".", "earth"),
    "furniture": ("&", "wood"),
    "stair": ("%", "wood"),
    "snow": ("'", "white"),
    "ice": ("'", "sky"),
    "lava": ("~", "red"),
}
"""For words in a name: a glyph and a colour."""
_WHOLE_WORDS = ("ground",)
"""Words that mean something else within another word."""
_PART = re.compile(r"[A-Z]?[^\W\d_A-Z]+|[^\W\d_a-z]+")
_WALKABLE_GLYPHS, _BLOCKING_GLYPHS = ".,:;'`=_", "#%X&^T"
SOLID_GLYPHS = ("#", "T", "^", "~", "-", "&")
"""Glyphs of what is usually in the way."""
_STARTS = (0x21, 0xA1, 0x391, 0x410, 0x2190, 0x2500, 0x100, 0x13A0, 0x1400, 0xA000)
_ENDS = (0x7F, 0x250, 0x3D0, 0x460, 0x2200, 0x2600, 0x180, 0x1400, 0x1680, 0xA4D0)


def customary_glyph(name: str) -> tuple[str, str]:
    """Return the glyph and the colour that a name asks for, or two empty texts.

    >>> customary_glyph("Tall grass 3"), customary_glyph("xyzzy")
    ((',', 'grass'), ('', ''))
    """
    return CUSTOMARY_GLYPHS.get(find_known_word(name), ("", ""))


@lru_cache(maxsize=4096)
def find_known_word(name: str) -> str:
    """Return the first word of ours that a name holds, or an empty text; short words must stand
    alone.

    >>> [find_known_word(name) for name in ("StoneWalls_02", "Room Builder", "Foreground L1", "a street")]
    ['wall', '', '', '']
    """
    parts = [part.casefold() for part in _PART.findall(name)]
    return next(
        (word for word in CUSTOMARY_GLYPHS if any(_matches_word(word, part) for part in parts)), ""
    )


def _matches_word(word: str, part: str) -> bool:
    if part in (word, f"{word}s", f"{word}es"):
        return True
    long = len(word) > 4 and word not in _WHOLE_WORDS
    return long and (part.startswith(word) or part.removesuffix("s").endswith(word))


def choose_glyph(wanted: str, taken: Container[str], *, walkable: bool) -> str:
    """Return the glyph that is wanted, or another one that is free: one of ASCII while there is
    any."""
    first = chain(wanted, _WALKABLE_GLYPHS if walkable else _BLOCKING_GLYPHS)
    return next(
        glyph
        for glyph in chain(first, _iter_glyphs(), map(chr, range(0x21, 0x110000)))
        if glyph not in taken
    )


def is_usable_glyph(glyph: object) -> bool:
    """Tell whether a value is one character, and none that a map cannot hold."""
    return (
        isinstance(glyph, str)
        and len(glyph) == 1
        and unicodedata.category(glyph) not in ("Cc", "Cs", "Zl", "Zp")
    )


def _iter_glyphs() -> Iterator[str]:
    for start, end in zip(_STARTS, _ENDS, strict=True):
        for number in range(start, end):
            glyph = chr(number)
            if (
                is_one_cell(glyph)
                and unicodedata.category(glyph) not in ("Lm", "Lo", "Sk")
                and glyph not in '"\\ @'
            ):
                yield glyph
