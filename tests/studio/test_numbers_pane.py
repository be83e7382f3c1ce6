"""The sliders beside the map: what they show, and that each change is an input of the run."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion
from textual.geometry import Offset

from latticeville.runs.replay import Replay
from latticeville.sim.inputs import SetNumber, SimulatorInput, effective_inputs
from latticeville.world.model.numbers import find_number
from studio.run.panes.numbers_pane import NumbersPane
from tests.famine import write_famine
from tests.studio.conftest import Driven, studio
from tests.studio.test_frames import SIZES, named
from tests.world_folders import SQUARE


@pytest.fixture
def famine(tmp_path: Path) -> Path:
    return write_famine(tmp_path)


def inputs(folder: Path) -> Iterator[SimulatorInput]:
    for payload in Replay(folder).payloads():
        yield from effective_inputs(payload.inputs)


def value(driven: Driven, key: str) -> float:
    number = find_number(driven.view.payload.state.world, key)
    assert number is not None
    return number.value


async def choose(driven: Driven, key: str) -> NumbersPane:
    pane = driven.simulate.query_one(NumbersPane)
    while pane._key != key:
        await driven.press("j")
    return pane


@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_sliders(frames: SnapshotAssertion, size: tuple[int, int]) -> None:
    async with studio(SQUARE, size) as driven:
        await driven.press("tilde")
        pane = await choose(driven, "simulation.hearing")
        await driven.press("right", "right")
        await driven.until(lambda: any(row.tail.text.startswith("was") for row in pane.rows))
        assert driven.frame() == frames


async def test_each_change_is_an_input_of_the_run() -> None:
    async with studio(SQUARE) as driven:
        await driven.press("tilde")
        await choose(driven, "simulation.hearing")
        before = value(driven, "simulation.hearing")
        await driven.press("right", "L", "full_stop")
        await driven.tick(1)
        assert value(driven, "simulation.hearing") == before + 11
        await choose(driven, "minds.talk")
        await driven.press("enter", "full_stop")
        await driven.tick(2)
        assert value(driven, "minds.talk") == 0
        await driven.press("0", "full_stop")
        await driven.tick(3)
        assert value(driven, "minds.talk") == 1
        folder = driven.simulate.player.source.folder
    assert [*inputs(folder)] == [
        SetNumber("simulation.hearing", before + 1),
        SetNumber("simulation.hearing", before + 11),
        SetNumber("minds.talk", 0),
        SetNumber("minds.talk"),
    ]


async def test_the_weather_and_needs_of_a_survival_world(famine: Path) -> None:
    async with studio(famine) as driven:
        await driven.press("tilde")
        pane = await choose(driven, "survival.hunger")
        await driven.press("enter")
        await driven.press("home", *["delete"] * 8, *"0.42", "enter", "full_stop")
        await driven.tick(1)
        assert value(driven, "survival.hunger") == 0.42
        row = next(row for row in pane.rows if row.key == "survival.hunger")
        assert row.tail.text.startswith("was ")


async def test_a_click_on_a_bar_sets_the_number_there() -> None:
    async with studio(SQUARE, (120, 40)) as driven:
        await driven.press("tilde")
        pane = driven.simulate.query_one(NumbersPane)
        place = next(n for n, row in enumerate(pane.rows) if row.key == "minds.opinion_pull")
        at = Offset(pane._label_cells + 6, place + 1)
        await driven.pilot.click(pane, offset=at)
        await driven.press("full_stop")
        await driven.tick(1)
        assert value(driven, "minds.opinion_pull") == 1


async def test_a_change_of_the_past_begins_a_branch() -> None:
    async with studio(SQUARE) as driven:
        await driven.press("full_stop", "full_stop")
        await driven.tick(2)
        await driven.press("comma")
        await driven.tick(1)
        first = driven.simulate.player.source.folder
        await driven.press("tilde")
        await choose(driven, "simulation.hearing")
        before = value(driven, "simulation.hearing")
        await driven.press("right")
        await driven.until(lambda: driven.simulate.player.source.folder != first)
        await driven.press("full_stop")
        await driven.tick(2)
        assert value(driven, "simulation.hearing") == before + 1
