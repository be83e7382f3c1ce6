"""The checks on what is in memory, and the cures."""

import shutil
from pathlib import Path

import pytest

from latticeville.core.geometry import Box, Cell
from latticeville.world.load import inspect_world
from studio.project.edits.areas import SetBoxes
from studio.project.edits.edit import Edit
from studio.project.edits.paint import paint_cells
from studio.project.edits.placements import MoveToCell
from studio.project.edits.values import SetValue
from studio.project.edits.walls import DrawWalls
from studio.project.fixes import _CURES, find_fixes
from studio.project.open_project import open_project, save
from studio.project.project_checks import ProjectChecker, checked_texts, find_problems
from tests.project.hall import ORIGINAL, Rewrite, hall
from tests.work import within

ROOT = Path(__file__).parents[2]


def copied_to(folder: Path) -> Path:
    """Copy Ville and its people."""
    shutil.copytree(ROOT / "worlds" / "ville", folder / "worlds" / "ville")
    shutil.copytree(ROOT / "personas", folder / "personas")
    return folder / "worlds" / "ville"


@pytest.mark.slow
def test_problems_are_those_of_check(tmp_path: Path) -> None:
    opened = open_project(copied_to(tmp_path))
    checker = ProjectChecker()
    for edit in (
        paint_cells([Cell(3, 3)], "?"),
        MoveToCell("ada_stove", Cell(0, 0)),
        SetValue("personas/ada.toml", ("routine", 0, "place"), "nowhere"),
        SetValue("kinds.toml", ("kinds", "stove", "start"), "nothing"),
        Rewrite("personas/byron.toml", "name = "),
    ):
        opened = save(opened.do(edit)).opened
        found = checker.check(opened.project).problems
        assert found
        assert [*found] == inspect_world(opened.project.folder)[1]


def test_the_original_format_is_checked_too(tmp_path: Path) -> None:
    for name, text in ORIGINAL.items():
        (tmp_path / name).write_text(text, "utf-8")
    assert [*find_problems(open_project(tmp_path).project)] == inspect_world(tmp_path)[1]


def test_personas_of_whom_no_one_lives_here_are_not_part_of_the_world() -> None:
    assert "personas/cy.toml" not in checked_texts(hall())
    assert find_problems(Rewrite("personas/cy.toml", "name = ").apply(hall())) == find_problems(
        hall()
    )


FAULTS: dict[str, tuple[Edit, str]] = {
    "a wall without a door": (paint_cells([Cell(6, 3)], "#"), "sealed-area"),
    "a room walled in": (DrawWalls(Box(7, 0, 5, 7), "#"), "sealed-area"),
    "a start in a wall": (MoveToCell("ada", Cell(1, 1)), "start-blocked"),
    "a start off the map": (MoveToCell("ada", Cell(40, 3)), "start-blocked"),
    "a strange glyph": (paint_cells([Cell(0, 0), Cell(2, 2)], "~"), "unknown-glyph"),
    "a short row": (
        Rewrite("world.map", hall().map.text.replace(",,,,,,,,,,,,", ",,,", 1)),
        "ragged-map",
    ),
    "an area off the map": (SetBoxes("nook", (Box(11, 6, 2, 1),)), "outside-map"),
    "an area that is too large": (SetBoxes("hall", (Box(-1, 1, 60, 5),)), "outside-map"),
    "a thing off the map": (MoveToCell("urn", Cell(5, 40)), "outside-map"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_certain_cure_cures(name: str) -> None:
    edit, code = FAULTS[name]
    spoilt = edit.apply(hall())
    report = ProjectChecker().check(spoilt)
    found = next(problem for problem in report.problems if problem.code == code)
    assert found.line
    assert report.names(found.file) in spoilt.files
    cure = find_fixes(found, report)[0]
    assert cure.label
    after = find_problems(cure.apply(spoilt))
    assert found not in after
    assert sum(problem.code == code for problem in after) < sum(
        problem.code == code for problem in report.problems
    )


def test_every_cure_is_tried() -> None:
    assert {code for _, code in FAULTS.values()} == {*_CURES}


def test_what_is_uncertain_has_no_cure() -> None:
    report = ProjectChecker().check(
        SetValue("kinds.toml", ("kinds", "urn", "glyph"), "\t").apply(hall())
    )
    assert [
        find_fixes(problem, report) for problem in report.problems if problem.code == "bad-glyph"
    ] == [()]


@pytest.mark.slow
def test_an_edit_of_ville_is_checked_with_less_work_than_the_whole(tmp_path: Path) -> None:
    project, checker = open_project(copied_to(tmp_path)).project, ProjectChecker()
    checker.check(project)
    edited = MoveToCell("ada_stove", Cell(9, 5)).apply(
        paint_cells([Cell(60, 20)], ",").apply(project)
    )
    report = within(3_200_000, lambda: checker.check(edited))
    assert report.project is edited


def test_a_model_that_is_not_installed_is_a_problem_of_the_project() -> None:
    project = SetValue("world.toml", ("minds",), {"model": "bultin"}).apply(hall())
    (found,) = (one for one in find_problems(project) if one.code == "unknown-model")
    assert (found.file, found.fix) == ("world.toml", "write “builtin”")
