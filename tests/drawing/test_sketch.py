"""A project as it is drawn, with whatever mistakes it has."""

from latticeville.core.geometry import Box, Cell
from studio.documents.edits.areas import SetBoxes
from studio.documents.edits.paint import on_cells
from studio.documents.edits.things import Move, MoveTo, PlaceObject
from studio.documents.edits.values import Put
from studio.documents.problems import Checker
from studio.drawing.grab import grabbed
from studio.drawing.overlays import reachable, walkable
from studio.drawing.sketch import Sketch
from tests.documents.hall import Rewrite, hall, original


def test_everything_stands_where_it_was_written() -> None:
    sketch = Sketch(hall())
    assert sketch.objects[4][5].glyph == "u"
    assert sketch.people[3][3].glyph == "A"
    assert sketch.path(Cell(2, 2)) == "Hall › Nook"
    assert sketch.path(Cell(7, 0)) == "outside every area"
    assert sketch.stack(Box(5, 4, 1, 1), Cell(5, 4)) == ("urn", "hall")
    assert dict(sketch.names())["ada"] == "Ada"


def test_who_starts_in_an_area_stands_where_the_world_puts_them() -> None:
    project = hall()
    assert "bob" not in Sketch(project).spots
    world = Checker().check(project).world
    assert world is not None
    assert Sketch(project, None, world).spots["bob"].footprint.hull == Box(*world.people["bob"].start, 1, 1)


def test_painting_takes_over_all_but_the_ground() -> None:
    before = Sketch(hall())
    after = Sketch(on_cells([Cell(0, 0)], "#").apply(before.project), before)
    assert after.grid.rows[0][0] == "#"
    assert after.grid.legend is before.grid.legend
    assert after.objects is before.objects
    assert after.areas is before.areas


def test_moving_something_changes_no_legend() -> None:
    before = Sketch(hall())
    after = Sketch(MoveTo("urn", Cell(2, 4)).apply(before.project), before)
    assert after.grid.legend is before.grid.legend
    assert after.objects[4][2].glyph == "u"


def test_mistakes_are_drawn_too() -> None:
    project = on_cells([Cell(0, 0)], "%").apply(hall())
    project = Put("world.toml", ("objects", 0, "kind"), "nothing").apply(project)
    project = Put("world.toml", ("areas", 1, "boxes"), [[1, 1]]).apply(project)
    project = Put("world.toml", ("people", 0, "start"), "nowhere").apply(project)
    sketch = Sketch(project)
    assert sketch.grid.tile(Cell(0, 0)).name == "“%” (unknown glyph)"
    assert sketch.objects[4][5].glyph == "?"
    assert sketch.boxes("nook") == ()
    assert "ada" not in sketch.spots
    assert Sketch(Rewrite("world.toml", "= broken").apply(project)).grid.height == 7
    assert Sketch(hall(world_map="")).grid.height == 0


def test_the_original_format_is_drawn() -> None:
    sketch = Sketch(original())
    assert sketch.grid.height > 3
    assert sketch.areas.by_id
    assert sketch.objects


def test_overlays_mark_where_one_can_go() -> None:
    sketch = Sketch(hall())
    reach = reachable(sketch, Cell(2, 2))
    assert {Cell(2, 2), Cell(0, 0), Cell(6, 3)} <= reach
    assert not {Cell(1, 1), Cell(5, 4)} & reach
    assert reachable(sketch, Cell(1, 1)) == frozenset()
    assert reach == walkable(sketch, Box(-5, -5, 40, 40))
    shut = Sketch(on_cells([Cell(6, 3)], "#").apply(sketch.project), sketch)
    assert len(reachable(shut, Cell(2, 2))) == 11


def test_what_is_carried_follows_and_one_gesture_is_one_edit() -> None:
    sketch = Sketch(hall())
    for name in ("urn", "ada", "hall"):
        grab = grabbed(sketch, name, Cell(3, 2), 7)
        first = grab.edit(sketch, Cell(3, 2), Cell(4, 2))
        after = Sketch(first.apply(sketch.project), sketch)
        second = grab.edit(after, Cell(4, 2), Cell(4, 3))
        merged = first.absorb(second)
        assert merged is not None
        twice = Sketch(second.apply(after.project)).boxes(name)
        assert Sketch(merged.apply(sketch.project)).boxes(name) == twice != sketch.boxes(name)


def test_a_handle_is_carried_alone() -> None:
    sketch = Sketch(hall())
    edit = grabbed(sketch, "hall", Cell(6, 5), 7).edit(sketch, Cell(6, 5), Cell(7, 5))
    assert isinstance(edit, SetBoxes)
    assert edit.boxes == (Box(1, 1, 7, 5),)


def test_an_object_of_any_shape_is_drawn_clicked_and_moved_by_its_cells() -> None:
    taken = {(9, 2), (8, 3), (9, 3)}
    place = PlaceObject("bench", "urn", Cell(8, 2), more={"shape": [".#", "##"]})
    sketch = Sketch(place.apply(hall()))
    drawn = {(x, y) for y, row in sketch.objects.items() for x, one in row.items() if one.id == "bench"}
    assert drawn == taken
    assert "bench" not in sketch.stack(Box(8, 2, 1, 1), Cell(8, 2))
    assert "bench" in sketch.stack(Box(8, 3, 1, 1), Cell(8, 3))
    moved = Sketch(Move(("bench",), 1, 2).apply(sketch.project))
    assert {*moved.spots["bench"].footprint.cells()} == {(x + 1, y + 2) for x, y in taken}
