"""The picture of a person: clothes in their colour; hair and skin by their id, the same wherever
they are drawn."""

from functools import lru_cache
from zlib import crc32

from latticeville.draw.pixels.letter_pictures import number_picture
from latticeville.draw.pixels.picture import Picture, draw_letters, lay_over
from latticeville.draw.tilemap.color import BLACK, RGB, WHITE, mix

SKINS: tuple[RGB, ...] = (
    (246, 214, 184),
    (232, 190, 150),
    (206, 156, 112),
    (164, 112, 74),
    (122, 80, 52),
)
HAIRS: tuple[RGB, ...] = (
    (40, 32, 30),
    (88, 56, 34),
    (146, 94, 46),
    (206, 164, 92),
    (176, 78, 42),
    (168, 168, 170),
    (226, 222, 214),
)
"""Colours of skin and hair."""
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
def person_picture(who: str, color: RGB, *, is_asleep: bool = False, crowd: int = 1) -> Picture:
    """Return the picture of a person by their id and colour; a number tells how many stand
    there."""
    dice = crc32(who.encode())
    head, body = HEADS[dice % len(HEADS)], BODIES[dice // 7 % len(BODIES)]
    skin, hair = SKINS[dice // 16 % len(SKINS)], HAIRS[dice // 128 % len(HAIRS)]
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
