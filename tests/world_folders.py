"""Folders of worlds that tests open."""

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
