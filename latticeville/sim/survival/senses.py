"""What somebody sees of food around them, and of the need of others."""

from collections.abc import Iterable

from latticeville.mind.percept import AGENT, Node
from latticeville.mind.vitals import DEAD, STARVING, WEAK, ResourceSeen, Vitals
from latticeville.sim.state import State
from latticeville.sim.tree import Body, VisibleRegion
from latticeville.world.model.survival import SurvivalSettings

WEAK_HEALTH, WEAK_ENERGY = 500, 200
"""The health and the energy, in thousandths, below which a body looks weak."""


def resources_around(state: State, body: Body) -> tuple[ResourceSeen, ...]:
    """Return what grows or lies in the cells around a body, row by row; a cell that is not listed holds nothing."""
    world, found = state.world, list[ResourceSeen]()
    cells = [(cell, world.grid.index(cell)) for cell in world.grid.cells_around(body.cell, world.survival.radius)]
    for name in state.resource_names:
        grows = world.resource_maxima.get(name, {})
        lies = state.resources[name].stocks if name in state.resources else {}
        there = (cell for cell, index in cells if index in grows or index in lies)
        found += [ResourceSeen(cell, name, state.units_in(cell, name)) for cell in there]
    return tuple(found)


def dead_bodies(state: State) -> list[Body]:
    """Return the bodies of the dead, by id."""
    return [body for who in state.world.person_ids if (body := state.bodies[who]).is_dead]


def conditions_in_sight(
    state: State, body: Body, sights: Iterable[Node], view: VisibleRegion | None, dead: Iterable[Body]
) -> dict[str, str]:
    """Return which others in sight look weak or starving, and who lies dead there, by id.

    Without a `view`, somebody sees the area in which they stand.
    """
    others = (state.bodies[node.id] for node in sights if node.kind == AGENT and node.id != body.id)
    rules = state.world.survival
    found = {other.id: look for other in others if (look := _look_of(other.vitals, rules))}
    near = (one for one in dead if (one.cell in view.cells if view else one.area == body.area))
    return found | {one.id: DEAD for one in near}


def _look_of(vitals: Vitals | None, rules: SurvivalSettings) -> str:
    if vitals is None:
        return ""
    if vitals.hunger > rules.starving:
        return STARVING
    return WEAK if vitals.health < WEAK_HEALTH or vitals.energy < WEAK_ENERGY else ""
