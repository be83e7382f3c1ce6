"""Scenarios of Terrarium as texts."""

from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from latticeville.core.problems import Problem
from latticeville.formats.world_import import import_world
from latticeville.world.load import build_unchecked
from latticeville.world.model.world import World

FOLDER = Path(__file__).parents[1] / "data" / "terrarium"
FILES = sorted(FOLDER.glob("*.toml"))


def convert(text: str) -> tuple[dict[str, str] | None, list[Problem]]:
    """Import a scenario of these words."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "scenario.toml")
        path.write_bytes(text.encode())
        return import_world(path)


def world_of(files: dict[str, str] | None) -> World:
    """Return the world of the files, which `check` accepts without a word."""
    assert files is not None
    world, problems = build_unchecked(files)
    assert world is not None, problems
    assert not problems
    return world


def place_of(problems: Iterable[Problem], code: str) -> tuple[int, int]:
    """Return where the first problem with a code stands."""
    return next((each.line, each.column) for each in problems if each.code == code)
