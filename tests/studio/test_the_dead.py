"""The dead in every pane and command of the simulate workbench."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from studio.player import orders
from studio.run.panes.card_pane import CardPane
from studio.run.panes.interview_pane import InterviewPane
from tests.famine import DEATH, write_famine
from tests.studio.conftest import Driven, studio

PANES = ("c", "b", "m", "r", "w", "D", "t")
COMMANDS = (
    "f6",
    "f5",
    "F",
    "v",
    "v",
    "v",
    "n",
    "v",
    "slash",
    "escape",
    "e",
    "escape",
    "P",
    "escape",
)


@asynccontextmanager
async def famine(folder: Path, size: tuple[int, int] = (120, 40)) -> AsyncIterator[Driven]:
    """Open a world at a tick at which everybody is dead, with Ada selected."""
    async with studio(write_famine(folder), size) as driven:
        for _ in range(DEATH + 1):
            driven.simulate.action_step()
        await driven.tick(DEATH + 1)
        driven.simulate.select("ada")
        yield driven


@pytest.mark.parametrize("size", [(120, 40), (80, 24)], ids=["wide", "small"])
async def test_every_pane_and_command_works_on_the_dead(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with famine(tmp_path, size) as driven:
        for pane in PANES:
            await driven.press(pane)
            await driven.press("down", "enter", "escape")
            driven.simulate.select("ada")
        for key in COMMANDS:
            await driven.press(key)
        for name in (
            "interview",
            "charts",
            "memory",
            "why",
            "dashboard",
            "chronicle",
            "outline",
            "map",
        ):
            driven.simulate.focus_pane(name)
            await driven.pilot.pause()
        assert driven.simulate.state.bodies["ada"].is_dead


async def test_the_card_says_when_and_of_what_and_stepping_back_shows_them_alive(
    tmp_path: Path,
) -> None:
    async with famine(tmp_path) as driven:
        card = driven.simulate.query_one(CardPane)
        assert f"tick {DEATH} (Mon 08:0{DEATH}) of" in card.text()
        assert "† Ada" in driven.frame()
        driven.simulate.player.do(orders.Seek(DEATH - 1))
        await driven.tick(DEATH - 1)
        assert "died" not in card.text()
        assert "health" in card.text()
        assert "† Ada" not in driven.frame()


async def test_a_question_to_the_dead_goes_to_the_last_tick_of_their_life(tmp_path: Path) -> None:
    async with famine(tmp_path) as driven:
        await driven.press("A")
        await driven.tick(DEATH - 1)
        await driven.press("w", "h", "y", "enter")
        pane = driven.simulate.query_one(InterviewPane)
        await driven.until(lambda: bool(pane.answers))
        assert [one.tick for one in pane.answers] == [DEATH - 1]
        await driven.press("escape")


async def test_nobody_is_asked_where_all_are_dead(tmp_path: Path) -> None:
    async with famine(tmp_path) as driven:
        await driven.press("P")
        assert f"Nobody lives at tick {DEATH + 1}" in driven.frame()


async def test_why_leads_from_the_dead_to_their_last_action(tmp_path: Path) -> None:
    async with famine(tmp_path) as driven:
        await driven.press("w")
        assert f"Died at tick {DEATH}. enter: the last action" in driven.frame()
        await driven.press("enter")
        await driven.tick(DEATH)
        assert driven.simulate.selected == "ada"
        await driven.until(lambda: f"tick {DEATH} ·" in driven.simulate.run_panes.why.text())
