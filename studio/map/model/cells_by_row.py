"""A set of cells, grouped by row for drawing."""

from collections.abc import Collection, Mapping, Sequence

from latticeville.core.geometry import Cell


class CellsByRow:
    """Tells which columns of a row belong to a set that is never changed, only replaced.

    >>> CellsByRow().row([Cell(2, 1), Cell(3, 1), Cell(0, 2)], 1)
    [2, 3]
    """

    def __init__(self) -> None:
        self._cells: Collection[Cell] = ()
        self._rows: Mapping[int, list[int]] = {}

    def row(self, cells: Collection[Cell], y: int) -> Sequence[int]:
        """Return the columns of a row."""
        if cells is not self._cells:
            rows: dict[int, list[int]] = {}
            for column, row in cells:
                rows.setdefault(row, []).append(column)
            self._cells, self._rows = cells, rows
        return self._rows.get(y, ())
