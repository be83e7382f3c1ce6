"""Borders and names of areas, drawn over the map; they hide no wall, door or object."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from types import MappingProxyType
from typing import NamedTuple

from rich.cells import cell_len

from latticeville.core.geometry import Box, Cell
from latticeville.draw.tilemap.roofs import Roofing
from latticeville.draw.tilemap.surfaces import is_open_ground
from studio.canvas.zoom import ZoomedMap

Glyphs = dict[int, dict[int, str]]
"""Glyphs by row, then by column."""
LEAST = 4
"""Least columns of a name that is cut."""


class FramedArea(NamedTuple):
    """An area to frame: its name and boxes."""

    name: str
    boxes: tuple[Box, ...]

    @property
    def size(self) -> int:
        """The cells of all its boxes."""
        return sum(box.width * box.height for box in self.boxes)


class BorderLayer(NamedTuple):
    """Borders, which objects stand upon, and names, which stand over objects."""

    borders: Glyphs
    """Glyphs of borders; "" where the border only tints the cell."""
    names: Glyphs
    speech: Glyphs
    """What people say, which stands over everything."""
    roofs: Roofing = MappingProxyType({})
    """Roofs over buildings, which hide what is inside."""


NONE = BorderLayer({}, {}, {})
"""Nothing is framed."""


def is_nothing_covered(_cell: Cell) -> bool:
    """Tell that a cell of an empty map may be drawn over."""
    return False


def covered_cells(drawn: ZoomedMap | None) -> Callable[[Cell], bool]:
    """Return the function that tells whether a cell shows a wall, a door, an object or a person."""
    if drawn is None:
        return is_nothing_covered
    grid, objects, people = drawn.grid, drawn.objects, drawn.people

    def is_covered(cell: Cell) -> bool:
        x, y = cell
        stands = x in objects.get(y, {}) or x in people.get(y, {})
        return grid.contains(cell) and (stands or not is_open_ground(grid.tile(cell)))

    return is_covered


def draw_borders(
    areas: Iterable[FramedArea],
    view: Box,
    columns: int = 1,
    is_covered: Callable[[Cell], bool] = is_nothing_covered,
) -> BorderLayer:
    """Return the borders of all boxes as far as they are in sight, and each area's name where it
    has room.

    The smallest areas are named first. The name of a larger one stands outside of the smaller ones
    if it can.
    """
    made = BorderLayer({}, {}, {})
    framed = sorted(areas, key=lambda area: area.size)
    for area in framed:
        for box in area.boxes:
            if box.overlaps(view):
                _frame(made.borders, box, view, is_covered)
    _write_names(made.names, framed, view, columns, is_covered)
    return made


def draw_names(areas: Iterable[FramedArea], view: Box) -> BorderLayer:
    """Return the names of areas without borders: in the middle of the first box of each that has
    room for it."""
    made = BorderLayer({}, {}, {})
    for area in areas:
        box, name = area.boxes[0], area.name
        x, y = box.x + (box.width - len(name)) // 2, box.y + box.height // 2
        row = made.names.setdefault(y, {})
        columns = range(x, x + len(name))
        has_room = len(name) <= box.width and cell_len(name) == len(name)
        if has_room and box.overlaps(view) and not row.keys() & {*range(x - 1, x + len(name) + 1)}:
            row.update(zip(columns, name, strict=True))
    return made


def _frame(glyphs: Glyphs, box: Box, view: Box, is_covered: Callable[[Cell], bool]) -> None:
    left, right, top, bottom = box.x, box.x + box.width - 1, box.y, box.y + box.height - 1
    lines = {
        Cell(x, y): "─"
        for y in (top, bottom)
        for x in range(max(left, view.x), min(right + 1, view.x + view.width))
    }
    lines |= {
        Cell(x, y): "│"
        for x in (left, right)
        for y in range(max(top, view.y), min(bottom + 1, view.y + view.height))
    }
    lines |= {
        Cell(left, top): "┌",
        Cell(right, top): "┐",
        Cell(left, bottom): "└",
        Cell(right, bottom): "┘",
    }
    for cell, glyph in lines.items():
        if cell in view:
            glyphs.setdefault(cell.y, {})[cell.x] = "" if is_covered(cell) else glyph


def _write_names(
    names: Glyphs,
    areas: Sequence[FramedArea],
    view: Box,
    columns: int,
    is_covered: Callable[[Cell], bool],
) -> None:
    """Write the names of areas, the smallest of which come first."""
    used, inner = set[Cell](), set[Cell]()
    for area in areas:
        seen = [_part_in(box, view) for box in area.boxes if box.overlaps(view)]
        among = list(_free_runs(seen, used, is_covered))
        apart = list(_free_runs(seen, used | inner, is_covered))
        for part in seen:
            inner.update(part.cells())
        place = _find_room(area.name, columns, apart, among)
        if place is not None:
            cells = list(_write(names, *place, columns))
            used.update(cells, (cells[0].step("W"), cells[-1].step("E")))


def _part_in(box: Box, view: Box) -> Box:
    """Return the part of a box that is in sight."""
    x, y = max(box.x, view.x), max(box.y, view.y)
    right, bottom = (
        min(box.x + box.width, view.x + view.width),
        min(box.y + box.height, view.y + view.height),
    )
    return Box(x, y, right - x, bottom - y)


def _free_runs(
    boxes: Sequence[Box], used: set[Cell], is_covered: Callable[[Cell], bool]
) -> Iterator[tuple[Cell, int]]:
    """Yield the first cell and the length of each run of free cells in a row, as one reads."""
    for left, y, width in (
        (box.x, y, box.width) for box in boxes for y in range(box.y, box.y + box.height)
    ):
        start, end = left, left + width
        for x in range(left, end + 1):
            cell = Cell(x, y)
            if x == end or cell in used or is_covered(cell):
                if x > start:
                    yield Cell(start, y), x - start
                start = x + 1


def _find_room(
    name: str, columns: int, *choices: Sequence[tuple[Cell, int]]
) -> tuple[str, Cell] | None:
    """Return a name and the first cell of the first run that has room for it; else a part of it in
    the longest run."""
    if not name or cell_len(name) != len(name):
        return None
    whole = (cell for runs in choices for cell, count in runs if count * columns >= len(name))
    place = next(whole, None)
    if place is not None:
        return name, place
    longest = max(
        (run for runs in choices for run in runs), key=lambda run: run[1], default=(Cell(0, 0), 0)
    )
    room = longest[1] * columns
    return (f"{name[: room - 1]}…", longest[0]) if room >= LEAST else None


def _write(glyphs: Glyphs, text: str, start: Cell, columns: int) -> Iterator[Cell]:
    """Write a text, as many letters in each cell as it has columns; yield its cells."""
    row = glyphs.setdefault(start.y, {})
    for offset in range(0, len(text), columns):
        cell = Cell(start.x + offset // columns, start.y)
        row[cell.x] = text[offset : offset + columns].ljust(columns)
        yield cell
