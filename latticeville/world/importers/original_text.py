"""A world.toml that came with a map: kept as it is where the map still agrees."""

import re
import tomllib
from collections.abc import Mapping

from msgspec.structs import replace

from latticeville.world.conversion import MAP_FILE
from latticeville.world.load import build_unchecked
from latticeville.world.model.world import World

WORLD_FILE = "world.toml"
_NAME = re.compile(r"[A-Za-z0-9_-]{1,60}\.(map|txt)")


def keep_original_text(files: Mapping[str, str], text: str) -> dict[str, str] | None:
    """Return the files with a text for world.toml instead of the one made; None where the worlds are not the same."""
    try:
        name = tomllib.loads(text).get("map", MAP_FILE)
    except (ValueError, RecursionError):
        return None
    if not isinstance(name, str) or not re.fullmatch(_NAME, name):
        return None
    wanted = {key: value for key, value in files.items() if key != MAP_FILE} | {WORLD_FILE: text, name: files[MAP_FILE]}
    before, after = _build_comparable(files), _build_comparable(wanted)
    return wanted if before and before == after else None


def _build_comparable(files: Mapping[str, str]) -> World | None:
    world, _problems = build_unchecked(files)
    return world and replace(world, files={}, digest="")
