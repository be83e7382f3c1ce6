"""The tile ids beside a map: a line of numbers per row, kept in step with the map."""

from collections.abc import Collection

from latticeville.core.geometry import Cell
from studio.project.formats.map_text import MapText, changed_rows


def clear_repainted(ids: MapText, before: MapText, after: MapText) -> MapText:
    """Return the ids with 0 wherever two maps of one size differ."""
    rows: dict[int, str] = {}
    for y, span in changed_rows(before, after):
        if y >= min(ids.height, before.height, after.height):
            continue
        values, old, new = ids.row(y).split(","), before.row(y), after.row(y)
        for x in span:
            if x < len(values) and old[x : x + 1] != new[x : x + 1]:
                values[x] = "0"
        rows[y] = ",".join(values)
    return ids.with_rows(rows)


def move_ids(before: MapText, after: MapText, cells: Collection[Cell], dx: int, dy: int) -> MapText:
    """Return the later ids with the earlier ids of cells moved by a distance, and 0 on the cells
    they leave."""
    laid: dict[Cell, str] = {}
    old = {y: before.row(y).split(",") for y in {cell.y for cell in cells} if y < before.height}
    for cell in cells:
        laid.setdefault(cell, "0")
        row = old.get(cell.y, [])
        laid[Cell(cell.x + dx, cell.y + dy)] = row[cell.x] if cell.x < len(row) else "0"
    rows: dict[int, list[str]] = {}
    for (x, y), value in laid.items():
        if 0 <= y < after.height:
            row = rows.setdefault(y, after.row(y).split(","))
            if 0 <= x < len(row):
                row[x] = value
    return after.with_rows({y: ",".join(row) for y, row in rows.items()})


def resize_ids(ids: MapText, width: int, sides: tuple[int, int, int, int]) -> MapText:
    """Return the ids of a map so many columns wide with cells added left, above, right and below;
    less than 0 cuts."""
    left, top, right, bottom = sides
    blank = ",".join(["0"] * max(width + left + right, 0))
    middle = list(ids)[max(-top, 0) : ids.height + min(bottom, 0)]
    made = [*[blank] * top, *(_row(row, width, left, right) for row in middle), *[blank] * bottom]
    return MapText.from_rows(made if blank else (), ids.tail)


def _row(row: str, width: int, left: int, right: int) -> str:
    values = [*["0"] * left, *row.split(",")[max(-left, 0) :], *["0"] * right]
    return ",".join(values[: max(width + left + right, 0)])
