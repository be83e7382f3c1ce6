"""A tint of the ground of the map of a run: levels by cell, whatever they stand for."""

from collections.abc import Callable, Mapping
from typing import Protocol

from latticeville.core.geometry import Cell
from latticeville.draw.tilemap.color import BLACK, WHITE, contrast, to_hex
from latticeville.draw.tilemap.heat_tint import heat_color
from latticeville.draw.tilemap.surfaces import surface_of
from latticeville.reports.heat.text import heat_digit
from latticeville.sim.state import State
from latticeville.world.model.grid import Tile
from latticeville.world.model.looks import Material
from latticeville.world.model.world import World
from studio.canvas.area_borders import Glyphs
from studio.canvas.marks import HEAT_SHIFT
from studio.canvas.scale import Scale
from studio.canvas.zoom import ZoomedMap

Block = tuple[int, int]
"""How many cells of the world a cell of the map shows, across and down."""


class TintRows:
    """The levels of cells, 1 to 15, by row, for the zoom that is asked for."""

    def __init__(self, levels: Callable[[Block], Mapping[Cell, int]]) -> None:
        self._levels = levels
        self._block, self._rows = (0, 0), dict[int, dict[int, int]]()

    def mark(self, marks: Mapping[int, int], row: int, scale: Scale) -> dict[int, int]:
        """Return the marks of a row of view cells with the level of each."""
        levels = {
            x: level << HEAT_SHIFT
            for x, level in self._at((scale.across, scale.down)).get(row, {}).items()
        }
        return levels | {x: flags | levels.get(x, 0) for x, flags in marks.items()}

    def digits(self, rows: range, scale: Scale, drawn: ZoomedMap, names: Glyphs) -> Glyphs:
        """Return names with a digit for each cell of some rows that has a level: on floor, where
        nothing stands."""
        levels, objects = self._at((scale.across, scale.down)), drawn.objects
        found = {
            y: {
                x: str(heat_digit(level))
                for x, level in levels[y].items()
                if x not in objects.get(y, {}) and _is_floor(drawn.grid.tile(Cell(x, y)))
            }
            for y in rows
            if y in levels
        }
        return {y: found.get(y, {}) | names.get(y, {}) for y in found | names}

    def _at(self, block: Block) -> Mapping[int, Mapping[int, int]]:
        if block != self._block:
            self._block, self._rows = block, {}
            for cell, level in self._levels(block).items():
                self._rows.setdefault(cell.y, {})[cell.x] = level
        return self._rows


class MapTint(Protocol):
    """What tints the ground, and what stands on the border of the map for it."""

    rows: TintRows
    """The levels."""

    def at(self, state: State) -> "MapTint":
        """Return the tint at another tick."""

    def captions(self, world: World, cursor: Cell, *, colors: bool) -> tuple[str, str]:
        """Return the title and, as markup, the legend."""


def legend_step(level: int, text: str, *, colors: bool) -> str:
    """Return a step of the ramp: on its colour, or behind its digit."""
    if not colors:
        return f"{heat_digit(level)} {text}"
    ground = heat_color(level)
    ink = max(BLACK, WHITE, key=lambda one: contrast(one, ground))
    return f"[{to_hex(ink)} on {to_hex(ground)}] {text} [/]"


def _is_floor(tile: Tile) -> bool:
    return tile.walkable and surface_of(tile).material is not Material.DOOR
