"""Areas: boxes on the map, nested by containment into the tree `world › areas`."""

from array import array
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from latticeville.core.geometry import Box, Cell
from latticeville.world.model.access import AccessRules
from latticeville.world.model.box_index import BoxIndex, bounding_box

WORLD = "world"
"""The id of the root of every world tree; no area may take it."""


class AreaSpec(NamedTuple):
    """An area as drawn: its boxes, before any nesting is known."""

    id: str
    name: str
    boxes: tuple[Box, ...]
    access: AccessRules | None = None
    starts: tuple[Cell, ...] = ()


class Area(msgspec.Struct, frozen=True):
    """A named part of the map; `parent` is the smallest area that contains all of it."""

    id: str
    name: str
    boxes: tuple[Box, ...]
    parent: str
    size: int
    access: AccessRules | None = None
    starts: tuple[Cell, ...] = ()
    """Where people who begin in the area stand at tick 0, in order."""

    def __contains__(self, cell: Cell) -> bool:
        boxes = self.boxes
        return cell in boxes[0] if len(boxes) == 1 else any(cell in box for box in boxes)

    def cells(self) -> Iterator[Cell]:
        """Yield every cell once, row by row."""
        for rows, spans in union_bands(self.boxes):
            for y in rows:
                for span in spans:
                    for x in span:
                        yield Cell(x, y)


class Areas(msgspec.Struct, frozen=True, dict=True):
    """Every area by id, the root included, parents before children, and the innermost area of each
    cell."""

    by_id: Mapping[str, Area]
    width: int
    height: int

    def at(self, cell: Cell) -> str:
        """Return the id of the innermost area at a cell of the map; the root where no area lies."""
        return self._ids[self.innermost[cell[1] * self.width + cell[0]]]

    def find_in_spans(self, spans: Iterable[tuple[int, range]]) -> set[str]:
        """Return the ids of the innermost areas at spans of rows of the map."""
        width, innermost = self.width, self.innermost
        found: set[int] = set()
        for y, span in spans:
            found.update(innermost[y * width + span.start : y * width + span.stop])
        return {self._ids[index] for index in found}

    @cached_property
    def order(self) -> Mapping[str, int]:
        """The place of each area among all."""
        return {name: number for number, name in enumerate(self.by_id)}

    def path(self, area: str) -> tuple[str, ...]:
        """Return the ids from the root down to the area."""
        found = self._paths.get(area)
        if found is None:
            above = self.path(self.by_id[area].parent) if area != WORLD else ()
            found = self._paths[area] = (*above, area)
        return found

    @cached_property
    def _paths(self) -> dict[str, tuple[str, ...]]:
        return {}

    def outermost(self, area: str) -> str:
        """Return the building or place that an area belongs to: the area below the root; the root
        for itself."""
        return self.path(area)[:2][-1]

    def is_within(self, area: str, other: str) -> bool:
        """Tell whether the area is the other one or lies inside it."""
        return other in self.path(area)

    @cached_property
    def access_rules(self) -> Mapping[str, AccessRules]:
        """The rules of each area that has any."""
        return {area.id: area.access for area in self.by_id.values() if area.access is not None}

    def find_restricted(self, area: str) -> tuple[str, ...]:
        """Return the ids of the areas with rules from the root down to this one, itself
        included."""
        found = self._restricted.get(area)
        if found is None:
            found = self._restricted[area] = tuple(
                name for name in self.path(area) if name in self.access_rules
            )
        return found

    @cached_property
    def _restricted(self) -> dict[str, tuple[str, ...]]:
        return {}

    def find_touching(self, box: Box) -> tuple[str, ...]:
        """Return the ids of the areas with a cell in a box, parents before children; it costs what
        the box holds."""
        left, right = max(box.x, 0), max(min(box.x + box.width, self.width), 0)
        top, bottom = max(box.y, 0), min(box.y + box.height, self.height)
        found: set[int] = set()
        for y in range(top, bottom):
            found.update(self.innermost[y * self.width + left : y * self.width + right])
        names = {name for index in found for name in self.path(self._ids[index])}
        return tuple(sorted(names, key=self._rank.__getitem__))

    @cached_property
    def _rank(self) -> dict[str, tuple[int, int]]:
        return {
            name: (-area.size, number) for number, (name, area) in enumerate(self.by_id.items())
        }

    def children(self, area: str) -> tuple[str, ...]:
        """Return the ids of the areas directly inside this one, as the designer ordered them."""
        return self._children.get(area, ())

    @cached_property
    def _ids(self) -> tuple[str, ...]:
        return tuple(self.by_id)

    @cached_property
    def _children(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        for area in self.by_id.values():
            if area.id != WORLD:
                found.setdefault(area.parent, []).append(area.id)
        return {parent: tuple(children) for parent, children in found.items()}

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


def build_areas(name: str, specs: Iterable[AreaSpec], width: int, height: int) -> Areas:
    """Derive the tree from the boxes: parents come from containment, siblings keep the designer's
    order.

    Of two areas with the same cells the later one lies in the earlier. What lies outside the map is
    cut off.
    """
    whole = Box(0, 0, width, height)
    areas = {WORLD: Area(WORLD, name, (whole,), "", whole.size)}
    drawn = [_make_area(spec, whole) for spec in specs]
    parents = _find_parents([area for area in drawn if area.boxes])
    areas |= {area.id: replace(area, parent=parents.get(area.id, WORLD)) for area in drawn}
    return Areas(areas, width, height)


def _make_area(spec: AreaSpec, whole: Box) -> Area:
    boxes = tuple(clip_box(box, whole) for box in spec.boxes if box.overlaps(whole))
    return Area(spec.id, spec.name, boxes, WORLD, union_size(boxes), spec.access, spec.starts)


def _find_parents(areas: list[Area]) -> dict[str, str]:
    """Return the smallest area around each area."""
    around = [bounding_box(area.boxes) for area in areas]
    hulls = BoxIndex(around)
    ranks = [(area.size, -index) for index, area in enumerate(areas)]
    parents: dict[str, str] = {}
    for area, box, rank in zip(areas, around, ranks, strict=True):
        larger = [index for index in hulls.find_meeting(box) if ranks[index] > rank]
        larger.sort(key=ranks.__getitem__)
        found = (areas[index].id for index in larger if covers(areas[index].boxes, area.boxes))
        parents[area.id] = next(found, WORLD)
    return parents


def clip_box(box: Box, whole: Box) -> Box:
    """Return the part of a box that lies inside another one that it meets."""
    left, top = max(box.x, whole.x), max(box.y, whole.y)
    right, bottom = (
        min(box.x + box.width, whole.x + whole.width),
        min(box.y + box.height, whole.y + whole.height),
    )
    return Box(left, top, right - left, bottom - top)


def union_bands(boxes: Iterable[Box]) -> Iterator[tuple[range, list[range]]]:
    """Yield what the boxes cover together: bands of rows, each with its spans of columns, no cell
    twice."""
    boxes = tuple(boxes)
    edges = sorted({edge for box in boxes for edge in (box.y, box.y + box.height)})
    for top, bottom in pairwise(edges):
        spans: list[range] = []
        for box in sorted(
            (box for box in boxes if box.y <= top < box.y + box.height), key=lambda box: box.x
        ):
            right = box.x + box.width
            if spans and box.x <= spans[-1].stop:
                spans[-1] = range(spans[-1].start, max(spans[-1].stop, right))
            else:
                spans.append(range(box.x, right))
        if spans:
            yield range(top, bottom), spans


def union_size(boxes: tuple[Box, ...]) -> int:
    """Return how many cells the boxes cover together."""
    if len(boxes) == 1:
        return boxes[0].size
    return sum(len(rows) * sum(map(len, spans)) for rows, spans in union_bands(boxes))


def covers(outer: tuple[Box, ...], inner: tuple[Box, ...]) -> bool:
    """Tell whether every cell of the inner boxes lies in one of the outer boxes."""
    for small in inner:
        if any(big.covers(small) for big in outer):
            continue
        cuts = tuple(clip_box(big, small) for big in outer if big.overlaps(small))
        if len(cuts) < 2 or union_size(cuts) < small.size:
            return False
    return True
