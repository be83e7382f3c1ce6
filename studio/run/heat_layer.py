"""A heat map as it lies over the map of a run."""

from latticeville.core.geometry import Cell
from latticeville.reports.heat.heat_map import HeatMap
from latticeville.reports.heat.text import heat_legend, heat_title
from latticeville.sim.state import State
from latticeville.world.model.world import World
from studio.run.map_tint import TintRows, legend_step
from studio.ui.text import clean_border


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
