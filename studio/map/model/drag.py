"""Drag an area, a handle, an object or a person; one gesture is one step."""

from collections.abc import Iterable

import msgspec

from latticeville.core.geometry import Cell
from studio.map.model.box_handles import Handle, drag_handle, handles_by_cell
from studio.map.model.map_model import MapModel
from studio.project.edits.areas import MoveArea, SetBoxes
from studio.project.edits.edit import Edit
from studio.project.edits.placements import MoveEntries, SetField


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
