"""Notes, deletion and compression of runs in the studio's list, and undo."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from latticeville.core import user_dirs
from latticeville.models.spec import make_embedder, make_model
from latticeville.runs.fork import ForkChanges, fork
from latticeville.runs.replay import Replay
from latticeville.runs.run_collection import MAX_NOTE, read_note
from studio.app.run_changes import RunChanges
from studio.app.runs_dialog import RunLines, RunsDialog
from studio.storage import locations
from studio.ui.dialogs.validated_input import ValidatedInput
from tests.reports.runs import recorded
from tests.runs.runs import contents
from tests.studio.conftest import Driven, studio
from tests.world_folders import SQUARE


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return recorded(tmp_path / "runs" / "run-0001", 4)


def open_list(driven: Driven) -> RunLines:
    screen = driven.app.screen
    assert isinstance(screen, RunsDialog)
    return screen.query_one(RunLines)


def test_a_note_is_written_and_undone(run: Path) -> None:
    changes = RunChanges()
    assert changes.write_note(run, "the  oak") == "Noted: run-0001."
    assert changes.write_note(run, "the oak") == ""
    assert changes.write_note(run, "") == "Removed the note: run-0001."
    assert changes.undo(run.parent) == "The note of run-0001 is as before."
    assert read_note(run) == "the oak"
    changes.undo(run.parent)
    assert read_note(run) == ""
    assert "too long" in changes.write_note(run, "x" * (MAX_NOTE + 1))


def test_deleted_runs_come_back_the_newest_first(run: Path) -> None:
    other, changes = recorded(run.with_name("run-0002"), 3), RunChanges()
    before = contents(run)
    for one in (run, other):
        assert changes.delete(one, Path("elsewhere")) == f"Deleted {one.name}. u brings it back."
    assert changes.undo(run.parent / "no") == "There is nothing to undo."
    assert changes.undo(run.parent) == "run-0002 is back."
    assert other.exists()
    assert not run.exists()
    told = RunChanges().undo(run.parent)
    assert told.endswith(f"latticeville runs {run.parent} --restore run-0001")
    assert changes.undo(run.parent) == "run-0001 is back."
    assert contents(run) == before


def _shown(run: Path) -> Path:
    return run


def _continued(run: Path) -> Path:
    changes = ForkChanges(seed=8)
    fork(Replay(run), 2, run.with_name("run-0002"), changes, make_model, make_embedder).close()
    return Path("elsewhere")


@pytest.mark.parametrize(
    ("arrange", "why"),
    [
        (_shown, "run-0001 is open: open another run, then delete it."),
        (_continued, "run-0001: other runs continue it: delete run-0002 first"),
    ],
)
def test_a_run_that_is_needed_is_not_deleted(
    run: Path, arrange: Callable[[Path], Path], why: str
) -> None:
    assert RunChanges().delete(run, arrange(run)) == why
    assert run.exists()


def test_compression_says_what_it_did(run: Path) -> None:
    assert RunChanges().compress(run) == "run-0001: there is nothing to compress."
    (run / "segment-000.jsonl").write_text("something\n")
    assert RunChanges().compress(run).startswith("run-0001/segment-000.jsonl:1")


def test_a_new_run_does_not_take_the_name_of_a_deleted_one() -> None:
    first = locations.new_run(SQUARE)
    recorded(first, 2)
    RunChanges().delete(first, Path("elsewhere"))
    assert locations.new_run(SQUARE).name == "run-0002"


async def test_the_list_notes_deletes_and_restores(frames: SnapshotAssertion) -> None:
    folder = user_dirs.state_dir() / "runs" / "square"
    runs = [recorded(folder / f"run-000{number}", 3 + number) for number in (1, 2)]
    async with studio(size=(80, 24)) as driven:
        await driven.press("B")
        await driven.until(lambda: isinstance(driven.app.screen, RunsDialog))
        await driven.pilot.pause(0.05)
        await driven.press("tab")
        lines = open_list(driven)
        lines.go_to(str(runs[0]))
        await driven.press("e")
        await driven.until(lambda: isinstance(driven.app.screen, ValidatedInput))
        await driven.pilot.pause(0.05)
        await driven.press(*"oak", "enter")
        await driven.until(lambda: "run-0001 · oak" in driven.frame())
        lines.go_to(str(runs[1]))
        await driven.press("x")
        await driven.until(lambda: "Deleted run-0002. u brings it back." in driven.frame())
        assert not runs[1].exists()
        for row in lines.rows:
            assert str(runs[1]) != row.link
        assert _without_times(driven.frame()) == frames
        await driven.press("u")
        await driven.until(lambda: "run-0002 is back." in driven.frame())
        assert any(row.link == str(runs[1]) for row in lines.rows)
        lines.go_to(str(runs[0]))
        await driven.press("c")
        await driven.until(lambda: "there is nothing to compress." in driven.frame())
        await driven.press("question_mark")
        await driven.until(lambda: "Compress the run" in driven.frame())
        await driven.press("escape", "slash", *"oak")
        await driven.until(lambda: [row.link for row in lines.rows] == [str(runs[0])])


def _without_times(frame: str) -> str:
    return re.sub(r"\d\d:\d\d(?= *┃)", "00:00", frame)
