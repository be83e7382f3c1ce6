"""Long work: it says how far it is, esc ends it, and nothing half is left."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from latticeville.core import user_dirs
from latticeville.models.fake import FakeLLM
from latticeville.runs.branch import BRANCH
from latticeville.runs.replay import Replay, TickSummary
from studio.app.welcome import WelcomeScreen
from studio.player import orders
from studio.run.panes.interview_pane import InterviewPane
from studio.run.screen import SimulateScreen
from studio.task import Task, TaskStoppedError
from tests.reports.runs import recorded
from tests.studio.conftest import Driven, studio
from tests.studio.test_agent_panes import TALK, ada
from tests.studio.test_branches import chosen, elsewhere, shown
from tests.world_folders import SQUARE


class Gate:
    """A model that is loaded only once the test lets it."""

    def __init__(self) -> None:
        self.asked, self.open = threading.Event(), threading.Event()

    def load(self, _spec: str) -> FakeLLM:
        self.asked.set()
        assert self.open.wait(20)
        return FakeLLM()


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Gate:
    """Let whatever loads a model wait, and hear at once how far it is."""
    made = Gate()
    monkeypatch.setattr("studio.ui.task_runner.SAYING", 0.02)
    monkeypatch.setattr("studio.task.AT_ONCE", 0)
    return made


async def asked(driven: Driven, gate: Gate) -> None:
    await driven.until(gate.asked.is_set)


async def freed(driven: Driven, gate: Gate, group: str) -> None:
    """Let the model be loaded, and wait until its thread is through."""
    gate.open.set()
    await driven.until(
        lambda: all(one.is_finished for one in driven.app.workers if one.group == group)
    )


async def forking(driven: Driven, gate: Gate, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Begin a fork whose model does not come yet; return the run that is forked."""
    monkeypatch.setattr("latticeville.models.cache_registry.shared_model", gate.load)
    await driven.press("f")
    await chosen(driven, f"Fork at tick {TALK}")
    await asked(driven, gate)
    return shown(driven)


def branches(run: Path) -> list[Path]:
    return sorted(one for one in run.parent.iterdir() if one.is_dir() and one != run)


async def test_a_fork_says_what_takes_so_long_and_esc_leaves_no_half_branch(
    monkeypatch: pytest.MonkeyPatch, gate: Gate
) -> None:
    async with ada() as driven:
        parent = await forking(driven, gate, monkeypatch)
        await driven.until(
            lambda: "Loading fake… " in driven.frame() and " s · esc stops" in driven.frame()
        )
        await driven.press("f")
        await chosen(driven, f"Fork at tick {TALK}")
        await driven.until(lambda: "Wait for this, or press esc. Loading fake…" in driven.frame())
        await driven.press("escape")
        assert "Fork cancelled." in driven.frame()
        assert driven.simulate.selected == "ada"
        await freed(driven, gate, "branch")
        assert shown(driven) == parent
        assert branches(parent) == []
        await driven.press("f")
        await chosen(driven, f"Fork at tick {TALK}")
        await elsewhere(driven, parent, TALK)
        assert [(one / BRANCH).is_file() for one in branches(parent)] == [True]


async def test_a_fork_that_is_there_when_the_world_was_left_is_let_go(
    monkeypatch: pytest.MonkeyPatch, gate: Gate
) -> None:
    async with ada() as driven:
        parent = await forking(driven, gate, monkeypatch)
        await driven.press("ctrl+w")
        await driven.until(lambda: isinstance(driven.app.screen, WelcomeScreen))
        await freed(driven, gate, "branch")
        assert driven.app.player is None
        assert branches(parent) == []


def made(folder: Path) -> list[Path]:
    return list(folder.rglob("run-*"))


async def test_esc_leaves_a_world_whose_model_is_still_being_loaded(
    monkeypatch: pytest.MonkeyPatch, gate: Gate, tmp_path: Path
) -> None:
    monkeypatch.setattr("latticeville.models.cache_registry.shared_model", gate.load)
    async with studio(None) as driven:
        driven.app.worlds.open(SQUARE)
        await asked(driven, gate)
        await driven.until(
            lambda: "Loading fake… " in driven.frame() and " s · esc stops" in driven.frame()
        )
        assert isinstance(driven.app.screen, SimulateScreen)
        await driven.press("escape")
        await driven.until(lambda: isinstance(driven.app.screen, WelcomeScreen))
        await freed(driven, gate, "world")
        assert driven.app.player is None
        assert made(tmp_path) == []


async def test_an_import_is_ended_before_anything_is_written(gate: Gate, tmp_path: Path) -> None:
    def make() -> tuple[dict[str, str], list[object]]:
        gate.load("")
        return {"world.toml": 'name = "x"\n'}, []

    async with studio(None) as driven:
        task = Task("Importing", "Cancelled; nothing was written.")
        driven.app.new_worlds.write(task, tmp_path / "town", make, "It was imported.")  # type: ignore[arg-type]
        await asked(driven, gate)
        await driven.until(
            lambda: "Importing… " in driven.frame() and " s · esc stops" in driven.frame()
        )
        await driven.press("escape")
        assert "Cancelled; nothing was written." in driven.frame()
        await freed(driven, gate, "exchange")
        assert not (tmp_path / "town").exists()


async def test_esc_waits_for_an_answer_no_more(monkeypatch: pytest.MonkeyPatch, gate: Gate) -> None:
    async with ada() as driven:
        monkeypatch.setattr("latticeville.models.cache_registry.shared_model", gate.load)
        await driven.press("A")
        await driven.pilot.pause(0.1)
        await driven.press(*"oak", "enter")
        await asked(driven, gate)
        await driven.until(
            lambda: "… oak · " in driven.frame() and " s  esc stops" in driven.frame()
        )
        await driven.press("escape", "escape")
        assert "Question cancelled." in driven.frame()
        assert driven.simulate.selected == "ada"
        pane = driven.simulate.query_one(InterviewPane)
        await freed(driven, gate, "interview")
        assert not pane.answers
        await driven.press("A")
        await driven.pilot.pause(0.1)
        await driven.press(*"elm", "enter")
        await driven.until(lambda: [one.question for one in pane.answers] == ["elm"])


async def test_going_on_says_how_long_it_will_take(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("studio.player.player.SAYING", 0)
    async with studio() as driven:
        told: list[str] = []
        monkeypatch.setattr(driven.app, "say", told.append)
        assert driven.app.player is not None
        driven.app.player.do(orders.RunTo(60))
        await driven.tick(60)
        assert any(
            one.startswith("Simulating … tick ") and "left · esc stops" in one for one in told
        )


async def test_a_tick_that_waits_until_the_run_is_read_says_so_and_esc_lets_it_be(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run = recorded(user_dirs.state_dir() / "runs" / "square" / "run-0001", 60)
    slow, events = threading.Event(), Replay.summaries

    def held(replay: Replay, start: int) -> Iterator[TickSummary]:
        for one in events(replay, start):
            slow.wait(0 if start else 0.4)
            yield one

    monkeypatch.setattr("studio.player.player.SAYING", 0)
    monkeypatch.setattr("studio.player.player.READING", 0)
    monkeypatch.setattr(Replay, "summaries", held)
    async with studio() as driven:
        driven.app.branches.show_run(run)
        await driven.tick(60)
        await driven.press("full_stop")
        await driven.until(lambda: "Reading events … tick " in driven.frame())
        await driven.press("escape")
        await driven.until(lambda: "Stopped at tick 60." in driven.frame())
        await driven.press("space")
        await driven.until(lambda: "of 60 · " in driven.frame().splitlines()[-1])
        slow.set()
        await driven.until(lambda: driven.view.payload.tick > 62)
        assert driven.view.playing
        assert driven.view.history.density.ticks == driven.view.end + 1


@pytest.mark.parametrize(
    ("seen", "told"),
    [
        ((), "Reading… 12 s · esc stops"),
        (((0, 80),), "Reading… 12 s · esc stops"),
        (((0, 80), (20, 80)), "Reading… 25% · 36 s left · esc stops"),
        (((40, 80), (60, 80)), "75% · 12 s left"),
    ],
)
def test_the_time_left_follows_from_what_was_done(
    monkeypatch: pytest.MonkeyPatch, seen: tuple[tuple[int, int], ...], told: str
) -> None:
    now = [100.0]
    monkeypatch.setattr("studio.task.time.monotonic", lambda: now[0])
    task = Task("Reading", "")
    for each in seen:
        task.report_progress(*each)
    now[0] += 12
    assert told in task.description
    task.stop()
    with pytest.raises(TaskStoppedError):
        task.report_progress(80, 80)


async def test_work_for_a_pane_is_said_and_stopped_in_the_same_place_and_makes_nobody_wait() -> (
    None
):
    opened, found = threading.Event(), list[str]()

    def work(task: Task, name: str) -> None:
        assert opened.wait(20)
        task.check_stopped()
        found.append(name)

    async with studio() as driven:
        tasks = driven.app.tasks
        first, second = Task("Ranking memories", "Cancelled."), Task("Explaining", "")
        tasks.watch(first, lambda: work(first, "first"), "memory")
        await driven.until(lambda: "Ranking memories" in driven.frame())
        await driven.press("escape")
        assert "Cancelled." in driven.frame()
        tasks.watch(second, lambda: work(second, "second"), "why")
        assert not tasks.is_busy()
        other = Task("Exporting", "")
        tasks.begin(other, lambda: work(other, "other"), "exchange")
        assert tasks.is_busy()
        tasks.watch(second, lambda: work(second, "third"), "why")
        assert tasks.current is other
        opened.set()
        await driven.until(lambda: {*found} == {"second", "other", "third"})
        await driven.until(lambda: tasks.current is None)
