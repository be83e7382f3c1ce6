"""Areas as sets of cells and as boxes: few boxes for a set, and what adding and subtracting leave."""

from collections.abc import Collection, Iterable

from latticeville.core.geometry import Box, Cell
from latticeville.world.areas import bands


def decompose(cells: Collection[Cell]) -> tuple[Box, ...]:
    """Return boxes that cover exactly these cells, none twice, and as few as two simple sweeps find."""
    across = _swept(cells)
    down = _swept([Cell(y, x) for x, y in cells])
    if len(down) < len(across):
        across = tuple(sorted((Box(box.y, box.x, box.height, box.width) for box in down), key=_order))
    return across


def tidied(boxes: Iterable[Box]) -> tuple[Box, ...]:
    """Return boxes that cover what these cover, none twice; cells are not counted one by one."""
    spans: dict[int, list[tuple[int, int]]] = {}
    found = tuple(boxes)
    stack: dict[tuple[int, int], tuple[int, int]] = {}
    done = list[Box]()
    for rows, columns in bands(found):
        spans[rows.start] = [(span.start, span.stop) for span in columns]
        going = dict[tuple[int, int], tuple[int, int]]()
        for span in spans[rows.start]:
            top, bottom = stack.pop(span, (rows.start, rows.start))
            going[span] = (top if bottom == rows.start else rows.start, rows.stop)
            if bottom != rows.start:
                done.append(_box(span, (top, bottom)))
        done += [_box(span, ends) for span, ends in stack.items()]
        stack = going
    done += [_box(span, ends) for span, ends in stack.items()]
    return tuple(sorted(done, key=_order))


def added(boxes: tuple[Box, ...], box: Box) -> tuple[Box, ...]:
    """Return the boxes with one more: the others stay as they were drawn where they do not overlap it."""
    if any(other.covers(box) for other in boxes):
        return boxes
    apart = tuple(other for other in boxes if not box.covers(other))
    return (*apart, box)


def without(boxes: tuple[Box, ...], box: Box) -> tuple[Box, ...]:
    """Return the boxes without the cells of one: those that it does not meet stay as they were drawn."""
    left = list[Box]()
    for other in boxes:
        left += _around(other, box) if other.meets(box) else [other]
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


def _swept(cells: Collection[Cell]) -> tuple[Box, ...]:
    rows: dict[int, list[int]] = {}
    for x, y in set(cells):
        rows.setdefault(y, []).append(x)
    return tidied(Box(start, y, stop - start, 1) for y in sorted(rows) for start, stop in _runs(sorted(rows[y])))


def _runs(columns: list[int]) -> list[tuple[int, int]]:
    runs = list[tuple[int, int]]()
    for x in columns:
        if runs and runs[-1][1] == x:
            runs[-1] = runs[-1][0], x + 1
        else:
            runs.append((x, x + 1))
    return runs


def _box(span: tuple[int, int], ends: tuple[int, int]) -> Box:
    return Box(span[0], ends[0], span[1] - span[0], ends[1] - ends[0])


def _order(box: Box) -> tuple[int, int]:
    return box.y, box.x
