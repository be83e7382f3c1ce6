"""The map zoomed out: one character for k × k cells; people before walls, walls before objects."""

from itertools import chain, repeat
from typing import Protocol

from latticeville.core.geometry import Cell
from latticeville.draw.frame import Layer, Sprite
from latticeville.world.model.grid import Grid
from studio.canvas.scale import Factor, Scale, block, blocks

WALL = "wall"
"""The terrain that is not lost when the map is made smaller."""


class MapContents(Protocol):
    """What stands where: what a map is drawn from."""

    objects: Layer
    people: Layer

    @property
    def grid(self) -> Grid:
        """The ground."""
        ...


class ZoomedMap:
    """What is drawn of a scene at a scale: its ground, objects and people.

    At the scales of letters they are by view cell, else by cell of the world.
    """

    def __init__(self, scene: MapContents, scale: Scale, before: "ZoomedMap | None" = None) -> None:
        self.scale, self.scene = scale, scene
        self.grid, self.objects, self.people = scene.grid, scene.objects, scene.people
        self.width, self.height = scale.size_of(scene.grid)
        if scale.factor > 1 and not scale.is_overview:
            self._shrink(before if before is not None and before.scale == scale else None)

    def _shrink(self, old: "ZoomedMap | None") -> None:
        """Make it smaller; what is the same as before is not made again."""
        scene, scale = self.scene, self.scale
        same_ground = old is not None and old.scene.grid is scene.grid
        self.grid = old.grid if old and same_ground else shrink_grid(scene.grid, scale.factor)
        same_objects = old is not None and old.scene.objects is scene.objects
        self.objects = (
            old.objects if old and same_objects else _sampled(scene.objects, scale, self.grid)
        )
        self.people = _shrunk(scene.people, scale)

    def changed_rows(self, before: "ZoomedMap", rows: range) -> list[int]:
        """Return the rows of view cells among these that look different from before."""
        mine, old = (self.objects, self.people), (before.objects, before.people)
        return [
            row
            for row in rows
            if any(
                new.get(y) != was.get(y)
                for new, was in zip(mine, old, strict=True)
                for y in self.lines(row)
            )
        ]

    def lines(self, row: int) -> range:
        """Return the rows of `grid`, `objects` and `people` that a row of view cells shows."""
        if not self.scale.is_overview:
            return range(row, row + 1)
        rows = block(row, self.scale.down)
        return range(rows.start, min(rows.stop, self.grid.height))


def shrink_grid(grid: Grid, factor: Factor) -> Grid:
    """Return a map of which each cell stands for so many each way.

    It is a wall where one goes through, else what most of them are.
    """
    rows = ShrunkRows().rows(grid, factor)
    return Grid(width=len(rows[0]) if rows else 0, height=len(rows), rows=rows, legend=grid.legend)


class ShrunkRows:
    """The rows of a map made smaller; those of an edition in which nothing under them changed are
    kept."""

    def __init__(self) -> None:
        self._key: tuple[object, ...] = ()
        self._bands: list[tuple[tuple[str, ...], str]] = []

    def rows(self, grid: Grid, factor: Factor) -> tuple[str, ...]:
        """Return the rows."""
        walls = frozenset(glyph for glyph, tile in grid.legend.items() if tile.terrain == WALL)
        key = (factor, walls, grid.width)
        old = self._bands if key == self._key else []
        spans = (block(band, factor) for band in range(blocks(grid.height, factor)))
        bands = [grid.rows[span.start : span.stop] for span in spans]
        made = [
            known if known and known[0] == band else (band, _squeezed(band, walls, factor))
            for band, known in zip(bands, chain(old, repeat(None)), strict=False)
        ]
        self._key, self._bands = key, made
        return tuple(row for _, row in made)


def _squeezed(band: tuple[str, ...], walls: frozenset[str], factor: Factor) -> str:
    """Return the one row that stands for a band of rows."""
    spans = (block(place, factor) for place in range(blocks(len(band[0]), factor)))
    return "".join(_one_for([row[span.start : span.stop] for row in band], walls) for span in spans)


def _one_for(lines: list[str], walls: frozenset[str]) -> str:
    """Return the glyph that stands for a block of lines; of several as frequent, the first in
    it."""
    cells = "".join(lines)
    counts = {glyph: cells.count(glyph) for glyph in dict.fromkeys(cells)}
    through = min(len(lines), len(lines[0]))
    wall = sum(count for glyph, count in counts.items() if glyph in walls) >= through
    among = [glyph for glyph in counts if (glyph in walls) == wall] or list(counts)
    return max(among, key=lambda glyph: counts[glyph])


def _sampled(layer: Layer, scale: Scale, small: Grid) -> Layer:
    """Return what lies on the middle cell of each block that is no wall, lest small things cover
    the map."""
    made: dict[int, dict[int, Sprite]] = {}
    for y, row in layer.items():
        for x, sprite in row.items():
            cell = scale.to_view(Cell(x, y))
            if scale.to_map(cell) == (x, y) and small.tile(cell).terrain != WALL:
                made.setdefault(cell.y, {})[cell.x] = sprite
    return made


def _shrunk(layer: Layer, scale: Scale) -> Layer:
    """Return a layer in which the first of several that come together is seen."""
    made: dict[int, dict[int, Sprite]] = {}
    for y, row in layer.items():
        for x, sprite in row.items():
            small = scale.to_view(Cell(x, y))
            made.setdefault(small.y, {}).setdefault(small.x, sprite)
    return made
