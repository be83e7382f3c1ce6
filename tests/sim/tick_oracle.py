"""What a tick must make of a state: each law of nature computed anew, plainly, to hold the
simulator against."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from latticeville.core.clock import DAY, format_hours, format_time
from latticeville.core.geometry import STEPS, Box, Cell
from latticeville.core.rng import rng
from latticeville.rules.social.interact import ObjectClaim, settle_rivals
from latticeville.sim.area_access import PendingEntry, admit, show_out
from latticeville.sim.beats.law import run_beats
from latticeville.sim.dynamics import change_weather, run_machines, tell_hour
from latticeville.sim.events import (
    Changed,
    Entered,
    Interacted,
    Moved,
    Refused,
    ShownOut,
    TimeAdvanced,
    Unanswered,
    WeatherChanged,
)
from latticeville.sim.resource_layer import ResourceLayer
from latticeville.sim.state import State
from latticeville.sim.tick_draft import TickDraft
from latticeville.sim.tree import Body, ObjectState
from latticeville.world.model import machine
from latticeville.world.model.machine import Actor, MachineState, Pocket, TimeAndWeather
from latticeville.world.model.machine_text import describe_unaccepted
from latticeville.world.model.objects import Transition
from latticeville.world.model.world import World


class Stage(NamedTuple):
    """All that one law finds, or leaves behind; `events` are its own."""

    bodies: dict[str, Body]
    things: dict[str, ObjectState]
    weather: str
    amounts: dict[tuple[str, int], int]
    events: list[Any]


def stage(draft: TickDraft, since: int) -> Stage:
    """Return how a draft stands, with the events after so many."""
    bodies = {who: draft.get_body(who) for who in draft.before.bodies}
    things = {name: draft.get_object(name) for name in draft.before.things}
    return Stage(bodies, things, draft.weather, _amounts(draft), draft.events[since:])


def _amounts(draft: TickDraft) -> dict[tuple[str, int], int]:
    return amounts(draft.before, draft.resources)


def amounts(
    state: State, resources: Mapping[str, ResourceLayer] | None = None
) -> dict[tuple[str, int], int]:
    """Return the thousandths of each resource in each cell that holds any; of other layers at the
    same step."""
    found, step, world = {}, state.survival_step, state.world
    layers = state.resources if resources is None else resources
    for name in {*world.resource_maxima, *layers}:
        most, growth = world.resource_maxima.get(name, {}), world.survival.growth_of(name)
        stocks = layers[name].stocks if name in layers else {}
        for cell in {*most, *stocks}:
            full, stock = most.get(cell, 0), stocks.get(cell)
            held = full if stock is None else stock.amount
            if stock is not None and held < full:
                held = min(full, held + growth.grown(full, step) - growth.grown(full, stock.step))
            found[name, cell] = held
    return {key: held for key, held in found.items() if held}


def check_law(law: Callable[[TickDraft], None], draft: TickDraft) -> None:
    """Apply a law to a draft, and assert that it did all that it had to do, and nothing else."""
    was, count = stage(draft, 0), len(draft.events)
    law(draft)
    fresh = Stage(dict(was.bodies), dict(was.things), was.weather, dict(was.amounts), [])
    wanted, done = EXPECTED[law](draft, fresh, was.events), stage(draft, count)
    wanted = wanted._replace(amounts={key: held for key, held in wanted.amounts.items() if held})
    for part, right, found in zip(Stage._fields, wanted, done, strict=True):
        assert found == right, (law, part)


def carries(body: Body, item: str, things: Mapping[str, ObjectState]) -> bool:
    """Tell whether somebody has an item, or a thing of that name or kind."""
    return bool(item) and (
        body.items.get(item, 0) > 0 or any(item in (one, things[one].kind) for one in body.carries)
    )


def reason_barred(before: State, area: str, body: Body, minute: int) -> str:
    """Return why nobody lets somebody in, room aside."""
    rule = before.world.areas.access_rules[area]
    if body.id in rule.owners or carries(body, rule.key, before.things):
        return ""
    if rule.private:
        return "it is private."
    if rule.is_open(minute):
        return ""
    opens = rule.opening_minute(minute)
    return (
        "it is closed until "
        f"{format_hours(opens) if opens // DAY == minute // DAY else format_time(opens)}."
    )


def retry_minute(before: State, area: str, body: Body, minute: int) -> int:
    """Return from when on it is worth trying again; 0 where it is at once."""
    if not reason_barred(before, area, body, minute):
        return 0
    rule = before.world.areas.access_rules[area]
    return minute + DAY if rule.private else rule.opening_minute(minute)


def ruled(world: World, area: str) -> list[str]:
    """Return an area and those around it that have rules, the outermost first."""
    return [one for one in world.areas.path(area) if one in world.areas.access_rules]


def reason_full(world: World, area: str, inside: Iterable[Body]) -> str:
    """Return that an area holds nobody more, or ""."""
    capacity = world.areas.access_rules[area].capacity
    count = sum(world.areas.is_within(body.area, area) for body in inside if not body.is_dead)
    return (
        f"there is room for {capacity} only, and it is taken."
        if capacity and count >= capacity
        else ""
    )


def by_dice(draft: TickDraft, names: Iterable[str], purpose: str) -> list[str]:
    """Return names in the order of the tick's dice."""
    return sorted(
        names,
        key=lambda who: (
            rng(draft.before.seed, draft.before.tick + 1, who, purpose).uniform(),
            who,
        ),
    )


def expect_admit(draft: TickDraft, now: Stage, _told: list[Any]) -> Stage:
    """Who may be in and finds room is in; who leaves makes room in the next tick only."""
    before, world, minute = (
        draft.before,
        draft.world,
        draft.before.minute + draft.world.settings.tick_minutes,
    )
    entries = {one.who: one for one in draft.claims_of(PendingEntry)}
    arrived: list[Body] = []
    for who in by_dice(draft, entries, "door"):
        _who, cell, journey = entries[who]
        body, there = now.bodies[who], world.areas.at(cell)
        for area in ruled(world, there):
            if world.areas.is_within(body.area, area):
                continue
            crowd = [*before.bodies.values(), *arrived]
            reason = reason_barred(before, area, body, minute) or reason_full(world, area, crowd)
            if reason:
                until = retry_minute(before, area, body, minute)
                now.events.append(
                    Refused(who, body.area, "move", journey.target, reason, at=area, until=until)
                )
                waiting = f"waiting outside {world.name_with_article(area)}"
                now.bodies[who] = replace(body, journey=None, doing=waiting)
                break
        else:
            moved = replace(
                body,
                cell=cell,
                area=there,
                doing=f"walking to {world.name_with_article(journey.target)}",
            )
            now.bodies[who] = replace(moved, journey=journey if journey.route else None)
            now.events.append(Entered(who, there, body.area))
            if not journey.route:
                now.events.append(Moved(who, there, journey.target, cell, journey.origin))
            gained = [
                one for one in ruled(world, there) if not world.areas.is_within(body.area, one)
            ]
            arrived += [replace(moved, area=one) for one in gained[-1:]]
    return now


def expect_show_out(draft: TickDraft, now: Stage, _told: list[Any]) -> Stage:
    """Who may not stay stands on the nearest cell where they may; of those too many the dice
    choose."""
    before, world, minute = (
        draft.before,
        draft.world,
        draft.before.minute + draft.world.settings.tick_minutes,
    )

    def count(area: str) -> int:
        return sum(
            world.areas.is_within(body.area, area)
            for body in now.bodies.values()
            if not body.is_dead
        )

    rules = world.areas.access_rules
    over = {area for area, rule in rules.items() if rule.capacity and count(area) > rule.capacity}
    living = sorted(who for who, body in now.bodies.items() if not body.is_dead)
    for who in by_dice(draft, living, "out") if over else living:
        body = now.bodies[who]
        for area in ruled(world, body.area):
            reason = reason_barred(before, area, body, minute)
            if not reason and area in over and count(area) > rules[area].capacity:
                reason = reason_full(world, area, now.bodies.values())
            cell = nearest_outside(before, now.bodies, body, area) if reason else None
            if reason and cell is not None:
                there = world.areas.at(cell)
                until = retry_minute(before, area, body, minute)
                leaving = f"leaving {world.name_with_article(area)}"
                now.bodies[who] = replace(body, cell=cell, area=there, journey=None, doing=leaving)
                now.events.append(ShownOut(who, there, area, cell, reason, until))
            if reason:
                break
    return now


def nearest_outside(
    before: State, bodies: Mapping[str, Body], body: Body, area: str
) -> Cell | None:
    """Return the nearest cell outside an area where somebody may be: on foot, else through what
    blocks."""
    world, minute = before.world, before.minute + before.world.settings.tick_minutes

    def fits(cell: Cell) -> bool:
        there = world.areas.at(cell)
        return not world.areas.is_within(there, area) and not any(
            reason_barred(before, one, body, minute)
            or (
                not world.areas.is_within(body.area, one)
                and reason_full(world, one, bodies.values())
            )
            for one in ruled(world, there)
        )

    closed = before.tree.blocked_cells
    for barriers in (closed, frozenset[int]()):
        far = distances(world, barriers, body.cell)
        found = [(steps, cell.y, cell.x) for cell, steps in far.items() if fits(cell)]
        if found:
            _steps, y, x = min(found)
            return Cell(x, y)
    ground = [Cell(x, y) for y in range(world.grid.height) for x in range(world.grid.width)]
    free = [
        cell
        for cell in ground
        if world.is_walkable(cell) and world.grid.index(cell) not in closed and fits(cell)
    ]
    (x, y) = body.cell
    return min(
        free, key=lambda cell: (abs(cell.x - x) + abs(cell.y - y), cell.y, cell.x), default=None
    )


def distances(world: World, closed: frozenset[int], start: Cell) -> dict[Cell, int]:
    """Return the steps from a cell to every cell that can be walked to."""
    found, edge = {start: 0}, [start]
    for cell in edge:
        for way in STEPS:
            after = cell.step(way)
            if (
                after not in found
                and world.is_walkable(after)
                and world.grid.index(after) not in closed
            ):
                found[after] = found[cell] + 1
                edge.append(after)
    return found


def expect_hour(draft: TickDraft, now: Stage, _told: list[Any]) -> Stage:
    """Every full hour is told, and nothing else."""
    minutes = range(draft.before.minute + 1, draft.minute + 1)
    now.events.extend([TimeAdvanced(draft.minute)] * any(minute % 60 == 0 for minute in minutes))
    return now


def expect_no_beats(draft: TickDraft, now: Stage, _told: list[Any]) -> Stage:
    """Nothing comes of matters and storylines in a world that holds none."""
    assert not draft.world.beats
    return now


def expect_weather(draft: TickDraft, now: Stage, _told: list[Any]) -> Stage:
    """The dice turn the weather whenever its span has passed, by the chain of the season."""
    before, world = draft.before, draft.world
    seasons = [world.survival.season_at(before.survival_step)]
    chain = {
        **world.climate.chain,
        **{key: row for season in seasons if season for key, row in season.weather.items()},
    }
    minutes = world.settings.tick_minutes
    spans = range(before.tick * minutes + 1, draft.tick * minutes + 1)
    if any(minute % world.climate.every == 0 for minute in spans) and before.weather in chain:
        after = rng(before.seed, draft.tick, "world", "weather").choose_weighted(
            chain[before.weather]
        )
        if after != before.weather:
            now.events.append(WeatherChanged(before.weather, after))
            return now._replace(weather=after)
    return now


def expect_machines(draft: TickDraft, now: Stage, _told: list[Any]) -> Stage:
    """What nobody used fires its first automatic row that is due and can; what was used does
    nothing by itself."""
    before, world = draft.before, draft.world
    hour = TimeAndWeather(before.minute + world.settings.tick_minutes, now.weather)
    for name, thing in sorted(now.things.items()):
        kind = world.kinds[thing.kind]
        age = (before.tick + 1 - thing.since) * world.settings.tick_minutes
        rows = [row for row in kind.transitions if not row.verb and thing.state in row.sources]
        due = [row for row in rows if row.after is None or age >= row.after]
        if thing is not before.things[name] or not due:
            continue
        row, after, _pocket = fire(world, thing, due, hour, before, None)
        if (
            row is None
            or after is None
            or (after := with_since(row, thing, after, before.tick + 1)) == thing
        ):
            continue
        now.things[name] = after
        if after.state != thing.state or row.says:
            now.events.append(
                Changed(area_of(before, thing), name, thing.state, after.state, row.says)
            )
    return now


def area_of(state: State, thing: ObjectState) -> str:
    """Return where a thing is, whoever has it."""
    while thing.holder in state.things:
        thing = state.things[thing.holder]
    return state.bodies[thing.holder].area if thing.holder else thing.area


def with_since(row: Transition, was: ObjectState, thing: ObjectState, tick: int) -> ObjectState:
    """Return a thing that counts its time anew where its state is another, or a timer ran."""
    return (
        replace(thing, since=tick) if was.state != thing.state or row.after is not None else thing
    )


def fire(
    world: World,
    thing: ObjectState,
    rows: Iterable[Transition],
    hour: TimeAndWeather,
    before: State,
    body: Body | None,
) -> tuple[Transition | None, ObjectState | None, Pocket | str]:
    """Return the row that fires, the thing after it, and the pocket of who acts; else the
    reason."""
    inside = Pocket(thing.items, {name: before.things[name].kind for name in thing.inside})
    actor, placed = None, world.objects.get(thing.id)
    if body is not None:
        pocket = Pocket(body.items, {name: before.things[name].kind for name in body.carries})
        mine = placed is None or not placed.owners or body.id in placed.owners
        key = placed.key if placed else "key"
        actor = Actor(pocket, mine, key=carries(body, key, before.things), using=thing.id)
    part = MachineState(thing.state, thing.counters, inside)
    done = machine.fire(world.kinds[thing.kind], rows, part, hour, actor)
    if isinstance(done, str):
        return None, None, done
    after = done.part
    changed = replace(thing, state=after.state, counters=after.counters, items=after.inside.items)
    return done.row, replace(changed, inside=tuple(after.inside.things)), done.pocket


def expect_rivals(draft: TickDraft, now: Stage, _told: list[Any]) -> Stage:
    """Everybody uses what they claim, one after the other as the dice fall."""
    claims: dict[str, list[ObjectClaim]] = {}
    for claim in draft.claims_of(ObjectClaim):
        claims.setdefault(claim.thing, []).append(claim)
    for name, group in claims.items():
        users = {claim.who: claim.verb for claim in group}
        for who in by_dice(draft, users, name):
            _use(draft, now, name, who, users[who])
    return now


def _use(draft: TickDraft, now: Stage, name: str, who: str, verb: str) -> None:
    before, world, thing = draft.before, draft.world, now.things[name]
    body = now.bodies[who] = replace(
        now.bodies[who], journey=None, doing=f"at {world.name_with_article(name)}"
    )
    done = _try(before, world, thing, body, verb)
    if isinstance(done, str):
        earlier = [
            one.who
            for one in now.events
            if isinstance(one, Interacted) and one.thing == name and one.who != who
        ]
        told = f"{world.name_with_article(earlier[-1])} was first; " if earlier else ""
        now.events.append(Refused(who, body.area, "interact", name, told + done, verb))
        return
    after, now.bodies[who], says = done
    for moved in {*after.inside} - {*thing.inside}:
        now.things[moved] = replace(now.things[moved], holder=name)
    for moved in {*thing.inside} - {*after.inside}:
        now.things[moved] = replace(now.things[moved], holder=who)
    now.things[name] = after
    now.events.append(Interacted(who, body.area, verb, name, thing.state, after.state, says))


def _try(
    before: State, world: World, thing: ObjectState, body: Body, verb: str
) -> tuple[ObjectState, Body, str] | str:
    kind, placed = world.kinds[thing.kind], world.objects.get(thing.id)
    rows = [row for row in kind.transitions if row.verb == verb and thing.state in row.sources]
    if thing.holder and thing.holder != body.id:
        return "somebody else has it."
    if rows:
        hour = TimeAndWeather(before.minute, before.weather)
        row, after, pocket = fire(world, thing, rows, hour, before, body)
        if row is None or after is None or isinstance(pocket, str):
            return str(pocket)
        after = with_since(row, thing, after, before.tick + 1)
        return after, replace(body, items=pocket.items, carries=tuple(pocket.things)), row.says
    if not kind.portable or verb not in ("take", "drop"):
        return describe_unaccepted(verb, thing.state)
    return _take_or_drop(thing, body, verb, placed.owners if placed else ())


def _take_or_drop(
    thing: ObjectState, body: Body, verb: str, owners: tuple[str, ...]
) -> tuple[ObjectState, Body, str] | str:
    if verb == "drop":
        if not thing.holder:
            return "it is not in hand."
        down = replace(thing, holder="", box=Box(*body.cell, 1, 1), parts=(), area=body.area)
        return (
            down,
            replace(body, carries=tuple(one for one in body.carries if one != thing.id)),
            "",
        )
    if thing.holder:
        return "it is in hand already."
    if owners and body.id not in owners:
        return "it belongs to somebody else."
    return replace(thing, holder=body.id), replace(body, carries=(*body.carries, thing.id)), ""


EXPECTED: dict[Callable[[TickDraft], None], Callable[[TickDraft, Stage, list[Any]], Stage]] = {
    settle_rivals: expect_rivals,
    admit: expect_admit,
    show_out: expect_show_out,
    tell_hour: expect_hour,
    change_weather: expect_weather,
    run_machines: expect_machines,
    run_beats: expect_no_beats,
}
"""By law of nature: what it has to do, from what it finds and the events before it."""


def walk_faults(draft: TickDraft, who: str, target: str) -> Iterator[str]:
    """Yield what is wrong with what MOVE made of somebody who has a target that they believe in."""
    before, world = draft.before, draft.world
    body, now = before.bodies[who], draft.get_body(who)
    entry = next((one for one in draft.claims_of(PendingEntry) if one.who == who), None)
    events = [
        one
        for one in draft.events
        if getattr(one, "who", "") == who and not isinstance(one, Unanswered)
    ]
    walk, held = body.journey, before.minds[who].beliefs.find(target)
    far = distances(world, before.tree.blocked_cells, body.cell)
    same = walk is not None and walk.target == target
    if walk is None or not same or _lost(before, body, held.cell if held else None):
        goals = _goals(before, target, held.cell if held else None)
        reachable = [far[goal] for goal in goals if goal in far]
        if not reachable:
            reasons = _no_way_reasons(before, body, goals)
            if (
                events not in [[Refused(who, body.area, "move", target, one)] for one in reasons]
                or now.journey
                or now != replace(body, journey=None, doing="looking for a way")
            ):
                yield f"goes where no way leads {events} {reasons}"
            return
        if 0 in reachable and target not in world.areas.by_id:
            yield from _arrival_faults(before, now, body, target, events)
            return
        route = None
    else:
        route = walk.route
    yield from _step_faults(
        draft, body, now, entry, route, far, waited=walk.waited if walk and route is not None else 0
    )


def _no_way_reasons(before: State, body: Body, goals: list[Cell]) -> list[str]:
    """Return what may be told where no way leads: a shut door that is reached if all are open."""
    kinds, things = before.world.kinds, before.things.values()
    cells: dict[bool, set[Cell]] = {True: set(), False: set()}
    for thing in things:
        kind = kinds[thing.kind]
        looks = {kind.is_blocking(state) for state in kind.states}
        if kind.is_blocking(thing.state) and not thing.holder:
            cells[len(looks) == 2 and not kind.portable] |= {*thing.footprint.cells()}
    fixed = frozenset(map(before.world.grid.index, cells[False]))
    far = distances(before.world, fixed, body.cell)
    if not any(goal in far for goal in goals):
        return ["there is no way."]
    return [
        f"there is no way, because the {before.world.objects[thing.id].name} is {thing.state}."
        for thing in things
        if any(cell in cells[True] and cell in far for cell in thing.footprint.cells())
    ]


def _lost(before: State, body: Body, believed: Cell | None) -> bool:
    """Tell whether a walk has to be found anew."""
    walk = body.journey
    if walk is None or (believed is not None and believed != walk.goal):
        return True
    if not walk.route:
        return False
    ahead = body.cell.step(walk.route[0])
    return (
        not before.world.is_walkable(ahead)
        or before.world.grid.index(ahead) in before.tree.blocked_cells
    )


def _goals(before: State, target: str, believed: Cell | None) -> list[Cell]:
    world = before.world
    cells = [Cell(x, y) for y in range(world.grid.height) for x in range(world.grid.width)]
    free = [
        cell
        for cell in cells
        if world.is_walkable(cell) and world.grid.index(cell) not in before.tree.blocked_cells
    ]
    if target in world.areas.by_id:
        return [cell for cell in free if cell in world.areas.by_id[target]]
    if believed is None:
        return []
    thing = before.things.get(target)
    taken = [*thing.footprint_at(believed).cells()] if thing else [believed]
    return [
        cell for cell in free if any(max(abs(cell.x - x), abs(cell.y - y)) <= 1 for x, y in taken)
    ]


def _arrival_faults(
    before: State, now: Body, body: Body, target: str, events: list[Any]
) -> Iterator[str]:
    """Yield what is wrong where somebody stands where they believed to find something."""
    at = before.bodies[target].cell if target in before.bodies else None
    thing = before.things.get(target)
    if thing is not None:
        near = thing.holder == body.id or (not thing.holder and thing.footprint.gap(body.cell) <= 1)
    else:
        near = at is not None and max(abs(at.x - body.cell.x), abs(at.y - body.cell.y)) <= 1
    if now != replace(body, journey=None):
        yield "moves on arrival"
    nothing = Refused(body.id, body.area, "move", target, "there is nothing of the kind here.")
    if events != [Moved(body.id, body.area, target, body.cell, body.area) if near else nothing]:
        yield "is not told what is here"


def _step_faults(
    draft: TickDraft,
    body: Body,
    now: Body,
    entry: PendingEntry | None,
    route: str | None,
    far: Mapping[Cell, int],
    *,
    waited: int,
) -> Iterator[str]:
    """Yield what is wrong with a step, or with the wait before it."""
    settings, world = draft.world.settings, draft.world
    walk = entry.next_journey if entry else now.journey
    cell = entry.cell if entry else now.cell
    arrived = [one for one in draft.events if isinstance(one, Moved) and one.who == body.id]
    if waited + 1 < settings.step_ticks and not (arrived and now.cell == body.cell):
        if now.cell != body.cell or entry or walk is None or walk.waited != waited + 1:
            yield "does not take their time"
        return
    if arrived and cell == body.cell:
        return
    if far.get(cell) != 1:
        yield "takes no step"
        return
    if route is not None and cell != body.cell.step(route[0]):
        yield "leaves their way"
    if entry is None and (len(route) == 1 if route is not None else now.journey is None) != bool(
        arrived
    ):
        yield "arrives without a word, or too soon"
    yield from _way_faults(draft, body.id, cell, walk.route if walk else "", route, far)
    entering = [
        one
        for one in ruled(world, world.areas.at(cell))
        if not world.areas.is_within(body.area, one)
    ]
    if bool(entry) != bool(entering):
        yield "passes a door without being asked"


def _way_faults(
    draft: TickDraft, who: str, cell: Cell, rest: str, route: str | None, far: Mapping[Cell, int]
) -> Iterator[str]:
    """Yield what is wrong with the rest of a way after a step onto a cell."""
    if route is not None and rest != route[1:]:
        yield "goes on by another way"
    if route is None and draft.before.minds[who].intent.barred == "":
        end = cell
        for way in rest:
            end = end.step(way)
        if far.get(end) != len(rest) + 1:
            yield "goes a longer way than there is"
