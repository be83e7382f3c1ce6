"""The tables of a world that is being imported, with free ids and valid values."""

import re
from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from latticeville.core.geometry import Box, Cell
from latticeville.core.toml_table import TomlError, read_toml
from latticeville.formats.glyphs import choose_glyph
from latticeville.formats.report import ImportReport, SourceValue
from latticeville.world.conversion import MAP_FILE, map_text
from latticeville.world.io.files import normalize_text
from latticeville.world.io.kinds import find_preset, load_presets
from latticeville.world.io.renames import rename_keys
from latticeville.world.io.toml import format_toml
from latticeville.world.model.footprint import draw_shape
from latticeville.world.model.looks import is_one_cell
from latticeville.world.model.tiles import TILES_FILE, TILESETS_FILE, TileLayer
from latticeville.world.original.ids import Ids
from latticeville.world.original.values import one_line, slugify
from latticeville.world.schema.tiles import TilesFile
from latticeville.world.schema.world import WorldFile

if TYPE_CHECKING:
    from latticeville.formats.comparison import SourceCells
from collections.abc import Sequence

from latticeville.world.model.areas import WORLD, Areas, AreaSpec, build_areas

ID = re.compile(r"[a-z][a-z0-9_]{0,63}")
WORLD_FILE = "world.toml"
KINDS = "kinds.toml"
_MAX_BOXES = 256
_NO_FIELDS: Mapping[str, Any] = MappingProxyType({})


class WorldTables:
    """What an importer has found so far."""

    def __init__(self, report: ImportReport) -> None:
        self._report = report
        self._ids = Ids()
        self.top: dict[str, Any] = {}
        self.legend: dict[str, dict[str, Any]] = {}
        self.rows: list[str] = []
        self.areas: list[dict[str, Any]] = []
        self.objects: list[dict[str, Any]] = []
        self.people: list[dict[str, Any]] = []
        self.kinds: dict[str, dict[str, Any]] = {}
        self.known_kinds: list[str] = []
        """The names of the kinds that work as a preset does."""
        self.files: dict[str, str] = {}
        self.originals: dict[str, str] = {}
        """Texts that came with the source of files that it also draws: world.toml, the map, the
        tile ids."""
        self.source: SourceCells | None = None
        """What the source says of each cell."""
        self.cells: dict[str, frozenset[Cell]] = {}
        """The cells that each object takes in the source."""
        self.tilesets: list[dict[str, Any]] = []
        self.source_kinds: frozenset[str] = frozenset()
        """The kinds that stand in a kinds.toml of the source's own."""

    def assign_id(self, at: SourceValue, given: str, default: str) -> str:
        """Take and return the id that was given, or one like it; where there is none, one like a
        name."""
        if ID.fullmatch(given) and self._ids.take(given):
            return given
        found = self._ids.make_unique(slugify(given or default))
        if given:
            what = f"the id “{given[:60]}” is read as “{found}”"
            fix = "write an unused id of lowercase letters, digits and _"
            self._report.warn(at, "renamed-id", what, fix)
        return found

    def is_free(self, name: str) -> bool:
        """Tell whether nothing has the id that looks most like a name."""
        return slugify(name) not in self._ids

    def add_area(
        self,
        at: SourceValue,
        name: str,
        boxes: list[Box],
        given: str = "",
        like: str = "",
        rules: Mapping[str, Any] = _NO_FIELDS,
    ) -> str:
        """Add an area, with who may be in it and when; one of more boxes than an area may have
        becomes several."""
        first = self.assign_id(at, given, like or name)
        parts = [boxes[start : start + _MAX_BOXES] for start in range(0, len(boxes), _MAX_BOXES)]
        ids = [first, *(self._ids.make_unique(f"{first[:50]}_part") for _ in parts[1:])]
        for part, identity in zip(parts, ids, strict=True):
            corners = [[box.x, box.y, box.width, box.height] for box in part]
            self.areas.append({"id": identity, "name": name, "boxes": corners, **rules})
        if len(parts) > 1:
            what = (
                f"“{name}” needs {len(boxes)} boxes, but an area may have {_MAX_BOXES}: it "
                f"becomes {len(parts)} areas"
            )
            self._report.warn(at, "too-many-boxes", what, "draw a simpler outline")
        return first

    def add_kind(self, name: str, glyph: str = "", color: str = "", given: str = "") -> str:
        """Return the kind of a name; a new one is furniture that is never in the way."""
        found = given or slugify(name)
        if found not in self.kinds and found not in self.source_kinds:
            letter = glyph or next(
                (letter for letter in name.lower() if letter.isascii() and letter.isalnum()), "o"
            )
            self.kinds[found] = {
                "name": name,
                "glyph": letter,
                **({"color": color} if color else {}),
                "blocks": False,
            }
        return found

    def add_known_kind(self, name: str) -> str:
        """Return the kind of a name; a new one that is called like a preset works as that does."""
        found = slugify(name)
        if found not in self.kinds and found not in self.source_kinds:
            preset = load_presets().get(find_preset(name))
            if preset is not None and "extends" not in preset.table:
                self.kinds[found] = {**preset.table, "name": name, "blocks": False}
                self.known_kinds.append(name)
        return self.add_kind(name)

    def add_object(
        self, entry: dict[str, Any], cells: Iterable[Cell], more: Mapping[str, Any] = _NO_FIELDS
    ) -> None:
        """Add an object of any set of cells: `entry` says what it is, `more` what else is said of
        it."""
        taken = self.cells[entry["id"]] = frozenset(cells)
        if len(taken) == 1:
            self.objects.append({**entry, "cell": [*next(iter(taken))], **more})
            return
        corner, shape = draw_shape(taken)
        is_box = len(taken) == len(shape) * len(shape[0])
        footprint = {"size": [len(shape[0]), len(shape)]} if is_box else {"shape": shape}
        self.objects.append({**entry, "cell": [*corner], **footprint, **more})

    def add_settings(self, at: SourceValue, text: str, drawn: Collection[str]) -> None:
        """Take over the tables of a world.toml that are not drawn."""
        try:
            data = read_toml(WORLD_FILE, normalize_text(text))
        except TomlError as error:
            what = f"“world.toml” is left out: {error}"[:300]
            self._report.warn(at, "toml-syntax", what, "correct it in the source")
            return
        rename_keys(WORLD_FILE, data)
        self.originals[WORLD_FILE] = text
        for key in data.keys() - WorldFile.model_fields.keys():
            self._report.report_lost(
                at, f"“{one_line(key, 60)}” is not a key of “world.toml”; it is left out"
            )
        kept = WorldFile.model_fields.keys() - drawn
        self.top |= {key: value for key, value in data.items() if key in kept}

    def add_file(self, at: SourceValue, name: str, text: str) -> None:
        """Take over a file as it is."""
        self.files[name] = text
        if name == KINDS:
            try:
                kinds = read_toml(name, normalize_text(text)).get("kinds")
            except TomlError as error:
                what = f"“{name}” cannot be read: {error}"[:300]
                self._report.warn(
                    at, "toml-syntax", what, "correct it in the source, or in the world"
                )
                kinds = None
            self.source_kinds = frozenset(kinds) if isinstance(kinds, dict) else frozenset()

    def free_glyph(self, wanted: str, *, walkable: bool) -> str:
        """Return a glyph that the legend does not have yet."""
        return choose_glyph(wanted if is_one_cell(wanted) else "", self.legend, walkable=walkable)

    def to_files(self) -> dict[str, str]:
        """Return the files of the world."""
        lists = {"areas": self.areas, "objects": self.objects, "people": self.people}
        world = {
            **self.top,
            "legend": self.legend,
            **{key: rows for key, rows in lists.items() if rows},
        }
        kinds = {"kinds": self.kinds} if self.kinds else {}
        more = self.files.get(KINDS, "")
        things = "\n".join(part for part in (more, format_toml(kinds)) if part)
        texts = {WORLD_FILE: format_toml(world), MAP_FILE: map_text(tuple(self.rows)), **self.files}
        if things or WORLD_FILE not in self.originals:
            texts[KINDS] = things
        return texts | self._tile_files()

    def _tile_files(self) -> dict[str, str]:
        """Return the files of the tile ids, where the source has any; a text that says the same is
        kept."""
        if self.source is None or not any(self.source.tiles):
            return {}
        text = TileLayer(self.source.width, self.source.height, self.source.tiles).text
        if not self.tilesets and TILESETS_FILE not in self.files:
            return {TILES_FILE: text}
        told, tilesets = self.files.get(TILESETS_FILE, ""), {"tilesets": self.tilesets}
        try:
            same = _tileset_keys(
                TilesFile.model_validate(read_toml(TILESETS_FILE, normalize_text(told)))
            ) == _tileset_keys(TilesFile.model_validate(tilesets))
        except ValueError:
            same = False
        return {TILES_FILE: text, TILESETS_FILE: told if same else format_toml(tilesets)}


def _tileset_keys(tiles: TilesFile) -> list[tuple[int, str, str]]:
    """Return what tells tilesets apart."""
    return [(tileset.first, tileset.name, tileset.image) for tileset in tiles.tilesets]


_MAX_STARTS = 10_000
"""So many start cells an area may have."""
_MAX_SHOWN = 5


class StartCells:
    """Gives cells to areas of tables that hold their map, areas and objects already."""

    def __init__(self, tables: WorldTables, report: ImportReport) -> None:
        self._report = report
        source = tables.source
        self._width, self._height = (source.width, source.height) if source else (0, 0)
        self._free = _find_free_cells(tables)
        self._tables: dict[str, dict[str, Any]] = {area["id"]: area for area in tables.areas}
        self._areas = self._build_areas(tables.areas)

    def add(self, at: SourceValue, label: str, cells: Iterable[Cell], area: str = "") -> None:
        """Add cells, each to the area of that id if it holds the cell, or else to the innermost one
        that does."""
        outside, blocked, surplus = list[Cell](), list[Cell](), list[Cell]()
        for cell in cells:
            found = self._find_area(cell, area)
            if not found:
                outside.append(cell)
            elif not self._free[cell.y * self._width + cell.x]:
                blocked.append(cell)
            elif len(starts := self._tables[found].setdefault("starts", [])) < _MAX_STARTS:
                starts.append([*cell])
            else:
                surplus.append(cell)
        if outside:
            what = f"{label} has {count_cells(outside)} outside every area; left out"
            self._report.warn(at, "no-room", what, "draw an area there, or move the cells into one")
        if blocked:
            what = f"{label} has {count_cells(blocked)} where nobody can stand; left out"
            self._report.warn(at, "start-blocked", what, "move the cells to free ground")
        if surplus:
            what = (
                f"{label} has {count_cells(surplus)} too many: an area may have {_MAX_STARTS} "
                "start cells"
            )
            self._report.warn(at, "too-many-starts", what, "remove some")

    def _find_area(self, cell: Cell, area: str) -> str:
        """Return the area that takes a start cell; "" where none holds it."""
        if not (0 <= cell.x < self._width and 0 <= cell.y < self._height):
            return ""
        if area in self._tables and cell in self._areas.by_id[area]:
            return area
        found = self._areas.at(cell)
        return "" if found == WORLD else found

    def _build_areas(self, tables: Sequence[dict[str, Any]]) -> Areas:
        specs = [
            AreaSpec(area["id"], area["name"], tuple(Box(*box) for box in area["boxes"]))
            for area in tables
        ]
        return build_areas("", specs, self._width, self._height)


def _find_free_cells(tables: WorldTables) -> bytearray:
    """Return one byte a cell: 1 where the ground can be walked and no object is in the way."""
    if tables.source is None:
        return bytearray()
    width, height = tables.source.width, tables.source.height
    free = bytearray(tables.source.walkable)
    for entry in tables.objects:
        if tables.kinds.get(entry["kind"], {}).get("blocks"):
            for x, y in tables.cells[entry["id"]]:
                if x < width and y < height:
                    free[y * width + x] = 0
    return free


def count_cells(cells: Sequence[Cell]) -> str:
    """Return how many cells there are, and the first of them.

    >>> count_cells([Cell(1, 2)])
    '1 cell ([1, 2])'
    """
    first = ", ".join(f"[{x}, {y}]" for x, y in cells[:_MAX_SHOWN])
    return (
        f"{len(cells)} {'cell' if len(cells) == 1 else 'cells'} "
        f"({first}{', …' if len(cells) > _MAX_SHOWN else ''})"
    )
