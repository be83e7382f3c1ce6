"""Areas with rules: who may enter, who must leave, who is made to leave.

Capacity counts the people at the end of the last tick, so a person who leaves makes room for the
next tick only.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from latticeville.core.clock import DAY, format_hours, format_time
from latticeville.core.geometry import STEPS, Cell
from latticeville.core.rng import rng
from latticeville.mind.action import MOVE, AreaClosing
from latticeville.sim.events import Moved, Refused, ShownOut
from latticeville.sim.machines import count_carried
from latticeville.sim.state import State
from latticeville.sim.tick_draft import TickDraft
from latticeville.sim.tree import Body, Journey, ObjectState
from latticeville.world.model.access import AccessRules
from latticeville.world.model.world import World

MAX_EXITS = 8
"""How many ways out of an area are tried at most."""
MARGIN_TICKS = 2
"""Ticks more than the way out takes that people leave themselves before closing time."""


class PendingEntry(NamedTuple):
    """Somebody about to step into areas that have rules: `next_journey` is the journey after this
    step."""

    who: str
    cell: Cell
    next_journey: Journey


def entered_areas(world: World, area: str, cell: Cell) -> tuple[str, ...]:
    """Return the areas with rules that a step from an area onto a cell leads into, the outermost
    first."""
    if not world.areas.access_rules:
        return ()
    there = world.areas.at(cell)
    if there == area:
        return ()
    inside = world.areas.find_restricted(area)
    return tuple(name for name in world.areas.find_restricted(there) if name not in inside)


def enter_cell(draft: TickDraft, entry: PendingEntry) -> None:
    """Let somebody take the step that they are about to take; at the end of the way they arrive."""
    journey = entry.next_journey
    doing = f"walking to {draft.world.name_with_article(journey.target)}"
    onward = journey if journey.route else None
    moved = draft.move_body(draft.get_body(entry.who), entry.cell, journey=onward, doing=doing)
    if onward is None:
        draft.events.append(
            Moved(entry.who, moved.area, journey.target, moved.cell, journey.origin)
        )


def admit(draft: TickDraft) -> None:
    """Let those in who may be in; dice settle who takes the last place."""
    entries = draft.claims_of(PendingEntry)
    if not entries:
        return
    inside = _count_inside(draft.world, draft.before.bodies.values())
    order = sorted(
        entries,
        key=lambda one: (rng(draft.before.seed, draft.tick, one.who, "door").uniform(), one.who),
    )
    for entry in order:
        body = draft.get_body(entry.who)
        areas = entered_areas(draft.world, body.area, entry.cell)
        for area in areas:
            access = draft.world.areas.access_rules[area]
            barred = reason_closed(access, body, draft.before.things, draft.minute) or _reason_full(
                draft, area, inside[area]
            )
            if barred:
                told = draft.world.name_with_article(area)
                draft.put_body(replace(body, journey=None, doing=f"waiting outside {told}"))
                until = (
                    0
                    if may_stay(access, body, draft.before.things, draft.minute)
                    else _retry_minute(access, draft.minute)
                )
                refused = Refused(
                    body.id,
                    body.area,
                    MOVE,
                    entry.next_journey.target,
                    barred,
                    at=area,
                    until=until,
                )
                draft.events.append(refused)
                break
        else:
            enter_cell(draft, entry)
            inside.update(areas)


def show_out(draft: TickDraft) -> None:
    """Show out whoever is where by now nobody, or nobody more, may be."""
    world = draft.world
    if not world.areas.access_rules:
        return
    bodies = {body.id: body for body in draft.living()}
    inside = _count_inside(world, bodies.values())
    over = {
        area
        for area, rule in world.areas.access_rules.items()
        if rule.capacity and inside[area] > rule.capacity
    }
    order = sorted(
        bodies, key=lambda who: (rng(draft.before.seed, draft.tick, who, "out").uniform(), who)
    )
    for who in order if over else bodies:
        body = bodies[who]
        for area in world.areas.find_restricted(body.area):
            reason = _reason_to_leave(draft, body, area, inside, over)
            if reason:
                gone = _move_outside(draft, body, area, reason, inside)
                inside.subtract(world.areas.find_restricted(body.area))
                inside.update(world.areas.find_restricted(gone.area))
                break


def _reason_to_leave(
    draft: TickDraft, body: Body, area: str, inside: Counter[str], over: set[str]
) -> str:
    """Return why somebody may not stay in an area, or ""."""
    access = draft.world.areas.access_rules[area]
    reason = reason_closed(access, body, draft.before.things, draft.minute)
    if not reason and area in over and inside[area] > access.capacity:
        return _reason_full(draft, area, inside[area])
    return reason


def next_closing(state: State, who: str) -> AreaClosing | None:
    """Return what somebody has to leave by now to be out in time; None where nothing has to be
    left."""
    world, body = state.world, state.bodies[who]
    if not world.areas.access_rules:
        return None
    for area in world.areas.find_restricted(body.area):
        access = world.areas.access_rules[area]
        if not access.is_timed or _has_privilege(access, body, state.things):
            continue
        closes = access.closing_minute(state.minute)
        tick = world.settings.step_ticks * world.settings.tick_minutes
        left = closes - state.minute - MARGIN_TICKS * world.settings.tick_minutes
        if left > tick * world.areas.by_id[area].size:
            continue
        ways = _exits_by_distance(state, body, area)
        if left <= tick * max(ways, default=0):
            short = bool(ways) and left < tick * max(ways)
            return AreaClosing(
                area,
                access.opening_minute(closes),
                world.areas.at(ways[min(ways)]) if short else "",
            )
    return None


def _exits_by_distance(state: State, body: Body, area: str) -> dict[int, Cell]:
    """Return the ways out by the number of their steps, the last way of each; of many ways only
    some are tried."""
    exits = state.world.exit_cells(area)
    some = exits[:: -(-len(exits) // MAX_EXITS) or 1]
    routes = (
        (state.tree.paths.route(state.tree.blocked_cells, body.cell, (cell,)), cell)
        for cell in some
    )
    return {len(route): cell for route, cell in routes if route is not None}


def may_stay(
    access: AccessRules, body: Body, things: Mapping[str, ObjectState], minute: int
) -> bool:
    """Tell whether somebody may be in an area at a minute, if there is room."""
    return not reason_closed(access, body, things, minute)


def reason_closed(
    access: AccessRules, body: Body, things: Mapping[str, ObjectState], minute: int
) -> str:
    """Return why an area is closed for somebody at a minute, room aside, or ""."""
    if _has_privilege(access, body, things):
        return ""
    if access.private:
        return "it is private."
    if not access.is_open(minute):
        return f"it is closed until {_format_opening(access.opening_minute(minute), minute)}."
    return ""


def _format_opening(opens: int, minute: int) -> str:
    return format_hours(opens) if opens // DAY == minute // DAY else format_time(opens)


def _retry_minute(access: AccessRules, minute: int) -> int:
    """Return the minute from which on it makes sense to try again; privacy is given up by nobody
    before tomorrow."""
    return minute + DAY if access.private else access.opening_minute(minute)


def _has_privilege(access: AccessRules, body: Body, things: Mapping[str, ObjectState]) -> bool:
    return body.id in access.owners or bool(access.key and count_carried(body, access.key, things))


def _reason_full(draft: TickDraft, area: str, count: int) -> str:
    """Return that there is no room, with who is inside as far as that is few, or ""."""
    capacity = draft.world.areas.access_rules[area].capacity
    if not capacity or count < capacity:
        return ""
    return f"there is room for {capacity} only, and it is taken."


def _count_inside(world: World, bodies: Iterable[Body]) -> Counter[str]:
    return Counter(
        area
        for body in bodies
        if not body.is_dead
        for area in world.areas.find_restricted(body.area)
    )


def _move_outside(
    draft: TickDraft, body: Body, area: str, reason: str, inside: Counter[str]
) -> Body:
    """Put somebody on the nearest cell outside, as one would walk, where they may be."""
    world, access = draft.world, draft.world.areas.access_rules[area]
    cell = _ExitSearch(draft, body, area, inside).find_nearest()
    if cell is None:
        return body
    there = world.areas.at(cell)
    gone = replace(
        body, cell=cell, area=there, journey=None, doing=f"leaving {world.name_with_article(area)}"
    )
    draft.put_body(gone)
    open_to = may_stay(access, body, draft.before.things, draft.minute)
    until = 0 if open_to else _retry_minute(access, draft.minute)
    draft.events.append(ShownOut(body.id, there, area, cell, reason, until))
    return gone


class _ExitSearch(NamedTuple):
    """What is outside an area, for somebody who has to leave it."""

    draft: TickDraft
    body: Body
    area: str
    inside: Counter[str]

    def find_nearest(self) -> Cell | None:
        """Return the nearest cell where they may be; through shut doors where need be."""
        closed = self.draft.before.tree.blocked_cells
        return (
            self._search_by_walking(closed)
            or self._search_by_walking(frozenset())
            or self._search_everywhere(closed)
        )

    def _search_by_walking(self, closed: frozenset[int]) -> Cell | None:
        world = self.draft.world
        edge, seen = [self.body.cell], {self.body.cell}
        while edge:
            found = [*filter(self._is_allowed, edge)]
            if found:
                return min(found, key=lambda cell: (cell.y, cell.x))
            around = [cell.step(way) for cell in edge for way in STEPS]
            edge = []
            for cell in around:
                if (
                    cell not in seen
                    and world.is_walkable(cell)
                    and world.grid.index(cell) not in closed
                ):
                    seen.add(cell)
                    edge.append(cell)
        return None

    def _search_everywhere(self, closed: frozenset[int]) -> Cell | None:
        grid, (x, y) = self.draft.world.grid, self.body.cell
        ground = (index for index, flag in enumerate(grid.walkable) if flag and index not in closed)
        found = filter(self._is_allowed, map(grid.cell, ground))
        far = {cell: abs(cell.x - x) + abs(cell.y - y) for cell in found}
        return min(far, key=lambda cell: (far[cell], cell.y, cell.x), default=None)

    def _is_allowed(self, cell: Cell) -> bool:
        areas, before = self.draft.world.areas, self.draft.before
        there, here = areas.at(cell), areas.find_restricted(self.body.area)
        if areas.is_within(there, self.area):
            return False
        for name in areas.find_restricted(there):
            rule = areas.access_rules[name]
            full = name not in here and rule.capacity and self.inside[name] >= rule.capacity
            if full or not may_stay(rule, self.body, before.things, self.draft.minute):
                return False
        return True
