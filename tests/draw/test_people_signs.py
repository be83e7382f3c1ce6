"""People between two ticks, and the signs of what they do."""

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from latticeville.core.geometry import Cell
from latticeville.draw.frame import Layer, Sprite, object_layer, people_layer
from latticeville.draw.tilemap.badges import badges_of
from latticeville.draw.tilemap.color import contrast
from latticeville.draw.tilemap.looks import PERSON_CONTRAST
from latticeville.draw.tilemap.painter import MapPainter, MapStyle, Moment
from latticeville.draw.tilemap.people import (
    SIGNS,
    activity_sign,
    add_activity_notes,
    place_walkers,
    walks_between,
)
from latticeville.draw.tilemap.surfaces import is_open_ground
from latticeville.sim.first_state import initial_state
from latticeville.sim.state import State
from latticeville.world.load import load_world
from tests.world_folders import VILLE

STATE: State = initial_state(load_world(VILLE))
BADGES = badges_of(STATE.world)
people = st.lists(
    st.tuples(st.integers(8, 40), st.integers(4, 12)).map(lambda at: Cell(*at)),
    min_size=10,
    max_size=10,
)


def moved(cells: list[Cell]) -> State:
    bodies = {
        who: replace(body, cell=cell)
        for (who, body), cell in zip(STATE.bodies.items(), cells, strict=True)
    }
    return replace(STATE, bodies=bodies)


def test_the_verb_decides_and_who_only_goes_somewhere_has_no_sign() -> None:
    signs = [
        activity_sign(doing)
        for doing in ("", "walking to the coffee machine", "at the piano", "resting")
    ]
    assert signs == [""] * 4
    assert activity_sign("having coffee in the sun") == activity_sign("eating an apple") != ""
    assert activity_sign("having a bath") == ""
    assert activity_sign("asleep") == activity_sign("sleeping") == "z"
    assert all(len(sign) == 1 for sign in SIGNS.values())


@given(people, st.sampled_from(["reading", "sleeping", "walking home", "cooking soup"]))
def test_notes_cover_nothing_and_touch_their_person(cells: list[Cell], doing: str) -> None:
    state = moved(cells)
    bodies = {who: replace(body, doing=doing) for who, body in state.bodies.items()}
    standing = people_layer(state.world, bodies, BADGES)
    objects, grid = object_layer(state.world, state.things), state.world.grid

    def is_free(cell: Cell) -> bool:
        return cell.x not in objects.get(cell.y, {}) and is_open_ground(grid.tile(cell))

    layer = add_activity_notes(standing, replace(state, bodies=bodies), is_free)
    for y, row in layer.items():
        for x, sprite in row.items():
            if not sprite.is_note:
                assert standing[y][x] == sprite
                continue
            assert is_free(Cell(x, y))
            assert x not in standing.get(y, {})
            assert abs(bodies[sprite.id].cell.x - x) + abs(bodies[sprite.id].cell.y - y) == 1
    assert all(layer[y][x] == sprite for y, row in standing.items() for x, sprite in row.items())


def test_a_note_is_readable_on_the_ground_that_is_there() -> None:
    painter = MapPainter(STATE.world.grid, MapStyle.TILES)
    note = Sprite("z", "amber", "ada", tile=" z", is_note=True)
    plain = painter.row(Moment(), 5, range(10, 11), {}, {})[0]
    cell = painter.row(Moment(), 5, range(10, 11), {}, {10: note})[0]
    assert (cell.text, cell.ground) == (" z", plain.ground)
    assert contrast(cell.ink, cell.ground) >= PERSON_CONTRAST


@given(people, st.lists(st.sampled_from("NESW-X"), min_size=10, max_size=10), st.floats(0, 1))
def test_walkers_are_between_their_cells_and_nobody_is_lost(
    cells: list[Cell], ways: list[str], part: float
) -> None:
    ends = [
        cell if way == "-" else Cell(cell.x + 5, cell.y) if way == "X" else cell.step(way)
        for cell, way in zip(cells, ways, strict=True)
    ]
    before, after = moved(cells), moved(ends)
    walks = walks_between(before.bodies, after.bodies)
    assert {*walks} == {who for who, way in zip(after.bodies, ways, strict=True) if way in "NESW"}
    for walk in walks.values():
        assert walk.at(0) == (walk.start.x, walk.start.y)
        assert walk.at(1) == (walk.end.x, walk.end.y)
        x, y = walk.at(part)
        assert min(walk.start.x, walk.end.x) <= x <= max(walk.start.x, walk.end.x)
        assert min(walk.start.y, walk.end.y) <= y <= max(walk.start.y, walk.end.y)
    standing = people_layer(after.world, after.bodies, BADGES)
    half = {y: place_walkers(row, walks) for y, row in standing.items()}

    def ids(layer: Layer) -> list[str]:
        return sorted(sprite.id for row in layer.values() for sprite in row.values())

    assert ids(half) == ids(standing)
    for y, row in half.items():
        for x, sprite in row.items():
            if sprite.shift:
                walk = walks[sprite.id]
                assert {x, x + 1} == {walk.start.x, walk.end.x}
                assert x + 1 not in row or row[x + 1].shift
                assert y == walk.start.y == walk.end.y
