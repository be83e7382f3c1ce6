"""The map of homes and work places: labels at any scale, ways between them, the map as text."""

from collections.abc import Iterator
from itertools import accumulate, chain
from math import ceil, floor
from typing import NamedTuple

from latticeville.core.geometry import Box, Cell
from latticeville.draw.frame import single
from latticeville.sim.paths import PathFinder
from latticeville.world.model.areas import WORLD, Area, union_bands
from latticeville.world.model.world import World

LEAST = 6
"""The fewest cells into which a longer name is cut."""
Taken = list[bytearray]
"""For each cell, by row and column, whether something is written there."""
HOME, WORK, BOTH = "home", "work", "both"
SIGNS = {HOME: "⌂", WORK: "¤", BOTH: "◊"}
"""What a label begins with; a person's glyph, or how many people it is about, follows."""
LEGEND = f"{SIGNS[HOME]} home {SIGNS[WORK]} work {SIGNS[BOTH]} both 2… people"
"""What the signs mean."""
MOST = 9
"""The most people that a label counts; of more it says so."""
WIDE = 2
"""The fewest cells of a label."""
NEAR = 8
"""How far from the middle of an area a label is tried first, in columns."""


def draw(world: World) -> tuple[str, ...]:
    """Return the rows of the map; only of homes and places of work are names cut where there is no
    room for them."""
    rows = [[single(glyph) for glyph in row] for row in world.grid.rows]
    taken = [bytearray(world.grid.width) for _ in rows]
    found = place_labels(world, 1, MOST)
    for label in found:
        _write(rows, taken, label.cell.x, label.cell.y, label_text(world, label))
    theirs = tuple(label.area for label in found)
    for area in dict.fromkeys((*theirs, *world.areas.by_id)):
        if area != WORLD:
            _name(rows, taken, world.areas.by_id[area], cut=area in theirs)
    return tuple("".join(row) for row in rows)


def _name(rows: list[list[str]], taken: Taken, area: Area, *, cut: bool) -> None:
    """Write the name of an area as far up in one of its boxes as there is room: between blanks,
    else bare, or cut."""
    if any(single(letter) != letter for letter in area.name):
        return
    room = max((box.width for box in area.boxes), default=0)
    less = (f"{area.name[: room - 1]}…",) if cut and LEAST <= room < len(area.name) else ()
    for name in (f" {area.name} ", area.name, *less):
        for box in area.boxes:
            for y, x in _free_spots(box, len(name)):
                if not any(taken[y][x : x + len(name)]):
                    _write(rows, taken, x, y, name)
                    return


def _free_spots(box: Box, wide: int) -> Iterator[tuple[int, int]]:
    """Yield where something so wide may begin in a box, row by row, from the middle of each to both
    sides."""
    middle = box.x + (box.width - wide) // 2
    for y in range(box.y, box.y + box.height):
        for x in sorted(
            range(box.x, box.x + box.width - wide + 1), key=lambda x: (abs(x - middle), x)
        ):
            yield y, x


def _write(rows: list[list[str]], taken: Taken, x: int, y: int, text: str) -> None:
    """Write a text, as far as it is on the map."""
    text = text[: len(rows[y]) - x]
    rows[y][x : x + len(text)] = text
    taken[y][x : x + len(text)] = bytes([1]) * len(text)


class MapLabel(NamedTuple):
    """A label: its left cell on the small map, what it stands for, the area, and whose it is."""

    cell: Cell
    sort: str
    area: str
    who: tuple[str, ...]
    wide: int = WIDE

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells of the small map that it fills."""
        return tuple(Cell(self.cell.x + more, self.cell.y) for more in range(self.wide))


class HomeToWork(NamedTuple):
    """The way from a home to a place of work: its cells, those at both ends included."""

    cells: tuple[Cell, ...]

    @property
    def steps(self) -> int:
        """How many steps it takes."""
        return max(0, len(self.cells) - 1)


def place_labels(world: World, factor: int, most: int = 1) -> tuple[MapLabel, ...]:
    """Return the labels on a map of which a cell stands for `factor` cells of the world each way.

    Each lies as near to the middle of its area as there is room, room for up to `most` glyphs if it
    may be; those that find none are told by one together.
    """
    made: list[MapLabel] = []
    taken: dict[Cell, int] = {}
    for (sort, area), who in _dwellings(world).items():
        tried = _candidates(world, sort, area, tuple(who), factor, most)
        best = next(tried)
        label = next(
            (one for one in chain((best,), tried) if taken.keys().isdisjoint(one.cells)), None
        )
        if label is not None:
            taken.update(dict.fromkeys(label.cells, len(made)))
            made.append(label)
            continue
        place = next(taken[cell] for cell in best.cells if cell in taken)
        old = made[place]
        both = old.sort if old.sort == sort else BOTH
        made[place] = old._replace(sort=both, who=tuple(dict.fromkeys((*old.who, *who))))
    return tuple(made)


def _dwellings(world: World) -> dict[tuple[str, str], list[str]]:
    """Return who lives and who works in each area that has a place on the map."""
    found: dict[tuple[str, str], list[str]] = {}
    for sort in (HOME, WORK):
        for one in world.people.values():
            area = one.home if sort == HOME else one.work
            if area in world.areas.by_id and world.areas.by_id[area].boxes:
                found.setdefault((sort, area), []).append(one.id)
    return found


def _candidates(
    world: World, sort: str, area: str, who: tuple[str, ...], factor: int, most: int
) -> Iterator[MapLabel]:
    """Yield the labels that an area may have, the best first."""
    boxes = world.areas.by_id[area].boxes
    roomy = len(who) <= most and factor * (len(who) + 1) <= max(box.width for box in boxes)
    for wide in dict.fromkeys((len(who) + 1 if roomy else WIDE, WIDE)):
        for spot in _spots(world, area, factor, wide):
            yield MapLabel(spot, sort, area, who, wide)


def _spots(world: World, area: str, factor: int, wide: int = WIDE) -> Iterator[Cell]:
    """Yield where a label of an area may begin, best first; what is far from its middle costs
    nothing until then."""
    last = max(0, -(-world.grid.width // factor) - wide)
    spans = [
        (rows, span)
        for rows, found in union_bands(
            _small(box, factor, last) for box in world.areas.by_id[area].boxes
        )
        for span in found
    ]
    left = sum(len(rows) * len(span) for rows, span in spans)
    x = (
        sum(len(rows) * len(span) * (span[0] + span[-1]) for rows, span in spans) / (2 * left)
        - (wide - 1) / 2
    )
    y = sum(len(rows) * len(span) * (rows[0] + rows[-1]) for rows, span in spans) / (2 * left)
    near, far = 0, NEAR
    while left:
        ring = _ring(spans, (x, y), near, far)
        yield from ring
        left -= len(ring)
        near, far = far, 2 * far


def _small(box: Box, factor: int, last: int) -> Box:
    """Return the cells of the small map that a box touches, with none to the right of the last
    column."""
    left, right = (min(x // factor, last) for x in (box.x, box.x + box.width - 1))
    top, bottom = box.y // factor, (box.y + box.height - 1) // factor
    return Box(left, top, right - left + 1, bottom - top + 1)


def _ring(
    spans: list[tuple[range, range]], middle: tuple[float, float], near: int, far: int
) -> list[Cell]:
    """Return the cells that are so far from a place, the nearest first; a row is two columns."""
    x, y = middle
    found = [
        ((column - x) ** 2 + (2 * (row - y)) ** 2, row, column)
        for rows, span in spans
        for row in _clip(rows, y, far)
        for column in _clip(span, x, far)
        if near * near <= (column - x) ** 2 + (2 * (row - y)) ** 2 < far * far
    ]
    return [Cell(column, row) for _, row, column in sorted(found)]


def _clip(span: range, middle: float, reach: int) -> range:
    """Return the part of a span that is within reach of a place."""
    return range(max(span.start, floor(middle - reach)), min(span.stop, ceil(middle + reach) + 1))


def route_between(world: World, home: str, work: str) -> HomeToWork:
    """Return the shortest way from the middle of an area to that of another; what can be opened
    bars nobody."""
    if any(
        area not in world.areas.by_id or not world.areas.by_id[area].boxes for area in (home, work)
    ):
        return HomeToWork(())
    closed = _closed(world)
    start, goal = (next(_free(world, closed, area), None) for area in (home, work))
    if start is None or goal is None:
        return HomeToWork(())
    steps = PathFinder(world.grid).route(closed, start, (goal,))
    return (
        HomeToWork(tuple(accumulate(steps, Cell.step, initial=start)))
        if steps is not None
        else HomeToWork(())
    )


def _closed(world: World) -> frozenset[int]:
    """Return the cells of objects that block in every state that they can be in."""
    found: set[int] = set()
    for spot in world.objects.values():
        kind = world.kinds[spot.kind]
        if all(kind.is_blocking(state) for state in kind.states):
            found.update(
                world.grid.index(cell)
                for cell in spot.footprint.cells()
                if world.grid.contains(cell)
            )
    return frozenset(found)


def _free(world: World, closed: frozenset[int], area: str) -> Iterator[Cell]:
    """Yield the cells of an area where one can stand, those in its middle first."""
    for cell in _spots(world, area, 1):
        if world.is_walkable(cell) and world.grid.index(cell) not in closed:
            yield cell


def label_text(world: World, label: MapLabel, chosen: str = "") -> str:
    """Return what a label reads: what it stands for, and everybody's glyph; the chosen one's alone,
    or how many."""
    who = (chosen,) if chosen in label.who else label.who
    if len(who) < label.wide:
        return SIGNS[label.sort] + "".join(single(world.people[one].persona.glyph) for one in who)
    return SIGNS[label.sort] + (f"{len(who)}" if len(who) <= MOST else "+")
