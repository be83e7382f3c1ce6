"""Tile ids follow every edit of the map that they lie beside."""

import pytest

from latticeville.core.geometry import Cell
from studio.project.documents.document import parse_document
from studio.project.documents.project import Project
from studio.project.edits.areas import MoveArea
from studio.project.edits.legend import RenameGlyph
from studio.project.edits.paint import paint_cells
from studio.project.edits.resize import Resize, shift_map
from studio.project.history import History
from tests.project.hall import FILES, done, hall

GROUND = FILES["world.map"].rstrip("\n").split("\n")
WIDE = max(map(len, GROUND))
NUMBERS = [[1 + 50 * y + x for x in range(WIDE)] for y in range(len(GROUND))]
TEXT = "".join(",".join(map(str, row)) + "\n" for row in NUMBERS)
PROJECT = hall().with_file("tiles.csv", parse_document("tiles.csv", TEXT))


def ids(project: Project) -> list[list[int]]:
    text = project.files["tiles.csv"].text
    return [[int(value) for value in row.split(",")] for row in text.rstrip("\n").split("\n")]


def test_a_painted_cell_loses_its_tile_id_and_undo_brings_it_back() -> None:
    cells = [Cell(0, 0), Cell(1, 0), Cell(3, 2)]
    history = History.begin(PROJECT).do(paint_cells(cells, "+"))
    wanted = [
        [0 if (x, y) in cells else value for x, value in enumerate(row)]
        for y, row in enumerate(NUMBERS)
    ]
    assert ids(history.present) == wanted
    assert ids(history.jump(history.at - 1).present) == NUMBERS


def test_painting_what_stands_there_keeps_the_tile_id() -> None:
    assert ids(done(PROJECT, paint_cells([Cell(0, 0)], GROUND[0][0]))) == NUMBERS


def test_a_tile_drawn_with_another_glyph_keeps_its_ids() -> None:
    assert ids(done(PROJECT, RenameGlyph(",", "'"))) == NUMBERS


@pytest.mark.parametrize(
    "change",
    [
        Resize(2, 1, 3, 1, "."),
        Resize(-1, -2, 0, 2, "."),
        Resize(0, 0, -2, -1, "."),
        shift_map(1, -1, "."),
    ],
)
def test_tile_ids_stay_with_their_cells_when_the_map_is_resized(change: Resize) -> None:
    after = done(PROJECT, change, wrong="unknown-thing")
    found = ids(after)
    assert (len(found), {*map(len, found)}) == (after.map.height, {after.map.width})
    for y, row in enumerate(found):
        for x, value in enumerate(row):
            old = Cell(x - change.left, y - change.top)
            inside = 0 <= old.y < len(NUMBERS) and 0 <= old.x < WIDE
            assert value == (NUMBERS[old.y][old.x] if inside else 0)


@pytest.mark.parametrize(("dx", "dy"), [(3, 0), (1, 1), (-2, -1), (0, 0)])
def test_tile_ids_move_with_the_ground_of_an_area(dx: int, dy: int) -> None:
    codes = "overlap outside-map unreachable-place sealed-area out-of-reach start-blocked collision"
    history = History.begin(PROJECT).do(MoveArea("hall", dx, dy, ground=","))
    after = done(PROJECT, MoveArea("hall", dx, dy, ground=","), wrong=codes)
    area = {Cell(x, y) for x in range(1, 7) for y in range(1, 6)}
    for y, row in enumerate(ids(after)):
        for x, value in enumerate(row):
            source = Cell(x - dx, y - dy)
            wanted = (
                NUMBERS[source.y][source.x]
                if source in area
                else 0
                if Cell(x, y) in area
                else NUMBERS[y][x]
            )
            assert value == wanted, (x, y)
    assert ids(history.jump(history.at - 1).present) == NUMBERS
