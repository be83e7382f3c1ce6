"""What somebody sees of food around them and of the need of others, and whom they can reach."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from latticeville.mind.percept import AGENT, Node, Percept
from latticeville.mind.vitals import DEAD, STARVING, WEAK, Vitals
from latticeville.sim.cell_stocks import resources_around
from latticeville.sim.perception import view_of
from latticeville.sim.state import State
from latticeville.sim.tree import Body
from latticeville.world.model.survival import SurvivalSettings

WEAK_HEALTH, WEAK_ENERGY = 500, 200
"""The health and the energy, in thousandths, below which a body looks weak."""


def sense_needs(state: State, body: Body, percept: Percept) -> Percept:
    """Return a percept with the own vitals, the resources around, and the need of others."""
    return replace(
        percept,
        vitals=body.vitals,
        resources=resources_around(state, body),
        conditions=conditions_in_sight(state, body, percept.sights),
    )


def conditions_in_sight(state: State, body: Body, sights: Iterable[Node]) -> dict[str, str]:
    """Return which others in sight look weak or starving, and who lies dead there, by id."""
    looks = state.keep("looks of the needy", lambda: _looks(state))
    found = {node.id: looks[node.id] for node in sights if node.id in looks and node.id != body.id}
    if state.tree.members.get(""):
        found |= dict.fromkeys(sorted(_dead_in_sight(state, body)), DEAD)
    return found


def _looks(state: State) -> dict[str, str]:
    """Return how those look in whom one sees a need, by id."""
    rules, bodies = state.world.survival, state.bodies
    return {who: look for who, body in bodies.items() if (look := _look_of(body.vitals, rules))}


def _dead_in_sight(state: State, body: Body) -> Iterator[str]:
    """Yield the ids of the dead; the world tree has them, and what people carry, in no area.

    Without a view, somebody sees the area in which they stand.
    """
    view = view_of(state, body)
    gone = state.tree.members[""] if view is None else state.tree.members_in("", view)
    for node in gone:
        if node.kind == AGENT and (view or state.bodies[node.id].area == body.area):
            yield node.id


def _look_of(vitals: Vitals | None, rules: SurvivalSettings) -> str:
    if vitals is None:
        return ""
    if vitals.hunger > rules.starving:
        return STARVING
    return WEAK if vitals.health < WEAK_HEALTH or vitals.energy < WEAK_ENERGY else ""


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
