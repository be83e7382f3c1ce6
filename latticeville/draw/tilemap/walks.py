"""People between two ticks: who goes a cell on, and how they are drawn half way."""

from collections.abc import Mapping
from typing import NamedTuple

from latticeville.core.geometry import Cell
from latticeville.draw.frame import Layer
from latticeville.sim.tree import Body


class Walk(NamedTuple):
    """The cells at which somebody is at the end of two ticks, one beside the other."""

    start: Cell
    end: Cell

    def at(self, fraction: float) -> tuple[float, float]:
        """Return column and row at a fraction of the way, from 0 to 1."""
        (x, y), (to_x, to_y) = self.start, self.end
        return x + (to_x - x) * fraction, y + (to_y - y) * fraction


def walks_between(before: Mapping[str, Body], after: Mapping[str, Body]) -> dict[str, Walk]:
    """Return the walk of each person who is a cell farther; who is moved elsewhere at once makes
    none."""
    found = {}
    for who, body in after.items():
        old = before.get(who)
        if old is not None and abs(old.cell.x - body.cell.x) + abs(old.cell.y - body.cell.y) == 1:
            found[who] = Walk(old.cell, body.cell)
    return found


def place_walkers(people: Layer, walks: Mapping[str, Walk], fraction: float) -> Layer:
    """Return a layer in which people who walk sideways stand between two cells, as long as fraction
    is below 1.

    A cell has two columns, so that there is one place between two cells. A sprite there is in the
    left cell, its `shift` is 1. Who walks up or down, or meets somebody in either cell, is at the
    end of the walk.
    """
    made = {y: dict(row) for y, row in people.items()}
    for who, (start, end) in walks.items() if fraction < 1 else ():
        row = made.get(end.y, {})
        sprite = row.get(end.x)
        if (
            start.y == end.y
            and sprite
            and sprite.id == who
            and sprite.crowd == 1
            and start.x not in row
        ):
            del row[end.x]
            row[min(start.x, end.x)] = sprite._replace(shift=1)
    return made
