"""Steps, undo, jumps, and what is modified."""

from latticeville.core.geometry import Cell
from studio.project.edits.paint import paint_cells
from studio.project.edits.placements import MoveEntries
from studio.project.edits.values import SetValue
from studio.project.history import History
from tests.project.hall import hall


def test_a_stroke_is_one_step() -> None:
    history = History.begin(hall())
    for x in range(5):
        history = history.do(paint_cells([Cell(x, 0)], ".", "pencil", 7))
    assert history.labels == ("opened", "pencil")
    assert history.present.map.row(0) == ".....,,,,,,,"
    history = history.do(paint_cells([Cell(9, 0)], ".", "pencil", 8))
    assert history.labels == ("opened", "pencil", "pencil")
    assert history.jump(history.at - 2).present == history.steps[0].project


def test_a_drag_is_one_step_and_a_drag_back_is_none() -> None:
    history = History.begin(hall())
    for _ in range(3):
        history = history.do(MoveEntries(("urn",), -1, 0, gesture=1))
    assert len(history.steps) == 2
    for _ in range(3):
        history = history.do(MoveEntries(("urn",), 1, 0, gesture=1))
    assert len(history.steps) == 1
    assert not history.modified


def test_what_changes_nothing_is_no_step() -> None:
    history = History.begin(hall())
    assert history.do(paint_cells([Cell(0, 0)], ",")) is history
    assert history.do(SetValue("world.toml", ("name",), "Hall")) is history


def test_modified_is_what_is_not_on_disk() -> None:
    history = History.begin(hall()).do(SetValue("world.toml", ("name",), "Room"))
    assert history.modified == ("world.toml",)
    history = history.mark_saved(history.present)
    assert not history.modified
    history = history.jump(history.at - 1)
    assert history.modified == ("world.toml",)
    history = history.do(SetValue("world.toml", ("name",), "Room"))
    assert not history.modified  # the same text as on disk, by another way
    assert history.jump(history.at - 1).jump(history.at).modified == ()


def test_typing_is_one_step_and_undo_survives_a_save() -> None:
    history = History.begin(hall())
    for text in ("R", "Ro", "Roo", "Room"):
        history = history.do(SetValue("world.toml", ("name",), text, gesture=3))
    history = history.mark_saved(history.present)
    assert history.labels == ("opened", "world.toml: name")
    assert history.jump(history.at - 1).present.data("world.toml")["name"] == "Hall"


def test_one_can_jump_anywhere_and_a_new_step_lets_go_of_what_was_undone() -> None:
    history = History.begin(hall())
    for name in "abc":
        history = history.do(SetValue("world.toml", ("name",), name))
    assert [history.jump(at).present.data("world.toml")["name"] for at in range(-1, 5)] == [
        "Hall",
        "Hall",
        "a",
        "b",
        "c",
        "c",
    ]
    history = history.jump(1).do(SetValue("world.toml", ("name",), "d"))
    assert [step.project.data("world.toml")["name"] for step in history.steps] == ["Hall", "a", "d"]
    assert history.at == len(history.steps) - 1
