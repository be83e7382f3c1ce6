"""Tile layers to rows of glyphs and their legend: what lies on top is seen, what says so last decides who can walk."""

from array import array
from collections import Counter
from functools import cached_property
from typing import Any

from latticeville.core.geometry import Box, Cell
from latticeville.world.checks.space import nearest
from latticeville.world.hulls import hull
from latticeville.world.importers.masks import runs
from latticeville.world.importers.report import At, Report
from latticeville.world.importers.tables import Tables
from latticeville.world.importers.tiled.cells import CELLS, Cells, Plane
from latticeville.world.importers.tiled.layers import Layer
from latticeville.world.importers.tiled.sets import FLIPS, Sets, Tile

_KINDS = 4000
"""So many kinds of ground can be told apart by glyphs."""

_NOTHING = Tile("nothing", " ", "void")
_BLOCKED = Tile("blocked", "#", "slate")


class Ground:
    """The map: which cells of Tiled it holds, and what stands on each."""

    def __init__(self, at: At, layers: list[Layer], sets: Sets, report: Report) -> None:
        self._at, self._sets, self._report = at, sets, report
        cells = Cells(report)
        found: list[tuple[Layer, list[Plane]]] = []
        for layer in layers:
            if layer.shown or layer.solid:
                found.append((layer, cells.planes(layer.at, layer.data)))
            else:
                report.warn(layer.at, "no-room", f"the layer “{layer.name}” is hidden and left out", "show it in Tiled")
        self.box = self._bounds(found)
        self._tops = array("I", bytes(4 * self.box.size))
        self._solid = bytearray(self.box.size)
        for layer, planes in found:
            for plane in planes:
                self._lay(layer, plane)

    def nearest(self, x: int, y: int) -> tuple[int, int] | None:
        """Return the nearest cell on which one can walk."""
        near = nearest(Cell(x, y), self._free, self.box.width)
        return near and (near.x, near.y)

    @cached_property
    def _free(self) -> bytearray:
        return bytearray(not solid and top > 0 for solid, top in zip(self._solid, self._tops, strict=True))

    def draw(self, tables: Tables, *, own: bool) -> None:
        """Add the rows of the map and the legend."""
        glyphs: dict[tuple[int, bool], str] = {}
        for gid, tile in self._sets.tiles.items():
            if tile.own:
                self._enter(tables, (gid, tile.walkable is False), glyphs)
        width = self.box.width
        for y in range(self.box.height):
            cells = range(y * width, y * width + width)
            keys = [(self._tops[index], self._solid[index] == 1) for index in cells]
            while own and keys and keys[-1] == (0, False):
                keys.pop()
            for key in keys:
                if key not in glyphs:
                    self._enter(tables, key, glyphs)
            tables.rows.append("".join(glyphs[key] for key in keys))

    def _bounds(self, found: list[tuple[Layer, list[Plane]]]) -> Box:
        """Return the box that the map covers; of an endless one, what has tiles."""
        data = self._at.doc.data
        planes = [plane for _layer, planes in found for plane in planes]
        boxes = [plane.box for plane in planes]
        if data.get("infinite") in (True, 1):
            boxes = [box for plane in planes for box in _used(plane)]
        if not boxes:
            raise self._report.fail(
                self._at.below("layers"), "empty-map", "this map has no tiles", "draw some in a tile layer"
            )
        box = hull(boxes)
        if box.size > CELLS:
            what = f"a map of {box.width} × {box.height} cells is too large"
            raise self._report.fail(self._at, "too-large", what, f"{CELLS} cells can be read")
        return box

    def _lay(self, layer: Layer, plane: Plane) -> None:
        """Lay a plane over what lies there."""
        known: dict[int, tuple[int, bool | None]] = {}
        flipped: Counter[bool] = Counter()
        left, top = plane.box.x - self.box.x, plane.box.y - self.box.y
        for number, gid in enumerate(plane.gids):
            if not gid:
                continue
            if gid not in known:
                tile = self._sets.tile(gid & ~FLIPS)
                solid = layer.solid if tile.walkable is None else not tile.walkable
                known[gid] = (0 if layer.marks else gid & ~FLIPS), True if layer.marks else solid
            y, x = divmod(number, plane.box.width)
            index = (top + y) * self.box.width + left + x
            above, solid = known[gid]
            flipped[gid & FLIPS > 0] += 1
            self._tops[index] = above or self._tops[index]
            if solid is not None:
                self._solid[index] = solid
        if flipped[True]:
            count = f"{flipped[True]} tile is" if flipped[True] == 1 else f"{flipped[True]} tiles are"
            what = f"{count} flipped or turned in “{layer.name}”, and glyphs cannot be"
            self._report.warn(layer.at, "no-room", what)

    def _enter(self, tables: Tables, key: tuple[int, bool], glyphs: dict[tuple[int, bool], str]) -> None:
        """Add an entry of the legend for a tile, and for whether one can walk on it."""
        gid, solid = key
        if len(tables.legend) >= _KINDS:
            glyphs[key] = next(iter(tables.legend))
            self._report.lose(
                self._at, f"a world tells {_KINDS} kinds of ground apart, and one more is lost in the first"
            )
            return
        tile = self._sets.tile(gid) if gid else (_BLOCKED if solid else _NOTHING)
        alike = gid == 0 or solid == (tile.walkable is False)
        glyph = tile.glyph if tile.own and alike else ""
        if not glyph or glyph in tables.legend:
            glyph = tables.glyph("" if tile.own else tile.glyph, walkable=not solid)
        if tile.own and alike and glyph != tile.glyph:
            what = f"two tiles have the glyph “{tile.glyph}”; the second one, “{tile.name}”, gets “{glyph}”"
            self._report.warn(self._at.below("tilesets"), "duplicate-glyph", what, "give each a glyph of its own")
        entry: dict[str, Any] = {
            "name": tile.name if alike else f"{tile.name[:180]} ({'blocked' if solid else 'open'})"
        }
        if solid or gid == 0:
            entry["walkable"] = False
        entry |= {"opaque": True} if tile.opaque else {}
        entry |= {name: value for name, value in (("color", tile.color), ("terrain", tile.terrain)) if value}
        tables.legend[glyph] = entry
        glyphs[key] = glyph


def _used(plane: Plane) -> list[Box]:
    """Return a box for each row of a plane that has tiles."""
    found = []
    for y in range(plane.box.height):
        row = plane.gids[y * plane.box.width : (y + 1) * plane.box.width]
        bits = int("".join("1" if gid else "0" for gid in reversed(row)), 2)
        spans = [*runs(bits)]
        if spans:
            left, right = spans[0][0], sum(spans[-1])
            found.append(Box(plane.box.x + left, plane.box.y + y, right - left, 1))
    return found
