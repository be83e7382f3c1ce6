"""Folders of worlds that tests open."""

import shutil
from functools import cache
from pathlib import Path

from latticeville.world.load import load_world
from latticeville.world.model.world import World

ROOT = Path(__file__).parents[1]
SQUARE = ROOT / "tests" / "studio" / "data" / "square"
"""A world of the tests' own, so that designers may change theirs."""
VILLE = ROOT / "worlds" / "ville"


@cache
def shared_world(folder: Path) -> World:
    """Return the world of a folder that no test changes; a process reads it once."""
    return load_world(folder)


def shut_kitchen(folder: Path) -> Path:
    """Write a square whose kitchen lets nobody in before noon, so that people are refused; return
    its folder."""
    shutil.copytree(SQUARE, folder)
    world = folder / "world.toml"
    text = world.read_text("utf-8")
    world.write_text(
        text.replace('name = "Kitchen"\n', 'name = "Kitchen"\nhours = [["12:00", "20:00"]]\n'),
        "utf-8",
    )
    return folder
