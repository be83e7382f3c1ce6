import asyncio
import os
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode
from syrupy.location import PyTestLocation
from textual import events
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.keys import _character_to_key
from textual.pilot import Pilot

from studio.app.app import Studio
from studio.canvas.styles import LETTERS_ONLY
from studio.player.frame import PlaybackFrame
from studio.run.screen import SimulateScreen
from studio.ui import settings
from tests.studio.idle import settle, take_turns
from tests.world_folders import ROOT, SQUARE

LOOK, LONGEST_LOOK = 0.01, 0.04
"""Seconds between the first two looks at what a test waits for, and the most between two."""
STYLES: dict[object, list[RuleSet]] = {}
"""The rules of each style sheet, with what they were parsed for."""
PAUSE, PARSE_RULES = Pilot.pause, Stylesheet._parse_rules


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
    for module in ("app", "pilot"):
        monkeypatch.setattr(f"textual.{module}.wait_for_idle", settle)
    monkeypatch.setattr(Pilot, "pause", pause)
    monkeypatch.setattr(Stylesheet, "_parse_rules", rules_parsed_once)
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


def rules_parsed_once(sheet: Stylesheet, *source: Any, **named: Any) -> list[RuleSet]:
    """Return what an earlier studio of this process got for the same style sheet and colours."""
    key = (source, *sorted(named.items()), *sorted(sheet._variables.items()))
    if key not in STYLES:
        STYLES[key] = PARSE_RULES(sheet, *source, **named)
    return STYLES[key]


async def pause(pilot: Pilot[None], delay: float | None = None) -> None:
    """Let the clock go on, then wait until the studio has done all that it has to do."""
    await asyncio.sleep(delay or 0)
    await _shown(pilot)
    await settle()
    await _shown(pilot)


async def _shown(pilot: Pilot[None]) -> None:
    """Let the screen show what has changed, which it does else at its next beat."""
    await take_turns()
    pilot.app.screen._on_timer_update()


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

    async def until(self, holds: Callable[[], bool], seconds: float = 120) -> None:
        for look in range(int(seconds / LONGEST_LOOK)):
            await PAUSE(self.pilot, min(LOOK + look * LOOK / 10, LONGEST_LOOK))
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

    async def write(self, text: str) -> None:
        """Type a text into what has the focus, faster than its letters are answered."""
        for letter in text:
            self.app.post_message(events.Key(_character_to_key(letter), letter))
        await self.pilot.pause()

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
