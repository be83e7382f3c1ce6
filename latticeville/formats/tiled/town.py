"""Convert a Tiled map to the files of a world; layers of ids, as in Generative Agents, give the
names of its cells."""

import re
from collections.abc import Mapping
from pathlib import Path

from latticeville.core.geometry import Box
from latticeville.core.problems import Severity
from latticeville.formats.addresses import LAYER_SORTS, Addresses, Block, Maze, parse_blocks
from latticeville.formats.report import (
    ImportReport,
    SourceDocument,
    SourceFolder,
    SourceValue,
    UnreadableError,
)
from latticeville.formats.tables import StartCells, WorldTables
from latticeville.formats.tiled.carried import (
    DRAWN_FIELDS,
    WORLD_FILE,
    is_carried_image,
    is_carried_text,
    original_map_name,
)
from latticeville.formats.tiled.ground import TiledGround
from latticeville.formats.tiled.layers import TiledLayer, iter_layers
from latticeville.formats.tiled.merged import merge_changes
from latticeville.formats.tiled.object_layers import ObjectLayerReader
from latticeville.formats.tiled.properties import TiledProperties
from latticeville.formats.tiled.shapes import PixelScale, ShapeReader
from latticeville.formats.tiled.tile_pictures import TilePictures
from latticeville.formats.tiled.tilesets import Tilesets, open_document
from latticeville.world.io.renames import FILES
from latticeville.world.model.tiles import FLIP_BITS, TILES_FILE
from latticeville.world.original.values import one_line, parse_real
from latticeville.world.schema.world import WorldFile

_BLOCK_FOLDERS = ("special_blocks", "matrix/special_blocks", "../matrix/special_blocks", ".")
"""Where the names of ids may lie, as seen from the map."""
_MARK = r"(?: (?:blocks?|layer|maze|ids?))"
_NAME_PATTERNS: Mapping[str, str] = {
    "world": rf"worlds?{_MARK}",
    "sector": rf"sectors?{_MARK}?",
    "arena": rf"arenas?{_MARK}?",
    "game_object": rf"(?:game )?objects?(?: interactions?)?{_MARK}?",
    "spawning_location": rf"spawn(?:ing)?(?: locations?)?{_MARK}?",
}
_VISIBLE_NAME = re.compile(r".* (?:blocks?|maze)")
"""How the name of a layer ends that addresses cells though it is shown."""
_SORT_NAMES = {
    "sector": "sector",
    "arena": "arena",
    "game_object": "object",
    "spawning_location": "spawning location",
}
EXPORT_MARK = "latticeville"
"""The property that tells a map that was exported from here."""
_SURROGATE = re.compile("[\ud800-\udfff]")


class BlockRegistry:
    """What ids stand for, read from block files that lie beside a map."""

    def __init__(self, source: Path, report: ImportReport) -> None:
        self._report = report
        self.blocks: dict[str, Mapping[int, Block]] = {}
        for place in _BLOCK_FOLDERS:
            folder = source.parent / place
            if not self.blocks and folder.is_dir():
                found = {sort: folder / f"{sort}_blocks.csv" for sort in LAYER_SORTS}
                self.blocks = {
                    sort: self._read_blocks(path, place)
                    for sort, path in found.items()
                    if path.is_file()
                }

    def mark_address_layers(self, layers: list[TiledLayer]) -> list[TiledLayer]:
        """Return the layers, those that address cells marked as such: hidden ones, or named as
        blocks."""
        marked = [layer._replace(address=_find_sort(layer)) for layer in layers]
        sorts = {layer.address for layer in marked}
        return marked if self.blocks or sorts & {"sector", "arena"} else layers

    def read_addresses(self, ground: TiledGround, sets: Tilesets) -> Addresses:
        """Return what the ids of a map address; ids of a layer without block file are named by
        their tiles."""
        blocks = dict(self.blocks)
        for sort, (at, ids) in ground.ids.items():
            if sort not in blocks:
                blocks[sort] = self._blocks_from_tiles(sort, at, ids, sets)
        mazes = {sort: Maze(at.child("data"), ids) for sort, (at, ids) in ground.ids.items()}
        return Addresses(ground.box.width, mazes, blocks, self._report)

    def _read_blocks(self, path: Path, place: str) -> Mapping[int, Block]:
        try:
            text = SourceFolder(path.parent, self._report).read_text(path.name)
        except UnreadableError as error:
            self._report.add_problem(error.problem)
            return {}
        return parse_blocks(
            text, path.name if place == "." else f"{place}/{path.name}", self._report
        )

    def _blocks_from_tiles(
        self, sort: str, at: SourceValue, ids: list[int], sets: Tilesets
    ) -> Mapping[int, Block]:
        """Return blocks for all ids of a layer: named as their tiles are, or else by the id."""
        if sort not in _SORT_NAMES:
            return {}
        used = sorted({*ids} - {0})
        if used:
            what = (
                f"no “{sort}_blocks.csv” names the {len(used)} ids of this layer; their tiles "
                "or numbers do"
            )
            self._report.warn(
                at, "no-blocks", what, "put this file into “special_blocks” beside the map"
            )
        looks = {gid: sets.find_tile(gid & ~FLIP_BITS).look for gid in used}
        names = {
            gid: look.name if look else f"{_SORT_NAMES[sort]} {gid}" for gid, look in looks.items()
        }
        return {gid: Block(name, "", "", at) for gid, name in names.items()}


def _find_sort(layer: TiledLayer) -> str:
    """Return what the ids of a layer address, by its name; nothing where they are tiles to be
    seen."""
    name = " ".join(re.split(r"[\s_-]+", layer.kind.strip()))
    if layer.data.get("type") != "tilelayer" or (
        layer.visible and not _VISIBLE_NAME.fullmatch(name)
    ):
        return ""
    return next(
        (sort for sort, pattern in _NAME_PATTERNS.items() if re.fullmatch(pattern, name)), ""
    )


def read_tiled(source: Path, report: ImportReport) -> tuple[dict[str, str], WorldTables]:
    """Return the files of the world that a map of Tiled makes, and the tables that they were
    written from."""
    folder = SourceFolder(source.parent, report)
    doc = open_document(source.name, folder, report)
    at, tables = SourceValue(doc), WorldTables(report)
    scale = _read_scale(doc, report)
    properties = TiledProperties(at, doc.data, report)
    own = properties.take(EXPORT_MARK) is not None
    named = properties.read_text("name")
    _take_texts(tables, properties, report, named)
    _take_images(properties, folder, report)
    properties.report_unread("the map")
    registry = BlockRegistry(source, report)
    layers = registry.mark_address_layers([*iter_layers(at, doc.data, report)])
    sets = Tilesets(doc, folder, report)
    tiled = [layer for layer in layers if layer.data["type"] == "tilelayer"]
    ground = TiledGround(at, tiled, sets, report, own=own)
    pictures = TilePictures(folder, sets, report, own=own)
    shapes = ShapeReader(scale._replace(map=ground.box))
    places = ObjectLayerReader(tables, ground, sets, shapes, pictures, report)
    drawn = [layer for layer in layers if layer.data["type"] == "objectgroup"]
    ground.lay_under(places.find_people(drawn))
    ground.draw_map(tables, pictures)
    addresses = registry.read_addresses(ground, sets) if ground.ids else None
    if addresses:
        tables.top["name"] = named or addresses.world_name() or tables.top["name"]
        addresses.add_areas_and_objects(tables)
    places.add(drawn)
    starts = StartCells(tables, report)
    if addresses:
        addresses.add_starts(starts)
    places.add_starts(starts)
    return _keep_unchanged(at, tables, report), tables


def _keep_unchanged(at: SourceValue, tables: WorldTables, report: ImportReport) -> dict[str, str]:
    """Return the files of a world; those that the map brought with it where they say the same."""
    files = tables.to_files()
    if WORLD_FILE not in tables.originals:
        return files
    same = merge_changes(files, tables.originals)
    if same is None:
        what = (
            "what has changed since the export cannot be told apart, so world.toml is rewritten "
            "without its comments"
        )
        report.warn(at, "rewritten", what, "copy the comments from the world it was exported from")
    return same or files


def _read_scale(doc: SourceDocument, report: ImportReport) -> PixelScale:
    at, data = SourceValue(doc), doc.data
    if data.get("type", "map") != "map":
        what = f"this is a “{one_line(data.get('type'), 40)}” of Tiled, not a map"
        raise report.make_error(at, "no-map", what, "name the file of a map")
    if data.get("orientation") != "orthogonal":
        orientation = one_line(data.get("orientation"), 40)
        what = f"the orientation is “{orientation}”, but only orthogonal maps can be imported"
        raise report.make_error(
            at.child("orientation"), "no-map", what, "change the orientation in Tiled"
        )
    width, height = parse_real(data.get("tilewidth")), parse_real(data.get("tileheight"))
    if not width or not height or width < 1 or height < 1:
        what = "“tilewidth” and “tileheight” must be 1 or more"
        raise report.make_error(at.child("tilewidth"), "bad-value", what, "save the map again")
    return PixelScale(width, height, Box(0, 0, 1, 1))


def _take_texts(
    tables: WorldTables, properties: TiledProperties, report: ImportReport, named: str
) -> None:
    """Take over the name of the world and the text files that a map carries; first world.toml,
    which names the map."""
    tables.top = {"name": named or one_line(Path(properties.at("").doc.name).stem, 200) or "World"}
    _take_text(tables, WORLD_FILE, properties, report)
    drawn = (
        {original_map_name(tables.originals[WORLD_FILE]), TILES_FILE} if tables.originals else set()
    )
    for name in properties.unread_names():
        if name in drawn or is_carried_text(name):
            _take_text(tables, name, properties, report, is_drawn=name in drawn)


def _take_text(
    tables: WorldTables,
    name: str,
    properties: TiledProperties,
    report: ImportReport,
    *,
    is_drawn: bool = False,
) -> None:
    """Take over a text file, by its new name."""
    if name not in properties:
        return
    new, at, text = FILES.get(name, name), properties.at(name), properties.take(name)
    if not isinstance(text, str) or _SURROGATE.search(text):
        report.warn(
            at,
            "bad-value",
            f"“{name}” must be a text; it is left out",
            "write the text of the file",
        )
    elif name == WORLD_FILE:
        tables.add_settings(at, text, DRAWN_FIELDS[WorldFile])
    elif is_drawn:
        tables.originals[name] = text
    elif name != new and new in tables.files:
        report.report_lost(at, f"“{name}” is the old name of “{new}”, which is also here")
    else:
        tables.add_file(at, new, text)


def _take_images(properties: TiledProperties, folder: SourceFolder, report: ImportReport) -> None:
    """Take over the images that a map carries: the property has the path in the world, its value
    the file."""
    for name in filter(is_carried_image, properties.unread_names()):
        at, file = properties.at(name), properties.take(name)
        if not isinstance(file, str):
            report.warn(
                at,
                "bad-value",
                f"“{name}” must be the path of a file",
                "write the path of the image",
            )
            continue
        try:
            report.pictures[name] = folder.read_bytes(file, at)
        except UnreadableError as error:
            report.add_problem(error.problem, Severity.WARNING)
