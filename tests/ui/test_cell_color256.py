"""Cells of a map on terminals of 256 colours: readable, of their own hue, in few steps of light."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from latticeville.draw.tilemap.color import RGB, contrast
from latticeville.draw.tilemap.light import DARKEST, LEVELS, Light, shade
from latticeville.draw.tilemap.looks import PERSON_CONTRAST, SIGN_CONTRAST, Look
from latticeville.draw.tilemap.painter import PaintedCell, seen
from latticeville.draw.tilemap.surfaces import PAINTS
from latticeville.world.model.looks import Material
from studio.canvas.tile_renderer import step_light, to_256
from studio.ui.color256 import standard_palette

colors = st.tuples(*[st.integers(0, 255)] * 3)
TOLD_APART = (Material.GRASS, Material.PATH, Material.FLOOR, Material.WATER, Material.WALL)


@settings(deadline=None)
@given(
    colors,
    colors,
    st.sampled_from((SIGN_CONTRAST, PERSON_CONTRAST)),
    st.integers(0, DARKEST),
    st.booleans(),
)
def test_what_has_to_be_readable_stays_so(
    ink: RGB,
    ground: RGB,
    ratio: float,
    dark: int,
    is_bold: bool,  # noqa: FBT001
) -> None:
    cell = to_256(seen(Look("Ad", ink, ground, ratio, is_bold), dark, 0), dark)
    assert contrast(cell.ink, cell.ground) >= ratio
    assert {cell.ink, cell.ground} <= {one.rgb for one in standard_palette()}


@settings(deadline=None)
@given(colors, colors, st.sampled_from((0, 2, DARKEST)), st.booleans())
def test_a_cell_in_colours_of_the_terminal_is_readable_as_it_was(
    ink: RGB,
    ground: RGB,
    dark: int,
    is_bold: bool,  # noqa: FBT001
) -> None:
    before = contrast(ink, ground)
    after = to_256(PaintedCell("Ad", ink, ground, is_bold), dark)
    assert contrast(after.ink, after.ground) >= next(
        (one for one in (4.5, 3.0) if before >= one), 1
    )


@pytest.mark.parametrize("dark", [0, 2, DARKEST])
def test_grounds_keep_their_hue_at_each_hour(dark: int) -> None:
    grounds = {}
    for material in TOLD_APART:
        ground = shade(PAINTS[material].ground, dark, 0)
        grounds[material] = to_256(PaintedCell("  ", ground, ground), dark).ground
    assert all(grounds[one] != grounds[other] for one, other in combinations(TOLD_APART, 2))
    red, green, blue = grounds[Material.GRASS]
    assert green > red
    red, green, blue = grounds[Material.WATER]
    assert blue > red
    assert all(red <= max(green, blue) for red, green, blue in grounds.values() if dark == DARKEST)


def test_light_has_few_steps() -> None:
    lamps = {3: bytes(range(LEVELS))}
    lights = [step_light(Light(dark, lamps)) for dark in range(DARKEST + 1)]
    assert [light.dark for light in lights] == [0, 0, 2, 2, 2, 6, 6]
    assert [len({*light.lamps.get(3, b"")}) for light in lights] == [0, 0, 0, 0, 0, 4, 4]
    assert lights[-1].lamps[3][-1] == LEVELS - 1
