"""Texts of any format that is read as a world to texts of our own format."""

from collections.abc import Mapping

from pydantic import BaseModel

from latticeville.world.importers.original import convert
from latticeville.world.parse import Draft, parse
from latticeville.world.prompts import prompts_of
from latticeville.world.sources import Sources
from latticeville.world.tiles import TILES, TILESETS
from latticeville.world.toml import document

MAP = "world.map"
"""The map of a world that is written anew."""


def draft_of(files: Mapping[str, str]) -> Draft | None:
    """Return the tables of a world's texts; None where they hold no world."""
    sources = Sources(files)
    original = "world.json" in files and "world.toml" not in files
    return (convert(sources, ()) if original else parse(sources))[0]


def texts_of(draft: Draft) -> dict[str, str]:
    """Return a draft as texts of our format: files that are such already as they stand, all others written."""
    files = draft.sources.files
    tables = {"world.toml": draft.world.model_copy(update={"map": MAP}), "kinds.toml": draft.things}
    tables |= {f"personas/{name}.toml": persona for name, persona in draft.personas.items()}
    prompts = {f"prompts/{key}.md": text for key, text in prompts_of(files).items()}
    written = {name: files[name] if name in files else told(table) for name, table in tables.items()}
    tiles = {name: files[name] for name in (TILES, TILESETS) if name in files}
    return {**written, **tiles, draft.world.map if "world.toml" in files else MAP: drawn(draft.rows), **prompts}


def told(table: BaseModel) -> str:
    """Return a table as TOML, with what was written in it and nothing else."""
    return document(table.model_dump(by_alias=True, exclude_unset=True))


def drawn(rows: tuple[str, ...]) -> str:
    """Return rows as the text of a map."""
    return "".join(f"{row}\n" for row in rows)
