"""Runs of earlier sittings: told of, listed, shown, gone on with."""

import shutil
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from latticeville.core import user_dirs
from latticeville.core.geometry import Cell
from latticeville.models.spec import make_embedder, make_model
from latticeville.runs.fork import ForkChanges, fork
from latticeville.runs.replay import Replay
from latticeville.runs.run_summaries import summarize_run
from latticeville.sim.inputs import Reseed
from latticeville.world.load import load_world
from latticeville.world.model.world import World
from studio.app.welcome import WelcomeScreen, WorldList
from studio.player.frame import PlaybackFrame
from studio.run.comparison_screen import ComparisonScreen
from studio.run.panes.timeline_pane import TimelinePane
from studio.ui.dialogs.option_dialog import OptionDialog, OptionLines
from studio.ui.dialogs.validated_input import ValidatedInput
from tests.player.test_run_sources import written_elsewhere
from tests.reports.runs import recorded
from tests.studio.conftest import Driven, studio
from tests.studio.test_branches import chosen, elsewhere, seek, shown, steps
from tests.studio.test_frames import SIZES, named
from tests.world_folders import SQUARE
from tests.worlds import build


def earlier(name: str, ticks: int, world: World | None = None) -> Path:
    """Leave a run of the square as a sitting before would have."""
    return recorded(user_dirs.state_dir() / "runs" / "square" / name, ticks, world)


async def opened(driven: Driven, folder: Path, tick: int) -> None:
    await driven.until(lambda: shown(driven) == folder)
    await driven.tick(tick)


async def test_news_of_an_earlier_run_is_not_told_over_what_is_said() -> None:
    async with studio() as driven:
        driven.app.say("Two commands have one key.")
        driven.app.say("Last run: run-0001.", gently=True)
        await driven.until(lambda: "Two commands have one key." in driven.frame())
        assert "Last run" not in driven.frame()
        await driven.press("escape")
        driven.app.say("Last run: run-0001.", gently=True)
        await driven.until(lambda: "Last run: run-0001." in driven.frame())


async def test_it_is_told_of_opened_and_gone_on_with() -> None:
    run = earlier("run-0001", 20)
    async with studio() as driven:
        await driven.until(lambda: "tick 20. B: open it." in driven.frame())
        fresh = shown(driven)
        await driven.press("B")
        await chosen(driven, "run-0001", *"0001")
        await opened(driven, run, 20)
        assert "recorded" not in driven.frame().splitlines()[0]
        await driven.press("comma")
        await driven.tick(19)
        await steps(driven, 22)
        await driven.until(lambda: not fresh.exists())
        assert summarize_run(run).going
        player = driven.app.player
    assert player is not None
    assert player.ended.wait(10)
    assert Replay(run).last == 22
    assert not summarize_run(run).going


async def test_one_that_another_program_writes_says_who_does() -> None:
    run = earlier("run-0001", 20)
    with written_elsewhere(run) as pid:
        async with studio() as driven:
            await driven.until(lambda: "tick 20. B: open it." in driven.frame())
            await driven.press("B")
            await chosen(driven, "run-0001", *"0001")
            await opened(driven, run, 20)
            await driven.until(
                lambda: f"is being written by latticeville resume, process {pid}" in driven.frame()
            )


async def test_the_palette_shows_one_by_its_name() -> None:
    run = earlier("run-0003", 12)
    async with studio() as driven:
        await driven.press("ctrl+p", *"run-0003")
        await driven.until(lambda: "Show run-0003" in driven.frame())
        await driven.press("enter")
        await opened(driven, run, 12)


async def test_one_of_another_edition_says_why_it_ends_and_is_forked() -> None:
    other = build("....", areas={"yard": [0, 0, 4, 1]}, people={"ada": {"start": [0, 0]}})
    run = earlier("run-0001", 5, other)
    async with studio(size=(160, 48)) as driven:
        await driven.press("B")
        await chosen(driven, "run-0001", *"0001")
        await opened(driven, run, 5)
        await driven.press("full_stop")
        await driven.until(lambda: "another version of this world" in driven.frame())
        await driven.press("f")
        await chosen(driven, "Fork at tick 5")
        await elsewhere(driven, run, 5)
        await steps(driven, 7)
        assert driven.view.payload.state.bodies["ada"].cell == Cell(0, 0)
    assert Replay(run).last == 5


async def test_what_cannot_be_read_is_listed_and_refused_with_a_sentence() -> None:
    run = earlier("run-0001", 5)
    (run / "segment-000.jsonl").write_text("something\n")
    async with studio() as driven:
        parent = shown(driven)
        await driven.until(
            lambda: all(one.is_finished for one in driven.app.workers if one.group == "earlier")
        )
        assert "B: open it" not in driven.frame()
        await driven.press("B")
        await driven.until(
            lambda: "run-0001 cannot be read: segment-000.jsonl:1: " in driven.frame()
        )
        await chosen(driven, "run-0001", *"0001")
        await driven.until(lambda: "Cannot open:" in driven.frame())
        assert shown(driven) == parent


async def test_the_first_screen_offers_the_latest_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("studio.app.welcome.WORLDS", SQUARE.parent)
    monkeypatch.setattr("studio.app.welcome.shipped_worlds", dict)
    run = earlier("run-0007", 9)
    async with studio(None) as driven:
        await driven.until(
            lambda: (
                isinstance(driven.app.screen, WelcomeScreen)
                and "run-0007 · tick 9" in driven.frame()
            )
        )
        worlds = driven.app.screen.query_one(WorldList)
        place = next(place for place, row in enumerate(worlds.rows) if row.key == str(run))
        await driven.press(*(["down"] * place), "enter")
        await driven.until(lambda: driven.app.player is not None and shown(driven) == run)
        await driven.tick(9)


async def test_a_fork_asks_for_its_seed_and_the_branches_tell_it() -> None:
    async with studio() as driven:
        await driven.press("full_stop")
        await steps(driven, 6)
        parent = shown(driven)
        await driven.press("f")
        await chosen(driven, "Fork at tick 6", "down")
        await driven.until(lambda: isinstance(driven.app.screen, ValidatedInput))
        await driven.pilot.pause(0.05)
        await driven.press("ctrl+u", *"7x", "enter")
        assert "type a whole number" in driven.frame()
        await driven.press("ctrl+u", *"99", "enter")
        await elsewhere(driven, parent, 6)
        await driven.press("B")
        await driven.until(lambda: "from 6: seed 99" in driven.frame())
        await driven.press("escape")
        await steps(driven, 8)
        assert Replay(shown(driven)).at(7).inputs[0] == Reseed(99)
        await driven.press("d")
        await driven.until(lambda: isinstance(driven.app.screen, ComparisonScreen))
        await driven.pilot.pause(0.1)
        assert ": the random seed is set to 99" in " ".join(driven.frame().split())
        assert "(from 6: seed 99)" in driven.frame()


async def test_a_fork_that_is_left_before_its_first_tick_is_what_it_was_to_be() -> None:
    async with studio() as driven:
        await steps(driven, 6)
        parent = shown(driven)
        await driven.press("f")
        await chosen(driven, "Fork at tick 6", "down")
        await driven.until(lambda: isinstance(driven.app.screen, ValidatedInput))
        await driven.press("ctrl+u", *"99", "enter")
        await elsewhere(driven, parent, 6)
        branch, player = shown(driven), driven.app.player
    assert player is not None
    assert player.ended.wait(10)
    async with studio() as driven:
        await driven.press("B")
        await driven.until(lambda: "from 6: seed 99" in driven.frame())
        await driven.press("escape")
        driven.app.branches.show_run(branch)
        await opened(driven, branch, 6)
        await steps(driven, 7)
        assert Reseed(99) in driven.view.payload.inputs


async def test_one_compares_with_any_run_that_began_alike() -> None:
    run = earlier("run-0001", 9)
    for name, seed in (("run-0002", 8), ("run-0003", 9)):
        made = fork(
            Replay(run), 4, run.parent / name, ForkChanges(seed=seed), make_model, make_embedder
        )
        made.step()
        made.close()
    earlier("run-0004", 3)
    async with studio() as driven:
        await driven.press("B")
        await chosen(driven, "run-0003", *"0003")
        await opened(driven, run.parent / "run-0003", 5)
        await driven.press("d")
        await driven.until(lambda: isinstance(driven.app.screen, OptionDialog))
        await driven.pilot.pause(0.05)
        rows = [
            "".join(span.text for span in row.spans)
            for row in driven.app.screen.query_one(OptionLines).rows
        ]
        assert rows == ["run-0001", "Y run-0002 from 4: seed 8"]
        await driven.press("down", "enter")
        await driven.until(lambda: isinstance(driven.app.screen, ComparisonScreen))


async def test_a_branch_is_shown_at_its_tick_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async with studio() as driven:
        await driven.press("full_stop")
        await steps(driven, 12)
        parent, seen = shown(driven), list[int]()
        seek(driven, 10)
        await driven.tick(10)
        show_frame = driven.simulate.show_frame

        def noted(frame: PlaybackFrame) -> None:
            seen.append(frame.payload.tick)
            show_frame(frame)

        monkeypatch.setattr(driven.simulate, "show_frame", noted)
        await driven.press("f")
        await chosen(driven, "Fork at tick 10")
        await elsewhere(driven, parent, 10)
        assert set(seen) == {10}


def test_worlds_of_the_tests_are_of_one_edition() -> None:
    assert summarize_run(earlier("run-0001", 1)).worlds == {load_world(SQUARE).digest[:12]}


@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_branches_are_tracks_below_the_timeline(
    frames: SnapshotAssertion, size: tuple[int, int]
) -> None:
    run = earlier("run-0001", 30)
    for name, at, seed in (("run-0002", 4, 8), ("run-0003", 28, 9)):
        made = fork(
            Replay(run), at, run.parent / name, ForkChanges(seed=seed), make_model, make_embedder
        )
        for _ in range(3):
            made.step()
        made.close()
    async with studio(size=size) as driven:
        driven.app.branches.show_run(run)
        await opened(driven, run, 30)
        timeline = driven.simulate.query_one(TimelinePane)
        await driven.until(lambda: len(timeline.tracks) == 3)
        driven.simulate.focus_pane("timeline")
        await driven.press("down")
        await driven.pilot.pause(0.1)
        assert driven.frame() == frames
        await driven.press("enter")
        await opened(driven, run.parent / "run-0002", 7)
        await driven.until(lambda: timeline.here == str(run.parent / "run-0002"))
        await driven.pilot.pause(0.1)
        await driven.pilot.click(timeline, offset=(8, 4))
        await opened(driven, run, 7)


async def test_runs_beside_a_recorded_one_are_listed_compared_and_only_looked_at(
    tmp_path: Path,
) -> None:
    run = recorded(tmp_path / "runs" / "monday", 9)
    made = fork(
        Replay(run), 4, run.parent / "tuesday", ForkChanges(seed=8), make_model, make_embedder
    )
    made.step()
    made.close()
    before = {path: path.read_bytes() for path in run.iterdir()}
    async with studio(run.parent / "tuesday") as driven:
        await driven.press("d")
        await driven.until(lambda: isinstance(driven.app.screen, ComparisonScreen))
        await driven.press("escape", "B")
        await chosen(driven, "monday", *"monday")
        await opened(driven, run, 0)
        await driven.press("end")
        await driven.tick(9)
        await driven.press("full_stop")
        await driven.until(lambda: "End of the recorded run" in driven.frame())
    assert {path: path.read_bytes() for path in run.iterdir()} == before


async def test_another_world_that_is_opened_lists_its_own_runs_alone(tmp_path: Path) -> None:
    """A copy of the world in another folder, with the same name."""
    other = tmp_path / "square"
    shutil.copytree(SQUARE, other)
    async with studio() as driven:
        await steps(driven, 4)
        before = shown(driven)
        assert before.exists()
        driven.app.worlds.leave_for(other)
        await driven.until(lambda: driven.app.player is not None and shown(driven) != before)
        await driven.until(
            lambda: "B: open it" not in driven.frame() and driven.simulate.frame is not None
        )
        await steps(driven, 2)
        await driven.press("B")
        await driven.until(lambda: isinstance(driven.app.screen, OptionDialog))
        await driven.pilot.pause(0.05)
        assert [row.key for row in driven.app.screen.query_one(OptionLines).rows] == [
            str(shown(driven))
        ]
