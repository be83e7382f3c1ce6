"""A law of nature: now and then water rises, washes resources away and hurts people."""

from latticeville.sim.survival.disasters import (
    cells_around,
    destroy,
    hurt_people,
    pick_cell,
    strikes,
    witnesses,
)
from latticeville.sim.survival.events import FLOOD, Disaster
from latticeville.sim.tick_draft import TickDraft


def flood(draft: TickDraft) -> None:
    """Flood the cells around a random cell of the terrain."""
    world, rules = draft.world, draft.world.survival.events.flood
    if not strikes(draft, FLOOD, rules.chance):
        return
    wet = {glyph for glyph, tile in world.grid.legend.items() if tile.terrain == rules.terrain}
    center = pick_cell(
        draft,
        FLOOD,
        (index for index, glyph in enumerate("".join(world.grid.rows)) if glyph in wet),
    )
    if center is None:
        return
    cells = cells_around(world, center, rules.radius)
    names = sorted({*world.resource_maxima, *draft.resources})
    lost = {name: gone for name in names if (gone := destroy(draft, name, cells, rules.loss))}
    area = world.areas.at(world.grid.cell(center))
    hurt = hurt_people(draft, cells, rules.damage)
    draft.events.append(
        Disaster(FLOOD, area, cells, lost, hurt=hurt, witnesses=witnesses(draft, cells))
    )
