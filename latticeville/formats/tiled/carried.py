"""What a map of Tiled carries as it is: the fields and files of a world for which Tiled has no
place."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from latticeville.world.conversion import MAP_FILE
from latticeville.world.io.files import STAMPS_FILE, normalize_text, read_inside, read_project
from latticeville.world.io.pictures import named_pictures
from latticeville.world.io.renames import FILES
from latticeville.world.load import build_unchecked
from latticeville.world.model.looks import is_path_inside
from latticeville.world.model.prompts import PROMPTS_FOLDER
from latticeville.world.model.tiles import TILES_FILE, TILESETS_FILE
from latticeville.world.model.world import World
from latticeville.world.schema.table import Table
from latticeville.world.schema.world import (
    AreaTable,
    ObjectTable,
    PersonTable,
    TileTable,
    WorldFile,
)

CARRIED = "rules"
"""The property that holds as JSON the fields of a table that are carried."""
PLACEHOLDER = "tiles"
"""The class of the tileset of a map whose tile ids belong to none."""
DRAWN_FIELDS: Mapping[type[Table], frozenset[str]] = {
    WorldFile: frozenset({"map", "legend", "areas", "objects", "people"}),
    TileTable: frozenset(
        {"name", "walkable", "opaque", "color", "terrain", "ground", "tile", "tiles", "resources"},
    ),
    AreaTable: frozenset({"id", "name", "boxes", "starts"}),
    ObjectTable: frozenset(
        {"id", "kind", "name", "cell", "size", "shape", "state", "counters", "color", "glyph"}
    ),
    PersonTable: frozenset({"persona", "id", "start", "home", "work", "knows"}),
}
"""The fields that a map shows as layers, shapes, classes, or properties of their own."""
IMAGE_SUFFIXES = (".png", ".webp", ".gif", ".jpg", ".jpeg", ".bmp")
"""How the images end that a world may name."""
_TEXT_FILE = re.compile(
    rf"(kinds|tiles)\.toml|{re.escape(STAMPS_FILE)}|personas/[a-z][a-z0-9_]{{0,63}}\.toml"
    rf"|{PROMPTS_FOLDER}/[a-z]{{2,3}}(-[A-Z]{{2}})?/[a-z_]+\.md"
)
_RESERVED = ("personas", PROMPTS_FOLDER, "world.toml", "world.json", "characters.json", TILES_FILE)


def carried_fields(table: type[Table]) -> frozenset[str]:
    """Return the fields of a table that are carried, now and when the format grows."""
    return frozenset(table.model_fields) - DRAWN_FIELDS[table]


def is_carried_text(name: str) -> bool:
    """Tell whether a property of a map is a text file of a world that the map does not show."""
    return name in FILES or _TEXT_FILE.fullmatch(name) is not None


def is_carried_image(name: str) -> bool:
    """Tell whether a property of a map is the path of an image in the folder of a world."""
    return is_path_inside(name) and name.lower().endswith(IMAGE_SUFFIXES)


def is_map_name(name: object) -> bool:
    """Tell whether a file of this name may hold the map of a world that is written.

    >>> is_map_name("world.map"), is_map_name("../world.map"), is_map_name("personas/ada.toml")
    (True, False, False)
    """
    if (
        not isinstance(name, str)
        or not is_path_inside(name)
        or name.lower().endswith(IMAGE_SUFFIXES)
    ):
        return False
    return name.split("/")[0] not in _RESERVED and not is_carried_text(name)


class CarriedFiles(NamedTuple):
    """Files of a world by their paths in its folder: texts as they stand on disk, and images."""

    texts: Mapping[str, str] = {}
    images: Mapping[str, bytes] = {}


NO_FILES = CarriedFiles()


def read_carried_files(folder: Path, world: World) -> CarriedFiles:
    """Return the files of a folder that belong to a world; texts that differ from those of the
    world are left out."""
    files, _, places = read_project(folder, everybody=True)
    texts = {}
    for name, text in files.items():
        if name in world.files or name == STAMPS_FILE:
            raw = (read_inside(folder, places[name]) or b"").decode(errors="replace")
            if normalize_text(raw) == text == world.files.get(name, text):
                texts[name] = raw
    found = ((name, read_inside(folder, name)) for name in dict.fromkeys(_named_images(world)))
    return CarriedFiles(texts, {name: data for name, data in found if data is not None})


def _named_images(world: World) -> Iterator[str]:
    """Yield the paths of the images that a world names: its pictures, and the images of its
    tilesets."""
    yield from (picture.name for picture in named_pictures(world))
    if TILESETS_FILE in world.files:
        import tomllib

        tilesets = tomllib.loads(normalize_text(world.files[TILESETS_FILE])).get("tilesets", ())
        yield from (
            image
            for tileset in tilesets
            if is_carried_image(image := str(tileset.get("image", "")))
        )


WORLD_FILE = "world.toml"


def original_map_name(text: str) -> str:
    """Return the name of the map in a text of world.toml; "" where it names none that may be
    written."""
    try:
        name = tomllib.loads(normalize_text(text)).get("map", MAP_FILE)
    except (ValueError, RecursionError):
        return ""
    return name if is_map_name(name) else ""


def texts_by_original_names(files: Mapping[str, str], name: str) -> dict[str, str]:
    """Return files of which the map has the name that it had before."""
    return {file: text for file, text in files.items() if file != MAP_FILE} | {
        name: files[MAP_FILE]
    }


def build_comparable(files: Mapping[str, str]) -> World | None:
    """Return the world of files without what tells texts apart that say the same; None where there
    is none."""
    world, _problems = build_unchecked(files)
    if world is None:
        return None
    tiles = world.tiles if world.tiles and any(world.tiles.ids) else None
    return replace(world, files={}, digest="", tiles=tiles)
