"""Running on until something is so: how it is asked, and what is said of what cannot be read."""

import pytest
from syrupy.assertion import SnapshotAssertion

from latticeville.core import user_dirs
from latticeville.measures.expression import parse
from latticeville.models.spec import make_embedder, make_model
from latticeville.runs.fork import ForkChanges, fork
from latticeville.runs.replay import Replay
from studio.player import orders
from studio.player import player as module
from studio.run.until_dialog import UntilDialog
from studio.ui.dialogs.option_dialog import OptionDialog
from studio.ui.dialogs.text_dialog import TextPrompt
from tests.reports.runs import recorded
from tests.studio.conftest import Driven, studio
from tests.studio.test_frames import SIZES, named


async def asked(driven: Driven, text: str) -> None:
    await driven.press("X")
    await driven.until(lambda: isinstance(driven.app.screen, UntilDialog))
    await driven.pilot.pause(0.05)
    await driven.press("ctrl+u", *text)


@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_the_terms_stand_there_and_a_mistake_names_what_there_is(
    frames: SnapshotAssertion, size: tuple[int, int]
) -> None:
    async with studio(size=size) as driven:
        await asked(driven, "event:slept")
        await driven.press("enter")
        assert isinstance(driven.app.screen, UntilDialog)
        assert driven.frame() == frames


async def test_a_term_is_completed_and_the_run_goes_on_until_it_is_so() -> None:
    async with studio() as driven:
        await asked(driven, "event:ent")
        await driven.until(lambda: "event:entered" in driven.frame())
        await driven.press("right", "enter")
        await driven.until(lambda: driven.view.payload.tick > 0 and not driven.view.playing)
        assert any(type(event).__name__ == "Entered" for event in driven.view.payload.events)


async def test_it_says_who_does_what_was_looked_for() -> None:
    async with studio() as driven:
        await asked(driven, "doing:walking")
        await driven.press("enter")
        await driven.until(lambda: driven.view.payload.tick > 0 and not driven.view.playing)
        await driven.until(lambda: "walking to" in driven.frame().splitlines()[-1])


async def test_escape_stops_looking_where_ticks_are_made() -> None:
    async with studio() as driven:
        await asked(driven, "doing:nothing_of_the_kind")
        await driven.press("enter")
        await driven.until(lambda: driven.view.payload.tick > 3)
        await driven.press("escape")
        await driven.until(lambda: "Stopped searching at tick" in driven.frame())
        await driven.until(lambda: not driven.view.playing)


async def test_escape_stops_looking_through_what_is_recorded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "READING", 0)
    run = recorded(user_dirs.state_dir() / "runs" / "square" / "run-0001", 60)
    async with studio() as driven:
        driven.app.branches.show_run(run)
        await driven.tick(60)
        await driven.press("home")
        await driven.tick(0)
        player = driven.app.player
        assert player is not None
        world = driven.view.payload.state.world
        player.do(orders.RunUntil(parse("doing:nothing_of_the_kind", world)))
        player.do(orders.Halt())
        await driven.until(lambda: "Stopped searching at tick" in driven.frame())
        assert driven.view.end == 60


async def test_escape_stops_a_comparison(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("studio.ui.task_runner.SAYING", 0.001)
    monkeypatch.setattr("studio.task.AT_ONCE", 0)
    run = recorded(user_dirs.state_dir() / "runs" / "square" / "run-0001", 40)
    made = fork(
        Replay(run), 4, run.parent / "run-0002", ForkChanges(seed=9), make_model, make_embedder
    )
    for _ in range(36):
        made.step()
    made.close()
    async with studio() as driven:
        driven.app.branches.show_run(run)
        await driven.tick(40)
        told: list[str] = []

        def said(sentence: str) -> None:
            told.append(sentence)
            if "esc stops" in sentence:
                driven.app.tasks.stop()

        monkeypatch.setattr(driven.app.tasks, "say", said)
        driven.app.comparisons.ask_comparison()
        await driven.until(lambda: "Comparison cancelled." in told)
        assert any(
            sentence.startswith("Comparing…") and "esc stops" in sentence for sentence in told
        )


async def test_a_time_that_is_not_there_yet_is_lived_on_to() -> None:
    async with studio() as driven:
        end = driven.view.end
        await driven.press("colon")
        await driven.until(lambda: isinstance(driven.app.screen, TextPrompt))
        await driven.press(*f"{end + 40}", "enter")
        await driven.until(lambda: isinstance(driven.app.screen, OptionDialog))
        await driven.pilot.pause(0.05)
        assert f"Tick {end + 40} (" in driven.frame()
        await driven.press("enter")
        await driven.until(lambda: driven.view.payload.tick == end + 40 and not driven.view.playing)
        await driven.until(lambda: f"tick {end + 40}" in driven.frame().splitlines()[-1])
        assert driven.app.player is not None
        assert not driven.app.player.playback.looking


async def test_escape_stops_living_on() -> None:
    async with studio() as driven:
        driven.simulate.go_to_tick(500_000)
        await driven.until(lambda: isinstance(driven.app.screen, OptionDialog))
        await driven.pilot.pause(0.05)
        await driven.press("enter")
        await driven.until(lambda: driven.view.payload.tick > 3)
        await driven.press("escape")
        await driven.until(lambda: "Stopped at tick" in driven.frame() and not driven.view.playing)
        assert driven.view.end < 500_000
