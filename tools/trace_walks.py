"""Count the files of the house that two walks enter: `python tools/trace_walks.py [--list]`.

From a step key to the redrawn map, and from a stroke on the map to the world of the run, in the
checkout that is the current folder.
"""

import asyncio
import importlib
import os
import pkgutil
import shutil
import sys
import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

ROOT = Path.cwd()
WORLD = ROOT / "tests" / "studio" / "data" / "square"
IDLE = 2.0
"""Seconds in which all that a key sets going has come to its end."""
WALKS = {
    "a step key to the redrawn map": ((), (".",)),
    "a stroke to the running world": (("1", "p"), ("space", "ctrl+s")),
}
"""Keys that lead there, and keys whose work is traced."""


class Trace:
    """Notes the functions that are entered while it is on, in all threads."""

    def __init__(self) -> None:
        self.on = False
        self.entered: set[CodeType] = set()

    def __call__(self, frame: FrameType, event: str, _arg: object) -> None:
        """Take notice of a call."""
        if self.on and event == "call":
            self.entered.add(frame.f_code)

    def files(self) -> list[str]:
        """Return the files of the house that hold what was entered."""
        paths = {Path(code.co_filename) for code in self.entered}
        inside = (path.relative_to(ROOT) for path in paths if path.is_relative_to(ROOT))
        return sorted(str(path) for path in inside if path.parts[0] in ("latticeville", "studio"))


async def walk(trace: Trace, before: Sequence[str], keys: Sequence[str]) -> list[str]:
    """Press keys in a studio on a copy of a small world, and return the files that the last ones
    enter."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        for name in ("CONFIG", "STATE", "CACHE", "DATA"):
            os.environ[f"XDG_{name}_HOME"] = folder
        world = Path(shutil.copytree(WORLD, Path(folder) / "square"))
        app = studio_class()(world)
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.pause(IDLE)
            for key in before:
                await pilot.press(key)
                await pilot.pause(IDLE)
            trace.entered.clear()
            trace.on = True
            await pilot.press(*keys)
            await pilot.pause(IDLE)
            trace.on = False
    return trace.files()


def studio_class() -> Any:  # noqa: ANN401 - a checkout of any age has it somewhere
    """Return the class of the app, after importing all of the house, so that no import is
    traced."""
    package = importlib.import_module("studio")
    for module in pkgutil.walk_packages(package.__path__, "studio."):
        importlib.import_module(module.name)
    app = importlib.import_module("studio.app")
    return (
        app.Studio if hasattr(app, "Studio") else importlib.import_module("studio.app.app").Studio
    )


def main() -> int:
    """Print how many files each walk enters, and with `--list` which."""
    sys.path.insert(0, str(ROOT))
    trace = Trace()
    threading.setprofile(trace)
    sys.setprofile(trace)
    for name, (before, keys) in WALKS.items():
        files = asyncio.run(walk(trace, before, keys))
        above = sum(file.startswith("studio/") for file in files)
        sys.stdout.write(f"{name}: {len(files)} files, {above} of the studio\n")
        if "--list" in sys.argv:
            sys.stdout.writelines(f"  {file}\n" for file in files)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
