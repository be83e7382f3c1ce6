"""The picture of a ground, by its material and by the neighbours that it joins."""

from collections.abc import Callable, Iterator
from functools import lru_cache

from latticeville.draw.pixels.letter_pictures import letter_pixels
from latticeville.draw.pixels.picture import SIDE, Picture
from latticeville.draw.tilemap.color import BLACK, RGB, WHITE, mix, scale
from latticeville.draw.tilemap.joins import EAST, NORTH, SOUTH, WEST, is_upright
from latticeville.draw.tilemap.painter import PLANK, SHADES, SHORE, THRESHOLD, uneven
from latticeville.draw.tilemap.surfaces import Surface
from latticeville.draw.tilemap.weather import noise
from latticeville.world.model.looks import Material

TRUNK: RGB = (96, 66, 40)
STAMEN: RGB = (240, 206, 96)
SHEEN = 0.35
"""The share of white where a pane of glass shines."""
SPECKS: dict[Material, tuple[int, float]] = {
    Material.GRASS: (22, 0.55),
    Material.PATH: (26, 0.5),
    Material.SAND: (22, 0.6),
    Material.SOIL: (24, 0.6),
    Material.SNOW: (14, 0.7),
    Material.FLOWERS: (22, 0.3),
    Material.HEDGE: (110, 0.6),
    Material.LAVA: (60, 0.7),
}
"""How many of 256 pixels have a speck of ink, and the share of the ink in it."""
ART: dict[Material, tuple[str, ...]] = {
    Material.TREE: (
        "..diid..",
        ".diilid.",
        "diilliid",
        "diiliiid",
        "diiiiiid",
        ".DdiidD.",
        "...ww...",
        "..DwwD..",
    ),
    Material.BUSH: (
        "........",
        "..dii...",
        ".diilid.",
        "diiliiid",
        "diiiilid",
        "diiiiiid",
        ".DdiidD.",
        "..DDDD..",
    ),
    Material.FLOWERS: (
        "..i.....",
        ".iyi....",
        "..i...i.",
        "..D..iyi",
        "......i.",
        ".i....D.",
        "iyi.....",
        ".i......",
    ),
    Material.ROCK: (
        "........",
        "...hh...",
        "..hiid..",
        ".hiiiid.",
        ".hiiidd.",
        "hiiiiddD",
        "diiiddDD",
        ".DDDDDD.",
    ),
    Material.STAIRS: (
        "iiiiiiii",
        "hhhhhhhh",
        "DDDDDDDD",
        "iiiiiiii",
        "hhhhhhhh",
        "DDDDDDDD",
        "iiiiiiii",
        "DDDDDDDD",
    ),
    Material.OBSTACLE: (
        "........",
        ".iiiiii.",
        ".illlid.",
        ".iiiidd.",
        ".illlid.",
        ".iiiidd.",
        ".dddddd.",
        "..DDDDD.",
    ),
    Material.CARPET: (
        "i.......",
        "....i...",
        "........",
        "..i...i.",
        "........",
        "....i...",
        "i.......",
        "........",
    ),
    Material.FLOOR: (
        "........",
        "........",
        ".....d..",
        "dddddddd",
        "........",
        "........",
        ".d......",
        "dddddddd",
    ),
    Material.BRIDGE: (
        "..i..i..",
        "..i..i..",
        "..i..i..",
        "..i..i..",
        "..i..i..",
        "..i..i..",
        "..i..i..",
        "..i..i..",
    ),
    Material.WATER: (
        "........",
        "..ii....",
        "........",
        "......i.",
        ".i......",
        "........",
        "....ii..",
        "........",
    ),
    Material.LAVA: (
        "..i.....",
        ".iii....",
        "......i.",
        ".....ii.",
        "........",
        ".ii.....",
        "..i..i..",
        "........",
    ),
}
"""Pictures of materials: `i` ink, `l` light ink, `h` light ground, `d` and `D` dark ground, `w`
trunk, `y` stamen."""
_Pixels = list[RGB]


@lru_cache(maxsize=1 << 13)
def ground_picture(surface: Surface, mask: int, variant: int, beside: RGB) -> Picture:
    """Return the picture of a cell of ground.

    `mask` has the sides on which it joins its like, `beside` is the ground of a neighbour that a
    fence stands on.
    """
    painted = _PAINTERS.get(surface.material)
    if surface.has_own_texture:
        pixels = _textured(surface, variant)
        text = surface.texture[variant % len(surface.texture)].strip()
        for place, is_set in enumerate(letter_pixels(text[:1] or " ")):
            if is_set:
                pixels[place] = surface.ink
    else:
        pixels = painted(surface, mask, variant, beside) if painted else _drawn(surface, variant)
    return Picture(tuple(pixels))


def _places() -> Iterator[tuple[int, int, int]]:
    """Yield the place, the column and the row of each pixel."""
    return ((y * SIDE + x, x, y) for y in range(SIDE) for x in range(SIDE))


def _textured(surface: Surface, variant: int) -> _Pixels:
    """Return an uneven ground with specks."""
    density, share = SPECKS.get(surface.material, (0, 0.0))
    pixels = []
    for _, x, y in _places():
        grain = noise(x + SIDE * variant, y + 3 * SIDE * variant, 11)
        color = uneven(surface.ground, surface.uneven * 0.6, grain % SHADES)
        pixels.append(mix(color, surface.ink, share) if grain < density else color)
    return pixels


def _drawn(surface: Surface, variant: int) -> _Pixels:
    """Return a ground with the picture of its material, every other one mirrored."""
    pixels, art = _textured(surface, variant), ART.get(surface.material)
    palette = _palette(surface)
    for place, x, y in _places() if art else ():
        letter = art[y][SIDE - 1 - x if variant % 2 else x] if art else "."
        if letter != ".":
            pixels[place] = palette[letter]
    return pixels


def _palette(surface: Surface) -> dict[str, RGB]:
    ground, ink = surface.ground, surface.ink
    faint = surface.material in (Material.CARPET, Material.WATER)
    return {
        "i": mix(ground, ink, 0.6) if faint else ink,
        "l": mix(ink, WHITE, 0.25),
        "h": mix(ground, WHITE, 0.18),
        "d": mix(ground, BLACK, 0.12 if surface.is_indoors else 0.2),
        "D": mix(ground, BLACK, 0.4),
        "w": TRUNK,
        "y": STAMEN,
    }


def _wall(surface: Surface, mask: int, variant: int, beside: RGB) -> _Pixels:
    """Return a wall from above: its lit top, and its face of bricks where no wall goes on below."""
    del beside
    top, face_from = surface.ground, SIDE if mask & SOUTH else 3
    lit, shaded = mix(top, WHITE, 0.22), mix(top, BLACK, 0.25)
    face, mortar = scale(top, (0.62, 0.6, 0.57)), scale(top, (0.48, 0.46, 0.43))
    lit_row, lit_column = -1 if mask & NORTH else 0, -1 if mask & WEST else 0
    shaded_column = SIDE if mask & EAST else SIDE - 1

    def color(x: int, y: int) -> RGB:
        if y >= face_from:
            course, depth = divmod(y - face_from, 3)
            return mortar if depth == 2 or x == 6 - 4 * (course % 2) else face
        if y == lit_row or x == lit_column:
            return lit
        return shaded if x == shaded_column else uneven(top, 0.03, noise(x, y, variant) % SHADES)

    return [color(x, y) for _, x, y in _places()]


def _window(surface: Surface, mask: int, variant: int, beside: RGB) -> _Pixels:
    """Return a wall with a pane of glass: in its face, or along its top where it runs up and
    down."""
    pixels = _wall(surface, mask if is_upright(mask) else mask & ~SOUTH, variant, beside)
    across, down = (range(2, 6), range(SIDE)) if is_upright(mask) else (range(1, 7), range(3, 7))
    glass, bar = surface.ink, mix(surface.ground, BLACK, 0.5)
    for place, x, y in _places():
        if x in across and y in down:
            edge = (
                x in (across[0], across[-1])
                if is_upright(mask)
                else y in (down[0], down[-1]) or x == 4
            )
            pixels[place] = bar if edge else mix(glass, WHITE, SHEEN) if x + y == 7 else glass
    return pixels


def _doorway(surface: Surface, mask: int, variant: int, beside: RGB) -> _Pixels:
    """Return a threshold between two posts."""
    del variant, beside
    ground = surface.ground if surface.has_own_ground else THRESHOLD
    post, line = mix(PLANK, BLACK, 0.15), mix(ground, BLACK, 0.25)
    upright = is_upright(mask)
    return [
        post
        if (y if upright else x) in (0, SIDE - 1)
        else line
        if (x if upright else y) % 3 == 2
        else ground
        for _, x, y in _places()
    ]


def _fence(surface: Surface, mask: int, variant: int, beside: RGB) -> _Pixels:
    """Return posts and two rails towards each side that joins, on the ground beside it."""
    under = surface.ground if surface.has_own_ground else beside
    rail, post = surface.ink, mix(surface.ink, BLACK, 0.3)
    pixels = [
        uneven(under, 0.03, noise(x + SIDE * variant, y, 11) % SHADES) for _, x, y in _places()
    ]
    for x in range(0 if mask & WEST else 3, SIDE if mask & EAST else 5):
        pixels[2 * SIDE + x] = pixels[5 * SIDE + x] = rail
    for y in range(0 if mask & NORTH else 1, SIDE if mask & SOUTH else 7):
        pixels[y * SIDE + 3], pixels[y * SIDE + 4] = rail, post
    return pixels


def _water(surface: Surface, mask: int, variant: int, beside: RGB) -> _Pixels:
    """Return water with a shore on the sides where none goes on."""
    del beside
    pixels, foam = _drawn(surface, variant), mix(surface.ink, WHITE, 0.3)
    for place, x, y in _places():
        sides = ((NORTH, y), (WEST, x), (SOUTH, SIDE - 1 - y), (EAST, SIDE - 1 - x))
        away = min((far for side, far in sides if not mask & side), default=SIDE)
        if away == 0:
            pixels[place] = SHORE
        elif away == 1 and noise(x, y, variant) < 120:
            pixels[place] = foam
    return pixels


def _hedge(surface: Surface, mask: int, variant: int, beside: RGB) -> _Pixels:
    """Return leaves, with a lit edge above and a dark one below where none go on."""
    pixels = _textured(surface, variant)
    for place, x, y in _places():
        if y == 0 and not mask & NORTH:
            pixels[place] = mix(surface.ink, WHITE, 0.1)
        elif y == SIDE - 1 and not mask & SOUTH:
            pixels[place] = mix(surface.ground, BLACK, 0.45)
        elif (x == 0 and not mask & WEST) or (x == SIDE - 1 and not mask & EAST):
            pixels[place] = beside
    return pixels


_PAINTERS: dict[Material, Callable[[Surface, int, int, RGB], _Pixels]] = {
    Material.WALL: _wall,
    Material.WINDOW: _window,
    Material.DOOR: _doorway,
    Material.FENCE: _fence,
    Material.WATER: _water,
    Material.HEDGE: _hedge,
}
