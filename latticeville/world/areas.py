"""Areas: boxes on the map, nested by containment into the tree `world › areas`."""

from array import array
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import NamedTuple

import msgspec

from latticeville.core.geometry import Box, Cell

WORLD = "world"
"""The id of the root of every world tree; no area may take it."""


class AreaSpec(NamedTuple):
    """An area as drawn: its boxes, before any nesting is known."""

    id: str
    name: str
    boxes: tuple[Box, ...]


class Area(msgspec.Struct, frozen=True):
    """A named part of the map; `parent` is the smallest area that contains all of it."""

    id: str
    name: str
    boxes: tuple[Box, ...]
    parent: str
    size: int

    def __contains__(self, cell: Cell) -> bool:
        return any(cell in box for box in self.boxes)


class Areas(msgspec.Struct, frozen=True, dict=True):
    """Every area by id, the root included, parents before children, and the innermost area of each cell."""

    by_id: Mapping[str, Area]
    width: int
    height: int

    def at(self, cell: Cell) -> str:
        """Return the id of the innermost area at a cell of the map; the root where no area lies."""
        return self._ids[self.innermost[cell[1] * self.width + cell[0]]]

    def path(self, area: str) -> tuple[str, ...]:
        """Return the ids from the root down to the area."""
        ids = [area]
        while ids[-1] != WORLD:
            ids.append(self.by_id[ids[-1]].parent)
        return tuple(reversed(ids))

    def within(self, area: str, other: str) -> bool:
        """Tell whether the area is the other one or lies inside it."""
        return other in self.path(area)

    def children(self, area: str) -> tuple[str, ...]:
        """Return the ids of the areas directly inside this one, as the designer ordered them."""
        return self._children.get(area, ())

    @cached_property
    def _ids(self) -> tuple[str, ...]:
        return tuple(self.by_id)

    @cached_property
    def _children(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for area in self.by_id.values():
            if area.id != WORLD:
                found[area.parent] = (*found.get(area.parent, ()), area.id)
        return found

    @cached_property
    def innermost(self) -> "array[int]":
        """Index into `by_id` of the innermost area, one entry a cell, row by row."""
        cells = array("H", bytes(2 * self.width * self.height))
        order = sorted(enumerate(self.by_id.values()), key=lambda item: -item[1].size)
        for index, area in order:
            for box in area.boxes:
                left, right = max(box.x, 0), min(box.x + box.width, self.width)
                run = array("H", [index]) * max(right - left, 0)
                for y in range(max(box.y, 0), min(box.y + box.height, self.height)):
                    cells[y * self.width + left : y * self.width + left + len(run)] = run
        return cells


def nest(name: str, specs: Iterable[AreaSpec], width: int, height: int) -> Areas:
    """Derive the tree from the boxes: parents come from containment, siblings keep the designer's order."""
    whole = Box(0, 0, width, height)
    root = Area(WORLD, name, (whole,), "", whole.size)
    sized = [(spec, _size(spec.boxes)) for spec in specs]
    areas = {WORLD: root}
    for spec, size in sized:
        around = [
            (other_size, other.id)
            for other, other_size in sized
            if other_size > size and _covers(other.boxes, spec.boxes)
        ]
        areas[spec.id] = Area(spec.id, spec.name, spec.boxes, min(around)[1] if around else WORLD, size)
    return Areas(areas, width, height)


def _size(boxes: tuple[Box, ...]) -> int:
    if len(boxes) == 1:
        return boxes[0].size
    return len({cell for box in boxes for cell in box.cells()})


def _covers(outer: tuple[Box, ...], inner: tuple[Box, ...]) -> bool:
    if all(any(big.covers(small) for big in outer) for small in inner):
        return True
    if len(outer) == 1:
        return False
    return all(any(cell in big for big in outer) for small in inner for cell in small.cells())
