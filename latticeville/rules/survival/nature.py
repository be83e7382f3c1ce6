"""Laws of nature: seasons, floods, blights, fires and migrations, and what disasters share."""

from collections import Counter
from collections.abc import Iterable

from msgspec.structs import replace

from latticeville.core.geometry import Cell
from latticeville.core.rng import rng
from latticeville.mind.directions import DIRECTIONS
from latticeville.rules.exertion import vitals_of
from latticeville.rules.survival.events import BLIGHT, FIRE, FLOOD, MIGRATION, Disaster, SeasonBegan
from latticeville.rules.survival.needs import hurt
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


def turn_season(draft: TickDraft) -> None:
    """Add an event where another season begins."""
    rules = draft.world.survival
    season = rules.season_at(draft.tick // rules.step_ticks)
    if season and season.name != draft.before.season:
        draft.events.append(SeasonBegan(season.name, draft.before.season))
