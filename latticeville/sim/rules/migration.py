"""A law of nature: now and then prey leaves a part of the map for another."""

from collections import Counter

from latticeville.core.geometry import Cell
from latticeville.core.rng import rng
from latticeville.mind.directions import DIRECTIONS
from latticeville.sim.survival.disasters import cells_around, pick_cell, strikes, witnesses
from latticeville.sim.survival.events import MIGRATION, Disaster
from latticeville.sim.tick_draft import TickDraft


def migrate(draft: TickDraft) -> None:
    """Move all prey around a random cell of it in one direction; what would leave the free ground
    stays."""
    world, rules = draft.world, draft.world.survival.events.migration
    if not strikes(draft, MIGRATION, rules.chance):
        return
    name = rules.resource
    held = {
        *world.resource_maxima.get(name, ()),
        *(draft.resources[name].stocks if name in draft.resources else ()),
    }
    center = pick_cell(draft, MIGRATION, (cell for cell in held if draft.amount_of(name, cell)))
    if center is None:
        return
    cells = cells_around(world, center, rules.radius)
    moved = _move_herd(draft, name, cells)
    area = world.areas.at(world.grid.cell(center))
    seen = witnesses(draft, cells)
    draft.events.append(
        Disaster(MIGRATION, area, cells, moved={name: moved} if moved else {}, witnesses=seen)
    )


def _move_herd(draft: TickDraft, resource: str, cells: tuple[int, ...]) -> int:
    """Move the resource of cells, and return the thousandths that moved."""
    grid, changes, total = draft.world.grid, Counter[int](), 0
    way = rng(draft.before.seed, draft.tick, "world", "migration:way").pick(sorted(DIRECTIONS))
    dx, dy = (draft.world.survival.events.migration.distance * part for part in DIRECTIONS[way])
    for cell in cells:
        x, y = grid.cell(cell)
        target, amount = Cell(x + dx, y + dy), draft.amount_of(resource, cell)
        if amount and draft.world.is_walkable(target):
            changes.update({cell: -amount, grid.index(target): amount})
            total += amount
    if total:
        draft.add_resource(resource, changes)
    return total
