"""An object may take any set of cells: what is drawn blocks, is reached from beside it, and stands
nowhere else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.core.geometry import Box, Cell
from latticeville.core.problems import select_errors
from latticeville.draw.frame import frame
from latticeville.mind.action import MOVE, Action
from latticeville.sim.first_state import initial_state
from latticeville.world.load import check_texts
from latticeville.world.model.footprint import draw_shape, make_footprint
from tests.model_doubles import doing
from tests.world.hut import FILES
from tests.worlds import all_day, build, live

CELLS = st.sets(st.tuples(st.integers(0, 7), st.integers(0, 7)), min_size=1)
ROOM = """
########
#......#
#......#
#......#
#......#
########
"""
COUNTER = '[kinds.counter]\nglyph = "c"'
SHAPE = {"cell": [3, 1], "shape": [".##", ".#.", "##."]}
TAKEN = {(4, 1), (5, 1), (4, 2), (3, 3), (4, 3)}


@given(CELLS)
def test_a_drawing_holds_exactly_the_cells_it_was_made_of(cells: set[tuple[int, int]]) -> None:
    corner, rows = draw_shape(cells)
    footprint = make_footprint(corner, (1, 1), rows)
    assert sorted(footprint.cells()) == sorted(cells)
    assert footprint.size == len(cells)
    assert footprint.first_cell == min(cells, key=lambda cell: (cell[1], cell[0]))
    for cell in Box(-2, -2, 12, 12).cells():
        assert (cell in footprint) == (cell in cells)
        assert footprint.gap(cell) == min(max(abs(cell.x - x), abs(cell.y - y)) for x, y in cells)
    near = [cell for cell in Box(-2, -2, 12, 12).cells() if footprint.gap(cell) <= 1]
    assert [*footprint.cells_in_reach()] == near


def test_an_object_of_any_shape_is_in_the_way_where_it_is_drawn_and_nowhere_else() -> None:
    ada = {"start": [1, 1], **all_day("room")}
    world = build(
        ROOM,
        areas={"room": [1, 1, 6, 4]},
        objects={"counter": SHAPE},
        people={"ada": ada},
        things=COUNTER,
    )
    assert {*world.objects["counter"].footprint.cells()} == TAKEN
    payloads = live(
        world, 8, minds=doing({"ada": dict.fromkeys(range(1, 99), Action(MOVE, "counter"))})
    )
    state = payloads[-1].state
    assert state.tree.blocked_cells == {world.grid.index(Cell(*cell)) for cell in TAKEN}
    assert state.bodies["ada"].cell not in TAKEN
    assert state.things["counter"].footprint.gap(state.bodies["ada"].cell) == 1
    rows = frame(initial_state(world))
    assert {
        (x, y) for y, row in enumerate(rows) for x, glyph in enumerate(row) if glyph == "c"
    } == TAKEN


@pytest.mark.parametrize(
    ("extra", "said"),
    [
        (
            'cell = [1, 1]\nshape = ["#.", "##"]\nsize = [2, 2]',
            "“size” and “shape” cannot be given together",
        ),
        ('cell = [1, 1]\nshape = ["..", "."]', "the shape has no cell"),
        ('cell = [1, 1]\nshape = ["ab"]', "must be a row of “#” and “.”"),
        ('cell = [9, 1]\nshape = ["#.#"]', "extends beyond the map"),
    ],
)
def test_a_shape_that_is_wrong_is_told_where_it_stands(extra: str, said: str) -> None:
    text = FILES["world.toml"].replace("cell = [1, 1]", extra)
    problems = select_errors(check_texts({**FILES, "world.toml": text})[1])
    assert [problem.file for problem in problems] == ["world.toml"]
    assert said in problems[0].what
    assert problems[0].line > 1


def test_two_shapes_may_interlock_but_not_overlap() -> None:
    bench = '[[objects]]\nid = "bench"\nkind = "chest"\ncell = [5, 1]\nshape = ["##", "#."]\n'
    chest = '[[objects]]\nid = "case"\nkind = "chest"\ncell = [{}, 2]\n'
    for x, codes in ((6, []), (5, ["collision"])):
        text = f"{FILES['world.toml']}\n{bench}{chest.format(x)}"
        found = check_texts({**FILES, "world.toml": text})[1]
        assert [
            problem.code
            for problem in found
            if "case" in problem.what and problem.code == "collision"
        ] == codes
