"""The eight directions of a step."""

from collections.abc import Mapping

from latticeville.core.geometry import Cell

DIRECTIONS: Mapping[str, tuple[int, int]] = {
    "N": (0, -1),
    "NE": (1, -1),
    "E": (1, 0),
    "SE": (1, 1),
    "S": (0, 1),
    "SW": (-1, 1),
    "W": (-1, 0),
    "NW": (-1, -1),
}
"""The columns and rows of a step in each direction."""
WAYS: Mapping[str, str] = {
    "N": "north",
    "NE": "north-east",
    "E": "east",
    "SE": "south-east",
    "S": "south",
    "SW": "south-west",
    "W": "west",
    "NW": "north-west",
}
"""The names of the directions."""


def cell_beside(cell: Cell, way: str) -> Cell:
    """Return the cell that one step in a direction leads to."""
    columns, rows = DIRECTIONS[way]
    return Cell(cell.x + columns, cell.y + rows)
