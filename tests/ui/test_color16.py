"""How colours become the sixteen that each terminal has."""

from hypothesis import given
from hypothesis import strategies as st
from rich.color import ColorType
from rich.style import Style

from latticeville.draw.tilemap.color import contrast
from latticeville.draw.tilemap.painter import PaintedCell
from studio.canvas.tile_renderer import to_16
from studio.ui.color16 import SHADES, SIXTEEN, nearest_of_16, shade_of_16, style_of_16

parts = st.integers(0, 255)
colors = st.tuples(parts, parts, parts)


def test_each_of_the_sixteen_is_itself() -> None:
    muted = [one for one in SIXTEEN if nearest_of_16(one) != one]
    assert not muted


def test_what_a_village_has_keeps_its_hue() -> None:
    grass, water, floor, wall = (47, 84, 46), (32, 78, 134), (93, 73, 59), (153, 147, 133)
    assert [shade_of_16(one)[1] for one in (grass, water, floor)] == [
        SIXTEEN[number] for number in (2, 4, 3)
    ]
    assert nearest_of_16(wall) == SIXTEEN[7]


@given(colors)
def test_a_ground_is_filled_by_one_colour_or_a_shade_of_it(ground: tuple[int, int, int]) -> None:
    sign, ink, behind = shade_of_16(ground)
    assert {ink, behind} <= {*SIXTEEN}
    assert ink == behind if sign == " " else sign in SHADES and behind == SIXTEEN[0]


@given(colors, colors)
def test_a_cell_keeps_its_width_and_its_signs(
    ink: tuple[int, int, int], ground: tuple[int, int, int]
) -> None:
    for is_bold in (False, True):
        cell = to_16(PaintedCell("ab", ink, ground, is_bold), 0)
        assert len(cell.text) == 2
        assert {cell.ink, cell.ground} <= {*SIXTEEN}
        if is_bold or contrast(ink, ground) >= 3:
            assert cell.text == "ab"
            assert contrast(cell.ink, cell.ground) >= 3


@given(colors, colors)
def test_a_style_has_colours_of_the_terminal(
    ink: tuple[int, int, int], ground: tuple[int, int, int]
) -> None:
    text = "rgb({},{},{})"
    style = style_of_16(Style(color=text.format(*ink), bgcolor=text.format(*ground)))
    assert style.color
    assert style.bgcolor
    assert style.color.type is style.bgcolor.type is ColorType.STANDARD
    if contrast(ink, ground) >= 3:
        assert style.color != style.bgcolor
