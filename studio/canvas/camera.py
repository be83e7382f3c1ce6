"""The part of a map that is visible."""

from typing import NamedTuple

from latticeville.core.geometry import Box, Cell


class Camera(NamedTuple):
    """A window on a map; (x, y) is the map's cell at its top left, and a map smaller than the
    window is centred."""

    x: int = 0
    y: int = 0
    width: int = 0
    height: int = 0
    map_width: int = 0
    map_height: int = 0

    @property
    def box(self) -> Box:
        """The cells in sight, those beyond the map's edge included."""
        return Box(self.x, self.y, self.width, self.height)

    @property
    def visible_part(self) -> str:
        """Which part of the map is in sight, in words; "" where all of it is."""
        sides = (
            ("x", self.x, self.width, self.map_width),
            ("y", self.y, self.height, self.map_height),
        )
        return " · ".join(
            f"{name} {start}–{start + cells - 1} of {whole}"
            for name, start, cells, whole in sides
            if 0 < cells < whole
        )

    def clamp(self) -> "Camera":
        """Return the window kept on the map."""
        return self._replace(
            x=_settle(self.x, self.width, self.map_width),
            y=_settle(self.y, self.height, self.map_height),
        )

    def with_size(self, width: int, height: int) -> "Camera":
        """Return a window of another size that keeps its middle."""
        dx, dy = (self.width - width) // 2, (self.height - height) // 2
        return self._replace(x=self.x + dx, y=self.y + dy, width=width, height=height).clamp()

    def pan(self, dx: int, dy: int) -> "Camera":
        """Return the window moved."""
        return self._replace(x=self.x + dx, y=self.y + dy).clamp()

    def center_on(self, cell: Cell) -> "Camera":
        """Return the window with a cell in its middle."""
        return self._replace(x=cell.x - self.width // 2, y=cell.y - self.height // 2).clamp()

    def scroll_to(self, cell: Cell, part: int = 8) -> "Camera":
        """Return the window moved as little as brings a cell into it, a margin of 1/part away from
        its edges."""
        across, down = self.width // part, self.height // part
        x = min(max(self.x, cell.x - self.width + 1 + across), cell.x - across)
        y = min(max(self.y, cell.y - self.height + 1 + down), cell.y - down)
        return self._replace(x=x, y=y).clamp()

    def nearest(self, cell: Cell) -> Cell:
        """Return the cell in the window that is nearest to one."""
        right, bottom = self.x + self.width - 1, self.y + self.height - 1
        return Cell(max(self.x, min(cell.x, right)), max(self.y, min(cell.y, bottom)))

    def cell(self, column: int, row: int) -> Cell | None:
        """Return the map's cell at a place of the window."""
        cell = Cell(self.x + column, self.y + row)
        return cell if 0 <= cell.x < self.map_width and 0 <= cell.y < self.map_height else None


def _settle(start: int, window: int, whole: int) -> int:
    return (whole - window) // 2 if whole <= window else max(0, min(start, whole - window))
