"""Roofs: what they cover, what stays visible, and which buildings are open."""

from hypothesis import given
from hypothesis import strategies as st

from latticeville.core.geometry import Box, Cell
from latticeville.draw.frame import Sprite
from latticeville.draw.tilemap.block_colors import BlockColors
from latticeville.draw.tilemap.color import contrast, parse_color
from latticeville.draw.tilemap.light import DARKEST, LEVELS, Light
from latticeville.draw.tilemap.looks import SIGN_CONTRAST
from latticeville.draw.tilemap.painter import MapPainter, MapStyle, Moment
from latticeville.draw.tilemap.roofs import Roofs, find_buildings, roof_over
from latticeville.draw.tilemap.surfaces import JOINED, surface_of
from tests.world_folders import SQUARE, VILLE, shared_world

WORLD = shared_world(VILLE)
BUILDINGS = find_buildings(WORLD.grid, WORLD.areas)


def test_houses_have_roofs_and_streets_and_gardens_have_none() -> None:
    names = {building.name for building in BUILDINGS}
    assert {"Mochi Café", "Library", "Ada's House", "Bell Tower", "Town Hall"} <= names
    assert names.isdisjoint(
        {"Market Square", "North Lane", "Park", "Orchard", "Counter", "Kitchen"}
    )
    square = shared_world(SQUARE)
    assert [building.name for building in find_buildings(square.grid, square.areas)] == [
        "Mina's House"
    ]


def test_what_leads_outdoors_stays_visible() -> None:
    covered = {cell for building in BUILDINGS for cell in building.cells}
    for cell in covered:
        if surface_of(WORLD.grid.tile(cell)).material in JOINED:
            near = [cell.step(way) for way in "NESW"]
            assert all(
                surface_of(WORLD.grid.tile(one)).is_indoors or one in covered or _is_joined(one)
                for one in near
            )
    assert sum(len(building.cells) for building in BUILDINGS) == len(covered)


def _is_joined(cell: Cell) -> bool:
    return surface_of(WORLD.grid.tile(cell)).material in JOINED


def test_the_name_is_readable_and_whole() -> None:
    for columns in (1, 2):
        for building in BUILDINGS:
            layer = roof_over(building, columns)
            assert {Cell(x, y) for y, row in layer.items() for x in row} == building.cells
            named = [
                look
                for _, row in sorted(layer.items())
                for _, look in sorted(row.items())
                if look.is_bold
            ]
            assert "".join(look.text for look in named).strip() in (building.name, "")
            assert all(contrast(look.ink, look.ground) >= SIGN_CONTRAST for look in named)
            assert all(len(look.text) == columns for row in layer.values() for look in row.values())
    cafe = next(building for building in BUILDINGS if building.name == "Mochi Café")
    assert any(look.is_bold for row in roof_over(cafe, 2).values() for look in row.values())


@given(st.integers(0, 119), st.integers(0, 47))
def test_a_building_is_open_where_one_looks_into_it(x: int, y: int) -> None:
    roofs, cell = Roofs(WORLD.grid, WORLD.areas, 2), Cell(x, y)
    closed = roofs.draw((), Box(0, 0, 120, 48))
    opened = roofs.open_buildings([cell])
    drawn = roofs.draw(opened, Box(0, 0, 120, 48))
    assert bool(opened) == (x in closed.get(y, {}))
    assert x not in drawn.get(y, {})
    assert sum(map(len, drawn.values())) == sum(map(len, closed.values())) - sum(
        len(one.cells) for one in BUILDINGS if one.area in opened
    )


def test_lamps_below_a_roof_do_not_light_it() -> None:
    painter = MapPainter(WORLD.grid, MapStyle.TILES)
    cafe = next(building for building in BUILDINGS if building.name == "Mochi Café")
    y = cafe.box.y
    roof, columns = roof_over(cafe, 2)[y], range(cafe.box.x, cafe.box.x + 3)
    lamps = {y: bytes([LEVELS - 1] * WORLD.grid.width)}
    lit = painter.row(Moment(Light(DARKEST, lamps)), y, columns, {}, {}, roofs=roof)
    assert lit == painter.row(Moment(Light(DARKEST, {})), y, columns, {}, {}, roofs=roof)
    assert lit != painter.row(Moment(Light(DARKEST, lamps)), y, columns, {}, {})


def test_from_afar_a_block_under_a_roof_has_its_colour_and_people_are_seen() -> None:
    cafe = next(one for one in find_buildings(WORLD.grid, WORLD.areas) if "Caf" in one.name)
    roofs = Roofs(WORLD.grid, WORLD.areas, 0).draw((), Box(0, 0, 120, 48))
    x, y = cafe.box.x + cafe.box.width // 2, cafe.box.y + cafe.box.height // 2
    blocks = BlockColors(WORLD.grid, 1)
    bare, roofed = (blocks.row(Moment(), y, {}, {}, over) for over in ({}, roofs))
    assert roofed[x] == roofs[y][x].ground != bare[x]
    assert roofed[0] == bare[0]
    people = {y: {x: Sprite("A", "lamp", "ada")}}
    assert blocks.row(Moment(), y, {}, people, roofs)[x] == parse_color("lamp")
