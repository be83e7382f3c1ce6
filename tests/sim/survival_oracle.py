"""What the laws of survival must make of a draft, computed anew and plainly."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from latticeville.core.geometry import Box, Cell
from latticeville.core.rng import rng
from latticeville.mind.directions import DIRECTIONS
from latticeville.mind.vitals import Vitals
from latticeville.rules.survival.attack import Blow, settle_attacks
from latticeville.rules.survival.events import (
    Attacked,
    Died,
    Disaster,
    Gathered,
    Gave,
    OutOfReach,
    SeasonBegan,
)
from latticeville.rules.survival.gather import HarvestClaim, settle_harvest
from latticeville.rules.survival.give import GiftClaim, settle_gifts
from latticeville.rules.survival.nature import blight, burn, flood, migrate, turn_season
from latticeville.rules.survival.needs import let_die, pass_time
from latticeville.sim.state import State
from latticeville.sim.tick_draft import TickDraft
from latticeville.sim.tree import Body
from latticeville.world.model.world import World
from tests.sim.tick_oracle import EXPECTED, Stage, by_dice, carries

MILLION = 1_000_000


def share(value: int) -> int:
    """Return thousandths within 0 and 1000."""
    return sorted((0, value, 1000))[1]


def vitals(body: Body) -> Vitals:
    """Return the vitals of somebody who has some."""
    assert body.vitals is not None
    return body.vitals


def hurt(body: Body, damage: int) -> Body:
    """Return a body after a blow."""
    held = vitals(body)
    return replace(body, vitals=replace(held, health=share(held.health - damage)))


def add(body: Body, item: str, units: int) -> Body:
    """Return a body with more of an item."""
    items = {**body.items, item: body.items.get(item, 0) + units}
    return replace(body, items={name: count for name, count in items.items() if count})


def far(one: Cell, other: Cell) -> int:
    """Return the king's moves between two cells."""
    return max(abs(one.x - other.x), abs(one.y - other.y))


def expect_attacks(draft: TickDraft, now: Stage, _told: list[Any]) -> Stage:
    """Every blow within reach lands, at its strength."""
    before, blows = draft.before, [tuple(one) for one in draft.claims_of(Blow)]
    for who, to in blows:
        body, rules = before.bodies[who], draft.world.survival
        if far(body.cell, before.bodies[to].cell) > 1:
            now.events.append(OutOfReach(who, body.area, "attack", to, "they are too far away."))
            continue
        die = rng(before.seed, before.tick + 1, who, "attack").integer_below(rules.damage_die + 1)
        friends = sum(
            _covers(before, other, to) for other in before.bodies if (other, to) not in blows
        )
        damage = (
            (rules.damage + die) * (1000 - min(rules.most_cover, rules.cover * friends)) // 1000
        )
        if (to, who) in blows:
            mine, theirs = (max(1, vitals(before.bodies[one]).strength) for one in (who, to))
            damage = 2 * damage * mine // (mine + theirs)
        now.bodies[to] = hurt(now.bodies[to], damage)
        now.events.append(Attacked(who, body.area, to, damage))
    return now


def _covers(before: State, other: str, victim: str) -> bool:
    body, held = before.bodies[other], before.minds[other].relations.to(victim)
    near = other != victim and not body.is_dead and far(body.cell, before.bodies[victim].cell) <= 1
    return near and (held.is_kin or 1000 * held.trust >= before.world.survival.ally_trust)


def expect_gifts(draft: TickDraft, now: Stage, _told: list[Any]) -> Stage:
    """Every gift within reach changes hands."""
    for who, to, item, units in draft.claims_of(GiftClaim):
        body, other = draft.before.bodies[who], draft.before.bodies[to]
        if far(body.cell, other.cell) > 1:
            now.events.append(OutOfReach(who, body.area, "give", to, "they are too far away."))
            continue
        now.bodies[who] = add(now.bodies[who], item, -units)
        now.bodies[to] = add(now.bodies[to], item, units)
        now.events.append(Gave(who, body.area, to, item, units))
    return now


def expect_harvest(draft: TickDraft, now: Stage, _told: list[Any]) -> Stage:
    """Who gathers in a cell gets what they can carry away, or their share of what is there."""
    before, world = draft.before, draft.world
    groups: dict[tuple[str, int], list[str]] = {}
    for name, cell, who in draft.claims_of(HarvestClaim):
        groups.setdefault((name, cell), []).append(who)
    for (name, cell), people in groups.items():
        layer = before.resources.get(name)
        full, there = world.resource_maxima.get(name, {}).get(cell, 0), 0
        stock = layer.stocks.get(cell) if layer else None
        there = full if stock is None else stock.amount
        if stock is not None and stock.amount < full:
            growth, step = world.survival.growth_of(name), before.survival_step
            there = min(full, there + growth.grown(full, step) - growth.grown(full, stock.step))
        got = _shares(draft, people, name, cell, there // 1000)
        for who in people:
            body = now.bodies[who] = add(now.bodies[who], name, got[who])
            now.events.append(
                Gathered(who, body.area, name, got[who], tuple(one for one in people if one != who))
            )
        now.amounts[name, cell] = now.amounts.get((name, cell), 0) - 1000 * sum(got.values())
    return now


def _shares(
    draft: TickDraft, people: list[str], name: str, cell: int, there: int
) -> dict[str, int]:
    before, rules = draft.before, draft.world.survival
    most = {who: rules.gather * _factor(before, who, name) // 1000 for who in people}
    parts = {
        who: max(1, vitals(before.bodies[who]).strength) if rules.split == "strength" else 1
        for who in people
    }
    got = {who: min(most[who], there * parts[who] // sum(parts.values())) for who in people}
    queue = by_dice(draft, people, f"harvest:{cell}")
    while sum(got.values()) < min(there, sum(most.values())):
        for who in queue:
            if got[who] < most[who] and sum(got.values()) < there:
                got[who] += 1
    return got


def _factor(before: State, who: str, name: str) -> int:
    tools = before.world.survival.tools.items()
    held = [
        one.factor
        for item, one in tools
        if one.resource == name and carries(before.bodies[who], item, before.things)
    ]
    return max(held, default=1000)


def expect_time(draft: TickDraft, now: Stage, _told: list[Any]) -> Stage:
    """At the end of a survival step everybody alive is hungrier and more tired."""
    world, rules = draft.world, draft.world.survival
    if (draft.before.tick + 1) % rules.step_ticks:
        return now
    season = rules.season_at(draft.before.tick // rules.step_ticks)
    for who, body in now.bodies.items():
        held = vitals(body)
        if body.is_dead:
            continue
        hunger, energy, health = held.hunger, held.energy, held.health
        if "hunger" in world.needs:
            hunger = share(hunger + rules.hunger * (season.hunger if season else 1000) // 1000)
            health = share(
                health - rules.starvation * ("health" in world.needs and hunger > rules.starving)
            )
        if "energy" in world.needs:
            energy = share(energy - rules.tiring)
        now.bodies[who] = replace(
            body, vitals=replace(held, hunger=hunger, energy=energy, health=health)
        )
    return now


def expect_deaths(draft: TickDraft, now: Stage, told: list[Any]) -> Stage:
    """Who has no health left is dead, and what they had lies on the ground."""
    tick = draft.before.tick + 1
    for who, body in sorted(now.bodies.items()):
        if body.is_dead or vitals(body).health > 0:
            continue
        by = tuple(one.who for one in told if isinstance(one, Attacked) and one.to == who)
        struck = [one.kind for one in told if isinstance(one, Disaster) and who in one.hurt]
        burnt = {"flood": "drowning", "fire": "burns"}[struck[0]] if struck else "hunger"
        cause = "blows" if by else burnt
        for name in body.carries:
            down = replace(
                now.things[name], holder="", box=Box(*body.cell, 1, 1), parts=(), area=body.area
            )
            now.things[name] = down
        for item, units in body.items.items():
            place = item, draft.world.grid.index(body.cell)
            now.amounts[place] = now.amounts.get(place, 0) + 1000 * units
        gone = replace(vitals(body), died=tick, cause=cause, killers=by)
        now.bodies[who] = replace(body, vitals=gone, items={}, carries=(), journey=None, doing="")
        now.events.append(Died(who, body.area, cause, by))
    return now


def expect_season(draft: TickDraft, now: Stage, _told: list[Any]) -> Stage:
    """Everybody notices when another season begins."""
    rules, before = draft.world.survival, draft.before
    was, season = (
        rules.season_at(tick // rules.step_ticks) for tick in (before.tick, before.tick + 1)
    )
    if was and season and was.name != season.name:
        now.events.append(SeasonBegan(season.name, was.name))
    return now


def _strikes(draft: TickDraft, kind: str, chance: int) -> bool:
    tick = draft.before.tick + 1
    due = tick % draft.world.survival.step_ticks == 0
    return due and rng(draft.before.seed, tick, "world", kind).uniform() * MILLION < chance


def _pick(draft: TickDraft, kind: str, cells: Iterable[int]) -> int | None:
    choice = sorted({*cells})
    number = rng(draft.before.seed, draft.before.tick + 1, "world", f"{kind}:cell").integer_below(
        len(choice)
    )
    return choice[number] if choice else None


def _around(world: World, center: int, radius: int) -> tuple[int, ...]:
    grid = world.grid
    return tuple(
        y * grid.width + x
        for y in range(grid.height)
        for x in range(grid.width)
        if far(Cell(x, y), grid.cell(center)) <= radius
    )


def _destroy(now: Stage, name: str, cells: Iterable[int], part: int) -> int:
    gone = {(name, cell): now.amounts.get((name, cell), 0) * part // 1000 for cell in cells}
    for place, amount in gone.items():
        now.amounts[place] = now.amounts.get(place, 0) - amount
    return sum(gone.values())


def _strike(
    draft: TickDraft,
    now: Stage,
    kind: str,
    center: int,
    cells: tuple[int, ...],
    damage: int = 0,
    **what: Mapping[str, int],
) -> None:
    world = draft.world
    living = {who: body for who, body in sorted(now.bodies.items()) if not body.is_dead}
    struck = tuple(
        who for who, body in living.items() if damage and world.grid.index(body.cell) in cells
    )
    for who in struck:
        now.bodies[who] = hurt(now.bodies[who], damage)
    radius = world.settings.radius
    seen = [
        who
        for who, body in living.items()
        if any(far(body.cell, world.grid.cell(cell)) <= radius for cell in cells)
    ]
    area = world.areas.at(world.grid.cell(center))
    now.events.append(Disaster(kind, area, cells, **what, hurt=struck, witnesses=tuple(seen)))


def expect_flood(draft: TickDraft, now: Stage, _told: list[Any]) -> Stage:
    """Water rises around a cell of its terrain, takes its share of everything, and hurts who stands
    there."""
    world, rules = draft.world, draft.world.survival.events.flood
    glyphs = enumerate("".join(world.grid.rows))
    wet = [index for index, glyph in glyphs if world.grid.legend[glyph].terrain == rules.terrain]
    if wet and _strikes(draft, "flood", rules.chance):
        center = _pick(draft, "flood", wet)
        assert center is not None
        cells = _around(world, center, rules.radius)
        lost = {
            name: _destroy(now, name, cells, rules.loss)
            for name in sorted({name for name, _ in now.amounts})
        }
        _strike(
            draft,
            now,
            "flood",
            center,
            cells,
            rules.damage,
            lost={name: gone for name, gone in lost.items() if gone},
        )
    return now


def expect_blight(draft: TickDraft, now: Stage, _told: list[Any]) -> Stage:
    """A blight takes its share around a cell where the resource grows."""
    rules = draft.world.survival.events.blight
    center = _pick(draft, "blight", draft.world.resource_maxima.get(rules.resource, {}))
    if center is not None and _strikes(draft, "blight", rules.chance):
        cells = _around(draft.world, center, rules.radius)
        lost = _destroy(now, rules.resource, cells, rules.loss)
        _strike(draft, now, "blight", center, cells, lost={rules.resource: lost} if lost else {})
    return now


def expect_fire(draft: TickDraft, now: Stage, _told: list[Any]) -> Stage:
    """Fire spreads to fuel beside what burned, breaks out in fuel, and burns all of it."""
    before, world, rules = draft.before, draft.world, draft.world.survival.events.fire
    most = world.resource_maxima.get(rules.resource, {})
    fuel = {
        cell
        for cell, full in most.items()
        if full and 2 * now.amounts.get((rules.resource, cell), 0) >= full
    }
    burned = {
        cell
        for one in before.news
        if isinstance(one, Disaster) and one.kind == "fire"
        for cell in one.cells
    }
    beside = {near for cell in burned for near in _around(world, cell, 1)} - burned
    caught = {
        cell
        for cell in beside & fuel
        if rng(before.seed, before.tick + 1, "fire", str(cell)).integer_below(1000) < rules.spread
    }
    spark = _pick(draft, "fire", fuel) if _strikes(draft, "fire", rules.chance) else None
    cells = tuple(sorted(caught | ({spark} if spark is not None else set())))
    if cells:
        lost = {rules.resource: _destroy(now, rules.resource, cells, 1000)}
        _strike(draft, now, "fire", cells[0], cells, rules.damage, lost=lost)
    return now


def expect_migration(draft: TickDraft, now: Stage, _told: list[Any]) -> Stage:
    """Prey around a cell goes one way together, as far as the ground lets it."""
    world, rules = draft.world, draft.world.survival.events.migration
    held = [
        cell for (name, cell), amount in now.amounts.items() if name == rules.resource and amount
    ]
    center = _pick(draft, "migration", held)
    if center is None or not _strikes(draft, "migration", rules.chance):
        return now
    cells = _around(world, center, rules.radius)
    ways = rng(draft.before.seed, draft.before.tick + 1, "world", "migration:way")
    dx, dy = DIRECTIONS[ways.pick(sorted(DIRECTIONS))]
    going = {}
    for cell in cells:
        x, y = world.grid.cell(cell)
        target, amount = (
            Cell(x + rules.distance * dx, y + rules.distance * dy),
            now.amounts.get((rules.resource, cell), 0),
        )
        if amount and world.is_walkable(target):
            going[cell] = world.grid.index(target), amount
    for cell, (goal, amount) in going.items():
        now.amounts[rules.resource, cell] -= amount
        now.amounts[rules.resource, goal] = now.amounts.get((rules.resource, goal), 0) + amount
    moved = sum(amount for _goal, amount in going.values())
    _strike(draft, now, "migration", center, cells, moved={rules.resource: moved} if moved else {})
    return now


LAWS: Mapping[Callable[[TickDraft], None], Callable[[TickDraft, Stage, list[Any]], Stage]] = {
    settle_attacks: expect_attacks,
    settle_gifts: expect_gifts,
    settle_harvest: expect_harvest,
    pass_time: expect_time,
    let_die: expect_deaths,
    turn_season: expect_season,
    flood: expect_flood,
    blight: expect_blight,
    burn: expect_fire,
    migrate: expect_migration,
}
"""By law of nature: what it has to do."""
EXPECTED.update(LAWS)
