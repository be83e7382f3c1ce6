"""Another one like an area, beside it."""

import pytest

from latticeville.core.geometry import Box, Cell
from studio.documents.cast import entries
from studio.documents.edit import Refused
from studio.documents.edits.areas import DrawArea
from studio.documents.edits.resize import Resize
from studio.documents.problems import problems
from studio.drawing.beside import beside
from studio.drawing.sketch import Sketch
from tests.documents.hall import hall


def test_a_double_brings_walls_rooms_and_things_and_overlaps_nothing() -> None:
    project = Resize(right=12, fill=",").apply(hall())
    sketch = Sketch(project)
    edit, double = beside(sketch, "hall")
    after = edit.apply(project)
    both = Sketch(after)
    [old, new] = both.boxes("hall")[0], both.boxes(double)[0]
    dx, dy = new.x - old.x, new.y - old.y
    assert (new.width, new.height) == (old.width, old.height)
    for cell in old.cells():
        assert after.map.glyph(Cell(cell.x + dx, cell.y + dy)) == project.map.glyph(cell)
    inside = [name for name, area in sketch.areas.by_id.items() if area.parent == "hall"]
    assert sum(area.parent == double for area in both.areas.by_id.values()) == len(inside)
    things = [one.id for one in entries(project, "objects").values()]
    assert len(entries(after, "objects")) == len(things) + sum(sketch.spots[name].cell in old for name in things)
    assert entries(after, "people").keys() == entries(project, "people").keys()
    known = {one.code for one in problems(project)}
    assert "overlap" not in {one.code for one in problems(after)} - known


def test_a_crowded_map_has_no_room_for_a_double() -> None:
    with pytest.raises(Refused, match="no room"):
        beside(Sketch(hall()), "hall")


def test_a_double_keeps_clear_of_other_areas() -> None:
    project = Resize(right=40, fill=",").apply(hall())
    width = hall().map.width
    project = DrawArea("garden", "Garden", (Box(width + 2, 1, 6, 5),)).apply(project)
    edit, double = beside(Sketch(project), "hall")
    both = Sketch(edit.apply(project))
    assert not any(one.meets(other) for one in both.boxes(double) for other in both.boxes("garden"))
