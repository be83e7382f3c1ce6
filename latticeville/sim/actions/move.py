"""MOVE: walk towards an area, a thing or a person, one step at a time."""

from collections.abc import Iterable

from msgspec.structs import replace

from latticeville.core.dice import dice
from latticeville.core.geometry import Box, Cell
from latticeville.mind.action import MOVE, Action
from latticeville.sim.actions.interact import within_reach
from latticeville.sim.doors import entered, step_in
from latticeville.sim.events import Moved, Refused
from latticeville.sim.stage import Knock, Stage
from latticeville.sim.state import State
from latticeville.sim.tree import Body, Journey
from latticeville.world.areas import WORLD
from latticeville.world.footprint import Footprint


class Move:
    """Take the next step of the shortest way; the way is found anew when it is closed."""

    name = MOVE

    def targets(self, state: State, who: str) -> Iterable[Action]:
        """Yield every area and thing believed to exist, and every person in sight."""
        beliefs = state.minds[who].beliefs
        for name in sorted(beliefs.nodes):
            if name not in (WORLD, who) and not self.refuses(state, who, Action(MOVE, name)):
                yield Action(MOVE, name)

    def refuses(self, state: State, who: str, action: Action) -> str:
        """One can only go to what one believes to be somewhere."""
        held = state.minds[who].beliefs.get(action.target)
        if held is None or action.target in (WORLD, who):
            return f"{who} knows of no “{action.target}” to go to"
        return f"{who} does not know where {action.target} is" if held.missing else ""

    def claims(self, _action: Action) -> str:
        """Contend for nothing: people pass each other."""
        return ""

    def resolve(self, stage: Stage, who: str, action: Action) -> None:
        """Set out or go on; arriving is an event, and so is having no way."""
        body = stage.body(who)
        journey = body.journey
        if (
            journey is None
            or journey.target != action.target
            or _strayed(stage.before, who, journey)
            or (journey.route and _closed(stage.before, body.cell.step(journey.route[0])))
        ):
            journey = _set_out(stage.before, body, action.target)
        if journey is None:
            stage.put_body(replace(body, journey=None, doing="looking for a way"))
            stage.events.append(Refused(who, body.area, MOVE, action.target, "there is no way."))
            return
        if not journey.route:
            stage.put_body(replace(body, journey=None))
            stage.events.append(_arrived(stage.before, body, action.target))
            return
        _step(stage, body, journey)


def _arrived(state: State, body: Body, target: str) -> Moved | Refused:
    """Tell what somebody finds who already stands where they go; what is believed here may be elsewhere."""
    gone = target in state.things and not within_reach(state, body.id, target)
    if gone or (target in state.bodies and not state.bodies[target].cell.near(body.cell)):
        return Refused(body.id, body.area, MOVE, target, "there is nothing of the kind here.")
    return Moved(body.id, body.area, target, body.cell)


def _step(stage: Stage, body: Body, journey: Journey) -> None:
    doing = f"walking to {stage.world.told(journey.target)}"
    waited = journey.waited + 1
    if waited < stage.world.settings.step_ticks:
        stage.put_body(replace(body, journey=replace(journey, waited=waited), doing=doing))
        return
    rest = replace(journey, route=journey.route[1:], waited=0)
    knock = Knock(body.id, body.cell.step(journey.route[0]), rest)
    if entered(stage.world, body.area, knock.cell):
        stage.knocks.append(knock)
    else:
        step_in(stage, knock)


def _closed(state: State, cell: Cell) -> bool:
    return state.world.grid.index(cell) in state.tree.closed or not state.world.free(cell)


def _strayed(state: State, who: str, journey: Journey) -> bool:
    """Tell whether what one walks to is now believed to be somewhere else."""
    held = state.minds[who].beliefs.find(journey.target)
    return held is not None and held.cell not in (None, journey.goal)


def _set_out(state: State, body: Body, target: str) -> Journey | None:
    goals = _goals(state, body, target)
    route = state.tree.paths.route(state.tree.closed, body.cell, goals) if goals else None
    if route is None:
        return None
    held = state.minds[body.id].beliefs.find(target)
    return Journey(target, held.cell if held and held.cell else goals[0], route)


def _goals(state: State, body: Body, target: str) -> tuple[Cell, ...]:
    """Return the cells where the walk may end."""
    if target in state.world.areas.by_id:
        return _spot(state, body.id, target)
    held = state.minds[body.id].beliefs.find(target)
    if held is None or held.cell is None:
        return ()
    thing = state.things.get(target)
    believed = thing.placed_at(held.cell) if thing else Footprint((Box(*held.cell, 1, 1),))
    return tuple(cell for cell in believed.reach() if state.world.grid.holds(cell) and not _closed(state, cell))


def _spot(state: State, who: str, area: str) -> tuple[Cell, ...]:
    """Return the one of the area's spots that is this person's, so that a room is not crowded at its door."""
    spots = state.tree.spots(area)
    if not spots:
        return ()
    return (spots[dice(state.seed, 0, who, area).below(len(spots))],)
