"""Start cells of areas follow the edits of their areas and of the map."""

from latticeville.core.geometry import Box
from studio.project.documents.document import parse_document
from studio.project.documents.project import WORLD, Project
from studio.project.edits.areas import AddBox, DuplicateArea, MoveArea, SetBoxes, SubtractBox
from studio.project.edits.edit import Edit
from studio.project.edits.resize import Resize, shift_map
from tests.project.hall import FILES, hall

TEXT = FILES[WORLD].replace(
    "# walls included", "# walls included\nstarts = [[4, 4], [3, 2]]   # by the door"
)
PROJECT = hall().with_file(
    WORLD,
    parse_document(WORLD, TEXT.replace("[[2, 2, 2, 1]]", "[[2, 2, 2, 1]]\nstarts = [[2, 2]]")),
)


def starts(*edits: Edit, project: Project = PROJECT) -> dict[str, list[list[int]]]:
    """Return the start cells of each area that has any after some edits."""
    for edit in edits:
        project = edit.apply(project)
    return {
        area["id"]: area["starts"] for area in project.data(WORLD)["areas"] if area.get("starts")
    }


def test_start_cells_move_with_their_area_and_those_in_it() -> None:
    assert starts(MoveArea("hall", 2, -1)) == {"hall": [[6, 3], [5, 1]], "nook": [[4, 1]]}
    assert starts(MoveArea("hall", 2, -1, contents=False)) == {
        "hall": [[6, 3], [5, 1]],
        "nook": [[2, 2]],
    }
    assert starts(DuplicateArea("hall", "copy", 1, 0))["copy"] == [[5, 4], [4, 2]]
    moved = MoveArea("hall", 2, -1).apply(PROJECT)
    assert "starts = [[6, 3], [5, 1]]   # by the door" in moved.files[WORLD].text


def test_start_cells_that_an_area_loses_go() -> None:
    assert starts(SetBoxes("hall", (Box(1, 1, 6, 3),)))["hall"] == [[3, 2]]
    assert starts(SubtractBox("hall", Box(0, 0, 9, 4)))["hall"] == [[4, 4]]
    assert starts(AddBox("hall", Box(1, 6, 2, 1)))["hall"] == [[4, 4], [3, 2]]
    assert "hall" not in starts(SubtractBox("hall", Box(2, 2, 9, 9)))


def test_start_cells_move_with_the_map() -> None:
    assert starts(shift_map(1, 1, ",")) == {"hall": [[5, 5], [4, 3]], "nook": [[3, 3]]}
    assert starts(Resize(top=-3, fill=",")) == {"hall": [[4, 1]]}
    assert starts(Resize(bottom=-4, fill=",")) == {"hall": [[3, 2]], "nook": [[2, 2]]}
    assert starts(Resize(right=3, fill=",")) == {"hall": [[4, 4], [3, 2]], "nook": [[2, 2]]}


def test_start_cells_outside_their_area_stay_as_they_were_written() -> None:
    project = PROJECT.put(WORLD, ("areas", 0, "starts"), [[11, 0], [3, 2]])
    assert starts(SetBoxes("hall", (Box(1, 1, 6, 4),)), project=project)["hall"] == [
        [11, 0],
        [3, 2],
    ]
    odd = PROJECT.put(WORLD, ("areas", 0, "starts"), ["x"])
    assert (
        starts(MoveArea("hall", 1, 0), project=odd)["hall"] == odd.data(WORLD)["areas"][0]["starts"]
    )
