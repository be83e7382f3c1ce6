"""Stamps that stay, putting into areas, distances and sight, fields of many, first days, what differs."""

import pytest

from latticeville.core.geometry import Box, Cell
from studio.documents.edit import Refused
from studio.documents.edits.areas import AddBox
from studio.documents.edits.paint import on_cells
from studio.documents.edits.stamps import ForgetStamp, KeepStamp, stamps
from studio.documents.edits.things import MoveTo
from studio.documents.edits.walls import WallIt
from studio.documents.problems import texts
from studio.documents.project import STAMPS, made
from studio.documents.stamp import HOLE, Stamp
from studio.drawing.days import first_day
from studio.drawing.differing import differing
from studio.drawing.fields import SEVERAL, edit, fields, subject
from studio.drawing.nesting import put_into
from studio.drawing.overlays import distances, reachable, seen
from studio.drawing.sketch import Sketch
from tests.documents.hall import done, hall


@pytest.mark.parametrize("rows", [("#+#", "#.#"), (f"#{HOLE}", "··"), (HOLE * 2, ".,")])
def test_a_stamp_that_is_kept_comes_back_as_it_was(rows: tuple[str, ...]) -> None:
    project = done(hall(), KeepStamp("small hut", Stamp(rows)), KeepStamp("other", Stamp(("#",))))
    again = made(project.folder, {name: sheet.text for name, sheet in project.files.items()})
    assert stamps(again)["small hut"] == Stamp(rows)
    assert STAMPS not in texts(project)
    assert list(stamps(done(project, ForgetStamp("small hut")))) == ["other"]


def test_a_stamp_without_a_name_and_a_broken_file_are_refused() -> None:
    with pytest.raises(Refused, match="needs a name"):
        KeepStamp("", Stamp(("#",))).apply(hall())
    broken = made(hall().folder, {**{name: one.text for name, one in hall().files.items()}, STAMPS: "= broken"})
    assert stamps(broken) == {}
    with pytest.raises(Refused, match="fix it first"):
        KeepStamp("hut", Stamp(("#",))).apply(broken)


def test_what_is_gone_cannot_be_put_into_an_area() -> None:
    with pytest.raises(Refused, match="there is no “ghost” any more"):
        put_into(Sketch(hall()), "ghost", "nook")


def test_what_is_put_into_an_area_lies_in_it() -> None:
    sketch = Sketch(hall())
    after = Sketch(put_into(sketch, "urn", "nook").apply(sketch.project))
    assert after.at(Cell(after.spots["urn"].footprint.hull.x, after.spots["urn"].footprint.hull.y)) == "nook"
    away = Sketch(on_cells([], "#").apply(sketch.project))
    with pytest.raises(Refused, match="lies in"):
        put_into(away, "hall", "nook")
    with pytest.raises(Refused, match="drag it onto an area"):
        put_into(sketch, "nook", "world")


def test_distances_count_steps_and_reach_what_can_be_reached() -> None:
    sketch = Sketch(hall())
    found = distances(sketch, Cell(2, 2))
    assert found[Cell(2, 2)] == 0
    assert found.keys() == reachable(sketch, Cell(2, 2))
    for cell, steps in found.items():
        assert steps == 0 or min(found.get(cell.step(way), 99) for way in "NESW") == steps - 1
    assert distances(sketch, Cell(1, 1)) == {}


def test_sight_ends_at_walls() -> None:
    sketch = Sketch(hall())
    lit = seen(sketch, Cell(3, 3))
    assert Cell(1, 3) in lit
    assert Cell(0, 3) not in lit
    assert seen(sketch, Cell(-1, 0)) == frozenset()


def test_many_are_changed_at_once() -> None:
    project = hall()
    about = subject(project, "urn", "key")
    found = {field.key: field for field in fields(project, about)}
    assert "id" not in found
    assert found["kind"].otherwise == SEVERAL
    after = done(project, edit(project, about, "name", "odd thing"))
    assert [row["name"] for row in after.data("world.toml")["objects"]] == ["odd thing"] * 2


def test_somebody_new_goes_out() -> None:
    sketch = Sketch(hall())
    assert first_day(sketch, "world") == []
    assert all(row["place"] == "home" or row["place"] in sketch.areas.by_id for row in first_day(sketch, "hall"))


def test_only_what_changed_differs() -> None:
    before = Sketch(hall())
    assert differing(before, before) == frozenset()
    assert differing(before, Sketch(on_cells([Cell(0, 0)], "#").apply(before.project))) == {Cell(0, 0)}
    moved = Sketch(MoveTo("urn", Cell(2, 4)).apply(before.project))
    assert differing(before, moved) == {Cell(2, 4)}


def test_walls_go_round_all_boxes_of_an_area_together() -> None:
    project = AddBox("hall", Box(6, 2, 5, 3)).apply(hall())
    boxes = Sketch(project).boxes("hall")
    rows = WallIt(boxes[0], "#", more=boxes[1:]).apply(project).map
    inside = {cell for box in boxes for cell in box.cells()}
    for cell in inside:
        rim = any(Cell(cell.x + x, cell.y + y) not in inside for x in (-1, 0, 1) for y in (-1, 0, 1))
        assert not rim or rows.glyph(cell) in "#+", cell
