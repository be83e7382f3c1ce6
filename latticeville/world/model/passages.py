"""Cells that are a way: whoever puts something into one of them parts the open cells around it."""

from collections.abc import Callable

from latticeville.core.geometry import Cell

_RING = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""The cells around one, in turn."""


def is_passage(cell: Cell, is_open: Callable[[Cell], bool]) -> bool:
    """Tell whether the open cells beside a cell hang together around it only through it.

    There may be a longer way elsewhere.
    """
    ring = [is_open(Cell(cell.x + dx, cell.y + dy)) for dx, dy in _RING]
    beside = [place for place in range(0, len(ring), 2) if ring[place]]
    return any(not _hang_together(ring, beside[0], other) for other in beside[1:])


def _hang_together(ring: list[bool], one: int, other: int) -> bool:
    """Tell whether all cells of the ring between two places are open, one way round or the
    other."""
    return all(ring[one:other]) or all([*ring[other:], *ring[:one]])
