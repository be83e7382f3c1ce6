"""Convert tile layers to rows of glyphs: the top tile is shown, the top rule decides walking."""

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import chain

from latticeville.core.geometry import STEPS, Box, Cell
from latticeville.formats.comparison import SourceCells
from latticeville.formats.glyphs import find_known_word
from latticeville.formats.masks import find_runs
from latticeville.formats.report import ImportReport, SourceValue
from latticeville.formats.tables import WorldTables
from latticeville.formats.tiled.behaviours import Behaviour, LegendBuilder
from latticeville.formats.tiled.layers import (
    MAX_CELLS,
    CellReader,
    TiledLayer,
    TilePlane,
    report_size,
    report_unknown,
)
from latticeville.formats.tiled.tile_pictures import (
    TilePictures,
    average_color,
    most_common_tiles,
)
from latticeville.formats.tiled.tilesets import TileLook, Tilesets, find_look
from latticeville.world.checks.placements import nearest_free_cell
from latticeville.world.model.box_index import bounding_box
from latticeville.world.model.tiles import FLIP_BITS

_NOTHING = TileLook("nothing", " ", "void")
_BLOCKED = TileLook("blocked", "#", "slate")
_PLAIN = TileLook("")
_MAX_UNNAMED = 24
"""How many tiles without names are told apart."""
VAGUE_WORDS = ("", "ground", "obstacle")
"""Words that tell nothing of what a ground is made of."""
_UNSET = 2
"""Stands for a tile that says nothing."""


class TiledGround:
    """The map: which cells of Tiled it holds, what lies on each, and how each behaves."""

    def __init__(
        self,
        at: SourceValue,
        layers: list[TiledLayer],
        sets: Tilesets,
        report: ImportReport,
        *,
        own: bool = False,
    ) -> None:
        self._at, self._sets, self._report, self._own = at, sets, report, own
        self._cells = CellReader(report)
        found = [*self._read_planes(layers)]
        self.box = self._map_bounds(found)
        self._tiles = array("I", bytes(4 * self.box.size))
        self._looks = array("I", bytes(4 * self.box.size))
        self._look_numbers: dict[TileLook, int] = {_PLAIN: 0}
        self._filled, self._solid, self._opaque = (bytearray(self.box.size) for _ in range(3))
        self.ids: dict[str, tuple[SourceValue, list[int]]] = {}
        """By what they address, the ids of layers that address cells."""
        for number, (layer, planes) in enumerate(found):
            report.report_progress("layers", number, len(found))
            for plane in planes:
                if layer.address:
                    self._note_ids(layer, plane)
                else:
                    self._lay_plane(layer, plane)
            if not (layer.address or self._keeps_ids(layer)):
                report_unknown(planes, self.box, sets, report)

    def _read_planes(
        self, layers: list[TiledLayer]
    ) -> Iterator[tuple[TiledLayer, list[TilePlane]]]:
        """Yield the layers that are shown or tell something all the same, with their cells."""
        for layer in layers:
            if layer.visible or layer.only_blocks or layer.address:
                yield layer, self._cells.read_planes(layer.at, layer.data)
            else:
                what = f"the layer “{layer.name}” is hidden and left out"
                self._report.warn(layer.at, "no-room", what, "show it in Tiled")

    def lay_under(self, people: Iterable[tuple[SourceValue, Cell]]) -> None:
        """Make ground of the empty cells to which people get who are drawn on empty cells."""
        for at, cell in people:
            index = cell.y * self.box.width + cell.x
            if self._own or not self._is_on_map(cell) or self._filled[index]:
                continue
            found = [near for near in self._flood(index) if not self._filled[near]]
            for near in found:
                self._filled[near] = 1
            if found:
                what = (
                    f"the cell [{cell.x}, {cell.y}], where somebody is drawn, has no tile: "
                    f"{len(found)} empty cells are ground"
                )
                self._report.warn(at, "empty-ground", what, "draw tiles there, or move the person")

    def _flood(self, index: int) -> set[int]:
        """Return the cells to which one can get from a cell, by way of empty cells, too."""
        width = self.box.width
        seen, edge = set[int](), [] if self._solid[index] else [index]
        while edge:
            here = edge.pop()
            if here in seen:
                continue
            seen.add(here)
            near = (Cell(here % width, here // width).step(way) for way in STEPS)
            inside = (cell.y * width + cell.x for cell in near if self._is_on_map(cell))
            edge.extend(one for one in inside if not self._solid[one])
        return seen

    def _is_on_map(self, cell: Cell) -> bool:
        return 0 <= cell.x < self.box.width and 0 <= cell.y < self.box.height

    def nearest_walkable(self, x: int, y: int) -> tuple[int, int] | None:
        """Return the nearest cell on which one can walk."""
        near = nearest_free_cell(Cell(x, y), self._free, self.box.width)
        return near and (near.x, near.y)

    @cached_property
    def _free(self) -> bytearray:
        return bytearray(
            not solid and filled for solid, filled in zip(self._solid, self._filled, strict=True)
        )

    def draw_map(self, tables: WorldTables, pictures: TilePictures) -> None:
        """Add the rows of the map, the legend with its pictures, and what the source says of each
        cell."""
        self._name_tiles()
        names = [*self._look_numbers]
        keys = [*zip(self._looks, self._solid, self._opaque, self._filled, strict=True)]
        width, ends = self.box.width, self._row_ends()
        rows = [keys[y * width : y * width + end] for y, end in enumerate(ends)]
        used = dict.fromkeys(chain.from_iterable(rows))
        behaviours = {key: self._cell_behaviour(names[key[0]], *key[1:]) for key in used}
        legend = LegendBuilder(tables, self._report, self._at)
        legend.add_own_tiles(
            tile for tile in self._sets.tiles.values() if tile.look and tile.look.own
        )
        glyphs = legend.assign_glyphs([*behaviours.values()])
        letters = {key: glyphs[behaviour] for key, behaviour in behaviours.items()}
        for y, row in enumerate(rows):
            tables.rows.append("".join(letters[key] for key in row))
            self._report.report_progress("map", y, self.box.height)
        self._add_pictures(tables, pictures)
        tables.source = self._source_cells(ends)
        tables.tilesets = self._sets.to_tables(own=self._own)

    def _name_tiles(self) -> None:
        """Call the most common tiles on which people walk by tileset and number, on a map without
        any names."""
        if len(self._look_numbers) > 1 or self._own:
            return
        tiles = enumerate(zip(self._tiles, self._solid, strict=True))
        open_tiles = {
            place: tile & ~FLIP_BITS for place, (tile, solid) in tiles if tile and not solid
        }
        counts = Counter(open_tiles.values())
        if len(counts) < 2:
            return
        numbers = dict[int, int]()
        for gid, _count in counts.most_common(_MAX_UNNAMED):
            look = TileLook(self._sets.find_tile(gid).name)
            numbers[gid] = self._look_numbers.setdefault(look, len(self._look_numbers))
        for place, gid in open_tiles.items():
            self._looks[place] = numbers.get(gid, 0)
        self._report_unnamed(len(numbers), len(counts) - len(numbers))

    def _report_unnamed(self, told: int, rest: int) -> None:
        if rest:
            what = (
                f"no tile has a name: the {told} most common become glyphs, {rest} others are "
                "“ground”"
            )
            fix = "give tiles a class or a name in Tiled"
            self._report.warn(self._at.child("tilesets"), "unnamed-tiles", what, fix)

    def _add_pictures(self, tables: WorldTables, pictures: TilePictures) -> None:
        """Give each glyph the picture of its most common tile; its average is the ground where no
        name tells one."""
        width = self.box.width
        rows = (
            (row, self._tiles[y * width : (y + 1) * width]) for y, row in enumerate(tables.rows)
        )
        for glyph, gid in most_common_tiles(rows).items():
            entry = tables.legend[glyph]
            image = pictures.add(entry, gid)
            if image and "ground" not in entry and find_known_word(entry["name"]) in VAGUE_WORDS:
                entry["ground"] = average_color(image.pixels)

    def _cell_behaviour(self, look: TileLook, solid: int, opaque: int, filled: int) -> Behaviour:
        if not filled:
            return Behaviour(_BLOCKED if solid else _NOTHING, walkable=False, opaque=opaque == 1)
        return Behaviour(look, walkable=not solid, opaque=opaque == 1)

    def _row_ends(self) -> list[int]:
        """Return how long each row is; of an exported map a row ends where nothing at all
        follows."""
        width, ends = self.box.width, []
        for start in range(0, self.box.size, width):
            end = start + width
            while self._own and end > start and self._is_void(end - 1):
                end -= 1
            ends.append(end - start)
        return ends

    def _is_void(self, index: int) -> bool:
        return not (self._filled[index] or self._solid[index] or self._tiles[index])

    def _source_cells(self, ends: list[int]) -> SourceCells:
        """Return what the layers say of each cell; behind the end of a short row sight ends."""
        width, wide = max(ends, default=0), self.box.width
        walkable, opaque, tiles = bytearray(), bytearray(), array("I")
        for y, end in enumerate(ends):
            here, rest = slice(y * wide, y * wide + end), width - end
            pairs = zip(self._solid[here], self._filled[here], strict=True)
            walkable += bytes(not solid and filled == 1 for solid, filled in pairs) + bytes(rest)
            opaque += self._opaque[here] + b"\1" * rest
            tiles += self._tiles[here.start : here.start + width]
        return SourceCells(width, len(ends), bytes(walkable), bytes(opaque), tiles)

    def _map_bounds(self, found: list[tuple[TiledLayer, list[TilePlane]]]) -> Box:
        """Return the box that the map covers; of an endless one, what has tiles."""
        data = self._at.doc.data
        planes = [plane for _layer, planes in found for plane in planes]
        boxes = [plane.box for plane in planes]
        if data.get("infinite") in (True, 1):
            boxes = [box for plane in planes for box in _used_spans(plane)]
        if not boxes:
            raise self._report.make_error(
                self._at.child("layers"),
                "empty-map",
                "this map has no tiles",
                "draw some in a tile layer",
            )
        box = bounding_box(boxes)
        if data.get("infinite") not in (True, 1):
            report_size(self._at, box, self._report)
        if box.size > MAX_CELLS:
            what = f"a map of {box.width} × {box.height} cells is too large"
            raise self._report.make_error(
                self._at, "too-large", what, f"use at most {MAX_CELLS} cells"
            )
        return box

    def _lay_plane(self, layer: TiledLayer, plane: TilePlane) -> None:
        """Lay a plane over what lies there; a layer of marks changes only where one can walk."""
        known: dict[int, tuple[int, int, int, int]] = {}
        only_ids, marks = self._keeps_ids(layer), layer.only_blocks
        tiles, looks, filled, solid, opaque = (
            self._tiles,
            self._looks,
            self._filled,
            self._solid,
            self._opaque,
        )
        for index, gid in self._iter_tiles(plane):
            if only_ids:
                tiles[index] = gid
                continue
            found = known.get(gid)
            if found is None:
                found = known[gid] = self._tile_meaning(layer, gid)
            shown, look, blocks, hides = found
            if not marks:
                filled[index] = 1
                tiles[index] = shown or tiles[index]
                looks[index] = look or looks[index]
            if blocks != _UNSET:
                solid[index] = blocks
            if hides != _UNSET:
                opaque[index] = hides

    def _keeps_ids(self, layer: TiledLayer) -> bool:
        """Tell whether a layer of an exported map holds the tile ids of the world and nothing
        else."""
        return self._own and layer.kind == "tiles"

    def _tile_meaning(self, layer: TiledLayer, gid: int) -> tuple[int, int, int, int]:
        """Return what a tile in a layer means: the id that is kept, the look, and whether it blocks
        and hides."""
        bare = gid & ~FLIP_BITS
        tile = self._sets.find_tile(bare)
        look = tile.look or self._sets.find_tileset_look(bare) or find_look(layer.name)
        solid = layer.solid if tile.walkable is None or layer.only_blocks else not tile.walkable
        opaque = layer.opaque if tile.opaque is None else tile.opaque
        kept = 0 if self._own and tile.look and tile.look.own else gid
        number = self._look_numbers.setdefault(look, len(self._look_numbers)) if look else 0
        return kept, number, _flag_value(solid), _flag_value(opaque)

    def _note_ids(self, layer: TiledLayer, plane: TilePlane) -> None:
        """Note the ids of a layer that addresses cells; of two for the same, the later one lies on
        top."""
        _, ids = self.ids.setdefault(layer.address, (layer.at, [0] * self.box.size))
        for index, gid in self._iter_tiles(plane):
            ids[index] = gid & ~FLIP_BITS

    def _iter_tiles(self, plane: TilePlane) -> Iterator[tuple[int, int]]:
        """Yield the tiles of a plane with their places in the map."""
        wide = plane.box.width
        for y in range(plane.box.height):
            start = (plane.box.y - self.box.y + y) * self.box.width + plane.box.x - self.box.x
            for index, gid in enumerate(plane.gids[y * wide : (y + 1) * wide], start):
                if gid:
                    yield index, gid


def _flag_value(flag: bool | None) -> int:  # noqa: FBT001 - of a tile or its layer
    return _UNSET if flag is None else int(flag)


def _used_spans(plane: TilePlane) -> list[Box]:
    """Return a box for each row of a plane that has tiles."""
    found = []
    for y in range(plane.box.height):
        row = plane.gids[y * plane.box.width : (y + 1) * plane.box.width]
        bits = int("".join("1" if gid else "0" for gid in reversed(row)), 2)
        spans = [*find_runs(bits)]
        if spans:
            left, right = spans[0][0], sum(spans[-1])
            found.append(Box(plane.box.x + left, plane.box.y + y, right - left, 1))
    return found
