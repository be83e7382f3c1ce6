"""A project as it is drawn, with whatever mistakes it has."""

from latticeville.core.geometry import Box, Cell
from studio.map.model.drag import start_drag
from studio.map.model.map_model import MapModel
from studio.map.model.overlays import reachable_cells, walkable_cells
from studio.project.edits.areas import SetBoxes
from studio.project.edits.paint import paint_cells
from studio.project.edits.placements import MoveEntries, MoveToCell, PlaceObject
from studio.project.edits.values import SetValue
from studio.project.project_checks import ProjectChecker
from tests.project.hall import Rewrite, hall, original


def test_everything_stands_where_it_was_written() -> None:
    map_model = MapModel(hall())
    assert map_model.objects[4][5].glyph == "u"
    assert map_model.people[3][3].glyph == "A"
    assert map_model.area_path(Cell(2, 2)) == "Hall › Nook"
    assert map_model.area_path(Cell(7, 0)) == "outside every area"
    assert map_model.ids_at(Box(5, 4, 1, 1), Cell(5, 4)) == ("urn", "hall")
    assert dict(map_model.iter_names())["ada"] == "Ada"


def test_the_tile_of_a_state_wins_over_that_of_its_kind() -> None:
    project = SetValue("kinds.toml", ("kinds", "urn", "tile"), "▟▙").apply(hall())
    assert MapModel(project).objects[4][5].tile == "▟▙"
    project = SetValue("kinds.toml", ("kinds", "urn", "states", "cold", "tile"), "▙").apply(project)
    assert MapModel(project).objects[4][5].tile == "▙"
    project = SetValue("kinds.toml", ("kinds", "urn", "states", "cold", "tile"), "🐈").apply(
        project
    )
    assert MapModel(project).objects[4][5].tile == ""


def test_who_starts_in_an_area_stands_where_the_world_puts_them() -> None:
    project = hall()
    assert "bob" not in MapModel(project).spots
    world = ProjectChecker().check(project).world
    assert world is not None
    assert MapModel(project, None, world).spots["bob"].footprint.bounding_box == Box(
        *world.people["bob"].start, 1, 1
    )


def test_painting_takes_over_all_but_the_ground() -> None:
    before = MapModel(hall())
    after = MapModel(paint_cells([Cell(0, 0)], "#").apply(before.project), before)
    assert after.grid.rows[0][0] == "#"
    assert after.grid.legend is before.grid.legend
    assert after.objects is before.objects
    assert after.areas is before.areas


def test_moving_something_changes_no_legend() -> None:
    before = MapModel(hall())
    after = MapModel(MoveToCell("urn", Cell(2, 4)).apply(before.project), before)
    assert after.grid.legend is before.grid.legend
    assert after.objects[4][2].glyph == "u"


def test_mistakes_are_drawn_too() -> None:
    project = paint_cells([Cell(0, 0)], "%").apply(hall())
    project = SetValue("world.toml", ("objects", 0, "kind"), "nothing").apply(project)
    project = SetValue("world.toml", ("areas", 1, "boxes"), [[1, 1]]).apply(project)
    project = SetValue("world.toml", ("people", 0, "start"), "nowhere").apply(project)
    map_model = MapModel(project)
    assert map_model.grid.tile(Cell(0, 0)).name == "“%” (unknown glyph)"
    assert map_model.objects[4][5].glyph == "?"
    assert map_model.boxes_of("nook") == ()
    assert "ada" not in map_model.spots
    assert MapModel(Rewrite("world.toml", "= broken").apply(project)).grid.height == 7
    assert MapModel(hall(world_map="")).grid.height == 0


def test_the_original_format_is_drawn() -> None:
    map_model = MapModel(original())
    assert map_model.grid.height > 3
    assert map_model.areas.by_id
    assert map_model.objects


def test_overlays_mark_where_one_can_go() -> None:
    map_model = MapModel(hall())
    reach = reachable_cells(map_model, Cell(2, 2))
    assert {Cell(2, 2), Cell(0, 0), Cell(6, 3)} <= reach
    assert not {Cell(1, 1), Cell(5, 4)} & reach
    assert reachable_cells(map_model, Cell(1, 1)) == frozenset()
    assert reach == walkable_cells(map_model, Box(-5, -5, 40, 40))
    shut = MapModel(paint_cells([Cell(6, 3)], "#").apply(map_model.project), map_model)
    assert len(reachable_cells(shut, Cell(2, 2))) == 11


def test_what_is_carried_follows_and_one_gesture_is_one_edit() -> None:
    map_model = MapModel(hall())
    for name in ("urn", "ada", "hall"):
        grab = start_drag(map_model, name, Cell(3, 2), 7)
        first = grab.edit(map_model, Cell(3, 2), Cell(4, 2))
        after = MapModel(first.apply(map_model.project), map_model)
        second = grab.edit(after, Cell(4, 2), Cell(4, 3))
        merged = first.absorb(second)
        assert merged is not None
        twice = MapModel(second.apply(after.project)).boxes_of(name)
        assert (
            MapModel(merged.apply(map_model.project)).boxes_of(name)
            == twice
            != map_model.boxes_of(name)
        )


def test_a_handle_is_carried_alone() -> None:
    map_model = MapModel(hall())
    edit = start_drag(map_model, "hall", Cell(6, 5), 7).edit(map_model, Cell(6, 5), Cell(7, 5))
    assert isinstance(edit, SetBoxes)
    assert edit.boxes == (Box(1, 1, 7, 5),)


def test_an_object_of_any_shape_is_drawn_clicked_and_moved_by_its_cells() -> None:
    taken = {(9, 2), (8, 3), (9, 3)}
    place = PlaceObject("bench", "urn", Cell(8, 2), more={"shape": [".#", "##"]})
    map_model = MapModel(place.apply(hall()))
    drawn = {
        (x, y)
        for y, row in map_model.objects.items()
        for x, one in row.items()
        if one.id == "bench"
    }
    assert drawn == taken
    assert "bench" not in map_model.ids_at(Box(8, 2, 1, 1), Cell(8, 2))
    assert "bench" in map_model.ids_at(Box(8, 3, 1, 1), Cell(8, 3))
    moved = MapModel(MoveEntries(("bench",), 1, 2).apply(map_model.project))
    assert {*moved.spots["bench"].footprint.cells()} == {(x + 1, y + 2) for x, y in taken}
