"""What somebody sees of food around them, and of the need of others."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from latticeville.mind.percept import AGENT, Node, Percept
from latticeville.mind.vitals import DEAD, STARVING, WEAK, ResourceSeen, Vitals
from latticeville.sim.perception import view_of
from latticeville.sim.resource_layer import FULL
from latticeville.sim.state import State
from latticeville.sim.tree import Body, VisibleRegion
from latticeville.world.model.survival import THOUSAND, SurvivalSettings

WEAK_HEALTH, WEAK_ENERGY = 500, 200
"""The health and the energy, in thousandths, below which a body looks weak."""


def sense_needs(state: State, body: Body, percept: Percept) -> Percept:
    """Return a percept with the own vitals, the resources around, and the need of others."""
    return replace(
        percept,
        vitals=body.vitals,
        resources=resources_around(state, body),
        conditions=conditions_in_sight(state, body, percept.sights, view_of(state, body)),
    )


def resources_around(state: State, body: Body) -> tuple[ResourceSeen, ...]:
    """Return what grows or lies in the cells around a body, row by row; a cell that is not listed
    holds nothing."""
    world, found = state.world, list[ResourceSeen]()
    around = [
        (cell, world.grid.index(cell))
        for cell in world.grid.cells_around(body.cell, world.survival.radius)
    ]
    for name in state.resource_names:
        grows, layer = world.resource_maxima.get(name, {}), state.resources.get(name, FULL)
        growth, step = world.survival.growth_of(name), state.survival_step
        for cell, index in around:
            if index in grows or index in layer.stocks:
                units = layer.amount(index, grows.get(index, 0), growth, step) // THOUSAND
                found.append(ResourceSeen(cell, name, units))
    return tuple(found)


def conditions_in_sight(
    state: State, body: Body, sights: Iterable[Node], view: VisibleRegion | None
) -> dict[str, str]:
    """Return which others in sight look weak or starving, and who lies dead there, by id.

    Without a `view`, somebody sees the area in which they stand.
    """
    others = (state.bodies[node.id] for node in sights if node.kind == AGENT and node.id != body.id)
    rules = state.world.survival
    found = {other.id: look for other in others if (look := _look_of(other.vitals, rules))}
    return found | dict.fromkeys(sorted(_dead_in_sight(state, body, view)), DEAD)


def _dead_in_sight(state: State, body: Body, view: VisibleRegion | None) -> Iterator[str]:
    """Yield the ids of the dead; the world tree has them, and what people carry, in no area."""
    gone = state.tree.members.get("", ()) if view is None else state.tree.members_near("", view.box)
    for node in gone:
        if node.kind == AGENT and (
            node.cell in view.cells if view else state.bodies[node.id].area == body.area
        ):
            yield node.id


def _look_of(vitals: Vitals | None, rules: SurvivalSettings) -> str:
    if vitals is None:
        return ""
    if vitals.hunger > rules.starving:
        return STARVING
    return WEAK if vitals.health < WEAK_HEALTH or vitals.energy < WEAK_ENERGY else ""
