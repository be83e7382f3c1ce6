"""A law of nature: a fire breaks out, destroys a resource cell by cell, and spreads while it finds
more."""

from latticeville.core.rng import rng
from latticeville.sim.survival.disasters import (
    cells_around,
    destroy,
    hurt_people,
    pick_cell,
    strikes,
    witnesses,
)
from latticeville.sim.survival.events import FIRE, Disaster
from latticeville.sim.tick_draft import TickDraft
from latticeville.world.model.survival import THOUSAND


def burn(draft: TickDraft) -> None:
    """Burn cells beside those that burned in the last tick, and now and then a new one.

    The events of the last tick say which cells burned; a cell burns for one tick, and all of the
    resource in it.
    """
    world, rules = draft.world, draft.world.survival.events.fire
    cells = _spread(draft)
    if strikes(draft, FIRE, rules.chance):
        most = world.resource_maxima.get(rules.resource, {})
        spark = pick_cell(draft, FIRE, (cell for cell in most if _has_fuel(draft, cell)))
        cells |= {spark} if spark is not None else set()
    if not cells:
        return
    burning = tuple(sorted(cells))
    lost = {rules.resource: destroy(draft, rules.resource, burning, THOUSAND)}
    area, hurt = (
        world.areas.at(world.grid.cell(burning[0])),
        hurt_people(draft, burning, rules.damage),
    )
    draft.events.append(
        Disaster(FIRE, area, burning, lost, hurt=hurt, witnesses=witnesses(draft, burning))
    )


def _has_fuel(draft: TickDraft, cell: int) -> bool:
    """Tell whether a cell holds half of its maximum or more, so that what just grew again does not
    burn at once."""
    name = draft.world.survival.events.fire.resource
    most = draft.world.resource_maxima.get(name, {}).get(cell, 0)
    return most > 0 and 2 * draft.amount_of(name, cell) >= most


def _spread(draft: TickDraft) -> set[int]:
    """Return the cells that catch fire from a burning one beside them."""
    news = draft.before.news
    burned = {
        cell for one in news if isinstance(one, Disaster) and one.kind == FIRE for cell in one.cells
    }
    beside = {near for cell in burned for near in cells_around(draft.world, cell, 1)} - burned
    return {cell for cell in sorted(beside) if _has_fuel(draft, cell) and _catches(draft, cell)}


def _catches(draft: TickDraft, cell: int) -> bool:
    chance = rng(draft.before.seed, draft.tick, "fire", str(cell)).integer_below(THOUSAND)
    return chance < draft.world.survival.events.fire.spread
