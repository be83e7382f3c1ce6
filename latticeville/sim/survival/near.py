"""Who is near whom: on the same cell or one of the eight around it."""

from collections.abc import Iterator

from latticeville.core.geometry import Cell
from latticeville.mind.vitals import Vitals
from latticeville.sim.state import State
from latticeville.sim.tree import Body


def people_near(state: State, who: str) -> Iterator[str]:
    """Yield the living others beside somebody, by id."""
    x, y = state.bodies[who].cell
    people = state.tree.people_by_cell
    cells = (Cell(column, row) for row in range(y - 1, y + 2) for column in range(x - 1, x + 2))
    yield from sorted(other for cell in cells for other in people.get(cell, ()) if other != who)


def refusal_to_reach(state: State, who: str, target: str) -> str:
    """Return why somebody cannot do anything to another, or ""; that they are too far away is found out by trying."""
    other = state.bodies.get(target)
    if other is None or target == who:
        return "there is nobody of that name"
    return f"{target} is dead" if other.is_dead else ""


def vitals_of(body: Body) -> Vitals:
    """Return the vitals of a body, those of a healthy one where the world has none."""
    return body.vitals or Vitals()
