"""The window of studies: what it shows, plans and runs, and where its runs lead."""

import shutil
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion
from textual.widgets import Static

from latticeville.studies.local_pool import SameProcess
from latticeville.studies.run_task import RunRow
from studio.run.comparison_screen import ComparisonScreen
from studio.run.screen import SimulateScreen
from studio.run.studies.session import StudiesSession, StudyEntry, read_studies, run_study
from studio.run.studies.studies_screen import StudiesScreen
from studio.run.studies.study_rows import study_rows
from studio.task import Task, TaskStoppedError
from tests.studies.studies import TEA
from tests.studio.conftest import Driven, studio
from tests.world_folders import SQUARE

SMALL = TEA.replace('world = "square"', 'world = ".."').replace("seeds = 4", "seeds = [3, 5]")


@pytest.fixture
def world(tmp_path: Path) -> Path:
    """A square with a study."""
    folder = tmp_path / "square"
    shutil.copytree(SQUARE, folder)
    (folder / "studies").mkdir(exist_ok=True)
    (folder / "studies" / "tea.study.toml").write_text(SMALL, "utf-8")
    return folder


@pytest.fixture(autouse=True)
def _one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make runs where they are asked for."""
    monkeypatch.setattr("latticeville.studies.local_pool.LocalPool", lambda _workers: SameProcess())


def task() -> Task:
    return Task("Running", "Cancelled.")


def lines(entries: dict[str, StudyEntry], opened: str = "") -> list[str]:
    session = StudiesSession()
    session.entries, session.opened = entries, opened
    return ["".join(one.text for one in (*row.spans, row.tail)) for row in study_rows(session, 100)]


def test_each_study_says_what_is_there_and_what_is_wrong_with_its_place(world: Path) -> None:
    wrong = world / "studies" / "wrong.study.toml"
    wrong.write_text(SMALL.replace("count =", "cont ="), "utf-8")
    told = lines(read_studies(world, task()))
    assert "6 runs · 6 pending" in told[0]
    assert any("cannot be run" in line for line in told)
    assert any(line.startswith("  ✗ studies/wrong.study.toml:15:9: ") for line in told)


def test_rows_come_in_while_a_study_runs_and_what_is_cancelled_goes_on(world: Path) -> None:
    study = read_studies(world, task())["tea"].study
    assert study is not None
    came: list[RunRow] = []
    stopped = task()

    def come(row: RunRow) -> None:
        came.append(row)
        if len(came) == 3:
            stopped.stop()

    with pytest.raises(TaskStoppedError):
        run_study(study, stopped, come)
    there = read_studies(world, task())["tea"]
    assert 3 <= len(there.rows) < len(study.tasks)
    assert run_study(study, task(), came.append) == ""
    assert len({row.name for row in came}) == len(came) == len(study.tasks)
    told = lines(read_studies(world, task()), "tea")
    assert "6 runs · 6 succeeded" in told[0]
    assert sum("●" in line for line in told) == 12
    assert (study.root / "study.md").is_file()


async def opened(driven: Driven) -> StudiesScreen:
    await driven.press("f12")
    await driven.until(lambda: isinstance(driven.app.screen, StudiesScreen))
    window = driven.app.screen
    assert isinstance(window, StudiesScreen)
    await driven.until(lambda: window.work.task is None)
    return window


async def test_a_study_is_planned_and_run_and_its_runs_are_opened_and_compared(
    world: Path, frames: SnapshotAssertion
) -> None:
    async with studio(world) as driven:
        window = await opened(driven)
        await driven.press("f6")
        await driven.until(lambda: window.work.task is None)
        assert "s of a processor" in driven.frame()
        await driven.press("f5")
        await driven.until(lambda: window.work.task is None)
        assert "6 runs succeeded" in str(window.query_one(Static).visual)
        told = window.query_one("#told", Static)
        told.update("")
        await driven.until(lambda: told.size.height <= 1)
        assert driven.frame() == frames
        lines = window._lines
        place = next(n for n, row in enumerate(lines.rows) if row.key.startswith("run 2 no memory"))
        lines._move_to(place)
        await driven.press("d")
        await driven.until(lambda: isinstance(driven.app.screen, ComparisonScreen))
        await driven.press("escape")
        await opened(driven)
        await driven.press("enter")
        await driven.until(lambda: isinstance(driven.app.screen, SimulateScreen))
        await driven.tick(90)
        assert driven.view.payload.state.seed == 5
