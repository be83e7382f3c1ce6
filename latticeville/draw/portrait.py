"""Portraits: a face of eight by eight pixels for each person, drawn from the id, and its half
blocks for a terminal."""

from hashlib import sha256
from typing import NamedTuple

from latticeville.draw.tilemap.color import RGB, mix, scale

SIZE = 8
"""Pixels of a face, across and down."""
Face = tuple[tuple[RGB | None, ...], ...]
"""Rows of pixels; None where nothing is drawn."""
_SKINS: tuple[RGB, ...] = (
    (248, 218, 190),
    (236, 188, 152),
    (214, 160, 118),
    (172, 118, 80),
    (128, 84, 58),
    (108, 72, 52),
)
_HAIRS: tuple[RGB, ...] = (
    (62, 50, 48),
    (74, 52, 38),
    (86, 60, 82),
    (96, 62, 40),
    (132, 84, 44),
    (168, 70, 36),
    (190, 138, 70),
    (226, 194, 120),
)
"""Colours of hair, the darkest first."""
_LIGHT_SKINS, _DARK_HAIRS = 3, 3
"""With the skins after so many, hair has one of the darkest colours and eyes are dark."""
_GREYS: tuple[RGB, ...] = ((150, 150, 152), (214, 214, 210))
OLD = 60
"""The age from which on hair is grey."""
_EYES: tuple[RGB, ...] = ((46, 36, 32), (52, 84, 120), (56, 96, 66), (96, 66, 38))
_DARK_EYES: RGB = (34, 26, 24)
_HEAD = (
    "........",
    "..ssss..",
    ".ssssss.",
    ".ssssss.",
    ".sesses.",
    ".ssssss.",
    "..smms..",
    ".cccccc.",
)
_STYLES = (
    ("..hhhh..", ".hhhhhh.", ".h....h."),
    ("..hhhh..", ".hhhhhh.", ".hhhh.h.", ".h....h."),
    ("..hhhh..", ".hhhhhh.", "hhh..hhh", "hh....hh", "h......h", "h......h", "h......h"),
    (".hhhhhh.", "hhhhhhhh", "hhhhh.hh", "hh....hh", "h......h"),
    ("...hh...", "..hhhh..", ".hhhhhh.", ".h....h."),
    (".hh..hh.", "hhhhhhhh", "hhhhhhhh", ".h....h."),
    (".h.hh.h.", ".hhhhhh.", ".h.hh.h."),
    ("..dddd..", ".dddddd.", "dddddddd", ".h....h."),
)
"""Hair by row, from the top; `d` is a hat in a darker colour of the clothes."""


class HalfBlock(NamedTuple):
    """Two pixels, one above the other, as a character with its ink and its ground."""

    text: str
    ink: RGB | None
    ground: RGB | None = None


class PersonColors(NamedTuple):
    """The colours of a person, in every picture of them."""

    skin: RGB
    hair: RGB
    eyes: RGB


def person_colors(person_id: str, age: int | None = None) -> PersonColors:
    """Return the colours of a person, the same on every machine, by the id; hair is grey from the
    age `OLD` on."""
    skin_at, hair_at, eyes_at, _style_at = _dice(person_id)
    skin = _SKINS[skin_at % len(_SKINS)]
    is_light = skin in _SKINS[:_LIGHT_SKINS]
    hairs = (
        _GREYS if age is not None and age >= OLD else _HAIRS if is_light else _HAIRS[:_DARK_HAIRS]
    )
    eyes = _EYES[eyes_at % len(_EYES)] if is_light else _DARK_EYES
    return PersonColors(skin, hairs[hair_at % len(hairs)], eyes)


def _dice(person_id: str) -> bytes:
    """Return four numbers below 256: for skin, hair, eyes and the style of the hair."""
    return sha256(person_id.encode("utf-8", "replace")).digest()[:4]


def draw_face(person_id: str, clothes: RGB, age: int | None = None) -> Face:
    """Return the face of a person, the same on every machine, by the id and the age."""
    found = person_colors(person_id, age)
    colors: dict[str, RGB] = {
        "s": found.skin,
        "h": found.hair,
        "e": found.eyes,
        "c": clothes,
        "m": mix(found.skin, (150, 50, 50), 0.45),
        "d": scale(clothes, (0.7, 0.7, 0.7)),
    }
    rows = list(_HEAD)
    for y, over in enumerate(_STYLES[_dice(person_id)[3] % len(_STYLES)]):
        rows[y] = _overlay(rows[y], over)
    return tuple(tuple(colors.get(letter) for letter in row) for row in rows)


def _overlay(row: str, over: str) -> str:
    return "".join(below if above == "." else above for above, below in zip(over, row, strict=True))


def half_blocks(face: Face) -> list[list[HalfBlock]]:
    """Return a picture as rows of half blocks: a column a pixel, a row two rows of pixels."""
    return [
        [_half_block(above, below) for above, below in zip(face[y], face[y + 1], strict=True)]
        for y in range(0, len(face), 2)
    ]


def _half_block(above: RGB | None, below: RGB | None) -> HalfBlock:
    if above is None:
        return HalfBlock(" " if below is None else "▄", below)
    return HalfBlock("▀", above, below)
