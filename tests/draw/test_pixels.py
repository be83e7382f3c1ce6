"""Maps in pixels and from afar: every cell has a picture, neighbours join, light and people are
seen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.draw.frame import Sprite, object_layer, people_layer
from latticeville.draw.pixels.object_pictures import _art, art_of, object_picture, paints
from latticeville.draw.pixels.people_pictures import person_picture
from latticeville.draw.pixels.picture import SIDE, resize
from latticeville.draw.pixels.pixel_painter import PixelPainter, lit_pixels
from latticeville.draw.portrait import OLD, person_colors
from latticeville.draw.tilemap.badges import badges_of
from latticeville.draw.tilemap.block_colors import BlockColors
from latticeville.draw.tilemap.color import RGB, luminance, parse_color
from latticeville.draw.tilemap.light import DARKEST, LEVELS, Light
from latticeville.draw.tilemap.painter import Moment
from latticeville.draw.tilemap.weather import weather_of
from latticeville.sim.first_state import initial_state
from latticeville.sim.state import State
from latticeville.world.load import load_world
from latticeville.world.model.grid import Grid, Tile
from latticeville.world.model.looks import Material
from tests.world_folders import SQUARE, VILLE

colors = st.tuples(*[st.integers(0, 255)] * 3)


@pytest.fixture(scope="module")
def ville() -> State:
    return initial_state(load_world(VILLE))


def grid_of(rows: tuple[str, ...], **tiles: str) -> Grid:
    legend = {glyph: Tile(glyph, name, ground=name) for name, glyph in tiles.items()}
    return Grid(width=len(rows[0]), height=len(rows), rows=rows, legend=legend)


def pixels_at(grid: Grid, x: int, y: int, moment: Moment | None = None) -> tuple[RGB, ...]:
    return lit_pixels(PixelPainter(grid).row(moment or Moment(), y, range(grid.width), {}, {})[x])


def test_every_picture_has_its_rows_and_known_letters() -> None:
    known = {*paints((1, 2, 3), is_lit=True), "."}
    for word, rows in _art().items():
        assert len(rows) == SIDE, word
        assert all(len(row) == SIDE and {*row} <= known for row in rows), word
    assert len({id(rows) for rows in _art().values()}) >= 60


def test_words_find_pictures() -> None:
    assert art_of("oak old oak") == art_of("tree")
    assert art_of("chairs") == art_of("chair")
    assert art_of("gizmo") is None


@pytest.mark.parametrize("material", [one for one in Material if one is not Material.VOID])
def test_every_material_is_textured(material: Material) -> None:
    grid = grid_of(("xxx", "xox", "xxx"), **{"grass": "x", material: "o"})
    if material is not Material.GRASS:
        assert len({*pixels_at(grid, 1, 1)}) > 1
        assert pixels_at(grid, 1, 1) != pixels_at(grid, 0, 0)


def test_a_wall_shows_its_face_only_where_no_wall_is_below() -> None:
    grid = grid_of(("...", ".#.", ".#.", "..."), floor=".", wall="#")
    above, below = pixels_at(grid, 1, 1), pixels_at(grid, 1, 2)
    assert luminance(above[-5]) > luminance(below[-5])


def test_water_has_a_shore_where_it_ends() -> None:
    grid = grid_of(("~~~", "~~~", ",,,"), water="~", grass=",")
    assert pixels_at(grid, 1, 1)[-1] != pixels_at(grid, 1, 0)[-1]
    assert len({*pixels_at(grid, 1, 1)[-SIDE:]}) == 1


def test_night_is_darker_and_lamps_are_light(ville: State) -> None:
    grid = ville.world.grid
    lamps = {5: bytes([15]) * grid.width}
    day, night, lit = (
        sum(map(luminance, pixels_at(grid, 5, 5, moment)))
        for moment in (Moment(), Moment(Light(6, {})), Moment(Light(6, lamps)))
    )
    assert night < lit
    assert night < day


def test_rain_falls_out_of_doors_only() -> None:
    rain = Moment(weather=weather_of("rain"), tick=3)
    grid = grid_of((",." * 20,) * 20, grass=",", floor=".")
    rows = [PixelPainter(grid).row(rain, y, range(40), {}, {}) for y in range(20)]
    assert any(cell.mark for row in rows for cell in row[::2])
    assert not any(cell.mark or cell.veil_share for row in rows for cell in row[1::2])


def test_every_cell_of_a_village_has_its_pixels(ville: State) -> None:
    world = ville.world
    painter, objects = PixelPainter(world.grid), object_layer(world, ville.things)
    people = people_layer(world, ville.bodies, badges_of(world))
    for y in range(world.grid.height):
        row = painter.row(
            Moment(), y, range(world.grid.width), objects.get(y, {}), people.get(y, {})
        )
        assert all(len(lit_pixels(cell)) == SIDE * SIDE for cell in row)
        assert all(row[x].person for x in people.get(y, {}))


def test_people_wear_their_colour_and_look_the_same_every_time() -> None:
    color = parse_color("coral")
    assert color in person_picture("ada", color).pixels
    for age in (None, OLD):
        assert set(person_colors("ada", age)[:2]) <= set(person_picture("ada", color, age).pixels)
    assert person_picture("ada", color).pixels == person_picture("ada", color).pixels
    assert len({person_picture(f"p{number}", color).pixels for number in range(40)}) > 20
    assert (
        person_picture("ada", color, crowd=3).pixels != person_picture("ada", color, crowd=4).pixels
    )
    assert (
        person_picture("ada", color, is_asleep=True).pixels != person_picture("ada", color).pixels
    )


def test_a_lamp_glows_only_when_it_is_lit() -> None:
    lamp = Sprite("!", "lamp", "", name="lantern", state="off")
    assert object_picture(lamp).pixels != object_picture(lamp._replace(state="lit")).pixels


def test_an_object_without_a_picture_shows_its_letter() -> None:
    one, other = (object_picture(Sprite(glyph, "red", "", name="gizmo")) for glyph in "gq")
    assert one.pixels != other.pixels
    assert any(one.pixels)


@given(st.lists(colors, min_size=64, max_size=64))
def test_resizing_to_the_same_size_changes_nothing(pixels: list[RGB]) -> None:
    assert resize(pixels, SIDE, SIDE, SIDE) == pixels


@given(colors, st.integers(1, 20), st.integers(1, 20), st.integers(1, 16))
def test_one_colour_stays_one_colour(color: RGB, width: int, height: int, side: int) -> None:
    assert resize([color] * (width * height), width, side, side) == [color] * (side * side)


def test_blocks_have_the_average_colour_and_people_their_own() -> None:
    state = initial_state(load_world(SQUARE))
    grid = state.world.grid
    single, double = BlockColors(grid, 1), BlockColors(grid, 2)
    parts = [single.row(Moment(), y, {}, {})[x] for x in (0, 1) for y in (0, 1)]
    average = tuple(sum(part) // 4 for part in zip(*parts, strict=True))
    assert double.row(Moment(), 0, {}, {})[0] == average
    people = people_layer(state.world, state.bodies)
    for body in state.bodies.values():
        color = parse_color(state.world.people[body.id].persona.color)
        assert double.row(Moment(), body.cell.y // 2, {}, people)[body.cell.x // 2] == color
    assert double.row(Moment(), grid.height, {}, {}) == []


def test_the_brightest_person_of_a_block_is_seen() -> None:
    grid = grid_of((",,", ",,"), grass=",")
    people = {0: {0: Sprite("a", "blue", "a", badge="Aa"), 1: Sprite("b", "lamp", "b", badge="Bb")}}
    assert BlockColors(grid, 2).row(Moment(), 0, {}, people) == [parse_color("lamp")]


def test_a_window_glows_in_the_dark_where_a_lamp_burns_behind_it() -> None:
    tile = Tile("w", "window", terrain="window")
    grid = Grid(1, 1, ("w",), {"w": tile})

    def glowing(dark: int, level: int) -> bool:
        light = Light(dark, {0: bytes([level])})
        [cell] = PixelPainter(grid).row(Moment(light), 0, range(1), {}, {})
        return max(red - blue for red, _, blue in lit_pixels(cell)) > 60

    assert glowing(DARKEST, LEVELS - 1)
    assert not glowing(DARKEST, 0)
    assert not glowing(0, LEVELS - 1)
