"""Stamps that stay, putting into areas, distances and sight, fields of many, first days, what
differs."""

import pytest

from latticeville.core.geometry import Box, Cell
from studio.map.model.area_copy import move_into
from studio.map.model.ground import find_door_mistake
from studio.map.model.map_model import MapModel, changed_cells
from studio.map.model.overlays import reachable_cells, visible_cells, walking_distances
from studio.project.documents.project import STAMPS_FILE, make_project
from studio.project.documents.stamp import HOLE, Stamp
from studio.project.edits.areas import AddBox
from studio.project.edits.edit import EditRefusedError
from studio.project.edits.paint import DeleteStamp, SaveStamp, paint_cells, read_stamps
from studio.project.edits.placements import MoveToCell
from studio.project.edits.walls import DrawWalls
from studio.project.fields import SEVERAL, field_edit, form_subject, list_fields
from studio.project.project_checks import checked_texts
from tests.project.hall import done, hall


@pytest.mark.parametrize("rows", [("#+#", "#.#"), (f"#{HOLE}", "··"), (HOLE * 2, ".,")])
def test_a_stamp_that_is_kept_comes_back_as_it_was(rows: tuple[str, ...]) -> None:
    project = done(hall(), SaveStamp("small hut", Stamp(rows)), SaveStamp("other", Stamp(("#",))))
    again = make_project(
        project.folder, {name: sheet.text for name, sheet in project.files.items()}
    )
    assert read_stamps(again)["small hut"] == Stamp(rows)
    assert STAMPS_FILE not in checked_texts(project)
    assert list(read_stamps(done(project, DeleteStamp("small hut")))) == ["other"]


def test_a_stamp_without_a_name_and_a_broken_file_are_refused() -> None:
    with pytest.raises(EditRefusedError, match="needs a name"):
        SaveStamp("", Stamp(("#",))).apply(hall())
    broken = make_project(
        hall().folder,
        {**{name: one.text for name, one in hall().files.items()}, STAMPS_FILE: "= broken"},
    )
    assert read_stamps(broken) == {}
    with pytest.raises(EditRefusedError, match="fix it first"):
        SaveStamp("hut", Stamp(("#",))).apply(broken)


def test_what_is_gone_cannot_be_put_into_an_area() -> None:
    with pytest.raises(EditRefusedError, match="there is no “ghost” any more"):
        move_into(MapModel(hall()), "ghost", "nook")


def test_what_is_put_into_an_area_lies_in_it() -> None:
    map_model = MapModel(hall())
    after = MapModel(move_into(map_model, "urn", "nook").apply(map_model.project))
    assert (
        after.area_at(
            Cell(
                after.spots["urn"].footprint.bounding_box.x,
                after.spots["urn"].footprint.bounding_box.y,
            )
        )
        == "nook"
    )
    away = MapModel(paint_cells([], "#").apply(map_model.project))
    with pytest.raises(EditRefusedError, match="lies in"):
        move_into(away, "hall", "nook")
    with pytest.raises(EditRefusedError, match="drag it onto an area"):
        move_into(map_model, "nook", "world")


def test_distances_count_steps_and_reach_what_can_be_reached() -> None:
    map_model = MapModel(hall())
    found = walking_distances(map_model, Cell(2, 2))
    assert found[Cell(2, 2)] == 0
    assert found.keys() == reachable_cells(map_model, Cell(2, 2))
    for cell, steps in found.items():
        assert steps == 0 or min(found.get(cell.step(way), 99) for way in "NESW") == steps - 1
    assert walking_distances(map_model, Cell(1, 1)) == {}


def test_sight_ends_at_walls() -> None:
    map_model = MapModel(hall())
    lit = visible_cells(map_model, Cell(3, 3))
    assert Cell(1, 3) in lit
    assert Cell(0, 3) not in lit
    assert visible_cells(map_model, Cell(-1, 0)) == frozenset()


def test_many_are_changed_at_once() -> None:
    project = hall()
    about = form_subject(project, "urn", "key")
    found = {field.key: field for field in list_fields(project, about)}
    assert "id" not in found
    assert found["kind"].otherwise == SEVERAL
    after = done(project, field_edit(project, about, "name", "odd thing"))
    assert [row["name"] for row in after.data("world.toml")["objects"]] == ["odd thing"] * 2


def test_only_what_changed_differs() -> None:
    before = MapModel(hall())
    assert changed_cells(before, before) == frozenset()
    assert changed_cells(
        before, MapModel(paint_cells([Cell(0, 0)], "#").apply(before.project))
    ) == {Cell(0, 0)}
    moved = MapModel(MoveToCell("urn", Cell(2, 4)).apply(before.project))
    assert changed_cells(before, moved) == {Cell(2, 4)}


def test_walls_go_round_all_boxes_of_an_area_together() -> None:
    project = AddBox("hall", Box(6, 2, 5, 3)).apply(hall())
    boxes = MapModel(project).boxes_of("hall")
    rows = DrawWalls(boxes[0], "#", more=boxes[1:]).apply(project).map
    inside = {cell for box in boxes for cell in box.cells()}
    for cell in inside:
        rim = any(
            Cell(cell.x + x, cell.y + y) not in inside for x in (-1, 0, 1) for y in (-1, 0, 1)
        )
        assert not rim or rows.glyph(cell) in "#+", cell


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        (Cell(6, 4), ""),
        (Cell(6, 3), "There is a door"),
        (Cell(1, 1), "corner"),
        (Cell(2, 2), "“floor” at 2,2 is no wall"),
        (Cell(99, 2), "off the map"),
    ],
)
def test_a_door_is_cut_into_walls_only(cell: Cell, said: str) -> None:
    mistake = find_door_mistake(MapModel(hall()), cell)
    assert said in mistake
    assert bool(said) == bool(mistake)
