"""Areas as boxes: add and subtract a box."""

from latticeville.core.geometry import Box


def add_box(boxes: tuple[Box, ...], box: Box) -> tuple[Box, ...]:
    """Return the boxes with one more: the others stay as they were drawn where they do not overlap
    it."""
    if any(other.covers(box) for other in boxes):
        return boxes
    apart = tuple(other for other in boxes if not box.covers(other))
    return (*apart, box)


def subtract_box(boxes: tuple[Box, ...], box: Box) -> tuple[Box, ...]:
    """Return the boxes without the cells of one: those that it does not meet stay as they were
    drawn."""
    left = list[Box]()
    for other in boxes:
        left += _around(other, box) if other.overlaps(box) else [other]
    return tuple(left)


def _around(box: Box, hole: Box) -> list[Box]:
    """Return the parts of a box above, beside and below a hole in it."""
    right, bottom = box.x + box.width, box.y + box.height
    top, low = max(box.y, hole.y), min(bottom, hole.y + hole.height)
    left, far = max(box.x, hole.x), min(right, hole.x + hole.width)
    parts = (
        (box.x, box.y, box.width, top - box.y),
        (box.x, top, left - box.x, low - top),
        (far, top, right - far, low - top),
        (box.x, low, box.width, bottom - low),
    )
    return [Box(*part) for part in parts if part[2] > 0 and part[3] > 0]
