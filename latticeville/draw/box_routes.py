"""Routes of arrows between boxes on a board of character cells.

A route leaves a box across one of its sides, runs level and upright, and ends at a side of another
box. Routes may cross, but share no cell otherwise, and never run through a box or a word: each can
be followed by eye. The cheapest way is found with A*, cells in a fixed order, so the same boxes are
always joined alike.
"""

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from latticeville.core.geometry import Box

RIGHT, DOWN, LEFT, UP = range(4)
"""The directions in which a route runs."""
_OFFSETS = ((1, 0), (0, 1), (-1, 0), (0, -1))
_LEVEL = (True, False, True, False)
_FREE, _WIRE_LEVEL, _WIRE_UPRIGHT, _CLOSED = range(4)
_TURN, _CROSSING, _SKIRT = 4, 5, 2
"""What a turn, a crossing and a cell along a box cost more than a plain cell."""


class RouteStep(NamedTuple):
    """A cell of a route, and the directions in which the route comes in and goes on."""

    x: int
    y: int
    came: int
    way: int


Route = tuple[RouteStep, ...]
"""From the first cell outside one box to the last before the other."""


class Word(NamedTuple):
    """Where a word of a route begins, and the word."""

    x: int
    y: int
    text: str


class Board:
    """Cells that are free, hold a part of a route, or are closed."""

    def __init__(self, width: int, height: int, boxes: Sequence[Box]) -> None:
        self.width, self.height = width, height
        self._cells = [_FREE] * (width * height)
        self._skirt = [False] * (width * height)
        for box in boxes:
            for x, y in box.expand(1).cells():
                if 0 <= x < width and 0 <= y < height:
                    self._skirt[y * width + x] = True
        for box in boxes:
            for x, y in box.cells():
                self._cells[y * width + x] = _CLOSED

    def route(self, source: Box, target: Box) -> Route | None:
        """Return the cheapest route between two boxes and take its cells, or None."""
        search = _Search(self, source, target)
        found = search.run()
        if found is None:
            return None
        for x, y, came, way in found:
            cell = y * self.width + x
            if self._cells[cell] != _FREE or came != way:
                self._cells[cell] = _CLOSED
            else:
                self._cells[cell] = _WIRE_LEVEL if _LEVEL[way] else _WIRE_UPRIGHT
        head = found[-1]
        self._cells[head.y * self.width + head.x] = _CLOSED
        return found

    def write(self, route: Route, text: str) -> Word | None:
        """Return where a word fits on a level part of a route or beside an upright one, and take
        its cells, or None."""
        found = self._on_level(route, text) or self._beside(route, text)
        if found:
            for x in range(max(found.x - 1, 0), min(found.x + len(text) + 1, self.width)):
                self._cells[found.y * self.width + x] = _CLOSED
        return found

    def _on_level(self, route: Route, text: str) -> Word | None:
        """Return the place of a word in the longest level part of a route."""
        runs = [
            run
            for run in _runs(route, level=True)
            if len(run) >= len(text) + 2 and all(self._is_wire(step, _WIRE_LEVEL) for step in run)
        ]
        if not runs:
            return None
        run = max(runs, key=len)
        left = min(step.x for step in run)
        return Word(left + (len(run) - len(text)) // 2, run[0].y, text)

    def _beside(self, route: Route, text: str) -> Word | None:
        """Return a place for a word to the right or left of an upright part of a route."""
        for run in sorted(_runs(route, level=False), key=len, reverse=True):
            middle = run[len(run) // 2].y
            for step in sorted(run, key=lambda step: (abs(step.y - middle), step.y)):
                for left in (step.x + 2, step.x - 1 - len(text)):
                    spread = range(left - 1, left + len(text) + 1)
                    if all(self._is_free(x, step.y) or x == step.x for x in spread):
                        return Word(left, step.y, text)
        return None

    def _is_free(self, x: int, y: int) -> bool:
        return 0 <= x < self.width and self._cells[y * self.width + x] == _FREE

    def _is_wire(self, step: RouteStep, sort: int) -> bool:
        return self._cells[step.y * self.width + step.x] == sort

    def sort_of(self, cell: int) -> int:
        """Return what a cell holds."""
        return self._cells[cell]

    def is_skirt(self, cell: int) -> bool:
        """Tell whether a cell lies along a box."""
        return self._skirt[cell]


class _Search:
    """One search for a route; a node is a cell with the direction in which it was entered."""

    def __init__(self, board: Board, source: Box, target: Box) -> None:
        self._board, self._target = board, target
        self._heap: list[tuple[int, int, int]] = []
        self._costs: dict[int, int] = {}
        self._before: dict[int, int] = {}
        for x, y, way in _doors(source):
            if 0 <= x < board.width and 0 <= y < board.height:
                cell = y * board.width + x
                if board.sort_of(cell) == _FREE:
                    self._reach(cell * 4 + way, 0, -1)

    def run(self) -> Route | None:
        """Return the route, or None."""
        done = set[int]()
        while self._heap:
            _, cost, node = heappop(self._heap)
            if node in done:
                continue
            done.add(node)
            if self._is_end(node):
                return self._trace(node)
            self._spread(node, cost)
        return None

    def _spread(self, node: int, cost: int) -> None:
        board, (cell, way) = self._board, divmod(node, 4)
        crosses = board.sort_of(cell) != _FREE
        y, x = divmod(cell, board.width)
        for turn in range(4):
            if turn == (way + 2) % 4 or (crosses and turn != way):
                continue
            next_x, next_y = x + _OFFSETS[turn][0], y + _OFFSETS[turn][1]
            if not (0 <= next_x < board.width and 0 <= next_y < board.height):
                continue
            after = next_y * board.width + next_x
            step = self._step_cost(after, turn)
            if step:
                self._reach(after * 4 + turn, cost + step + _TURN * (turn != way), node)

    def _step_cost(self, cell: int, way: int) -> int:
        """Return what a step into a cell costs; 0 where it is not possible."""
        sort = self._board.sort_of(cell)
        if sort == _FREE:
            return 1 + _SKIRT * self._board.is_skirt(cell)
        across = _WIRE_UPRIGHT if _LEVEL[way] else _WIRE_LEVEL
        return 1 + _CROSSING if sort == across else 0

    def _reach(self, node: int, cost: int, before: int) -> None:
        if cost < self._costs.get(node, cost + 1):
            self._costs[node], self._before[node] = cost, before
            y, x = divmod(node // 4, self._board.width)
            box = self._target
            aside = max(box.x - 1 - x, 0, x - box.x - box.width)
            above = max(box.y - 1 - y, 0, y - box.y - box.height)
            heappush(self._heap, (cost + aside + above, cost, node))

    def _is_end(self, node: int) -> bool:
        cell, way = divmod(node, 4)
        if self._board.sort_of(cell) != _FREE:
            return False
        y, x = divmod(cell, self._board.width)
        x, y, box = x + _OFFSETS[way][0], y + _OFFSETS[way][1], self._target
        if _LEVEL[way]:
            side = box.x if way == RIGHT else box.x + box.width - 1
            return x == side and box.y < y < box.y + box.height - 1
        side = box.y if way == DOWN else box.y + box.height - 1
        return y == side and box.x < x < box.x + box.width - 1

    def _trace(self, node: int) -> Route:
        """Return the steps to a node; each goes on as the next one was entered."""
        found, ahead = list[RouteStep](), node % 4
        while node >= 0:
            cell, way = divmod(node, 4)
            y, x = divmod(cell, self._board.width)
            found.append(RouteStep(x, y, way, ahead))
            node, ahead = self._before[node], way
        return tuple(reversed(found))


def _doors(box: Box) -> Iterator[tuple[int, int, int]]:
    """Yield the cells outside a box from which a route may start, with the way out."""
    for y in range(box.y + 1, box.y + box.height - 1):
        yield box.x + box.width, y, RIGHT
        yield box.x - 1, y, LEFT
    for x in range(box.x + 1, box.x + box.width - 1):
        yield x, box.y + box.height, DOWN
        yield x, box.y - 1, UP


def _runs(route: Route, *, level: bool) -> Iterator[list[RouteStep]]:
    """Yield the straight parts of a route, without its corners and its head."""
    run: list[RouteStep] = []
    for step in route[:-1]:
        if step.came == step.way and _LEVEL[step.way] == level:
            run.append(step)
        elif run:
            yield run
            run = []
    if run:
        yield run
