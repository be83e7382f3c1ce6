"""Roofs over the buildings of a map, but for those that one looks into."""

from collections.abc import Collection

from latticeville.core.geometry import Box, Cell
from latticeville.draw.tilemap.roofs import Roofing, Roofs
from latticeville.world.model.areas import Areas
from latticeville.world.model.grid import Grid


class RoofOverlay:
    """Whether roofs are drawn, and which buildings are open."""

    def __init__(self) -> None:
        self.is_on = False
        self._roofs: Roofs | None = None
        self._opened: frozenset[str] = frozenset()

    def open_at(self, grid: Grid, areas: Areas, columns: int, cells: Collection[Cell]) -> bool:
        """Open the buildings that have one of the cells inside; tell whether roofs are drawn
        otherwise than before."""
        if not self.is_on:
            return False
        if self._roofs is None or not self._roofs.is_of(grid, areas, columns):
            self._roofs = Roofs(grid, areas, columns)
        before, self._opened = self._opened, self._roofs.open_buildings(cells)
        return self._opened != before

    def draw(self, view: Box) -> Roofing:
        """Return the roofs in sight; none while they are off."""
        return (
            self._roofs.draw(self._opened, view) if self.is_on and self._roofs is not None else {}
        )
