"""The window of scenarios: what it shows, tries and refuses, and where its failures lead."""

import shutil
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion
from textual.widgets import Static

from studio.run.scenarios import scenarios_screen
from studio.run.scenarios.scenario_rows import scenario_rows
from studio.run.scenarios.scenarios_screen import ScenariosScreen
from studio.run.scenarios.session import (
    TAPE_RUN,
    ScenarioSession,
    make_failed_run,
    read_scenarios,
    try_scenarios,
)
from studio.run.screen import SimulateScreen
from studio.task import Task, TaskStoppedError
from tests.studio.conftest import Driven, studio
from tests.studio.test_frames import SIZES, named
from tests.world_folders import SQUARE

HOLDS = """name = "The kettle exists"
guards = "Nobody takes the kettle away."
seeds = [1, 2]
ticks = 3

[[expect]]
always = "state:kettle!=hot or state:kettle=hot"
"""
FAILS = """name = "It never gets past five ticks"
guards = "This fails by design, at tick 5 of each seed."
seeds = [7, 8]
ticks = 5

[[expect]]
eventually = "weather:clear and state:kettle=hot"
"""


@pytest.fixture
def world(tmp_path: Path) -> Path:
    """A square with a scenario that holds and one that fails."""
    folder = tmp_path / "square"
    shutil.copytree(SQUARE, folder)
    (folder / "scenarios").mkdir()
    (folder / "scenarios" / "a.scenario.toml").write_text(HOLDS, "utf-8")
    (folder / "scenarios" / "b.scenario.toml").write_text(FAILS, "utf-8")
    return folder


def task() -> Task:
    return Task("Trying", "Cancelled.")


def tried(folder: Path, file: str = "") -> ScenarioSession:
    session = ScenarioSession()
    trial = try_scenarios(folder, file, task())
    session.tests, session.attempts = trial.tests, dict(trial.attempts)
    return session


def lines(session: ScenarioSession) -> list[str]:
    return [
        "".join(one.text for one in (*row.spans, row.tail)) for row in scenario_rows(session, 76)
    ]


def test_before_a_try_each_scenario_says_what_it_guards(world: Path) -> None:
    session = ScenarioSession()
    session.tests = read_scenarios(world).tests
    assert lines(session) == [
        "· The kettle exists2 seeds · not tried",
        "  Nobody takes the kettle away.",
        "· It never gets past five ticks2 seeds · not tried",
        "  This fails by design, at tick 5 of each seed.",
    ]


def test_a_failure_names_seed_tick_and_time_and_only_what_is_wanted_is_tried(world: Path) -> None:
    file = "scenarios/b.scenario.toml"
    session = tried(world, file)
    assert [*session.attempts] == [file]
    assert [(one.seed, one.tick) for one in session.failures(file)] == [(7, 5), (8, 5)]
    assert any(line.startswith("    ✗ seed 7, tick 5, Mon 08:05: ") for line in lines(session))


def test_the_run_of_a_failure_is_made_up_to_its_tick_with_its_seed(world: Path) -> None:
    from latticeville.runs.replay import Replay

    file = "scenarios/b.scenario.toml"
    session = tried(world, file)
    failure = next(session.failures(file))
    folder = make_failed_run(world, session.attempts[file], failure)
    assert isinstance(folder, Path)
    log = Replay(folder)
    assert log.last == failure.tick
    assert log.at(5).state.seed == failure.seed


def test_what_is_cancelled_is_not_tried(world: Path) -> None:
    stopped = task()
    stopped.stop()
    with pytest.raises(TaskStoppedError):
        try_scenarios(world, "", stopped)


def test_a_scenario_with_a_mistake_is_told_with_its_place(world: Path) -> None:
    path = world / "scenarios" / "a.scenario.toml"
    path.write_text(HOLDS.replace("kettle!=", "kettl!="), "utf-8")
    session = ScenarioSession()
    session.tests = read_scenarios(world).tests
    assert lines(session)[0].startswith("✗ scenarios/a.scenario.toml:7:")


async def opened(driven: Driven) -> ScenariosScreen:
    await driven.press("backslash")
    await driven.until(lambda: isinstance(driven.app.screen, ScenariosScreen))
    window = driven.app.screen
    assert isinstance(window, ScenariosScreen)
    await driven.until(lambda: window.work.task is None)
    return window


def told(window: ScenariosScreen) -> str:
    return str(window.query_one("#told", Static).visual)


@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_frames(world: Path, frames: SnapshotAssertion, size: tuple[int, int]) -> None:
    async with studio(world, size) as driven:
        window = await opened(driven)
        await driven.press("f5")
        await driven.until(lambda: window.work.task is None)
        await driven.press("G")
        assert driven.frame() == frames


async def test_enter_tries_a_scenario_and_on_a_failure_opens_its_run(world: Path) -> None:
    async with studio(world) as driven:
        window = await opened(driven)
        assert told(window) == "2 scenarios."
        await driven.press("j", "enter")
        await driven.until(lambda: window.work.task is None)
        assert told(window) == "2 scenarios, 1 tried: 1 failed."
        await driven.press("G", "enter")
        await driven.until(lambda: isinstance(driven.app.screen, SimulateScreen))
        await driven.tick(5)
        assert driven.view.payload.state.seed == 8
        again = await opened(driven)
        assert told(again) == "2 scenarios, 1 tried: 1 failed."
        await driven.press("escape")
        await driven.until(lambda: isinstance(driven.app.screen, SimulateScreen))


async def test_a_failure_without_a_run_of_its_own_says_why(
    world: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scenarios_screen, "make_failed_run", lambda *_args: TAPE_RUN)
    async with studio(world) as driven:
        window = await opened(driven)
        await driven.press("j", "enter")
        await driven.until(lambda: window.work.task is None)
        await driven.press("G", "enter")
        await driven.until(lambda: window.work.task is None)
        assert told(window) == TAPE_RUN
