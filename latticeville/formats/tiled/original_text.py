"""The texts of a world that came with a map: kept as they are where the map still agrees."""

import tomllib
from collections.abc import Mapping

from msgspec.structs import replace

from latticeville.formats.tiled.carried import is_map_name
from latticeville.world.conversion import MAP_FILE
from latticeville.world.io.files import normalize_text
from latticeville.world.load import build_unchecked
from latticeville.world.model.world import World

WORLD_FILE = "world.toml"


def original_map_name(text: str) -> str:
    """Return the name of the map in a text of world.toml; "" where it names none that may be
    written."""
    try:
        name = tomllib.loads(normalize_text(text)).get("map", MAP_FILE)
    except (ValueError, RecursionError):
        return ""
    return name if is_map_name(name) else ""


def keep_original_texts(
    files: Mapping[str, str], originals: Mapping[str, str]
) -> dict[str, str] | None:
    """Return the files with the texts that came with them; None where the worlds are not the
    same."""
    name = original_map_name(originals[WORLD_FILE])
    if not name:
        return None
    drawn = {file: text for file, text in files.items() if file != MAP_FILE} | {
        name: files[MAP_FILE]
    }
    wanted = {**drawn, **originals}
    before, after = _build_comparable(files), _build_comparable(wanted)
    return wanted if before and before == after else None


def _build_comparable(files: Mapping[str, str]) -> World | None:
    world, _problems = build_unchecked(files)
    if world is None:
        return None
    tiles = world.tiles if world.tiles and any(world.tiles.ids) else None
    return replace(world, files={}, digest="", tiles=tiles)
