"""A law of nature: now and then a blight destroys a resource."""

from latticeville.sim.survival.disasters import cells_around, destroy, pick_cell, strikes, witnesses
from latticeville.sim.survival.events import BLIGHT, Disaster
from latticeville.sim.tick_draft import TickDraft


def blight(draft: TickDraft) -> None:
    """Destroy a share of a resource around a random cell of it."""
    world, rules = draft.world, draft.world.survival.events.blight
    if not strikes(draft, BLIGHT, rules.chance):
        return
    center = pick_cell(draft, BLIGHT, world.resource_maxima.get(rules.resource, ()))
    if center is None:
        return
    cells = cells_around(world, center, rules.radius)
    lost = destroy(draft, rules.resource, cells, rules.loss)
    area = world.areas.at(world.grid.cell(center))
    seen = witnesses(draft, cells)
    draft.events.append(
        Disaster(BLIGHT, area, cells, {rules.resource: lost} if lost else {}, witnesses=seen)
    )
