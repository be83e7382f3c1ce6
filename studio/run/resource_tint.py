"""A resource as it tints the map of a run: what each cell holds at the shown tick."""

from collections import Counter
from collections.abc import Mapping

from latticeville.core.geometry import Cell
from latticeville.reports.heat.heat_map import LEVELS
from latticeville.rules.survival.cell_stocks import amounts_of, format_units, stocks_at
from latticeville.sim.state import State
from latticeville.world.model.survival import THOUSAND
from latticeville.world.model.world import World
from studio.run.map_tint import Block, TintRows, legend_step
from studio.ui.text import clean_border

STEPS = 4
"""The steps of the legend."""


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
