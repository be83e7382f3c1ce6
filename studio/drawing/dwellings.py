"""Where people live and work, as short labels on a map of any scale, and the way from one to the other."""

from collections.abc import Iterator
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from latticeville.core.geometry import Cell
from latticeville.world.pack import World

if TYPE_CHECKING:
    from latticeville.lab.cast import CastView

HOME, WORK, BOTH = "home", "work", "both"
SIGNS = {HOME: "⌂", WORK: "⚒", BOTH: "◊"}
"""What a label begins with; a person's glyph, or how many people it is about, follows."""
MOST = 9
"""The most people that a label counts; of more it says so."""
WIDE = 2
"""Cells of a label."""


class Label(NamedTuple):
    """A label: its left cell on the small map, what it stands for, the area, and whose it is."""

    cell: Cell
    sort: str
    area: str
    who: tuple[str, ...]

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells of the small map that it fills."""
        return tuple(Cell(self.cell.x + more, self.cell.y) for more in range(WIDE))


class Way(NamedTuple):
    """The way from a home to a place of work: its cells, those at both ends included."""

    cells: tuple[Cell, ...]

    @property
    def steps(self) -> int:
        """How many steps it takes."""
        return max(0, len(self.cells) - 1)


def labels(world: World, found: "CastView", factor: int) -> tuple[Label, ...]:
    """Return the labels on a map of which a cell stands for `factor` cells of the world each way.

    Each lies as near to the middle of its area as there is room; those that find none are told by one together.
    """
    wanted: dict[tuple[str, str], list[str]] = {}
    for sort in (HOME, WORK):
        for one in found.people:
            area = one.home if sort == HOME else one.work
            if area in world.areas.by_id:
                wanted.setdefault((sort, area), []).append(one.who)
    made: list[Label] = []
    taken: dict[Cell, int] = {}
    for (sort, area), who in wanted.items():
        spots = _spots(world, area, factor)
        tried = [Label(spot, sort, area, tuple(who)) for spot in spots]
        label = next((one for one in tried if taken.keys().isdisjoint(one.cells)), None)
        if label is not None:
            taken.update(dict.fromkeys(label.cells, len(made)))
            made.append(label)
            continue
        place = next(taken[cell] for cell in tried[0].cells if cell in taken)
        old = made[place]
        made[place] = old._replace(
            sort=old.sort if old.sort == sort else BOTH, who=tuple(dict.fromkeys((*old.who, *who)))
        )
    return tuple(made)


def _spots(world: World, area: str, factor: int) -> list[Cell]:
    """Return where a label of an area may begin, best first."""
    most = -(-world.grid.width // factor) - WIDE
    cells = {
        Cell(max(0, min(x, most)), y)
        for box in world.areas.by_id[area].boxes
        for y in range(box.y // factor, (box.y + box.height - 1) // factor + 1)
        for x in range(box.x // factor, (box.x + box.width - 1) // factor + 1)
    }
    x, y = sum(cell.x for cell in cells) / len(cells) - 0.5, sum(cell.y for cell in cells) / len(cells)
    return sorted(cells, key=lambda cell: ((cell.x - x) ** 2 + (2 * (cell.y - y)) ** 2, cell.y, cell.x))


def way(world: World, home: str, work: str) -> Way:
    """Return the shortest way from the middle of an area to that of another; what can be opened bars nobody."""
    if home not in world.areas.by_id or work not in world.areas.by_id:
        return Way(())
    from latticeville.sim.paths import Paths  # noqa: PLC0415 - the cast comes when it is wanted

    closed = _closed(world)
    start, goal = (next(_free(world, closed, area), None) for area in (home, work))
    if start is None or goal is None:
        return Way(())
    steps = Paths(world.grid).route(closed, start, (goal,))
    return Way(tuple(accumulate(steps, Cell.step, initial=start))) if steps is not None else Way(())


def _closed(world: World) -> frozenset[int]:
    """Return the cells of objects that block in every state that they can be in."""
    found: set[int] = set()
    for spot in world.objects.values():
        kind = world.kinds[spot.kind]
        if all(kind.blocks_in(state) for state in kind.states):
            found.update(world.grid.index(cell) for cell in spot.box.cells() if world.grid.holds(cell))
    return frozenset(found)


def _free(world: World, closed: frozenset[int], area: str) -> Iterator[Cell]:
    """Yield the cells of an area where one can stand, those in its middle first."""
    for cell in _spots(world, area, 1):
        if world.free(cell) and world.grid.index(cell) not in closed:
            yield cell


def count(label: Label) -> str:
    """Return how many people a label is about, as one letter."""
    return f"{len(label.who)}" if len(label.who) <= MOST else "+"
