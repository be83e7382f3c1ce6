"""The map zoomed out: one character for k × k cells; people before walls, walls before objects."""

from itertools import chain, repeat
from typing import NamedTuple, Protocol

from latticeville.core.geometry import Box, Cell
from latticeville.render.frame import Layer, Sprite
from latticeville.world.model.grid import Grid

WALL = "wall"
"""The terrain that is not lost when the map is made smaller."""


class Zoom(NamedTuple):
    """How many cells of the world a cell of the window stands for, each way."""

    factor: int = 1

    @classmethod
    def fit(cls, grid: Grid, width: int, height: int) -> "Zoom":
        """Return the zoom through which a whole map fits into a window."""
        return cls(max(1, -(-grid.width // max(width, 1)), -(-grid.height // max(height, 1))))

    def to_view(self, cell: Cell) -> Cell:
        """Return the window's cell for one of the world's."""
        return Cell(cell.x // self.factor, cell.y // self.factor)

    def box_to_view(self, box: Box) -> Box:
        """Return the window's cells that a box of the world touches."""
        x, y = box.x // self.factor, box.y // self.factor
        right, bottom = (box.x + box.width - 1) // self.factor, (box.y + box.height - 1) // self.factor
        return Box(x, y, right - x + 1, bottom - y + 1)

    def box_to_map(self, box: Box) -> Box:
        """Return the cells of the world that a box of the window stands for."""
        return Box(*(side * self.factor for side in (box.x, box.y, box.width, box.height)))


class MapContents(Protocol):
    """What stands where: what a zoom looks at."""

    objects: Layer
    people: Layer

    @property
    def grid(self) -> Grid:
        """The ground."""
        ...


class ZoomedMap:
    """What is drawn of a scene through a zoom: its ground, objects and people."""

    def __init__(self, scene: MapContents, zoom: Zoom, before: "ZoomedMap | None" = None) -> None:
        self.zoom, self.scene = zoom, scene
        self.grid, self.objects, self.people = scene.grid, scene.objects, scene.people
        if zoom.factor > 1:
            old = before if before is not None and before.zoom == zoom else None
            known = old is not None and old.scene.grid is scene.grid
            self.grid = old.grid if old and known else shrink_grid(self.grid, zoom.factor)
            same = old is not None and old.scene.objects is scene.objects
            self.objects = old.objects if old and same else _sampled(scene.objects, zoom, self.grid)
            self.people = _shrunk(scene.people, zoom)

    def changed_rows(self, before: "ZoomedMap", rows: range) -> list[int]:
        """Return the rows among these that look otherwise than before."""
        mine, old = (self.objects, self.people), (before.objects, before.people)
        return [y for y in rows if any(new.get(y) != was.get(y) for new, was in zip(mine, old, strict=True))]


def shrink_grid(grid: Grid, factor: int) -> Grid:
    """Return a map of which each cell stands for so many each way.

    It is a wall where one goes through, else what most of them are.
    """
    rows = ShrunkRows().rows(grid, factor)
    return Grid(width=len(rows[0]) if rows else 0, height=len(rows), rows=rows, legend=grid.legend)


class ShrunkRows:
    """The rows of a map made smaller; those of an edition in which nothing under them changed are kept."""

    def __init__(self) -> None:
        self._key: tuple[object, ...] = ()
        self._bands: list[tuple[tuple[str, ...], str]] = []

    def rows(self, grid: Grid, factor: int) -> tuple[str, ...]:
        """Return the rows."""
        walls = frozenset(glyph for glyph, tile in grid.legend.items() if tile.terrain == WALL)
        key = (factor, walls, grid.width)
        old = self._bands if key == self._key else []
        bands = [grid.rows[top : top + factor] for top in range(0, grid.height, factor)]
        made = [
            known if known and known[0] == band else (band, _squeezed(band, walls, factor))
            for band, known in zip(bands, chain(old, repeat(None)), strict=False)
        ]
        self._key, self._bands = key, made
        return tuple(row for _, row in made)


def _squeezed(band: tuple[str, ...], walls: frozenset[str], factor: int) -> str:
    """Return the one row that stands for a band of rows."""
    lefts = range(0, len(band[0]), factor)
    blocks = ("".join(row[left : left + factor] for row in band) for left in lefts)
    return "".join(_one_for(block, walls, factor) for block in blocks)


def _one_for(block: str, walls: frozenset[str], factor: int) -> str:
    """Return the glyph that stands for a block; of several as frequent, the first in it."""
    counts = {glyph: block.count(glyph) for glyph in dict.fromkeys(block)}
    wall = sum(count for glyph, count in counts.items() if glyph in walls) >= factor
    among = [glyph for glyph in counts if (glyph in walls) == wall] or list(counts)
    return max(among, key=lambda glyph: counts[glyph])


def _sampled(layer: Layer, zoom: Zoom, small: Grid) -> Layer:
    """Return what lies on the middle cell of each block that is no wall, lest small things cover the map."""
    middle, made = zoom.factor // 2, dict[int, dict[int, Sprite]]()
    for y, row in layer.items():
        for x, sprite in row.items() if y % zoom.factor == middle else ():
            cell = zoom.to_view(Cell(x, y))
            if x % zoom.factor == middle and small.tile(cell).terrain != WALL:
                made.setdefault(cell.y, {})[cell.x] = sprite
    return made


def _shrunk(layer: Layer, zoom: Zoom) -> Layer:
    """Return a layer in which the first of several that come together is seen."""
    made: dict[int, dict[int, Sprite]] = {}
    for y, row in layer.items():
        for x, sprite in row.items():
            small = zoom.to_view(Cell(x, y))
            made.setdefault(small.y, {}).setdefault(small.x, sprite)
    return made
