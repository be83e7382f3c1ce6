"""Another one like an area, beside it."""

import pytest

from latticeville.core.geometry import Box, Cell
from studio.map.model.area_copy import duplicate_beside
from studio.map.model.map_model import MapModel
from studio.project.documents.entries import list_entries
from studio.project.edits.areas import DrawArea
from studio.project.edits.edit import EditRefusedError
from studio.project.edits.resize import Resize
from studio.project.project_checks import find_problems
from tests.project.hall import hall


def test_a_double_brings_walls_rooms_and_things_and_overlaps_nothing() -> None:
    project = Resize(right=12, fill=",").apply(hall())
    map_model = MapModel(project)
    edit, double = duplicate_beside(map_model, "hall")
    after = edit.apply(project)
    both = MapModel(after)
    [old, new] = both.boxes_of("hall")[0], both.boxes_of(double)[0]
    dx, dy = new.x - old.x, new.y - old.y
    assert (new.width, new.height) == (old.width, old.height)
    for cell in old.cells():
        assert after.map.glyph(Cell(cell.x + dx, cell.y + dy)) == project.map.glyph(cell)
    inside = [name for name, area in map_model.areas.by_id.items() if area.parent == "hall"]
    assert sum(area.parent == double for area in both.areas.by_id.values()) == len(inside)
    things = [one.id for one in list_entries(project, "objects").values()]
    assert len(list_entries(after, "objects")) == len(things) + sum(
        map_model.spots[name].cell in old for name in things
    )
    assert list_entries(after, "people").keys() == list_entries(project, "people").keys()
    known = {one.code for one in find_problems(project)}
    assert "overlap" not in {one.code for one in find_problems(after)} - known


def test_a_crowded_map_has_no_room_for_a_double() -> None:
    with pytest.raises(EditRefusedError, match="no room"):
        duplicate_beside(MapModel(hall()), "hall")


def test_a_double_keeps_clear_of_other_areas() -> None:
    project = Resize(right=40, fill=",").apply(hall())
    width = hall().map.width
    project = DrawArea("garden", "Garden", (Box(width + 2, 1, 6, 5),)).apply(project)
    edit, double = duplicate_beside(MapModel(project), "hall")
    both = MapModel(edit.apply(project))
    assert not any(
        one.overlaps(other) for one in both.boxes_of(double) for other in both.boxes_of("garden")
    )
