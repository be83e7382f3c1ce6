"""Maps as painted cells: joins, light, badges, surfaces and signs, and what keeps them readable."""

from itertools import pairwise, product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from latticeville.core.clock import DAY
from latticeville.core.geometry import Box, Cell, line
from latticeville.draw.frame import Sprite, object_layer, people_layer
from latticeville.draw.tilemap.badges import make_badges
from latticeville.draw.tilemap.bodies import BODY_CONTRAST
from latticeville.draw.tilemap.bubbles import Utterance, place_bubbles
from latticeville.draw.tilemap.color import contrast, parse_color
from latticeville.draw.tilemap.joins import EAST, NORTH, SOUTH, WEST, join_mask, rail, wall_line
from latticeville.draw.tilemap.light import (
    DARKEST,
    DAYLIGHT,
    LEVELS,
    Light,
    Lighting,
    darkness,
    lamp_radius,
    shade,
)
from latticeville.draw.tilemap.looks import PERSON_CONTRAST, SIGN_CONTRAST
from latticeville.draw.tilemap.painter import MapPainter, MapStyle, Moment, seen
from latticeville.draw.tilemap.signs import SIGNS, SYNONYMS, sign_of
from latticeville.draw.tilemap.surfaces import PAINTS, material_of
from latticeville.draw.tilemap.weather import weather_of
from latticeville.sim.first_state import initial_state
from latticeville.sim.line_of_sight import visible_cells
from latticeville.sim.state import State
from latticeville.world.load import load_world
from latticeville.world.model.grid import Grid, Tile, make_grid
from latticeville.world.model.looks import COLORS, Material
from tests.worlds import build

LEGEND = {
    "#": Tile("#", "wall", walkable=False, opaque=True, color="slate", terrain="wall"),
    ".": Tile(".", "floor", terrain="floor"),
    ",": Tile(",", "grass", color="grass", terrain="grass"),
    "-": Tile("-", "fence", walkable=False, color="wood", terrain="fence"),
}
VILLE = Path(__file__).parents[2] / "worlds" / "ville"
PAINTED = (MapStyle.TILES, MapStyle.COMPACT)
maps = st.integers(3, 9).flatmap(
    lambda width: st.lists(st.text("#.,-", min_size=width, max_size=width), min_size=3, max_size=7)
)


@pytest.fixture(scope="module")
def ville() -> State:
    return initial_state(load_world(VILLE))


@given(maps, st.data())
def test_joins_are_symmetric(rows: list[str], data: st.DataObject) -> None:
    x = data.draw(st.integers(0, len(rows[0]) - 1))
    y = data.draw(st.integers(0, len(rows) - 1))

    def joins(column: int, row: int) -> bool:
        return 0 <= row < len(rows) and 0 <= column < len(rows[0]) and rows[row][column] == "#"

    mask = join_mask(joins, x, y)
    for bit, back, dx, dy in (
        (NORTH, SOUTH, 0, -1),
        (EAST, WEST, 1, 0),
        (SOUTH, NORTH, 0, 1),
        (WEST, EAST, -1, 0),
    ):
        if mask & bit and joins(x, y):
            assert join_mask(joins, x + dx, y + dy) & back


def test_every_mask_has_a_glyph_of_its_sides() -> None:
    assert len({wall_line(mask) for mask in range(16)}) >= 11
    assert all(len(rail(mask)) == 2 for mask in range(16))
    assert all((rail(mask)[1] == "─") == bool(mask & EAST) for mask in range(16))


@given(maps, st.integers(0, 8), st.integers(0, 6), st.integers(1, 6))
def test_light_passes_no_opaque_cell(rows: list[str], x: int, y: int, radius: int) -> None:
    grid = make_grid(tuple(rows), LEGEND)
    lamp = Cell(x % grid.width, y % grid.height)
    glow = Lighting(grid).glow(frozenset(), lamp, radius)
    assert glow[lamp] == LEVELS - 1
    for cell, level in glow.items():
        assert 0 < level < LEVELS
        assert cell in visible_cells(grid, frozenset(), lamp, radius)
    if "#" not in "".join(rows):
        assert all(
            cell in glow
            for cell in line(lamp, Cell(min(lamp.x + radius // 2, grid.width - 1), lamp.y))
        )


def test_a_lamp_behind_a_wall_is_not_seen() -> None:
    grid = make_grid((".....", "#####", "....."), LEGEND)
    glow = Lighting(grid).glow(frozenset(), Cell(2, 0), 6)
    assert {cell.y for cell in glow} == {0, 1}


def test_a_lamp_gives_light_by_its_state() -> None:
    assert lamp_radius("street lantern", "lit") > lamp_radius("candle", "lit") > 0
    assert lamp_radius("lamp", "off") == lamp_radius("door", "open") == 0
    assert lamp_radius("stove", "burning") > 0


def test_the_sun_goes_down_and_comes_up_step_by_step() -> None:
    steps = [darkness(minute) for minute in range(24 * 60)]
    assert {*steps} == {*range(DARKEST + 1)}
    assert all(abs(one - other) <= 1 for one, other in pairwise(steps))
    assert darkness(24 * 60 + 90) == darkness(90)


@given(st.lists(st.text(min_size=0, max_size=12), max_size=40))
def test_badges_are_unique(names: list[str]) -> None:
    badges = make_badges({str(place): name for place, name in enumerate(names)})
    assert len({*badges.values()}) == len(names)
    assert all(len(badge) == 2 for badge in badges.values())


def test_six_hundred_people_of_one_name_are_told_apart() -> None:
    badges = make_badges({str(place): "Ada Lindgren" for place in range(600)})
    assert len({*badges.values()}) == 600
    assert badges["0"] == "Ad"


def test_more_people_than_there_are_badges_share_them() -> None:
    badges = [*make_badges({str(place): "Ada Lindgren" for place in range(3_000)}).values()]
    assert len({*badges[:2_300]}) == 2_300
    assert badges[-1] == badges[0] == "Ad"


@pytest.mark.parametrize(
    ("tile", "material"),
    [
        (Tile("o", "Window_03", walkable=False, terrain="wall"), Material.WINDOW),
        (Tile("x", "stone wall", walkable=False, opaque=True), Material.WALL),
        (Tile("~", "black water", walkable=False, color="water"), Material.WATER),
        (Tile("=", "planks", color="wood", terrain="bridge"), Material.BRIDGE),
        (Tile("+", "archway", color="wood", terrain="floor"), Material.DOOR),
        (Tile("T", "palm", walkable=False, opaque=True, terrain="tree"), Material.TREE),
        (Tile("q", "behaviour 7", walkable=False, opaque=True), Material.WALL),
        (Tile("q", "behaviour 8", walkable=False), Material.OBSTACLE),
        (Tile(":", "cobbles", color="sand", terrain="path"), Material.PATH),
        (Tile("*", "sea thrift", color="rose"), Material.FLOWERS),
        (Tile("*", "sea thrift", color="water"), Material.WATER),
        (Tile("*", "runner", color="rose", terrain="floor"), Material.FLOOR),
        (Tile(",", "river bank", color="grass"), Material.GRASS),
        (Tile("~", "shallow water"), Material.WATER),
        (Tile("=", "stone bridge"), Material.BRIDGE),
        (Tile("f", "water lily"), Material.FLOWERS),
        (Tile("f", "water lily", walkable=False), Material.WATER),
        (Tile("#", "garden wall", walkable=False), Material.WALL),
        (Tile(":", "path by the river"), Material.PATH),
        (Tile("-", "fence (wood)", walkable=False), Material.FENCE),
        (Tile(".", "floor wood"), Material.FLOOR),
        (Tile("r", "rose bed"), Material.FLOWERS),
        (Tile("r", "road sign", walkable=False), Material.OBSTACLE),
        (Tile("b", "bed"), Material.FLOOR),
    ],
)
def test_a_material_follows_from_what_a_world_says(tile: Tile, material: Material) -> None:
    assert material_of(tile) is material


@given(
    st.builds(
        Tile,
        st.characters(),
        st.text(max_size=12),
        st.booleans(),
        st.booleans(),
        terrain=st.text(max_size=8),
    )
)
def test_what_keeps_people_out_never_looks_like_open_ground(tile: Tile) -> None:
    material = material_of(tile)
    if not tile.walkable:
        assert material not in (
            Material.GRASS,
            Material.PATH,
            Material.FLOOR,
            Material.SAND,
            Material.SOIL,
        )
    assert material in PAINTS


FURNISHED = LEGEND | {
    "b": Tile("b", "feather bed", walkable=False),
    "t": Tile("t", "table", walkable=False, color="wood"),
    "h": Tile("h", "chair", color="wood"),
    "o": Tile("o", "obstacle", walkable=False),
    "x": Tile("x", "thicket of spikes", walkable=False, opaque=True),
}


@pytest.mark.parametrize("style", PAINTED)
def test_tiles_that_are_furniture_have_its_sign_on_the_floor_beside(style: MapStyle) -> None:
    painter = MapPainter(make_grid(("####", "#h.#", "####", ",h,,"), FURNISHED), style)
    inside, outside = painter.ground(1)[1], painter.ground(3)[1]
    assert inside.text == outside.text == SIGNS["chair"].text(style.columns)
    assert inside.ground == painter.surface(2, 1).ground
    assert outside.ground == painter.surface(0, 3).ground
    assert (inside.is_indoors, outside.is_indoors) == (True, False)


def test_neighbouring_tiles_of_one_kind_of_furniture_are_one_body() -> None:
    painter = MapPainter(
        make_grid(("....", ".tt.", ".tt.", ".oo.", "bb.b", "...b"), FURNISHED), MapStyle.TILES
    )
    cells = {(x, y): painter.ground(y)[x] for x, y in product(range(4), range(6))}
    assert len({cells[x, y].ground for x, y in product((1, 2), (1, 2))}) == 1
    assert [cells[x, y].text for x, y in product((1, 2), (1, 2, 3))] == ["  ", "▂▂", "▂▂"] * 2
    assert [cells[x, 4].text for x in (0, 1, 3)] == ["▌ ", "▂▂", "▀▀"]
    assert cells[3, 5].text == "▂▂"


def test_what_nobody_knows_is_a_wall_where_it_hides_and_a_block_where_it_does_not() -> None:
    painter = MapPainter(make_grid(("xx.oo", "xx.oo"), FURNISHED), MapStyle.TILES)
    assert painter.surface(0, 0).material is Material.WALL
    assert [painter.ground(y)[0].text for y in range(2)] == ["  ", "▄▄"]
    assert [painter.ground(y)[3].text for y in range(2)] == ["  ", "▂▂"]
    assert painter.ground(0)[3].ground == painter.ground(1)[4].ground


@pytest.mark.parametrize("color", COLORS)
@pytest.mark.parametrize("words", ["bed", "table", "gizmo"])
@pytest.mark.parametrize("glyph", ".,")
def test_a_solid_object_is_told_from_its_ground_by_day_and_night(
    color: str, words: str, glyph: str
) -> None:
    painter = MapPainter(make_grid((glyph * 3,), LEGEND), MapStyle.COMPACT)
    look = painter.object_look(Sprite("g", color, "g", words, part=(1, 0, 3, 1)), 1, 0)
    ground = painter.surface(1, 0).ground
    for dark in (0, DARKEST):
        assert contrast(shade(look.ground, dark, 0), shade(ground, dark, 0)) >= BODY_CONTRAST


@pytest.mark.parametrize("style", PAINTED)
@pytest.mark.parametrize("color", COLORS)
def test_a_bed_has_a_pillow_and_a_blanket(style: MapStyle, color: str) -> None:
    painter = MapPainter(make_grid(("...",) * 3, LEGEND), style)
    for box, texts in (((1, 2), ("▀▀", "▂▂")), ((2, 1), ("▌ ", "▂▂"))):
        parts = [(dx, dy, *box) for dx, dy in product(range(box[0]), range(box[1]))]
        looks = [
            painter.object_look(Sprite("b", color, "b", "bunk bed", part=part), 1, 1)
            for part in parts
        ]
        wanted = texts if style is MapStyle.TILES else (texts[0][:1], " ")
        assert tuple(look.text for look in looks) == wanted
        assert len({look.ground for look in looks}) == 1
        cells = [seen(looks[0], dark, 0) for dark in (0, DARKEST)]
        assert all(contrast(cell.ink, cell.ground) >= SIGN_CONTRAST for cell in cells)
        assert all(sum(cell.ink) > sum(cell.ground) for cell in cells)


def test_letters_are_drawn_once_on_a_large_object() -> None:
    painter = MapPainter(make_grid(("....",) * 2, LEGEND), MapStyle.TILES)
    texts = [
        painter.object_look(Sprite("g", "iron", "g", "gizmo", part=(dx, dy, 4, 2)), dx, dy).text
        for dx, dy in product(range(4), range(2))
    ]
    assert texts.count("gi") == 1
    assert {*texts} == {"gi", "  ", "▂▂"}
    assert (
        painter.object_look(Sprite("g", "iron", "g", "gizmo"), 0, 0).ground
        == painter.ground(0)[0].ground
    )


def test_a_large_object_that_is_never_in_the_way_shows_its_ground() -> None:
    painter = MapPainter(make_grid((",,,",), LEGEND), MapStyle.TILES)
    looks = [
        painter.object_look(
            Sprite("z", "iron", "z", "zone", part=(dx, 0, 3, 1), is_flat=True), dx, 0
        )
        for dx in range(3)
    ]
    grounds = painter.ground(0)
    assert (looks[0], looks[2]) == (grounds[0], grounds[2])
    assert (looks[1].text, looks[1].ground) == ("zo", grounds[1].ground)


def test_vehicles_have_wheels_and_boats_have_a_bow() -> None:
    painter = MapPainter(make_grid(("...",) * 2, LEGEND), MapStyle.TILES)

    def texts(words: str, width: int, height: int) -> list[str]:
        parts = [(dx, dy, width, height) for dy, dx in product(range(height), range(width))]
        return [
            painter.object_look(Sprite("v", "white", "v", words, part=part), 0, 0).text
            for part in parts
        ]

    assert texts("fire truck", 3, 2) == ["  ", "  ", "  ", " ●", "▂▂", "● "]
    assert texts("rowing boat", 3, 1) == ["▝█", "██", "█▘"]
    assert texts("canoe", 1, 2) == ["▗▖", "▝▘"]


def test_words_of_one_meaning_have_one_sign() -> None:
    assert {*SYNONYMS.values()} <= SIGNS.keys()
    assert SYNONYMS.keys().isdisjoint(SIGNS)
    for words in ("kitchen range", "cradles", "washbasin", "rose bed", "ambulance", "garden bench"):
        assert not sign_of(words, "q").is_letters, words
    assert sign_of("rose bed", "b") == SIGNS["flowerbed"]


def test_every_sign_fills_its_columns() -> None:
    assert len(SIGNS) >= 60
    for sign in SIGNS.values():
        assert (len(sign.pair), len(sign.one)) == (2, 1)
    assert sign_of("flowerbed flower bed", "*") != sign_of("bed", "b")


@pytest.mark.parametrize("style", PAINTED)
@pytest.mark.parametrize("minute", [12 * 60, 20 * 60, 23 * 60])
@pytest.mark.parametrize("weather", ["clear", "rain", "fog", "snow"])
def test_signs_and_people_are_readable(
    ville: State, style: MapStyle, minute: int, weather: str
) -> None:
    painter = MapPainter(ville.world.grid, style)
    light = Light(
        darkness(minute),
        {y: bytes(x % LEVELS for x in range(ville.world.grid.width)) for y in range(48)},
    )
    moment = Moment(light, weather_of(weather), 3)
    objects = object_layer(ville.world, ville.things)
    badges = make_badges({who: one.persona.name for who, one in ville.world.people.items()})
    people = people_layer(ville.world, ville.bodies, badges)
    everywhere = range(ville.world.grid.width)
    for y in range(ville.world.grid.height):
        cells = painter.row(moment, y, everywhere, objects.get(y, {}), people.get(y, {}))
        assert [len(cell.text) for cell in cells] == [style.columns] * len(cells)
        for x in people.get(y, {}):
            assert contrast(cells[x].ink, cells[x].ground) >= PERSON_CONTRAST
        for x, sprite in objects.get(y, {}).items():
            sign = sign_of(sprite.name, sprite.glyph)
            if x not in people.get(y, {}) and cells[x].text == (
                sign.pair if style.columns == 2 else sign.one
            ):
                assert (
                    not cells[x].text.strip()
                    or contrast(cells[x].ink, cells[x].ground) >= SIGN_CONTRAST
                )


@given(maps, st.data())
def test_an_edit_paints_what_a_fresh_painter_paints(rows: list[str], data: st.DataObject) -> None:
    x, y = data.draw(st.integers(0, len(rows[0]) - 1)), data.draw(st.integers(0, len(rows) - 1))
    after = [*rows]
    after[y] = f"{rows[y][:x]}{data.draw(st.sampled_from('#.,-'))}{rows[y][x + 1 :]}"
    first, second = (make_grid(tuple(one), LEGEND) for one in (rows, after))
    second = make_grid(second.rows, first.legend) if second.legend != first.legend else second
    for style in PAINTED:
        painter = MapPainter(first, style)
        for row in range(first.height):
            painter.ground(row)
        painter.use(second)
        fresh = MapPainter(second, style)
        assert [painter.ground(row) for row in range(second.height)] == [
            fresh.ground(row) for row in range(second.height)
        ]


def test_a_frame_is_a_function_of_state_and_tick() -> None:
    grid = make_grid((",,,,,,,,",) * 4, LEGEND)
    moments = [Moment(DAYLIGHT, weather_of("rain"), tick) for tick in (4, 4, 5)]
    painter = MapPainter(grid, MapStyle.TILES)
    first, again, later = (
        [painter.row(one, y, range(8), {}, {}) for y in range(4)] for one in moments
    )
    assert first == again
    assert first != later


def test_a_large_object_is_one_body() -> None:
    painter = MapPainter(make_grid(("....", "....", "...."), LEGEND), MapStyle.TILES)
    cells = {
        (x, y): painter.object_look(Sprite("t", "wood", "t", "table", part=(x, y, 3, 2)), x, y)
        for x, y in product(range(3), range(2))
    }
    assert len({look.ground for look in cells.values()}) == 1
    assert {cells[x, 1].text for x in range(3)} == {"▂▂"}


def test_a_door_tells_whether_it_is_open() -> None:
    painter = MapPainter(make_grid((".",), LEGEND), MapStyle.TILES)
    looks = {
        state: painter.object_look(Sprite("+", "wood", "d", "door", state), 0, 0)
        for state in ("open", "closed", "locked")
    }
    assert len({*looks.values()}) == 3
    assert looks["open"].ground == painter.ground(0)[0].ground != looks["closed"].ground


@pytest.mark.parametrize("style", PAINTED)
def test_what_a_designer_chose_is_drawn(style: MapStyle) -> None:
    legend = {
        "#": replace(LEGEND["#"], tiles=("╬",), color="red"),
        ".": replace(LEGEND["."], ground="water"),
        ",": replace(LEGEND[","], ground="#a0b0c0", tiles=(" ;", ";")),
        "-": replace(LEGEND["-"], ground="void"),
        "~": Tile("~", "pond", walkable=False, ground="teal"),
    }
    painter = MapPainter(make_grid((".#,", "##-", ".~,"), legend), style)
    assert painter.surface(0, 0).material is Material.WATER
    assert painter.surface(2, 1).material is Material.VOID
    assert painter.surface(1, 2).material is Material.WATER
    assert painter.surface(1, 2).ground == parse_color("teal")
    assert painter.surface(2, 0).material is Material.GRASS
    assert painter.surface(2, 0).ground == (0xA0, 0xB0, 0xC0)
    wall, grass = painter.ground(1)[1], painter.ground(0)[2]
    assert (wall.text, wall.ink, wall.is_indoors) == (
        "╬ "[: style.columns],
        parse_color("red"),
        True,
    )
    assert grass.text in ({" ;", "; "} if style.columns == 2 else {";"})
    assert wall.contrast == grass.contrast == SIGN_CONTRAST


@pytest.mark.parametrize("style", PAINTED)
def test_the_tile_of_an_object_is_drawn_instead_of_its_sign(style: MapStyle) -> None:
    painter = MapPainter(make_grid((".",), LEGEND), style)
    door = Sprite("+", "wood", "d", "door", "closed", tile="╓╖")
    assert painter.object_look(door, 0, 0).text == "╓╖"[: style.columns]
    table = painter.object_look(Sprite("t", "red", "t", "table", tile=" ☼"), 0, 0)
    assert table.text == (" ☼" if style.columns == 2 else "☼")
    assert table.ground == painter.object_look(Sprite("t", "red", "t", "table"), 0, 0).ground


@pytest.mark.parametrize(
    ("name", "lights"),
    [("street lamp", True), ("fireplace", True), ("stove", False), ("forge", False)],
)
def test_lamps_and_fires_without_states_give_light(name: str, lights: bool) -> None:  # noqa: FBT001
    things = f'[kinds.it]\nname = "{name}"\nglyph = "l"\n'
    state = initial_state(build(".....", objects={"it": {"cell": [2, 0]}}, things=things))
    night = replace(state, shifts=((0, 16 * 60),))
    assert bool(Lighting(state.world.grid).light(night).lamps) == lights


def test_light_that_a_designer_chose_wins() -> None:
    kinds = """
[kinds.stone]
glyph = "s"
light = 3
[kinds.lamp]
glyph = "l"
start = "lit"
[kinds.lamp.states]
lit = { light = 0 }
"""
    for kind, lights in (("stone", True), ("lamp", False)):
        state = initial_state(
            build(".....", objects={"it": {"kind": kind, "cell": [2, 0]}}, things=kinds)
        )
        night = replace(state, shifts=((0, 16 * 60),))
        assert night.minute == DAY
        assert bool(Lighting(state.world.grid).light(night).lamps) == lights


def test_who_shares_a_cell_is_counted(ville: State) -> None:
    who, *_ = ville.bodies.values()
    other = list(ville.bodies.values())[1]
    crowd = people_layer(
        ville.world,
        {"a": who, "b": type(other)(other.id, who.cell, who.area)},
        {who.id: "Ad", other.id: "By"},
    )
    sprite = crowd[who.cell.y][who.cell.x]
    painter = MapPainter(ville.world.grid, MapStyle.TILES)
    assert sprite.crowd == 2
    assert painter.person_look(sprite).text == "A2"


@given(
    st.lists(
        st.tuples(st.integers(-2, 22), st.integers(-2, 12), st.text(max_size=40)), max_size=12
    ),
    st.integers(1, 2),
)
def test_bubbles_stay_in_sight_and_cover_nobody(
    said: list[tuple[int, int, str]], columns: int
) -> None:
    view = Box(0, 0, 20, 10)
    cells = {Cell(x, y) for x, y, _ in said}
    texts = place_bubbles(
        [Utterance(Cell(x, y), words) for x, y, words in said], view, columns, cells
    )
    for y, row in texts.items():
        for x, text in row.items():
            assert Cell(x, y) in view
            assert Cell(x, y) not in cells
            assert len(text) == columns


@pytest.mark.parametrize("style", [MapStyle.TILES, MapStyle.COMPACT])
def test_a_window_glows_in_the_dark_where_a_lamp_shines(style: MapStyle) -> None:
    legend = {"'": Tile("'", "window", walkable=False, color="sky", terrain="window")}
    painter = MapPainter(Grid(1, 1, ("'",), legend), style)
    lamp, night = {0: bytes([LEVELS - 1])}, DARKEST
    lights = Light(0, lamp), Light(night, {}), Light(night, lamp)
    day, dark, lit = (painter.row(Moment(light), 0, range(1), {}, {})[0] for light in lights)
    assert day == painter.row(Moment(), 0, range(1), {}, {})[0]
    assert lit.ink[0] > lit.ink[2]
    assert sum(lit.ink) > sum(dark.ink)
    assert dark.ink[0] < dark.ink[2]
