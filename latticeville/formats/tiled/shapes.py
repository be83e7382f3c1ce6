"""Shapes of Tiled objects as cells: a cell belongs to a shape that contains its centre."""

from math import ceil, floor
from typing import Any, NamedTuple

from latticeville.core.geometry import Box
from latticeville.formats.masks import Mask, cover_with_boxes
from latticeville.formats.report import as_list, as_table
from latticeville.world.model.areas import clip_box
from latticeville.world.original.values import parse_real

_MAX_WORK = 4_000_000
"""So many edges and cells of polygons and ellipses are looked at in one import."""
_TOLERANCE = 1e-6


class PixelScale(NamedTuple):
    """How large a cell is in pixels, and which cell of Tiled is the first of the map."""

    width: float
    height: float
    map: Box


class ShapeReader:
    """Turns shapes into boxes."""

    def __init__(self, scale: PixelScale) -> None:
        self.scale = scale
        self._work_left = _MAX_WORK

    def corner(self, thing: dict[str, Any]) -> tuple[float, float] | None:
        """Return where a thing begins, in cells of the map; a tile stands on its lower left
        corner."""
        x, y = parse_real(thing.get("x")), parse_real(thing.get("y"))
        if x is None or y is None:
            return None
        if "gid" in thing:
            y -= parse_real(thing.get("height")) or self.scale.height
        return x / self.scale.width - self.scale.map.x, y / self.scale.height - self.scale.map.y

    def extent(self, thing: dict[str, Any]) -> tuple[float, float]:
        """Return how large a thing is, in cells."""
        width, height = (max(parse_real(thing.get(key)) or 0.0, 0.0) for key in ("width", "height"))
        return width / self.scale.width, height / self.scale.height

    def box(self, thing: dict[str, Any]) -> Box | None:
        """Return the cells of a thing as one box, of one cell at least; None where it has no
        place."""
        corner = self.corner(thing)
        if corner is None:
            return None
        width, height = self.extent(thing)
        (x, wide), (y, high) = _side_cells(corner[0], width), _side_cells(corner[1], height)
        return Box(x, y, wide, high)

    def boxes(self, thing: dict[str, Any]) -> list[Box] | None:
        """Return the cells of an area as boxes on the map: none outside it, None where there is too
        much to look at."""
        points = as_list(thing.get("polygon"))
        if not points and not thing.get("ellipse"):
            box, whole = self.box(thing), Box(0, 0, self.scale.map.width, self.scale.map.height)
            return [clip_box(box, whole)] if box and box.overlaps(whole) else []
        mask = self._polygon(thing, points) if points else self._ellipse(thing)
        return None if mask is None else cover_with_boxes(mask)

    def _polygon(self, thing: dict[str, Any], points: list[Any]) -> Mask | None:
        corner = self.corner(thing)
        if corner is None:
            return {}
        corners = self._corners(corner, points)
        heights = [y for _x, y in corners] or [0]
        rows = self._rows(min(heights), max(heights))
        self._work_left -= (len(corners) + self.scale.map.width) * len(rows)
        if self._work_left < 0:
            return None
        edges = [*zip(corners, [*corners[1:], *corners[:1]], strict=True)]
        return {
            y: row for y in rows if (row := self._fill_between(_find_crossings(edges, y + 0.5)))
        }

    def _corners(self, start: tuple[float, float], points: list[Any]) -> list[tuple[float, float]]:
        given = [
            (parse_real(as_table(point).get("x")), parse_real(as_table(point).get("y")))
            for point in points
        ]
        return [
            (start[0] + x / self.scale.width, start[1] + y / self.scale.height)
            for x, y in given
            if x is not None and y is not None
        ]

    def _ellipse(self, thing: dict[str, Any]) -> Mask | None:
        corner, (width, height) = self.corner(thing), self.extent(thing)
        if corner is None or not width or not height:
            return {}
        rows = self._rows(corner[1], corner[1] + height)
        self._work_left -= self.scale.map.width * len(rows)
        if self._work_left < 0:
            return None
        mask = {}
        for y in rows:
            off = (y + 0.5 - corner[1]) / height * 2 - 1
            half = max(1 - off * off, 0) ** 0.5 * width / 2
            middle = corner[0] + width / 2
            mask[y] = self._fill_between([middle - half, middle + half])
        return {y: row for y, row in mask.items() if row}

    def _rows(self, top: float, bottom: float) -> range:
        return range(max(_first_cell(top), 0), min(_first_cell(bottom), self.scale.map.height))

    def _fill_between(self, crossings: list[float]) -> int:
        """Return as bits the columns whose middle lies between the first and the second crossing,
        and so on."""
        row = 0
        for left, right in zip(crossings[::2], crossings[1::2], strict=False):
            start = min(max(_first_cell(left), 0), self.scale.map.width)
            end = min(max(_first_cell(right), start), self.scale.map.width)
            row |= (1 << end) - (1 << start)
        return row


def _first_cell(side: float) -> int:
    """Return the first cell whose middle does not lie before a place."""
    return ceil(side - 0.5 - _TOLERANCE)


def _side_cells(start: float, length: float) -> tuple[int, int]:
    """Return the cells of one side: the first, and how many, one at least."""
    first, end = _first_cell(start), _first_cell(start + length)
    return (first, end - first) if end > first else (floor(start + _TOLERANCE), 1)


def _find_crossings(
    edges: list[tuple[tuple[float, float], tuple[float, float]]], y: float
) -> list[float]:
    return sorted(
        x0 + (y - y0) * (x1 - x0) / (y1 - y0)
        for (x0, y0), (x1, y1) in edges
        if (y0 <= y) != (y1 <= y)
    )
