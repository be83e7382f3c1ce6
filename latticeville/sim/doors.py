"""Areas with rules: who gets in, who has to leave, who is shown out.

Places are counted as the last tick left them, so that who leaves frees a place for the next tick only.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from latticeville.core.clock import DAY, hours, stamp
from latticeville.core.dice import dice
from latticeville.core.geometry import STEPS, Cell
from latticeville.mind.action import MOVE, Closing
from latticeville.sim.events import Moved, Refused, ShownOut
from latticeville.sim.machines import carried
from latticeville.sim.stage import Knock, Stage
from latticeville.sim.state import State
from latticeville.sim.tree import Body, Thing
from latticeville.world.access import Access
from latticeville.world.pack import World

EXITS = 8
"""How many ways out of an area are tried at most."""
MARGIN = 2
"""Ticks more than the way out takes that people leave themselves before closing time."""


def entered(world: World, area: str, cell: Cell) -> tuple[str, ...]:
    """Return the areas with rules that a step from an area onto a cell leads into, the outermost first."""
    there = world.areas.at(cell)
    if there == area or not world.areas.ruled:
        return ()
    inside = world.areas.ruled_above(area)
    return tuple(name for name in world.areas.ruled_above(there) if name not in inside)


def step_in(stage: Stage, knock: Knock) -> None:
    """Let somebody take the step that they are about to take; at the end of the way they arrive."""
    target = knock.rest.target
    moved = stage.move(stage.body(knock.who), knock.cell)
    doing = f"walking to {stage.world.told(target)}"
    stage.put_body(replace(moved, journey=knock.rest if knock.rest.route else None, doing=doing))
    if not knock.rest.route:
        stage.events.append(Moved(knock.who, moved.area, target, moved.cell))


def admit(stage: Stage) -> None:
    """Let those in who may be in; dice settle who takes the last place."""
    if not stage.knocks:
        return
    inside = _inside(stage.world, stage.before.bodies.values())
    order = sorted(stage.knocks, key=lambda k: (dice(stage.before.seed, stage.tick, k.who, "door").unit(), k.who))
    for knock in order:
        body = stage.body(knock.who)
        areas = entered(stage.world, body.area, knock.cell)
        for area in areas:
            access = stage.world.areas.ruled[area]
            barred = shut(access, body, stage.before.things, stage.minute) or _full(stage, area, inside[area])
            if barred:
                told = stage.world.told(area)
                stage.put_body(replace(body, journey=None, doing=f"waiting outside {told}"))
                until = 0 if may_be(access, body, stage.before.things, stage.minute) else _again(access, stage.minute)
                refused = Refused(body.id, body.area, MOVE, knock.rest.target, barred, at=area, until=until)
                stage.events.append(refused)
                break
        else:
            step_in(stage, knock)
            inside.update(areas)


def close(stage: Stage) -> None:
    """Show out whoever is where by now nobody, or nobody more, may be."""
    world = stage.world
    if not world.areas.ruled:
        return
    bodies = {who: stage.body(who) for who in sorted(stage.before.bodies)}
    inside = _inside(world, bodies.values())
    over = {area for area, rule in world.areas.ruled.items() if rule.capacity and inside[area] > rule.capacity}
    order = sorted(bodies, key=lambda who: (dice(stage.before.seed, stage.tick, who, "out").unit(), who))
    for who in order if over else bodies:
        body = bodies[who]
        for area in world.areas.ruled_above(body.area):
            reason = _why_out(stage, body, area, inside, over)
            if reason:
                gone = _show_out(stage, body, area, reason, inside)
                inside.subtract(world.areas.ruled_above(body.area))
                inside.update(world.areas.ruled_above(gone.area))
                break


def _why_out(stage: Stage, body: Body, area: str, inside: Counter[str], over: set[str]) -> str:
    """Return why somebody may not stay in an area, or ""."""
    access = stage.world.areas.ruled[area]
    reason = shut(access, body, stage.before.things, stage.minute)
    if not reason and area in over and inside[area] > access.capacity:
        return _full(stage, area, inside[area])
    return reason


def closing(state: State, who: str) -> Closing | None:
    """Return what somebody has to leave by now to be out in time; None where nothing has to be left."""
    world, body = state.world, state.bodies[who]
    if not world.areas.ruled:
        return None
    for area in world.areas.ruled_above(body.area):
        access = world.areas.ruled[area]
        if not access.timed or _privileged(access, body, state.things):
            continue
        closes = access.closes(state.minute)
        tick = world.settings.step_ticks * world.settings.tick_minutes
        left = closes - state.minute - MARGIN * world.settings.tick_minutes
        if left > tick * world.areas.by_id[area].size:
            continue
        ways = _ways(state, body, area)
        if left <= tick * max(ways, default=0):
            short = bool(ways) and left < tick * max(ways)
            return Closing(area, access.opens(closes), world.areas.at(ways[min(ways)]) if short else "")
    return None


def _ways(state: State, body: Body, area: str) -> dict[int, Cell]:
    """Return the ways out by the number of their steps, the last way of each; of many ways only some are tried."""
    exits = state.world.exits(area)
    some = exits[:: -(-len(exits) // EXITS) or 1]
    routes = ((state.tree.paths.route(state.tree.closed, body.cell, (cell,)), cell) for cell in some)
    return {len(route): cell for route, cell in routes if route is not None}


def may_be(access: Access, body: Body, things: Mapping[str, Thing], minute: int) -> bool:
    """Tell whether somebody may be in an area at a minute, if there is room."""
    return not shut(access, body, things, minute)


def shut(access: Access, body: Body, things: Mapping[str, Thing], minute: int) -> str:
    """Return why an area is closed for somebody at a minute, room aside, or ""."""
    if _privileged(access, body, things):
        return ""
    if access.private:
        return "it is private."
    if not access.open(minute):
        return f"it is closed until {_when(access.opens(minute), minute)}."
    return ""


def _when(opens: int, minute: int) -> str:
    return hours(opens) if opens // DAY == minute // DAY else stamp(opens)


def _again(access: Access, minute: int) -> int:
    """Return the minute from which on it makes sense to try again; privacy is given up by nobody before tomorrow."""
    return minute + DAY if access.private else access.opens(minute)


def _privileged(access: Access, body: Body, things: Mapping[str, Thing]) -> bool:
    return body.id in access.owners or bool(access.key and carried(body, access.key, things))


def _full(stage: Stage, area: str, count: int) -> str:
    """Return that there is no room, with who is inside as far as that is few, or ""."""
    capacity = stage.world.areas.ruled[area].capacity
    if not capacity or count < capacity:
        return ""
    return f"there is room for {capacity} only, and it is taken."


def _inside(world: World, bodies: Iterable[Body]) -> Counter[str]:
    return Counter(area for body in bodies for area in world.areas.ruled_above(body.area))


def _show_out(stage: Stage, body: Body, area: str, reason: str, inside: Counter[str]) -> Body:
    """Put somebody on the nearest cell outside, as one would walk, where they may be."""
    world, access = stage.world, stage.world.areas.ruled[area]
    cell = _Outside(stage, body, area, inside).nearest()
    if cell is None:
        return body
    there = world.areas.at(cell)
    gone = replace(body, cell=cell, area=there, journey=None, doing=f"leaving {world.told(area)}")
    stage.put_body(gone)
    open_to = may_be(access, body, stage.before.things, stage.minute)
    until = 0 if open_to else _again(access, stage.minute)
    stage.events.append(ShownOut(body.id, there, area, cell, reason, until))
    return gone


class _Outside(NamedTuple):
    """What is outside an area, for somebody who has to leave it."""

    stage: Stage
    body: Body
    area: str
    inside: Counter[str]

    def nearest(self) -> Cell | None:
        """Return the nearest cell where they may be; through shut doors where need be."""
        closed = self.stage.before.tree.closed
        return self._by_walking(closed) or self._by_walking(frozenset()) or self._anywhere(closed)

    def _by_walking(self, closed: frozenset[int]) -> Cell | None:
        world = self.stage.world
        edge, seen = [self.body.cell], {self.body.cell}
        while edge:
            found = [*filter(self._welcomes, edge)]
            if found:
                return min(found, key=lambda cell: (cell.y, cell.x))
            around = [cell.step(way) for cell in edge for way in STEPS]
            edge = []
            for cell in around:
                if cell not in seen and world.free(cell) and world.grid.index(cell) not in closed:
                    seen.add(cell)
                    edge.append(cell)
        return None

    def _anywhere(self, closed: frozenset[int]) -> Cell | None:
        grid, (x, y) = self.stage.world.grid, self.body.cell
        ground = (index for index, flag in enumerate(grid.walkable) if flag and index not in closed)
        found = filter(self._welcomes, map(grid.cell, ground))
        far = {cell: abs(cell.x - x) + abs(cell.y - y) for cell in found}
        return min(far, key=lambda cell: (far[cell], cell.y, cell.x), default=None)

    def _welcomes(self, cell: Cell) -> bool:
        areas, before = self.stage.world.areas, self.stage.before
        there, here = areas.at(cell), areas.ruled_above(self.body.area)
        if areas.within(there, self.area):
            return False
        for name in areas.ruled_above(there):
            rule = areas.ruled[name]
            full = name not in here and rule.capacity and self.inside[name] >= rule.capacity
            if full or not may_be(rule, self.body, before.things, self.stage.minute):
                return False
        return True
