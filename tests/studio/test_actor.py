"""Acting as a person in the studio, by keyboard alone, and what came of it."""

from pathlib import Path

from latticeville.runs.branch import read_branch
from latticeville.runs.replay import Replay
from latticeville.sim.inputs import ActAs, Release, effective_inputs
from studio.run.actor import ActDialog
from studio.run.comparison_screen import ComparisonScreen
from studio.ui.dialogs.text_dialog import TextPrompt
from tests.studio.conftest import Driven
from tests.studio.test_agent_panes import TALK, ada
from tests.studio.test_branches import shown, steps


async def asked(driven: Driven, tick: int) -> None:
    """Wait until the choices of a tick are offered."""
    await driven.until(
        lambda: isinstance(driven.app.screen, ActDialog) and driven.view.payload.tick == tick
    )


async def test_each_choice_makes_a_tick_and_escape_releases() -> None:
    async with ada() as driven:
        await driven.press("a")
        await asked(driven, TALK)
        assert "You are Ada" in driven.frame()
        assert "esc release" in driven.frame()
        await driven.press(*"wait", "enter")
        await asked(driven, TALK + 1)
        assert effective_inputs(driven.view.payload.inputs) == [ActAs("ada")]
        assert driven.view.payload.thoughts["ada"].why == "acted"
        await driven.press("escape")
        await driven.until(lambda: not isinstance(driven.app.screen, ActDialog))
        assert "you are Ada" in driven.frame()
        await steps(driven, TALK + 2)
        assert effective_inputs(driven.view.payload.inputs) == [Release("ada")]
        assert "you are Ada" not in driven.frame()


async def test_words_are_typed_to_all_or_to_one() -> None:
    async with ada() as driven:
        await driven.press("a")
        await asked(driven, TALK)
        await driven.press('"', *"Listen.", "enter")
        await asked(driven, TALK + 1)
        assert effective_inputs(driven.view.payload.inputs) == [
            ActAs("ada", "say", words="Listen.")
        ]
        await driven.press(*"say to", "enter")
        await driven.until(lambda: isinstance(driven.app.screen, TextPrompt))
        await driven.until(lambda: "Say to Byron" in driven.frame())
        await driven.press(*"Hm?", "enter")
        await asked(driven, TALK + 2)
        (given,) = effective_inputs(driven.view.payload.inputs)
        assert isinstance(given, ActAs)
        assert (given.action, given.words) == ("say", "Hm?")
        assert given.target


async def test_the_past_is_not_acted_in() -> None:
    async with ada() as driven:
        driven.simulate.action_back()
        await driven.tick(TALK - 1)
        await driven.press("a")
        await driven.until(lambda: "You can act only at the newest tick" in driven.frame())


async def test_what_did_i_change_repeats_the_run_without_me_and_compares() -> None:
    async with ada() as driven:
        parent = shown(driven)
        await driven.press("a")
        await asked(driven, TALK)
        await driven.press(*"wait", "enter")
        await asked(driven, TALK + 1)
        await driven.press("escape")
        await driven.until(lambda: not isinstance(driven.app.screen, ActDialog))
        await steps(driven, TALK + 3)
        await driven.app.run_action("app.unacted")
        await driven.until(lambda: isinstance(driven.app.screen, ComparisonScreen))
        assert "you act as Ada" in driven.frame()
        branches = [each for each in parent.parent.iterdir() if _goes_on_from(each, parent)]
        assert [read_branch(each).tick for each in branches] == [TALK]  # type: ignore[union-attr]
        assert Replay(branches[0]).last == TALK + 3


def _goes_on_from(folder: Path, parent: Path) -> bool:
    return folder.is_dir() and folder != parent and read_branch(folder) is not None
