import os
import re
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode
from syrupy.location import PyTestLocation
from textual import events
from textual.pilot import Pilot

from studio.app.app import Studio
from studio.canvas.styles import LETTERS_ONLY
from studio.player.frame import PlaybackFrame
from studio.run.screen import SimulateScreen
from studio.ui import settings
from tests.studio.idle import settle
from tests.world_folders import ROOT, SQUARE

T = TypeVar("T")
PAUSE = Pilot.pause
PARSED: dict[tuple[str, ...], Any] = {}
"""What the texts of worlds come to."""


class Frames(SingleFileSnapshotExtension):
    """Text frames of screens, under snapshots/studio."""

    _write_mode = WriteMode.TEXT
    file_extension = "txt"

    @classmethod
    def dirname(cls, *, test_location: PyTestLocation) -> str:
        return str(ROOT / "snapshots" / "studio" / test_location.basename)

    @classmethod
    def discovery_dirname(cls, *, test_location: PyTestLocation) -> str:
        del test_location
        return str(ROOT / "snapshots" / "studio")

    @classmethod
    def get_snapshot_name(cls, *, test_location: PyTestLocation, index: str | int = 0) -> str:
        return plain(super().get_snapshot_name(test_location=test_location, index=index))

    @classmethod
    def matches_test_location(
        cls, *, test_location: PyTestLocation, snapshot_location: str
    ) -> bool:
        path, own = Path(snapshot_location), plain(test_location.snapshot_name)
        return (
            path.parent.name == test_location.basename
            and re.match(rf"{re.escape(own)}\b", path.stem) is not None
        )


def plain(name: str) -> str:
    """Return the name of a test, with its parameters, as a file's without spaces and brackets."""
    return re.sub(r"[^\w.]+", "-", name).strip("-")


@pytest.fixture
def frames(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    return snapshot.use_extension(Frames)


@pytest.fixture(autouse=True)
def places(user_folders: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let the studio keep its own in a place of the test's, start from the top of the repository,
    and draw letters."""
    settings.mark_greeted()
    monkeypatch.setattr("studio.ui.bar.StatusBar.EVERY", 0.0)
    monkeypatch.setattr("studio.ui.footer.SPOKEN", 3600.0)
    monkeypatch.setattr("textual.pilot.wait_for_idle", settle)
    monkeypatch.setattr(Pilot, "pause", pause)
    monkeypatch.setattr("latticeville.world.load.load_cached", parsed_once)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("COLORTERM", raising=False)
    monkeypatch.setattr("studio.ui.theme.FEW", ())
    monkeypatch.setattr("studio.canvas.styles.STYLES_OF_FEW", LETTERS_ONLY)
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(
        "studio.app.help.keymap_file", lambda: Path("~/.config/latticeville/keymap.toml")
    )
    return user_folders


def parsed_once(_kind: object, inputs: Iterable[str], make: Callable[[], T]) -> T:
    """Return what an earlier test of this process got for the same texts of a world."""
    key = tuple(inputs)
    if key not in PARSED:
        PARSED[key] = make()
    found: T = PARSED[key]
    return found


async def pause(pilot: Pilot[None], delay: float | None = None) -> None:
    """Let the clock go on, then wait until the studio has done all that it has to do."""
    await PAUSE(pilot, delay or 0)
    await settle()
    await PAUSE(pilot, 0)


def _key(key: str) -> events.Key:
    return events.Key(key, key if len(key) == 1 else {"comma": ",", "slash": "/"}.get(key))


class Driven:
    """A studio under a test's hand."""

    def __init__(self, app: Studio, pilot: Pilot[None]) -> None:
        self.app, self.pilot = app, pilot

    @property
    def simulate(self) -> SimulateScreen:
        return next(
            screen for screen in self.app.screen_stack if isinstance(screen, SimulateScreen)
        )

    @property
    def view(self) -> PlaybackFrame:
        assert self.simulate.frame is not None
        return self.simulate.frame

    async def until(self, holds: Callable[[], bool], seconds: float = 60) -> None:
        for _ in range(int(seconds / 0.01)):
            await PAUSE(self.pilot, 0.01)
            if holds():
                await settle()
                return
        raise AssertionError(f"still not so after {seconds} s: {self.frame()}")

    async def tick(self, tick: int) -> None:
        await self.until(lambda: self.simulate.frame is not None and self.view.payload.tick == tick)
        await self.pilot.pause(0.05)

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def burst(self, *keys: str) -> None:
        """Press keys one after the other, before any of them is answered."""
        for place, key in enumerate(keys):
            event = _key(key)
            event.time += 0.03 * place
            self.app.post_message(event)
        await self.pilot.pause(0.1)

    async def read(self, *keys: str) -> None:
        """Let keys arrive in one read, as a word that is pasted does."""
        for key in keys:
            self.app.post_message(_key(key))
        await self.pilot.pause(0.1)

    def frame(self) -> str:
        """What stands on the terminal, as text."""
        strips = self.app.screen._compositor.render_strips()
        return "\n".join(strip.text.rstrip() for strip in strips) + "\n"


@asynccontextmanager
async def studio(
    world: Path | None = SQUARE, size: tuple[int, int] = (120, 40), llm: str = "fake"
) -> AsyncIterator[Driven]:
    """Open the studio, and wait until the first tick is to be seen."""
    app = Studio(world, llm=llm)
    async with app.run_test(size=size) as pilot:
        driven = Driven(app, pilot)
        if world is not None:
            await driven.until(
                lambda: not isinstance(app.screen, SimulateScreen) or app.screen.frame is not None
            )
        await pilot.pause(0.05)
        yield driven


def environment() -> dict[str, str]:
    """Return the environment of a child on a terminal of its own size, which that of whoever runs
    the tests is not."""
    kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    return {**kept, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
