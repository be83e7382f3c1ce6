"""Shortest paths over the map: 4 neighbours, unit cost, deterministic among equals.

The route from a cell is read off the exact distances to the goal: at each cell the first of N, E,
S, W that is one nearer. A* searches backwards from the goal and settles every cell that can lie on
a shortest route; from the second walk to the same goal on, a breadth-first field grows instead, as
far as it is needed, and is kept. Both give the same distances, hence the same route, whatever was
asked before. Long walks over open country are found by their gates (`far`), which gives the same
route again.
"""

from collections import OrderedDict
from collections.abc import Iterable
from typing import NamedTuple

from latticeville.core.geometry import STEPS, Cell
from latticeville.world.model.grid import Grid

BALL_CELLS = 400
"""Cells around an end that are searched for its gate."""
MAX_ROWS = 200_000
"""Rows of bits that are kept in all."""
MAX_CELLS = 1_000_000
"""How many cells' distances are kept in all; the goal that was asked for least recently goes
first."""


MAX_GATES = 1000
"""How many goals' gates are kept before all are forgotten."""
MAX_ROUTES = 50_000
"""How many routes are kept before all are forgotten."""
FAR_STEPS = 64
"""Steps from which on a walk is tried by way of the gates of both its ends."""


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


class PathFinder:
    """Routes over one grid; what it remembers speeds answers up and never changes them."""

    def __init__(self, grid: Grid) -> None:
        self._grid = grid
        self._stride = grid.width + 1
        self._steps = {way: dx + dy * self._stride for way, (dx, dy) in STEPS.items()}
        self._grounds: dict[frozenset[int], bytearray] = {}
        self._open_grounds: dict[frozenset[int], OpenGround] = {}
        self._routes: dict[tuple[frozenset[int], Cell, tuple[Cell, ...]], str | None] = {}
        self._gates: dict[tuple[frozenset[int], tuple[Cell, ...]], Gate | None] = {}
        self._cells = 0
        self._fields: OrderedDict[tuple[frozenset[int], tuple[Cell, ...]], _Field | None] = (
            OrderedDict()
        )

    def route(self, closed: frozenset[int], start: Cell, goals: tuple[Cell, ...]) -> str | None:
        """Return the steps from start to the nearest goal, "" when already there, None where no way
        leads; people go the same ways again and again.

        `closed` holds grid indices that cannot be entered; standing on one is no hindrance to
        leaving it.
        """
        key = (closed, start, goals)
        if key not in self._routes:
            if len(self._routes) >= MAX_ROUTES:
                self._routes.clear()
            self._routes[key] = self._find_route(closed, start, goals)
        return self._routes[key]

    def _find_route(
        self, closed: frozenset[int], start: Cell, goals: tuple[Cell, ...]
    ) -> str | None:
        ground = self._ground(closed)
        ends = [self._index(goal) for goal in goals if self._grid.contains(goal)]
        origin = self._index(start)
        if origin in ends:
            return ""
        ends = [end for end in ends if ground[end]]
        if not ends:
            return None
        key = (closed, goals)
        way = self._far_walk(ground, key, origin, ends)
        if way is not None:
            return way
        if key in self._fields:
            field = self._fields[key] or _Field(ends)
            self._fields[key] = field
            self._fields.move_to_end(key)
            before = len(field.distances)
            distances = field.reach(origin, ground, self._deltas)
            self._cells += len(field.distances) - before
            self._evict()
        else:
            self._fields[key] = None
            distances = self._search(ground, origin, ends)
        return self._read_route(distances, origin)

    def _far_walk(
        self,
        ground: bytearray,
        key: tuple[frozenset[int], tuple[Cell, ...]],
        origin: int,
        ends: list[int],
    ) -> str | None:
        """Return a route over open country by way of the gates of both ends; None where that is not
        known to be it."""
        if min(self._step_distance(origin, end) for end in ends) < FAR_STEPS:
            return None
        country = self._open_grounds.get(key[0])
        if country is None:
            country = self._open_grounds[key[0]] = OpenGround(ground, self._stride)
        if key not in self._gates:
            if len(self._gates) > MAX_GATES:
                self._gates.clear()
            self._gates[key] = country.find_gate(ends)
        gate = self._gates[key]
        way = None if gate is None else self._walk_to(gate, ground, country, origin)
        if gate is None or way is None:
            return None
        into = self._read_route(self._search(ground, gate.cell, ends), gate.cell)
        return None if into is None else way + into

    def _walk_to(
        self, gate: Gate, ground: bytearray, country: OpenGround, origin: int
    ) -> str | None:
        """Return a route to a gate, by way of the origin's; None where it is not known to be
        one."""
        if origin in gate.ball:
            return None
        straight = country.find_walk(origin, gate.cell)
        if straight is not None:
            return straight
        here = country.find_gate([origin])
        if here is None or not gate.ball.isdisjoint(here.ball):
            return None
        out = self._read_route(self._search(ground, origin, [here.cell]), origin)
        between = country.find_walk(here.cell, gate.cell)
        return None if out is None or between is None else out + between

    def _step_distance(self, one: int, other: int) -> int:
        (y, x), (to_y, to_x) = divmod(one, self._stride), divmod(other, self._stride)
        return abs(y - to_y) + abs(x - to_x)

    def _evict(self) -> None:
        while self._cells > MAX_CELLS and len(self._fields) > 1:
            _goal, field = self._fields.popitem(last=False)
            self._cells -= len(field.distances) if field else 0

    @property
    def _deltas(self) -> tuple[int, ...]:
        return tuple(self._steps.values())

    def _index(self, cell: Cell) -> int:
        return (cell[1] + 1) * self._stride + cell[0] + 1

    def _ground(self, closed: frozenset[int]) -> bytearray:
        """Return one byte a cell, 1 where free, with a closed rim so that no step needs a bounds
        check."""
        ground = self._grounds.get(closed)
        if ground is None:
            grid, stride = self._grid, self._stride
            ground = bytearray(stride * (grid.height + 2) + 1)
            for y in range(grid.height):
                row = (y + 1) * stride + 1
                ground[row : row + grid.width] = grid.walkable[
                    y * grid.width : (y + 1) * grid.width
                ]
            for index in closed:
                ground[self._index(grid.cell(index))] = 0
            if len(self._grounds) > 8:
                self._grounds.clear()
                self._open_grounds.clear()
                self._gates.clear()
            self._grounds[closed] = ground
        return ground

    def _search(self, ground: bytearray, origin: int, ends: list[int]) -> dict[int, int]:
        """Return exact distances to the nearest end for every cell of every shortest route
        (backward A*)."""
        stride = self._stride
        row, column = divmod(origin, stride)

        def bound(cell: int) -> int:
            y, x = divmod(cell, stride)
            return abs(y - row) + abs(x - column)

        settled: dict[int, int] = {}
        buckets: dict[int, list[tuple[int, int]]] = {}
        for end in ends:
            buckets.setdefault(bound(end), []).append((end, 0))
        while buckets:
            least = min(buckets)
            if least > settled.get(origin, least):
                break
            for cell, distance in _drain(buckets, least):
                if settled.get(cell, distance + 1) <= distance:
                    continue
                settled[cell] = distance
                for way in self._deltas:
                    after = cell + way
                    if (ground[after] or after == origin) and settled.get(
                        after, distance + 2
                    ) > distance + 1:
                        buckets.setdefault(distance + 1 + bound(after), []).append(
                            (after, distance + 1)
                        )
        return settled

    def _read_route(self, distances: dict[int, int], origin: int) -> str | None:
        left = distances.get(origin)
        if left is None:
            return None
        route, cell = [], origin
        while left:
            left -= 1
            for way, delta in self._steps.items():
                if distances.get(cell + delta) == left:
                    route.append(way)
                    cell += delta
                    break
        return "".join(route)


def _drain(buckets: dict[int, list[tuple[int, int]]], key: int) -> Iterable[tuple[int, int]]:
    """Yield a bucket's entries, those that are added meanwhile included, then drop it."""
    entries = buckets[key]
    while entries:
        yield entries.pop()
    del buckets[key]


class _Field:
    """Breadth-first distances to the nearest end, grown level by level as far as anybody has
    asked."""

    def __init__(self, ends: list[int]) -> None:
        self.distances = dict.fromkeys(ends, 0)
        self._edge = list(self.distances)
        self._level = 0

    def reach(self, origin: int, ground: bytearray, ways: tuple[int, ...]) -> dict[int, int]:
        """Grow until the origin is known, or to the end; return the distances, the origin's among
        them."""
        distances = self.distances
        if origin not in distances and not ground[origin]:
            return self._reach_closed(origin, ground, ways)
        while origin not in distances and self._edge:
            self._level += 1
            edge = []
            for cell in self._edge:
                for way in ways:
                    after = cell + way
                    if ground[after] and after not in distances:
                        distances[after] = self._level
                        edge.append(after)
            self._edge = edge
        return distances

    def _reach_closed(
        self, origin: int, ground: bytearray, ways: tuple[int, ...]
    ) -> dict[int, int]:
        """Return the distances from a cell that can be left but not entered."""
        near = [
            self.reach(origin + way, ground, ways).get(origin + way)
            for way in ways
            if ground[origin + way]
        ]
        known = [distance for distance in near if distance is not None]
        return {**self.distances, origin: min(known) + 1} if known else {}
