"""An index of boxes by position, to find those near a box."""

from collections.abc import Iterable, Sequence

from latticeville.core.geometry import Box


def bounding_box(boxes: Iterable[Box]) -> Box:
    """Return the smallest box around boxes, of which there is at least one."""
    corners = [(box.x, box.y, box.x + box.width, box.y + box.height) for box in boxes]
    left, top = min(corner[0] for corner in corners), min(corner[1] for corner in corners)
    right, bottom = max(corner[2] for corner in corners), max(corner[3] for corner in corners)
    return Box(left, top, right - left, bottom - top)


class BoxIndex:
    """Boxes by size and place: one of about 2ⁿ cells a side lies in at most four squares of 2ⁿ
    cells a side."""

    def __init__(self, boxes: Sequence[Box]) -> None:
        self._boxes = boxes
        self._squares: dict[int, dict[tuple[int, int], list[int]]] = {}
        for index, box in enumerate(boxes):
            level = _level(box)
            squares = self._squares.setdefault(level, {})
            for square in _covered_squares(box, level):
                squares.setdefault(square, []).append(index)

    def find_meeting(self, box: Box) -> list[int]:
        """Return in order the indices of boxes that meet this one, but for those less than half its
        size."""
        found = {
            index
            for level, squares in self._squares.items()
            if level >= _level(box)
            for square in _covered_squares(box, level)
            for index in squares.get(square, ())
            if self._boxes[index].overlaps(box)
        }
        return sorted(found)


def _level(box: Box) -> int:
    return (max(box.width, box.height) - 1).bit_length()


def _covered_squares(box: Box, level: int) -> list[tuple[int, int]]:
    across = range(box.x >> level, (box.x + box.width - 1 >> level) + 1)
    down = range(box.y >> level, (box.y + box.height - 1 >> level) + 1)
    return [(x, y) for y in down for x in across]
