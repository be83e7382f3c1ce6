"""The picture of a person: clothes in their colour; hair and skin as in their portrait."""

from functools import lru_cache
from zlib import crc32

from latticeville.draw.pixels.letter_pictures import number_picture
from latticeville.draw.pixels.picture import Picture, draw_letters, lay_over
from latticeville.draw.portrait import person_colors
from latticeville.draw.tilemap.color import BLACK, RGB, WHITE, mix

EYE: RGB = (34, 28, 34)
DREAM: RGB = (30, 32, 44)
"""What is mixed into the colours of those who sleep."""
HEADS = (
    ("..hhhh..", ".hhhhhh.", ".hssssh.", ".sesses.", "..ssss.."),
    (".hhhhhh.", "hhhhhhhh", "hhssssh.", "hsessesh", "h.ssss.h"),
    ("..hhhh..", ".hhhhhs.", ".hhssss.", ".sesses.", ".hssssh."),
    ("...hh...", "..hhhh..", ".hssssh.", "hsesessh", "hhssss.h"),
    ("........", "..ssss..", ".hssssh.", ".sesses.", "..hhhh.."),
)
"""Heads: hair, skin and eyes."""
BODIES = (
    (".cccccc.", "scCccCcs", "..d..d.."),
    (".cccccc.", "sccCCccs", ".cccccc."),
)
"""Bodies: clothes, hands and legs."""


@lru_cache(maxsize=4096)
def person_picture(
    who: str, color: RGB, age: int | None = None, *, is_asleep: bool = False, crowd: int = 1
) -> Picture:
    """Return the picture of a person by their id, colour and age; a number tells how many stand
    there."""
    dice = crc32(who.encode())
    head, body = HEADS[dice % len(HEADS)], BODIES[dice // 7 % len(BODIES)]
    skin, hair, _eyes = person_colors(who, age)
    palette = {
        "h": hair,
        "s": skin,
        "e": mix(skin, BLACK, 0.25) if is_asleep else EYE,
        "c": color,
        "C": mix(color, WHITE, 0.3),
        "d": mix(color, BLACK, 0.6),
    }
    if is_asleep:
        palette = {letter: mix(found, DREAM, 0.5) for letter, found in palette.items()}
    picture = draw_letters((*head, *body), palette)
    return (
        Picture(tuple(lay_over([picture, number_picture(crowd, WHITE, BLACK)])))
        if crowd > 1
        else picture
    )
