"""What a map of Tiled carries as it is: the fields and files of a world for which Tiled has no
place."""

import re
from collections.abc import Mapping

from latticeville.world.io.files import STAMPS_FILE
from latticeville.world.io.renames import FILES
from latticeville.world.model.looks import is_path_inside
from latticeville.world.model.prompts import PROMPTS_FOLDER
from latticeville.world.model.tiles import TILES_FILE
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
