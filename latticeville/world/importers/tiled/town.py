"""A map of Tiled to the files of a world."""

import re
from pathlib import Path

from latticeville.core.geometry import Box
from latticeville.world.importers.kept import kept
from latticeville.world.importers.report import At, Doc, Report
from latticeville.world.importers.sources import Folder
from latticeville.world.importers.start_cells import StartCells
from latticeville.world.importers.tables import Tables
from latticeville.world.importers.tiled.ground import Ground
from latticeville.world.importers.tiled.layers import layers_of
from latticeville.world.importers.tiled.places import Places
from latticeville.world.importers.tiled.properties import Properties
from latticeville.world.importers.tiled.registry import BlockRegistry
from latticeville.world.importers.tiled.sets import Sets, open_doc
from latticeville.world.importers.tiled.shapes import Scale, Shapes
from latticeville.world.importers.values import real, words

OWN = "latticeville"
"""The property that tells a map that was exported from here."""
_FILES = re.compile(
    r"(things|tiles)\.toml|personas/[a-z][a-z0-9_]{0,63}\.toml|prompts/[a-z]{2,3}(-[A-Z]{2})?/[a-z_]+\.md"
)

_SURROGATE = re.compile("[\ud800-\udfff]")


def read_tiled(source: Path, report: Report) -> tuple[dict[str, str], Tables]:
    """Return the files of the world that a map of Tiled makes, and the tables that they were written from."""
    folder = Folder(source.parent, report)
    doc = open_doc(source.name, folder, report)
    at, tables = At(doc), Tables(report)
    scale = _scale(doc, report)
    properties = Properties(at, doc.data, report)
    own = properties.take(OWN) is not None
    named = properties.text("name")
    _top(tables, properties, doc, report, named)
    properties.lose("the map")
    registry = BlockRegistry(source, report)
    layers = registry.addressed([*layers_of(at, doc.data, report)])
    sets = Sets(doc, folder, report)
    tiled = [layer for layer in layers if layer.data["type"] == "tilelayer"]
    ground = Ground(at, tiled, sets, report, own=own)
    ground.draw(tables)
    addresses = registry.addresses(ground, sets) if ground.ids else None
    if addresses:
        tables.top["name"] = named or addresses.name() or tables.top["name"]
        addresses.add_to(tables)
    shapes = Shapes(scale._replace(map=ground.box))
    places = Places(tables, ground, sets, shapes, report)
    places.add([layer for layer in layers if layer.data["type"] == "objectgroup"])
    starts = StartCells(tables, report)
    if addresses:
        addresses.add_starts(starts)
    places.add_starts(starts)
    return _as_told(at, tables, report), tables


def _as_told(at: At, tables: Tables, report: Report) -> dict[str, str]:
    """Return the files of a world; those that the map brought with it where they say the same."""
    files = tables.texts()
    same = kept(files, tables.told) if tables.told else files
    if same is None:
        what = "the map has changed since it was exported: world.toml is written anew, without its comments"
        report.warn(at, "rewritten", what, "copy the comments from the world it was exported from")
    return same or files


def _scale(doc: Doc, report: Report) -> Scale:
    at, data = At(doc), doc.data
    if data.get("type", "map") != "map":
        what = f"this is no map of Tiled but a “{words(data.get('type'), 40)}”"
        raise report.fail(at, "no-map", what, "name a map")
    if data.get("orientation") != "orthogonal":
        what = (
            f"the orientation is “{words(data.get('orientation'), 40)}”, and cells of a world are squares side by side"
        )
        raise report.fail(at.below("orientation"), "no-map", what, "only orthogonal maps can be read")
    width, height = real(data.get("tilewidth")), real(data.get("tileheight"))
    if not width or not height or width < 1 or height < 1:
        what = "“tilewidth” and “tileheight” must be 1 or more"
        raise report.fail(at.below("tilewidth"), "bad-value", what, "save the map anew")
    return Scale(width, height, Box(0, 0, 1, 1))


def _top(tables: Tables, properties: Properties, doc: Doc, report: Report, named: str) -> None:
    """Take over what the map says of the world as a whole, and the files that travel with it as they are."""
    tables.top = {"name": named or words(Path(doc.name).stem, 200) or "World"}
    for name in [name for name in properties.names() if name == "world.toml" or _FILES.fullmatch(name)]:
        at, text = properties.at(name), properties.take(name)
        if not isinstance(text, str) or _SURROGATE.search(text):
            report.warn(at, "bad-value", f"“{name}” must be a text; it is left out", "write the text of the file")
        elif name == "world.toml":
            tables.rest(at, text)
        else:
            tables.file(at, name, text)
