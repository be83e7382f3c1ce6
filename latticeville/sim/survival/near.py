"""Who is near whom: on the same cell or one of the eight around it."""

from latticeville.mind.vitals import Vitals
from latticeville.sim.state import State
from latticeville.sim.tree import Body


def people_near(state: State, who: str) -> list[str]:
    """Return the living others beside somebody, by id."""
    x, y = state.bodies[who].cell
    people = state.tree.people_by_cell
    cells = [(column, row) for row in (y - 1, y, y + 1) for column in (x - 1, x, x + 1)]
    return sorted(
        [other for cell in cells if cell in people for other in people[cell] if other != who]
    )


def refusal_to_reach(state: State, who: str, target: str) -> str:
    """Return why somebody cannot do anything to another, or ""; that they are too far away is found
    out by trying."""
    other = state.bodies.get(target)
    if other is None or target == who:
        return "there is nobody of that name"
    return f"{target} is dead" if other.is_dead else ""


def vitals_of(body: Body) -> Vitals:
    """Return the vitals of a body, those of a healthy one where the world has none."""
    return body.vitals or Vitals()
