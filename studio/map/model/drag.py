"""Drag an area, one of its handles, an object or a person; one gesture is one step."""

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from latticeville.core.geometry import Box, Cell
from studio.map.model.map_model import MapModel
from studio.project.edits.areas import MoveArea, SetBoxes
from studio.project.edits.edit import Edit
from studio.project.edits.placements import MoveEntries, SetField


class Handle(NamedTuple):
    """One handle: of which box, and which sides go along with it (-1 left or top, 1 right or
    bottom, 0 neither)."""

    box: int
    across: int
    down: int


SIGNS = {
    (-1, -1): "┏",
    (1, -1): "┓",
    (-1, 1): "┗",
    (1, 1): "┛",
    (0, -1): "┻",
    (0, 1): "┳",
    (-1, 0): "┫",
    (1, 0): "┣",
}
"""How each handle is drawn."""


def handles_by_cell(boxes: tuple[Box, ...]) -> dict[Cell, Handle]:
    """Return the handles of boxes by their cells; corners win over sides, and earlier boxes over
    later ones."""
    found: dict[Cell, Handle] = {}
    for corner in (True, False):
        for number, box in enumerate(boxes):
            for across, down in SIGNS:
                if bool(across and down) == corner and _room(box, across, down):
                    found.setdefault(_cell(box, across, down), Handle(number, across, down))
    return found


def drag_handle(boxes: tuple[Box, ...], handle: Handle, to: Cell) -> tuple[Box, ...]:
    """Return the boxes after a handle was dragged to a cell; a box pulled through itself turns
    over."""
    box = boxes[handle.box]
    left, right = _ends(box.x, box.width, handle.across, to.x)
    top, bottom = _ends(box.y, box.height, handle.down, to.y)
    new = Box(left, top, right - left + 1, bottom - top + 1)
    return (*boxes[: handle.box], new, *boxes[handle.box + 1 :])


def _ends(start: int, length: int, side: int, to: int) -> tuple[int, int]:
    ends = [start, start + length - 1]
    if side:
        ends[side > 0] = to
    return min(ends), max(ends)


def _room(box: Box, across: int, down: int) -> bool:
    """Tell whether a side is long enough to have a handle in its middle."""
    return bool(across or box.width > 2) and bool(down or box.height > 2)


def _cell(box: Box, across: int, down: int) -> Cell:
    return Cell(_along(box.x, box.width, across), _along(box.y, box.height, down))


def _along(start: int, length: int, side: int) -> int:
    return start if side < 0 else start + length - 1 if side > 0 else start + length // 2


class Drag(msgspec.Struct, frozen=True):
    """What is carried, and under which number its steps are one."""

    id: str
    gesture: int
    handle: Handle | None = None
    others: tuple[str, ...] = ()
    """Objects and people that go along."""

    def edit(self, map_model: MapModel, old: Cell, new: Cell) -> Edit:
        """Return the edit by which it follows from a cell to another one."""
        dx, dy = new.x - old.x, new.y - old.y
        if self.handle is not None:
            return SetBoxes(
                self.id,
                drag_handle(map_model.boxes_of(self.id), self.handle, new),
                gesture=self.gesture,
            )
        spot = map_model.spots.get(self.id)
        if self.others:
            return MoveEntries((self.id, *self.others), dx, dy, self.gesture)
        if spot is None:
            return MoveArea(self.id, dx, dy, gesture=self.gesture)
        if spot.entry.sort == "people" and not map_model.project.original:
            return SetField(
                (self.id,), ("start",), [spot.cell.x + dx, spot.cell.y + dy], self.gesture
            )
        return MoveEntries((self.id,), dx, dy, self.gesture)


def start_drag(
    map_model: MapModel, name: str, cell: Cell, gesture: int, others: Iterable[str] = ()
) -> Drag:
    """Return how something is carried from a cell: by the handle there, or whole; objects and
    people with others."""
    if name in map_model.areas.by_id:
        return Drag(name, gesture, handles_by_cell(map_model.boxes_of(name)).get(cell))
    return Drag(name, gesture, None, tuple(other for other in others if other in map_model.spots))
