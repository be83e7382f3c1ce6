"""Resize the map on any side; everything on it follows."""

from typing import NamedTuple

from latticeville.core.geometry import Box, Cell
from latticeville.world.model.areas import clip_box
from latticeville.world.model.tiles import TILES_FILE
from studio.project.documents.entries import (
    Entry,
    area_boxes,
    cell_value,
    entry_cell,
    entry_footprint,
    list_entries,
    reshape_area,
)
from studio.project.documents.project import Project
from studio.project.edits.areas import delete_entries, shift_box
from studio.project.edits.edit import EditRefusedError, SingleEdit
from studio.project.edits.legend import read_legend
from studio.project.formats.map_text import MapText
from studio.project.formats.plain_values import KeyPath
from studio.project.formats.tile_ids import resize_ids


class Resize(SingleEdit, frozen=True):
    """Add so many rows and columns on each side, drawn with a glyph; less than 0 cuts."""

    left: int = 0
    top: int = 0
    right: int = 0
    bottom: int = 0
    fill: str = " "

    @property
    def label(self) -> str:
        """What it does."""
        return "resize the map"

    def apply(self, project: Project) -> Project:
        """Resize; areas are cut at the edge, and what falls off is deleted."""
        fate = _fate(project, self)
        if fate.rows.width < 1 or fate.rows.height < 1:
            raise EditRefusedError("the map would be empty")
        if (self.fill not in read_legend(project) and not project.original) or len(self.fill) != 1:
            raise EditRefusedError(f"“{self.fill}” is not in the legend")
        for file, values in fate.values.items():
            project = project.put_each(file, values)
        ids, width = project.files.get(TILES_FILE), project.map.width
        project = delete_entries(project, fate.gone).with_map(fate.rows)
        if not isinstance(ids, MapText):
            return project
        return project.with_file(
            TILES_FILE, resize_ids(ids, width, (self.left, self.top, self.right, self.bottom))
        )


def shift_map(dx: int, dy: int, fill: str) -> Resize:
    """Return the edit that shifts the map within its size."""
    return Resize(dx, dy, -dx, -dy, fill)


def describe_losses(project: Project, change: Resize) -> tuple[str, ...]:
    """Say what a resize would lose: areas that are cut, and what goes altogether."""
    fate = _fate(project, change)
    gone = (
        f"{one.sort.removesuffix('s').replace('people', 'person')} “{one.id}” is deleted"
        for one in fate.gone
    )
    return (*gone, *(f"area “{name}” is cut at the edge" for name in fate.cut))


class _Fate(NamedTuple):
    """What a resize does to everything."""

    rows: MapText
    values: dict[str, dict[KeyPath, object]]
    gone: list[Entry]
    cut: list[str]


def _fate(project: Project, change: Resize) -> _Fate:
    rows = _resized(project.map, change)
    whole = Box(0, 0, max(rows.width, 1), max(rows.height, 1))
    fate = _Fate(rows, {}, [], [])
    for area in list_entries(project, "areas").values():
        _resize_area(fate, area, whole, change)
    for sort in ("objects", "people"):
        for one in list_entries(project, sort).values():
            _shift_one(fate, one, whole, change)
    return fate


def _resize_area(fate: _Fate, area: Entry, whole: Box, change: Resize) -> None:
    """Note what becomes of an area."""
    old = area_boxes(area)
    moved = [shift_box(box, change.left, change.top) for box in old]
    kept = tuple(clip_box(box, whole) for box in moved if box.overlaps(whole))
    if old and not kept:
        fate.gone.append(area)
        return
    if kept != tuple(moved):
        fate.cut.append(area.id)
    if kept and kept != old:
        fate.values.setdefault(area.file, {}).update(
            reshape_area(area, kept, change.left, change.top)
        )


def _shift_one(fate: _Fate, one: Entry, whole: Box, change: Resize) -> None:
    """Note what becomes of an object or a person."""
    cells, spot = entry_footprint(one), entry_cell(one)
    if cells is None or spot is None:
        return
    if not whole.covers(shift_box(cells.bounding_box, change.left, change.top)):
        fate.gone.append(one)
    elif change.left or change.top:
        path, value = cell_value(one, Cell(spot.x + change.left, spot.y + change.top))
        fate.values.setdefault(one.file, {})[path] = value


def _resized(rows: MapText, change: Resize) -> MapText:
    """Return the map of the new size; short rows stay as short as they are."""
    width = max(rows.width + change.left + change.right, 0)
    blank = change.fill * width
    middle = list(rows)[max(-change.top, 0) : rows.height + min(change.bottom, 0)]
    drawn = [_row(row, rows.width, change) for row in middle]
    made = [*[blank] * change.top, *drawn, *[blank] * change.bottom]
    return MapText.from_rows(made if width else (), rows.tail)


def _row(row: str, width: int, change: Resize) -> str:
    begun = change.fill * change.left + row if change.left >= 0 else row[-change.left :]
    if change.right >= 0:
        return begun + change.fill * change.right if len(row) == width else begun
    return begun[: width + change.left + change.right]
