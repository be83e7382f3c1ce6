"""Shortest paths over long distances in open country, without searching the country.

Close to both ends, breadth-first search finds a *gate*: the cell that every shortest way out
passes, such as the door of a house. If some way between two gates goes in two directions only, all
shortest ones do, and rows of bits say from which cells the far gate can be reached that way. If
none does, this module gives no answer.
"""

from collections import OrderedDict
from typing import NamedTuple

BALL_CELLS = 400
"""Cells around an end that are searched for its gate."""
MAX_ROWS = 200_000
"""Rows of bits that are kept in all."""


class Gate(NamedTuple):
    """The last cell that every shortest way out of a ball of cells passes; `ball` are all cells
    that are nearer."""

    cell: int
    ball: frozenset[int]


class OpenGround:
    """Walks over one ground: one byte a cell, 1 where free, rows of `stride` cells within a closed
    rim."""

    def __init__(self, ground: bytearray, stride: int) -> None:
        self._ground, self._stride = ground, stride
        self._free_rows: dict[tuple[int, bool], int] = {}
        self._reachable_rows: OrderedDict[tuple[int, bool, bool], list[int]] = OrderedDict()
        self._row_count = 0

    def find_gate(self, ends: list[int]) -> Gate | None:
        """Return the gate around cells; None where their surroundings are small, or many ways lead
        out."""
        ways = (-self._stride, 1, self._stride, -1)
        levels, ball = self._expand_ball(ends, ways)
        alive = {*levels.pop()}
        while levels and alive:
            alive = {cell for cell in levels.pop() if any(cell + way in alive for way in ways)}
            if len(alive) == 1:
                return Gate(alive.pop(), frozenset(ball))
        return None

    def _expand_ball(
        self, ends: list[int], ways: tuple[int, ...]
    ) -> tuple[list[list[int]], set[int]]:
        """Return the cells around others by distance, until there are enough, and all of them."""
        ground = self._ground
        levels, ball = [[*dict.fromkeys(ends)]], {*ends}
        while levels[-1] and len(ball) < BALL_CELLS:
            edge = []
            for cell in levels[-1]:
                for way in ways:
                    after = cell + way
                    if ground[after] and after not in ball:
                        ball.add(after)
                        edge.append(after)
            levels.append(edge)
        return levels, ball

    def find_walk(self, start: int, goal: int) -> str | None:
        """Return the first of the shortest ways in the order N, E, S, W; None where each needs a
        third direction."""
        (y, x), (to_y, to_x) = divmod(start, self._stride), divmod(goal, self._stride)
        east, south = to_x >= x, to_y > y
        rows = self._compute_rows(goal, east=east, south=south, count=abs(to_y - y) + 1)
        bit = self._column_bit(x, east=east)
        if not rows[abs(to_y - y)] >> bit & 1:
            return None
        across, down = "E" if east else "W", "S" if south else "N"
        steps, last = list[str](), self._column_bit(to_x, east=east)
        for left in range(abs(to_y - y), 0, -1):
            if south and east:
                blocked = ~rows[left] & ((1 << bit) - 1)
                after = blocked.bit_length()
            else:
                after = (rows[left - 1] & ((1 << bit + 1) - 1)).bit_length() - 1
            steps += across * (bit - after), down
            bit = after
        return "".join((*steps, across * (bit - last)))

    def _compute_rows(self, goal: int, *, east: bool, south: bool, count: int) -> list[int]:
        """Return, from the goal's row on backwards, the cells from which two directions lead to it,
        as bits."""
        key, (y, x) = (goal, east, south), divmod(goal, self._stride)
        rows = self._reachable_rows.pop(key, None)
        if rows is None:
            seed = 1 << self._column_bit(x, east=east)
            rows = [_flood(self._free_row(y, east=east), seed)]
            self._row_count += 1
        self._reachable_rows[key] = rows
        for number in range(len(rows), count):
            free = self._free_row(y - number if south else y + number, east=east)
            rows.append(_flood(free, rows[-1] & free))
            self._row_count += 1
        while self._row_count > MAX_ROWS and len(self._reachable_rows) > 1:
            self._row_count -= len(self._reachable_rows.popitem(last=False)[1])
        return rows

    def _column_bit(self, x: int, *, east: bool) -> int:
        """Return the bit of a column; walkers go towards the lowest bit."""
        return self._stride - 1 - x if east else x

    def _free_row(self, y: int, *, east: bool) -> int:
        found = self._free_rows.get((y, east))
        if found is None:
            cells = self._ground[y * self._stride : (y + 1) * self._stride]
            digits = bytes(cells if east else reversed(cells)).translate(_DIGITS)
            found = self._free_rows[y, east] = int(digits, 2)
        return found


_DIGITS = bytes.maketrans(b"\0\1", b"01")


def _flood(free: int, seeds: int) -> int:
    """Return the seeds and all free bits above each of them without a gap.

    >>> bin(_flood(0b1101110, 0b0100100))
    '0b1101100'
    """
    return (free & ~(free + seeds)) | seeds
