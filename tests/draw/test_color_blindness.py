"""Colour vision deficiencies: people are told apart, and ground that blocks from ground that does
not.

The matrices, for linear RGB, are those of severity 1.0 of Machado, Oliveira and Fernandes, "A
physiologically-based model for simulation of color vision deficiency", IEEE TVCG 15 (6), 2009.
"""

from itertools import combinations
from math import dist

import pytest

from latticeville.draw.tilemap.color import RGB, contrast, parse_color
from latticeville.draw.tilemap.light import DARKEST, Light, shade
from latticeville.draw.tilemap.painter import MapPainter, MapStyle, Moment
from latticeville.draw.tilemap.surfaces import PAINTS
from latticeville.world.model.grid import Tile, make_grid
from latticeville.world.model.looks import Material

MATRICES = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
HUES = ("amber", "rose", "violet", "teal", "lime", "sky", "coral", "indigo", "olive", "cyan")
HUE_DIFFERENCE = 6.0
"""The least difference of two hues of people, whose badges differ in letters, too."""
GROUND_DIFFERENCE = 5.0
"""The least difference of two grounds that are told apart by colour alone."""
SIGN = 2.5
"""The least contrast of a sign that tells a ground."""
WALKABLE = (
    Material.GRASS,
    Material.PATH,
    Material.SAND,
    Material.SOIL,
    Material.SNOW,
    Material.FLOOR,
    Material.CARPET,
    Material.BRIDGE,
    Material.STAIRS,
)
BLOCKED = (
    Material.WATER,
    Material.LAVA,
    Material.WALL,
    Material.WINDOW,
    Material.ROCK,
    Material.TREE,
    Material.HEDGE,
    Material.FENCE,
    Material.VOID,
)


def linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def encoded(part: float) -> int:
    part = min(1.0, max(0.0, part))
    return round(255 * (part * 12.92 if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055))


def simulate(color: RGB, deficiency: str) -> RGB:
    """Return what a colour looks like with a deficiency."""
    parts = [linear(part / 255) for part in color]
    red, green, blue = (
        encoded(sum(weight * part for weight, part in zip(row, parts, strict=True)))
        for row in MATRICES[deficiency]
    )
    return red, green, blue


def lab(color: RGB) -> tuple[float, float, float]:
    """Return a colour in CIELAB for the white of D65."""
    red, green, blue = (linear(part / 255) for part in color)
    xyz = (
        (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
        0.2126 * red + 0.7152 * green + 0.0722 * blue,
        (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089,
    )
    x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: RGB, other: RGB) -> float:
    """Return the difference of two colours (CIE 1976); about 2 is just noticeable."""
    return dist(lab(one), lab(other))


def test_the_simulation_leaves_grey_as_it_is_and_mixes_up_red_and_green() -> None:
    for deficiency in MATRICES:
        assert difference(simulate((128, 128, 128), deficiency), (128, 128, 128)) < 1
    red, green = (200, 60, 60), (60, 130, 60)
    assert (
        difference(simulate(red, "deuteranopia"), simulate(green, "deuteranopia"))
        < difference(red, green) / 2
    )


@pytest.mark.parametrize("deficiency", MATRICES)
def test_the_hues_of_people_are_told_apart(deficiency: str) -> None:
    for one, other in combinations(HUES, 2):
        seen = [simulate(parse_color(hue), deficiency) for hue in (one, other)]
        assert difference(*seen) >= HUE_DIFFERENCE, (one, other)


@pytest.mark.parametrize("deficiency", MATRICES)
@pytest.mark.parametrize("dark", [0, DARKEST // 2, DARKEST])
def test_what_blocks_is_told_from_what_does_not_by_ground_or_sign(
    deficiency: str, dark: int
) -> None:
    for blocked in BLOCKED:
        has_sign = sign_contrast(blocked, dark, deficiency) >= SIGN
        for walkable in WALKABLE:
            seen = [
                simulate(shade(PAINTS[one].ground, dark, 0), deficiency)
                for one in (blocked, walkable)
            ]
            assert has_sign or difference(*seen) >= GROUND_DIFFERENCE, (blocked, walkable)


@pytest.mark.parametrize("deficiency", MATRICES)
@pytest.mark.parametrize("dark", [0, DARKEST // 2, DARKEST])
def test_an_obstacle_is_told_from_the_floor_that_it_stands_on(deficiency: str, dark: int) -> None:
    legend = {
        "x": Tile("x", "x", walkable=False, ground="obstacle"),
        ".": Tile(".", "floor", terrain="floor"),
    }
    painter = MapPainter(make_grid(("....", ".xx.", "...."), legend), MapStyle.TILES)
    floor, block = (
        painter.row(Moment(Light(dark, {})), y, range(1, 2), {}, {})[0].ground for y in (0, 1)
    )
    assert difference(simulate(floor, deficiency), simulate(block, deficiency)) >= GROUND_DIFFERENCE


def sign_contrast(material: Material, dark: int, deficiency: str) -> float:
    """Return the least contrast of the signs in a field of a ground; 0 where a cell has none."""
    legend = {"x": Tile("x", "x", walkable=False, ground=material)}
    painter = MapPainter(make_grid(("xxxxxxxx",) * 8, legend), MapStyle.TILES)
    cells = [
        cell
        for y in range(2, 7)
        for cell in painter.row(Moment(Light(dark, {})), y, range(1, 7), {}, {})
    ]
    if not all(cell.text.strip() for cell in cells):
        return 0
    return min(
        contrast(simulate(cell.ink, deficiency), simulate(cell.ground, deficiency))
        for cell in cells
    )
