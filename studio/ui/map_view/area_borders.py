"""Borders and names of areas, drawn over the map."""

from collections.abc import Iterable
from typing import NamedTuple

from rich.cells import cell_len

from latticeville.core.geometry import Box, Cell

Glyphs = dict[int, dict[int, str]]
"""Glyphs by row, then by column."""


class FramedArea(NamedTuple):
    """An area to frame: its name and boxes."""

    name: str
    boxes: tuple[Box, ...]


class BorderLayer(NamedTuple):
    """Borders, which objects stand upon, and names, which stand over objects."""

    borders: Glyphs
    names: Glyphs
    speech: Glyphs
    """What people say, which stands over everything."""


NONE = BorderLayer({}, {}, {})
"""Nothing is framed."""


def draw_borders(areas: Iterable[FramedArea], view: Box, columns: int = 1) -> BorderLayer:
    """Return the borders of all boxes as far as they are in sight; each area's name is on its first box."""
    made = BorderLayer({}, {}, {})
    for area in areas:
        for number, box in enumerate(area.boxes):
            if box.overlaps(view):
                _frame(made.borders, box, view)
                if number == 0:
                    _name(made.names, area.name, box, view, columns)
    return made


def draw_names(areas: Iterable[FramedArea], view: Box) -> BorderLayer:
    """Return the names of areas without borders: in the middle of the first box of each that has room for it."""
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


def _frame(glyphs: Glyphs, box: Box, view: Box) -> None:
    left, right, top, bottom = box.x, box.x + box.width - 1, box.y, box.y + box.height - 1
    for y in (top, bottom):
        if view.y <= y < view.y + view.height:
            row = glyphs.setdefault(y, {})
            for x in range(max(left, view.x), min(right + 1, view.x + view.width)):
                row[x] = "─"
    for y in range(max(top, view.y), min(bottom + 1, view.y + view.height)):
        row = glyphs.setdefault(y, {})
        for x in (left, right):
            if view.x <= x < view.x + view.width:
                row[x] = "│"
    corners = ((left, top, "┌"), (right, top, "┐"), (left, bottom, "└"), (right, bottom, "┘"))
    for x, y, corner in corners:
        if Cell(x, y) in view:
            glyphs.setdefault(y, {})[x] = corner


def _name(glyphs: Glyphs, name: str, box: Box, view: Box, columns: int) -> None:
    """Write a name on the upper border, as many letters in each cell as it has columns."""
    room = (box.width - 2) * columns
    if room < 3 or not view.y <= box.y < view.y + view.height or cell_len(name) != len(name):
        return
    text = name if len(name) <= room else name[: room - 1] + "…"
    row = glyphs.setdefault(box.y, {})
    for offset in range(0, len(text), columns):
        x = box.x + 1 + offset // columns
        if view.x <= x < view.x + view.width:
            row[x] = text[offset : offset + columns].ljust(columns)
