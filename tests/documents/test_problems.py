"""The checks on what is in memory, and the cures."""

import shutil
import time
from pathlib import Path

import pytest

from latticeville.core.geometry import Box, Cell
from latticeville.world.load import inspect
from studio.documents.edit import Edit
from studio.documents.edits.areas import SetBoxes
from studio.documents.edits.paint import on_cells
from studio.documents.edits.things import MoveTo
from studio.documents.edits.values import Put
from studio.documents.edits.walls import WallIt
from studio.documents.files import open_project, save
from studio.documents.fixes import _CURES, fixes
from studio.documents.problems import Checker, problems, texts
from tests.documents.hall import ORIGINAL, Rewrite, hall

ROOT = Path(__file__).parents[2]


def copied_to(folder: Path) -> Path:
    """Copy Ville and its people."""
    shutil.copytree(ROOT / "worlds" / "ville", folder / "worlds" / "ville")
    shutil.copytree(ROOT / "personas", folder / "personas")
    return folder / "worlds" / "ville"


def test_problems_are_those_of_check(tmp_path: Path) -> None:
    opened = open_project(copied_to(tmp_path))
    checker = Checker()
    for edit in (
        on_cells([Cell(3, 3)], "?"),
        MoveTo("ada_stove", Cell(0, 0)),
        Put("personas/ada.toml", ("routine", 0, "place"), "nowhere"),
        Put("things.toml", ("kinds", "stove", "start"), "nothing"),
        Rewrite("personas/byron.toml", "name = "),
    ):
        opened = save(opened.do(edit)).opened
        found = checker.check(opened.project).problems
        assert found
        assert [*found] == inspect(opened.project.folder)[1]


def test_the_original_format_is_checked_too(tmp_path: Path) -> None:
    for name, text in ORIGINAL.items():
        (tmp_path / name).write_text(text, "utf-8")
    assert [*problems(open_project(tmp_path).project)] == inspect(tmp_path)[1]


def test_personas_of_whom_no_one_lives_here_are_not_part_of_the_world() -> None:
    assert "personas/cy.toml" not in texts(hall())
    assert problems(Rewrite("personas/cy.toml", "name = ").apply(hall())) == problems(hall())


FAULTS: dict[str, tuple[Edit, str]] = {
    "a wall without a door": (on_cells([Cell(6, 3)], "#"), "sealed-area"),
    "a room walled in": (WallIt(Box(7, 0, 5, 7), "#"), "sealed-area"),
    "a start in a wall": (MoveTo("ada", Cell(1, 1)), "start-blocked"),
    "a start off the map": (MoveTo("ada", Cell(40, 3)), "start-blocked"),
    "a strange glyph": (on_cells([Cell(0, 0), Cell(2, 2)], "~"), "unknown-glyph"),
    "a short row": (Rewrite("world.map", hall().map.text.replace(",,,,,,,,,,,,", ",,,", 1)), "ragged-map"),
    "an area off the map": (SetBoxes("nook", (Box(11, 6, 2, 1),)), "outside-map"),
    "an area that is too large": (SetBoxes("hall", (Box(-1, 1, 60, 5),)), "outside-map"),
    "a thing off the map": (MoveTo("urn", Cell(5, 40)), "outside-map"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_certain_cure_cures(name: str) -> None:
    edit, code = FAULTS[name]
    spoilt = edit.apply(hall())
    report = Checker().check(spoilt)
    found = next(problem for problem in report.problems if problem.code == code)
    assert found.line
    assert report.names(found.file) in spoilt.files
    cure = fixes(found, report)[0]
    assert cure.label
    after = problems(cure.apply(spoilt))
    assert found not in after
    assert sum(problem.code == code for problem in after) < sum(problem.code == code for problem in report.problems)


def test_every_cure_is_tried() -> None:
    assert {code for _, code in FAULTS.values()} == {*_CURES}


def test_what_is_uncertain_has_no_cure() -> None:
    report = Checker().check(Put("things.toml", ("kinds", "urn", "glyph"), "\t").apply(hall()))
    assert [fixes(problem, report) for problem in report.problems if problem.code == "bad-glyph"] == [()]


def test_ville_is_checked_faster_than_anybody_notices(tmp_path: Path) -> None:
    project, checker = open_project(copied_to(tmp_path)).project, Checker()
    checker.check(project)
    times = []
    for x in range(5):
        edited = on_cells([Cell(60 + x, 20)], ",").apply(project)
        edited = MoveTo("ada_stove", Cell(9 + x, 5)).apply(edited)
        start = time.process_time()
        checker.check(edited)
        times.append(time.process_time() - start)
    assert min(times) < 0.15
