"""The way to the first frame: what is not imported for it, laid out once, and imported
afterwards."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from textual.scrollbar import ScrollBar

from latticeville.world.io.world_cache import CACHE_VARIABLE
from studio.app import preload
from studio.app.runs import RunController
from studio.player.frame import PlaybackFrame
from studio.run.screen import SimulateScreen
from tests.studio.conftest import studio
from tests.world_folders import ROOT, SQUARE

DEAR = {"argcomplete", "importlib.metadata", "numpy", "pydantic", "sqlite3", "tomlkit", "watchdog"}
LATER = {
    "latticeville.reports.chronicle.write",
    "latticeville.world.checks",
    "latticeville.world.io.build",
    "studio.map.screen",
}

OPEN = """
import asyncio, sys
from pathlib import Path
from studio.app.app import Studio

async def main():
    app = Studio(Path(sys.argv[1]))
    opened = app.worlds.open
    def note(folder):
        opened(folder)
        print("panes", *sys.modules)
    app.worlds.open = note
    async with app.run_test(size=(120, 40)) as pilot:
        while app.simulate is None or app.simulate.frame is None:
            await pilot.pause(0.01)
        print("village", *sys.modules)

asyncio.run(main())
"""


def loaded(home: Path) -> dict[str, set[str]]:
    """Open the little square in a fresh interpreter; return the modules loaded by the panes and by
    the village."""
    places = {
        f"XDG_{name}_HOME": str(home / name.lower())
        for name in ("CONFIG", "STATE", "CACHE", "DATA")
    }
    environment = {
        name: value for name, value in os.environ.items() if name != CACHE_VARIABLE
    } | places
    words = [sys.executable, "-c", OPEN, str(SQUARE)]
    made = subprocess.run(
        words, capture_output=True, text=True, check=False, env=environment, cwd=ROOT, timeout=120
    )
    assert made.returncode == 0, made.stderr
    lines = (line.split() for line in made.stdout.splitlines())
    return {words[0]: {*words[1:]} for words in lines}


@pytest.mark.slow
def test_a_village_from_the_cache_is_drawn_without_dear_imports(tmp_path: Path) -> None:
    cold, warm = loaded(tmp_path), loaded(tmp_path)
    assert (DEAR | LATER | {"latticeville.world.load", "latticeville.runs.recorded_run"}) & cold[
        "panes"
    ] == set()
    assert "pydantic" in cold["village"]
    assert (DEAR | LATER) & warm["village"] == set()


@pytest.mark.parametrize("size", [(200, 50), (120, 40), (80, 24), (70, 22), (50, 15)], ids=str)
async def test_the_first_frame_is_laid_out_once(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    laid: list[tuple[frozenset[str], frozenset[str]]] = []
    arranged = SimulateScreen.update_seen_panes

    def note(simulate: SimulateScreen, shown: frozenset[str], fresh: frozenset[str]) -> None:
        laid.append((shown, frozenset(pane.id or "" for pane in simulate.panes() if pane.size)))
        arranged(simulate, shown, fresh)

    monkeypatch.setattr(SimulateScreen, "update_seen_panes", note)
    async with studio(SQUARE, size) as driven:
        assert not driven.simulate.query(ScrollBar)
        shown = driven.simulate.pane_layout.shown
        assert {one for one, _ in laid} == {shown}
        assert all(sized <= shown for _, sized in laid)
        assert driven.simulate.styles.overflow_y == "hidden"


@pytest.mark.parametrize("wanted", [False, True])
async def test_the_rest_is_imported_once_the_village_is_drawn(
    monkeypatch: pytest.MonkeyPatch, *, wanted: bool
) -> None:
    came: list[bool] = []
    painted: list[bool] = []

    def import_all(names: tuple[str, ...], stopped: object) -> None:
        assert names == preload.MODULES
        assert callable(stopped)
        came.append(bool(painted))

    monkeypatch.setattr("studio.app.runs.import_all", import_all)
    monkeypatch.setattr(RunController, "preloads", wanted)
    show_frame = SimulateScreen.show_frame

    def note(simulate: SimulateScreen, frame: PlaybackFrame) -> None:
        painted.append(True)
        show_frame(simulate, frame)

    monkeypatch.setattr(SimulateScreen, "show_frame", note)
    async with studio() as driven:
        if wanted:
            await driven.until(lambda: bool(came))
        assert came == [True] * wanted
        assert driven.app.runs.preloads is False


@pytest.mark.slow
def test_what_is_imported_later_is_there_and_ends_when_stopped() -> None:
    code = (
        "import sys\nfrom studio.app import preload\npreload.PAUSE = 0\n"
        "preload.import_all(preload.MODULES, lambda: 'studio.app.help' in sys.modules)\n"
        "assert preload.MODULES.index('studio.app.help') == 2\n"
        "assert preload.MODULES[3] not in sys.modules\n"
        "preload.import_all(['no.such.module', *preload.MODULES], lambda: False)\n"
        "assert {*preload.MODULES} <= {*sys.modules}\n"
    )
    made = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert made.returncode == 0, made.stderr
