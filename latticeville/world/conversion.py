"""Convert the files of any format that can be read as a world to our own format."""

from collections.abc import Mapping

from latticeville.world.io.parse import Draft, parse_world
from latticeville.world.io.sources import Sources
from latticeville.world.io.toml import format_toml
from latticeville.world.model.prompts import find_prompts
from latticeville.world.model.tiles import TILES_FILE, TILESETS_FILE
from latticeville.world.original.convert import convert_original

MAP_FILE = "world.map"
"""The map of a world that is written anew."""


def parse_draft(files: Mapping[str, str]) -> Draft | None:
    """Return the tables of a world's texts; None where they hold no world."""
    sources = Sources(files)
    original = "world.json" in files and "world.toml" not in files
    return (convert_original(sources, ()) if original else parse_world(sources))[0]


def draft_to_texts(draft: Draft) -> dict[str, str]:
    """Return a draft as texts of our format: files that are such already as they stand, all others
    written."""
    files = draft.sources.files
    tables = ("world.toml", "kinds.toml", *(f"personas/{name}.toml" for name in draft.personas))
    prompts = {f"prompts/{key}.md": text for key, text in find_prompts(files).items()}
    if "world.toml" in files:
        kept = (*tables, TILES_FILE, TILESETS_FILE, draft.world.map)
        return {name: files[name] for name in kept if name in files} | prompts
    converted = {name: draft.converted[name] for name in tables}
    converted["world.toml"] = converted["world.toml"] | {"map": MAP_FILE}
    return {
        **{name: format_toml(table) for name, table in converted.items()},
        MAP_FILE: map_text(draft.rows),
        **prompts,
    }


def map_text(rows: tuple[str, ...]) -> str:
    """Return rows as the text of a map."""
    return "".join(f"{row}\n" for row in rows)
