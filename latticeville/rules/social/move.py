"""MOVE: walk towards an area, an object or a person, one step at a time."""

from collections.abc import Iterable
from functools import reduce
from itertools import accumulate

from msgspec.structs import replace

from latticeville.core.geometry import Box, Cell
from latticeville.core.rng import rng
from latticeville.mind.action import MOVE, Action
from latticeville.mind.action_form import ActionForm
from latticeville.rules.exertion import exert, has_energy
from latticeville.sim.area_access import PendingEntry, enter_cell, entered_areas
from latticeville.sim.events import Moved, Refused
from latticeville.sim.machines import is_within_reach
from latticeville.sim.rule_set import ActionKind
from latticeville.sim.state import State
from latticeville.sim.tick_draft import TickDraft
from latticeville.sim.tree import Body, Journey, obstructed_cells
from latticeville.world.model.areas import WORLD
from latticeville.world.model.footprint import Footprint


class Move(ActionKind):
    """Take the next step of the shortest way; the way is found anew when it is closed."""

    name = MOVE
    form = ActionForm({"to_location_id": "target"}, "move|go|walk|head|travel|run|return")

    def valid_actions(self, state: State, who: str) -> Iterable[Action]:
        """Yield every area and thing believed to exist, and every person in sight."""
        beliefs = state.minds[who].beliefs
        if not has_energy(state, who, state.world.survival.step_energy):
            return
        for name in sorted(beliefs.nodes):
            if name not in (WORLD, who) and not self.refusal_reason(state, who, Action(MOVE, name)):
                yield Action(MOVE, name)

    def refusal_reason(self, state: State, who: str, action: Action) -> str:
        """One can only go to what one believes to be somewhere."""
        beliefs, elsewhere = state.minds[who].beliefs, action.target not in (WORLD, who)
        if elsewhere and beliefs.find(action.target) is not None:
            return ""
        held = beliefs.get(action.target)
        if held is None or not elsewhere:
            return f"{who} knows of no “{action.target}” to go to"
        return f"{who} does not know where {action.target} is" if held.missing else ""

    def resolve(self, draft: TickDraft, who: str, action: Action) -> None:
        """Set out or go on; arriving is an event, and so is having no way."""
        body = draft.get_body(who)
        journey = body.journey
        if (
            journey is None
            or journey.target != action.target
            or _has_target_moved(draft.before, who, journey)
            or (journey.route and _is_blocked(draft.before, body.cell.step(journey.route[0])))
        ):
            journey = _set_out(draft.before, body, action.target)
        if journey is None:
            draft.put_body(replace(body, journey=None, doing="looking for a way"))
            reason = _explain_no_way(draft.before, body, action.target)
            draft.events.append(Refused(who, body.area, MOVE, action.target, reason))
            return
        if not journey.route:
            draft.put_body(replace(body, journey=None))
            draft.events.append(_arrival_event(draft.before, body, action.target))
            return
        _take_step(draft, body, journey)


def _explain_no_way(state: State, body: Body, target: str) -> str:
    """Name the first door on the way that would lead there if every door were open."""
    world, index = state.world, state.world.grid.index
    kept = {
        name: thing for name, thing in state.things.items() if not world.kinds[thing.kind].is_door
    }
    is_area = target in world.areas.by_id
    goals = state.tree.free_cells(target) if is_area else _goal_cells(state, body, target)
    way = state.tree.paths.route(obstructed_cells(world, kept)[0], body.cell, goals)
    cells = [*accumulate(way or "", Cell.step, initial=body.cell)][1:]
    shut = _shut_doors(state)
    door = next((shut[index(cell)] for cell in cells if index(cell) in shut), None)
    if door is None:
        return "there is no way."
    name, looks = world.name_with_article(door), state.things[door].state
    return f"there is no way, because {name} is {looks}."


def _shut_doors(state: State) -> dict[int, str]:
    """Return the door in the way of each cell."""
    kinds, grid = state.world.kinds, state.world.grid
    return {
        grid.index(cell): name
        for name, thing in state.things.items()
        if kinds[thing.kind].is_door and kinds[thing.kind].is_blocking(thing.state)
        for cell in thing.footprint.cells()
        if grid.contains(cell)
    }


def _arrival_event(state: State, body: Body, target: str) -> Moved | Refused:
    """Tell what somebody finds who already stands where they go; what is believed here may be
    elsewhere."""
    gone = target in state.things and not is_within_reach(state, body.id, target)
    if gone or (target in state.bodies and not state.bodies[target].cell.is_near(body.cell)):
        return Refused(body.id, body.area, MOVE, target, "there is nothing of the kind here.")
    return Moved(body.id, body.area, target, body.cell, body.area)


def _take_step(draft: TickDraft, body: Body, journey: Journey) -> None:
    waited = journey.waited + 1
    if waited < draft.world.settings.step_ticks:
        doing = f"walking to {draft.world.name_with_article(journey.target)}"
        draft.put_body(replace(body, journey=replace(journey, waited=waited), doing=doing))
        return
    if "energy" in draft.world.needs:
        spent = exert(
            draft, body.id, Action(MOVE, journey.target), draft.world.survival.step_energy
        )
        if spent is None:
            return
        draft.put_body(replace(spent, journey=body.journey))
    rest = replace(journey, route=journey.route[1:], waited=0)
    entry = PendingEntry(body.id, body.cell.step(journey.route[0]), rest)
    if entered_areas(draft.world, body.area, entry.cell):
        draft.claims_of(PendingEntry).append(entry)
    else:
        enter_cell(draft, entry)


def _is_blocked(state: State, cell: Cell) -> bool:
    grid = state.world.grid
    if not grid.contains(cell):
        return True
    index = grid.index(cell)
    return not grid.walkable[index] or index in state.tree.blocked_cells


def _has_target_moved(state: State, who: str, journey: Journey) -> bool:
    """Tell whether what one walks to is now believed to be somewhere else."""
    held = state.minds[who].beliefs.find(journey.target)
    return held is not None and held.cell not in (None, journey.goal)


def _set_out(state: State, body: Body, target: str) -> Journey | None:
    """Return a walk by the way that is free, which began where the walk to the same target under
    way began."""
    planned, under_way = _plan_journey(state, body, target), body.journey
    if planned is None:
        return None
    return replace(
        planned, origin=under_way.origin if under_way and under_way.target == target else body.area
    )


def _plan_journey(state: State, body: Body, target: str) -> Journey | None:
    if target in state.world.areas.by_id:
        return _plan_walk_into(state, body, target)
    goals = _goal_cells(state, body, target)
    route = _find_route(state, body, goals)
    if route is None:
        return None
    held = state.minds[body.id].beliefs.find(target)
    return Journey(target, held.cell if held and held.cell else goals[0], route)


def _find_route(state: State, body: Body, goals: tuple[Cell, ...]) -> str | None:
    """Return the shortest way, around the area that did not let this person in, unless there is
    none around it."""
    if not goals:
        return None
    paths, blocked = state.tree.paths, state.tree.blocked_cells
    barred = _barred_cells(state, body, goals)
    around = paths.route(blocked | barred, body.cell, goals) if barred else None
    return paths.route(blocked, body.cell, goals) if around is None else around


def _barred_cells(state: State, body: Body, goals: tuple[Cell, ...]) -> frozenset[int]:
    """Return the cells of the area that does not let somebody in for now; none where the way begins
    or ends in it."""
    intent = state.minds[body.id].intent
    area = state.world.areas.by_id.get(intent.barred)
    if (
        area is None
        or state.minute >= intent.barred_until
        or any(cell in area for cell in (body.cell, *goals))
    ):
        return frozenset()
    return frozenset(state.world.grid.index(cell) for box in area.boxes for cell in box.cells())


def _goal_cells(state: State, body: Body, target: str) -> tuple[Cell, ...]:
    """Return the cells beside an object or a person where the walk may end."""
    held = state.minds[body.id].beliefs.find(target)
    if held is None or held.cell is None:
        return ()
    thing = state.things.get(target)
    believed = thing.footprint_at(held.cell) if thing else Footprint((Box(*held.cell, 1, 1),))
    return tuple([cell for cell in believed.cells_in_reach() if not _is_blocked(state, cell)])


def _plan_walk_into(state: State, body: Body, area: str) -> Journey | None:
    """Return a walk to this person's own standing cell, so that a room is not crowded at its door.

    Where no way leads there, it goes to the next standing cell that can be reached, else to the
    nearest cell.
    """
    spots = state.tree.free_cells_around(area)
    if not spots:
        return None
    own = rng(state.seed, 0, body.id, area).integer_below(len(spots))
    route = _find_route(state, body, (spots[own],))
    if route is not None:
        return Journey(area, spots[own], route)
    nearest = _find_route(state, body, state.tree.free_cells(area))
    if nearest is None:
        return None
    for spot in (*spots[own + 1 :], *spots[:own]):
        route = _find_route(state, body, (spot,))
        if route is not None:
            return Journey(area, spot, route)
    return Journey(area, reduce(Cell.step, nearest, body.cell), nearest)
