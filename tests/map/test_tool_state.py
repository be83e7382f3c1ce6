"""What the hand covers, and that what is previewed is what lands."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from latticeville.core.geometry import Box, Cell
from latticeville.world.model.grid import Tile
from studio.map.favourites import KEPT_TOOLS, Favourite
from studio.map.model.drag import drag_handle, handles_by_cell
from studio.map.model.drawing_tools import Tool, ToolState
from studio.map.model.ground import scattered_glyphs
from studio.map.model.map_model import MapModel
from studio.project.documents.cell_shapes import joined_line
from studio.project.documents.stamp import Stamp
from studio.project.formats.map_text import MapText
from tests.project.hall import hall

PROJECT = hall()
ROWS = PROJECT.map
CELLS = st.builds(Cell, st.integers(0, ROWS.width - 1), st.integers(0, ROWS.height - 1))
TOOLS: tuple[Tool, ...] = (
    "pencil",
    "eraser",
    "line",
    "rectangle",
    "ellipse",
    "fill",
    "replace",
    "stamp",
)
TILES = MapModel(PROJECT).tiles


@pytest.mark.slow
@given(st.sampled_from(TOOLS), CELLS, CELLS, st.integers(1, 4), st.booleans())
def test_what_is_previewed_is_what_lands(
    tool: Tool,
    anchor: Cell,
    cursor: Cell,
    size: int,
    filled: bool,  # noqa: FBT001
) -> None:
    stamp = Stamp(("#\0", ".."))
    hand = ToolState(tool, "#", ",", size, filled, anchor=anchor, stamp=stamp)
    seen = {cell: glyph for cell, glyph in hand.shape(ROWS, cursor).items() if ROWS.glyph(cell)}
    after = hand.edit(ROWS, cursor).apply(PROJECT).map
    for cell in ROWS.box.cells():
        assert after.glyph(cell) == seen.get(cell, ROWS.glyph(cell))


@pytest.mark.parametrize("tool", ["rectangle", "ellipse"])
def test_the_same_key_again_fills(tool: Tool) -> None:
    hand = ToolState().with_tool(tool)
    assert (
        hand.filled,
        hand.with_tool(tool).filled,
        hand.with_tool(tool).with_tool(tool).filled,
    ) == (
        False,
        True,
        False,
    )


@pytest.mark.parametrize(("glyph", "filled"), [("#", False), ("+", False), (",", True)])
def test_shapes_of_walls_are_outlines_and_those_of_ground_are_filled(
    glyph: str,
    filled: bool,  # noqa: FBT001
) -> None:
    state = ToolState().with_ink(glyph, TILES[glyph])
    assert state.with_tool("rectangle").filled == filled
    assert state.with_tool("rectangle").with_tool("rectangle").filled != filled


def test_a_fill_takes_the_flowers_of_a_meadow_along_but_no_trees() -> None:
    tiles = {
        ",": Tile(",", "grass", terrain="grass"),
        ";": Tile(";", "flowers", terrain="grass"),
        "T": Tile("T", "tree", walkable=False, terrain="tree"),
        ".": Tile(".", "floor", terrain="floor"),
        "+": Tile("+", "doorway", terrain="floor"),
    }
    project = PROJECT.with_map(MapText.parse(",;,T,;\n..+,,.\n"))
    state = replace(ToolState("fill", ":"), scattered=scattered_glyphs(tiles))
    for start, rows in ((Cell(0, 0), [":::T,;", "..+,,."]), (Cell(0, 1), [",;,T,;", "::+,,."])):
        assert [*state.edit(project.map, start).apply(project).map] == rows
        seen = state.preview(project.map, start, project.map.box)
        assert {*seen.values()} == {":"}
        assert len(seen) == "".join(rows).count(":")


def test_cells_are_selected_in_three_ways() -> None:
    hand = replace(ToolState().with_tool("select"), anchor=Cell(2, 2))
    assert len(hand.with_selected(ROWS, Cell(3, 3)).chosen) == 4
    joined = hand.with_tool("select")
    assert len(joined.with_selected(ROWS, Cell(2, 2)).chosen) == 12
    alike = joined.with_tool("select")
    assert len(alike.with_selected(ROWS, Cell(1, 1)).chosen) == sum(row.count("#") for row in ROWS)
    more = replace(alike.with_selected(ROWS, Cell(1, 1)), selecting=1)
    assert len(more.with_selected(ROWS, Cell(2, 2), how="more").chosen) == len(more.chosen) + 12


def test_a_step_back_lets_go_of_one_thing_at_a_time() -> None:
    line, chosen = ToolState().with_tool("line"), frozenset({Cell(0, 0)})
    hand: ToolState | None = replace(line, anchor=Cell(1, 1), chosen=chosen)
    seen = []
    while hand:
        seen.append((hand.tool, hand.anchor is not None, bool(hand.chosen)))
        hand = hand.step_back()
    assert seen == [
        ("line", True, True),
        ("line", False, True),
        ("line", False, False),
        ("hand", False, False),
    ]


def test_a_box_has_handles_where_there_is_room() -> None:
    assert len(handles_by_cell((Box(0, 0, 5, 5),))) == 8
    assert len(handles_by_cell((Box(0, 0, 2, 5),))) == 6
    assert len(handles_by_cell((Box(3, 3, 1, 1),))) == 1


def test_a_box_that_is_pulled_through_itself_turns_over() -> None:
    boxes = (Box(4, 4, 3, 3), Box(0, 0, 1, 1))
    corner = handles_by_cell(boxes)[Cell(6, 6)]
    assert drag_handle(boxes, corner, Cell(8, 5)) == (Box(4, 4, 5, 2), Box(0, 0, 1, 1))
    assert drag_handle(boxes, corner, Cell(1, 2)) == (Box(1, 2, 4, 3), Box(0, 0, 1, 1))
    side = handles_by_cell(boxes)[Cell(5, 4)]
    assert drag_handle(boxes, side, Cell(9, 2)) == (Box(4, 2, 3, 5), Box(0, 0, 1, 1))


@pytest.mark.parametrize("tool", ["pencil", "eraser"])
def test_the_brush_is_previewed_while_it_draws_too(tool: Tool) -> None:
    hand = replace(ToolState(tool, "#", ",", size=3), down=True)
    assert len(hand.preview(ROWS, Cell(3, 3), ROWS.box)) == 9


GROUND = {
    ",": Tile(",", "grass", terrain="grass"),
    "~": Tile("~", "water", walkable=False, terrain="water"),
    ":": Tile(":", "road", terrain="path"),
    "=": Tile("=", "planks", terrain="bridge"),
    "%": Tile("%", "hedge", walkable=False, terrain="hedge"),
    "#": Tile("#", "wall", walkable=False, opaque=True, terrain="wall"),
}
LAND = MapText.from_rows(("," * 8, "~" * 8, ",:,,,#,,", ",:,,,,,,"))


def joined(ink: str, anchor: Cell) -> ToolState:
    return ToolState("line", ink, ",", joined=True, anchor=anchor).with_tiles(GROUND)


def drawn(state: ToolState, end: Cell) -> list[str]:
    shape = state.shape(LAND, end)
    return [
        "".join(shape.get(Cell(x, y), LAND.glyph(Cell(x, y))) for x in range(8)) for y in range(4)
    ]


def test_a_road_bridges_water_and_goes_around_no_building() -> None:
    assert drawn(joined(":", Cell(5, 0)), Cell(5, 3)) == [
        ",,,,,:,,",
        "~~~~~=~~",
        ",:,,,#,,",
        ",:,,,:,,",
    ]


def test_a_river_leaves_a_bridge_where_a_road_is() -> None:
    assert drawn(joined("~", Cell(0, 3)), Cell(3, 3))[3] == "~=~~,,,,"


def test_a_hedge_leaves_roads_and_water_open() -> None:
    assert drawn(joined("%", Cell(0, 2)), Cell(6, 2))[2] == "%:%%%#%,"
    assert drawn(joined("%", Cell(0, 0)), Cell(0, 3))[1] == "~~~~~~~~"


def test_a_line_that_is_not_joined_draws_over_everything() -> None:
    state = replace(joined(":", Cell(5, 0)), joined=False)
    assert [row[5] for row in drawn(state, Cell(5, 3))] == [":"] * 4


def test_a_joined_line_goes_on_from_its_end_until_one_step_back() -> None:
    state = joined(":", Cell(0, 0))
    after = state.after_drawing(Cell(3, 3))
    assert after.anchor == Cell(3, 3)
    assert (back := after.step_back()) is not None
    assert back.anchor is None
    assert replace(state, joined=False).after_drawing(Cell(3, 3)).anchor is None


@given(CELLS, CELLS)
def test_cells_of_a_joined_line_share_a_side_with_the_next(start: Cell, end: Cell) -> None:
    cells = joined_line(start, end)
    assert (cells[0], cells[-1]) == (start, end)
    for one, other in pairwise(cells):
        assert abs(one.x - other.x) + abs(one.y - other.y) == 1


@given(
    st.builds(
        Favourite,
        st.sampled_from(sorted(KEPT_TOOLS)),
        st.characters(exclude_categories=("Cc", "Cs")),
        st.booleans(),
        st.booleans(),
        st.integers(1, 9),
    )
)
def test_a_favourite_is_read_as_it_was_written(one: Favourite) -> None:
    assert Favourite.parse(one.text) == one
    state = one.apply_to(ToolState())
    assert (state.tool, state.ink, state.size) == (one.tool, one.glyph, one.size)
    assert Favourite.of(state) == one


@pytest.mark.parametrize("text", [None, 3, "", "line", "hand 1 - #", "line 0 - #", "line 1 - ##"])
def test_what_is_no_favourite_is_none(text: object) -> None:
    assert Favourite.parse(text) is None
