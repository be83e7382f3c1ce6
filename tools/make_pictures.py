"""Make the pictures of README and docs from a recorded run: `python tools/make_pictures.py` (GIF
needs Pillow)."""

import asyncio
import os
import subprocess
import sys
import tempfile
from pathlib import Path

os.environ["TEXTUAL_COLOR_SYSTEM"] = "truecolor"

from studio.app.app import Studio
from studio.run.screen import SimulateScreen

DOCS = Path("docs")
WORLD = Path("worlds/ville")
TICKS, SIZE = 960, (172, 46)
SHOWN, SELECTED = 240, "ada"
"""The tick and the person of the studio's picture: noon, when the café fills."""
EVENING = ("--ticks", "650:800", "--every", "3", "--follow", "ada")
"""The span of the moving picture: dusk falls and lanterns are lit."""
WORKBENCHES = {"1": "map", "2": "people", "3": "objects"}
"""The workbenches that have a picture of their own, by key."""
WAIT, SETTLED, STEPS = 0.2, 2.0, 4
"""Seconds between looks at the screen and before a picture, and steps down in a list."""


def latticeville(*words: str) -> None:
    """Run a command of the command line; stop where it fails."""
    subprocess.run([sys.executable, "-m", "latticeville.cli", *words], check=True)  # noqa: S603 - our own interpreter and command


async def picture_of_workbench(key: str, name: str) -> None:
    """Write the picture of a workbench of the world, reached by a key."""
    app = Studio(WORLD)
    async with app.run_test(size=SIZE) as pilot:
        while not isinstance(app.screen, SimulateScreen) or app.screen.frame is None:
            await pilot.pause(WAIT)
        await pilot.press(key)
        while isinstance(app.screen, SimulateScreen):
            await pilot.pause(WAIT)
        for _ in range(STEPS):
            await pilot.press("down")
        await pilot.pause(SETTLED)
        app.save_screenshot(f"{name}.svg", str(DOCS))


async def picture_of_studio(folder: Path) -> None:
    """Write the picture of the simulate workbench at a tick."""
    app = Studio(folder)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause(WAIT)
        while not isinstance(app.screen, SimulateScreen) or app.screen.frame is None:
            await pilot.pause(WAIT)
        await pilot.press("colon", *str(SHOWN), "enter")
        while app.screen.frame is None or app.screen.frame.payload.tick != SHOWN:
            await pilot.pause(WAIT)
        app.screen.select(SELECTED)
        await pilot.pause(WAIT)
        app.save_screenshot("studio.svg", str(DOCS))


def main() -> None:
    """Record a run, and make every picture of it."""
    with tempfile.TemporaryDirectory() as home:
        for name in ("CONFIG", "STATE", "CACHE", "DATA"):
            os.environ[f"XDG_{name}_HOME"] = str(Path(home) / name.lower())
        run = Path(home) / "monday"
        latticeville("run", str(WORLD), "--ticks", str(TICKS), "--out", str(run), "--view", "none")
        latticeville("export", str(run), str(DOCS / "village.gif"), *EVENING)
        asyncio.run(picture_of_studio(run))
        for key, name in WORKBENCHES.items():
            asyncio.run(picture_of_workbench(key, name))


if __name__ == "__main__":
    main()
