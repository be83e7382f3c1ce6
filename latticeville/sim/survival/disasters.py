"""What disasters share: when one strikes, which cells it reaches, and whom it hurts or who sees
it."""

from collections.abc import Iterable

from msgspec.structs import replace

from latticeville.core.rng import rng
from latticeville.sim.survival.near import vitals_of
from latticeville.sim.survival.vitals import hurt
from latticeville.sim.tick_draft import TickDraft
from latticeville.world.model.survival import MILLION, THOUSAND
from latticeville.world.model.world import World


def strikes(draft: TickDraft, kind: str, chance: int) -> bool:
    """Tell whether a disaster strikes at the end of this tick, by its chance in millionths per
    survival step."""
    if not chance or draft.tick % draft.world.survival.step_ticks:
        return False
    return rng(draft.before.seed, draft.tick, "world", kind).integer_below(MILLION) < chance


def pick_cell(draft: TickDraft, kind: str, cells: Iterable[int]) -> int | None:
    """Return one of some cells by lot; None if there are none."""
    choice = sorted(cells)
    return (
        rng(draft.before.seed, draft.tick, "world", f"{kind}:cell").pick(choice) if choice else None
    )


def cells_around(world: World, center: int, radius: int) -> tuple[int, ...]:
    """Return the cells of the map at most `radius` king's moves away, row by row, all named by
    their indexes."""
    grid = world.grid
    return tuple(map(grid.index, grid.cells_around(grid.cell(center), radius)))


def destroy(draft: TickDraft, resource: str, cells: Iterable[int], share: int) -> int:
    """Take a share in thousandths of a resource out of cells, and return the thousandths of a unit
    that are gone."""
    gone = {cell: draft.amount_of(resource, cell) * share // THOUSAND for cell in cells}
    gone = {cell: amount for cell, amount in gone.items() if amount}
    if gone:
        draft.add_resource(resource, {cell: -amount for cell, amount in gone.items()})
    return sum(gone.values())


def hurt_people(draft: TickDraft, cells: Iterable[int], damage: int) -> tuple[str, ...]:
    """Hurt everybody in some cells, and return who that is."""
    reached = frozenset(cells)
    found = [
        body for body in draft.living() if damage and draft.world.grid.index(body.cell) in reached
    ]
    for body in found:
        draft.put_body(replace(body, vitals=hurt(vitals_of(body), damage)))
    return tuple(body.id for body in found)


def witnesses(draft: TickDraft, cells: Iterable[int]) -> tuple[str, ...]:
    """Return who is so near to one of some cells that they perceive what happens there."""
    world, reach = draft.world, draft.world.settings.radius
    corners = [world.grid.cell(cell) for cell in cells]
    near = (
        body.id
        for body in draft.living()
        if any(body.cell.distance_to(corner) <= reach for corner in corners)
    )
    return tuple(near)
