"""Tints of the ground of the map of a run: a heat map, and what each cell holds of a resource."""

from collections import Counter
from collections.abc import Callable, Mapping

from latticeville.core.geometry import Cell
from latticeville.draw.tilemap.color import BLACK, WHITE, contrast, to_hex
from latticeville.draw.tilemap.heat_tint import heat_color
from latticeville.draw.tilemap.surfaces import surface_of
from latticeville.reports.heat import heat_digit, heat_legend, heat_title
from latticeville.reports.heat.heat_map import LEVELS, HeatMap
from latticeville.sim.cell_stocks import amounts_of, format_units, stocks_at
from latticeville.sim.state import State
from latticeville.world.model.grid import Tile
from latticeville.world.model.looks import Material
from latticeville.world.model.survival import THOUSAND
from latticeville.world.model.world import World
from studio.canvas.area_borders import Glyphs
from studio.canvas.marks import HEAT_SHIFT
from studio.canvas.scale import Factor, Scale
from studio.canvas.zoom import ZoomedMap
from studio.ui.text import clean_border

Block = tuple[Factor, Factor]
"""How many cells of the world a cell of the map shows, across and down."""

STEPS = 4
"""The steps of the legend of a resource."""


class TintRows:
    """The levels of cells, 1 to 15, by row, for the zoom that is asked for."""

    def __init__(self, levels: Callable[[Block], Mapping[Cell, int]]) -> None:
        self._levels = levels
        self._block: Block = (0, 0)
        self._rows: dict[int, dict[int, int]] = {}

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


def legend_step(level: int, text: str, *, colors: bool) -> str:
    """Return a step of the ramp: on its colour, or behind its digit."""
    if not colors:
        return f"{heat_digit(level)} {text}"
    ground = heat_color(level)
    ink = max(BLACK, WHITE, key=lambda one: contrast(one, ground))
    return f"[{to_hex(ink)} on {to_hex(ground)}] {text} [/]"


def _is_floor(tile: Tile) -> bool:
    return tile.walkable and surface_of(tile).material is not Material.DOOR


class HeatLayer:
    """The tint of a heat map; it is the same at every tick."""

    def __init__(self, heat: HeatMap) -> None:
        self.heat = heat
        self.rows = TintRows(lambda block: heat.shrink(*block).levels())
        """The levels."""

    def at(self, _state: State) -> "HeatLayer":
        """Return the tint at another tick."""
        return self

    def captions(self, world: World, cursor: Cell, *, colors: bool) -> tuple[str, str]:
        """Return what stands on the border of the map: what is counted, and as markup the legend.

        The legend is the ramp, with the least count of each step, and the count at the cursor.
        """
        steps = [
            legend_step(level, f"≥{least:,}", colors=colors)
            for level, least in heat_legend(self.heat)
        ]
        here = f"here {self.heat.cells.get(cursor, 0):,}"
        legend = f"{' '.join(steps) or 'nothing counted'} · {here} · esc: off"
        return clean_border(f"Heat map: {heat_title(self.heat, world)}"), legend


class ResourceTint:
    """Levels in proportion to the largest maximum of a cell, so that ticks can be compared."""

    def __init__(self, state: State, resource: str) -> None:
        self.state, self.resource = state, resource
        self._amounts = amounts_of(state, resource)
        self.rows = TintRows(self._levels)
        """The levels."""

    def at(self, state: State) -> "ResourceTint":
        """Return the tint at another tick."""
        return ResourceTint(state, self.resource)

    def captions(self, world: World, cursor: Cell, *, colors: bool) -> tuple[str, str]:
        """Return what stands on the border of the map: the resource, and as markup the legend.

        The legend is what the cell at the cursor holds, and the ramp, with the most units of each
        step.
        """
        most = max(world.resource_maxima.get(self.resource, {}).values(), default=0)
        levels = [-(-step * LEVELS // STEPS) for step in range(1, STEPS + 1)]
        units = [(level, format_units(level * most / LEVELS / THOUSAND, 2)) for level in levels]
        steps = [
            legend_step(level, text if colors else f"≤{text}", colors=colors)
            for level, text in units
        ]
        found = (
            one.amount for one in stocks_at(self.state, cursor) if one.resource == self.resource
        )
        title = f"Resource: {self.resource}, units per cell"
        return clean_border(title), f"here {next(found, 'none')} · {' '.join(steps)} · esc: off"

    def _levels(self, block: Block) -> Mapping[Cell, int]:
        across, down = block
        grid, most = self.state.world.grid, Counter[Cell]()
        found = Counter[Cell]()
        for index, amount in self.state.world.resource_maxima.get(self.resource, {}).items():
            cell = grid.cell(index)
            most[Cell(cell.x // across, cell.y // down)] += amount
        for cell, amount in self._amounts.items():
            found[Cell(cell.x // across, cell.y // down)] += amount
        top = max(most.values(), default=0) or 1
        return {cell: min(LEVELS, -(-amount * LEVELS // top)) for cell, amount in found.items()}


MapTint = HeatLayer | ResourceTint
"""What tints the ground, and what stands on the border of the map for it."""
