"""What a designer does to a running world: to bodies, things, weather, clock, memories and beliefs.

Each deed is a function of the state to a state and the events that tell of it; an impossible one raises.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from latticeville.core.geometry import Cell
from latticeville.mind import edits
from latticeville.mind.mind import Mind
from latticeville.mind.percept import AGENT, AREA, Node
from latticeville.sim.events import Changed, Displaced, Event, Placed, WeatherChanged
from latticeville.sim.exchange import nearest
from latticeville.sim.state import State
from latticeville.sim.tree import Body, Thing, grow

KINDS = ("observation", "action", "plan", "reflection")
"""Kinds of record that may be planted."""
Done = tuple[State, list[Event]]


class ImpossibleError(Exception):
    """What was asked for cannot be done in this world; the sentence says why."""


def put(state: State, who: str, to: str, cell: Cell | None) -> Done:
    """Put a person somewhere else."""
    mind_of(state, who)
    world, body = state.world, state.bodies[who]
    if cell is None and to in world.areas.by_id:
        spots = state.tree.spots(to) or _inside(state, to)
        if not spots:
            raise ImpossibleError(f"there is no room in “{to}”")
        cell = spots[len(spots) // 2]
    elif cell is None:
        cell = _thing(state, to).cell
    if not world.grid.holds(cell):
        raise ImpossibleError(f"the cell {cell.x},{cell.y} does not lie on the map")
    there = replace(body, cell=cell, area=world.areas.at(cell), journey=None)
    if not world.free(cell) or world.grid.index(cell) in state.tree.closed:
        there = nearest(state.tree, there)
    return _changed(state, bodies={who: there}), [Placed(who, there.area, there.cell)]


def set_thing(state: State, name: str, into: str, counters: Mapping[str, int]) -> Done:
    """Set the state and counters of a thing; who then stands in something solid is moved."""
    thing = _thing(state, name)
    kind = state.world.kinds[thing.kind]
    if into and into not in kind.states:
        raise ImpossibleError(f"“{name}” has no state “{into}”: it has {', '.join(kind.states)}")
    unknown = sorted({*counters} - {*kind.counters})
    if unknown:
        raise ImpossibleError(f"“{name}” has no counter “{unknown[0]}”")
    bounds = kind.counters
    held = {each: bounds[each].bounded(counters[each]) for each in sorted(counters)}
    after = into or thing.state
    since = state.tick if after != thing.state else thing.since
    set_to = replace(thing, state=after, since=since, counters={**thing.counters, **held})
    events: list[Event] = []
    if after != thing.state:
        area = state.bodies[thing.holder].area if thing.holder else thing.area
        events.append(Changed(area, name, thing.state, after))
    state, displaced = _make_way(_changed(state, things={name: set_to}))
    return state, events + displaced


def _make_way(state: State) -> Done:
    """Move everybody out of what is solid."""
    events: list[Event] = []
    for who, body in sorted(state.bodies.items()):
        if state.world.grid.index(body.cell) in state.tree.closed:
            moved = nearest(state.tree, body)
            state = _changed(state, bodies={who: moved})
            events.append(Displaced(who, moved.area, moved.cell))
    return state, events


def set_weather(state: State, weather: str) -> Done:
    """Change the weather."""
    climate = state.world.climate
    known = {climate.start, *climate.chain}
    if weather not in known:
        raise ImpossibleError(f"there is no weather “{weather}” in this world: it has {', '.join(sorted(known))}")
    if weather == state.weather:
        return state, []
    return replace(state, weather=weather), [WeatherChanged(state.weather, weather)]


def forward(state: State, minutes: int) -> Done:
    """Set the clock forward."""
    if minutes < 1:
        raise ImpossibleError("the clock can be set forward only: memories cannot be later than now")
    return replace(state, shifts=(*state.shifts, (state.tick, minutes))), []


def remember(state: State, who: str, text: str, kind: str, importance: int, cites: tuple[int, ...]) -> Done:
    """Plant a record."""
    mind = mind_of(state, who)
    if kind not in KINDS or not text.strip() or not 1 <= importance <= 10:
        raise ImpossibleError(f"a record has a text, an importance from 1 to 10, and is one of {', '.join(KINDS)}")
    for each in cites:
        _record(mind, each)
    return _minded(state, who, edits.planted(mind, text, kind, state.tick, state.bodies[who].area, importance, cites))


def rewrite(state: State, who: str, place: int, text: str, importance: int) -> Done:
    """Change a record."""
    mind = mind_of(state, who)
    _record(mind, place)
    if not 0 <= importance <= 10:
        raise ImpossibleError("importance runs from 1 to 10")
    return _minded(state, who, edits.rewritten(mind, place, text, importance))


def forget(state: State, who: str, place: int) -> Done:
    """Take a record away."""
    mind = mind_of(state, who)
    _record(mind, place)
    return _minded(state, who, edits.forgotten(mind, place))


def believe(state: State, who: str, about: str, looks: str, area: str, *, missing: bool) -> Done:
    """Change what is believed of a thing or a person."""
    mind = _of_another(state, who, about)
    held = mind.beliefs.get(about)
    node = _looking(state, held.node if held is not None else state.tree.nodes[about], looks)
    node = _lying(state, node, area)
    path = state.world.areas.path(node.parent) if node.parent else ()
    above = tuple(state.tree.nodes[each] for each in path)
    return _minded(state, who, edits.believing(mind, node, above, state.tick, missing=missing))


def _looking(state: State, node: Node, looks: str) -> Node:
    """Return a node that looks otherwise; as it is where nothing is said about that."""
    if not looks or node.kind == AGENT:
        return replace(node, looks=looks or node.looks)
    states = state.world.kinds[state.things[node.id].kind].states
    if looks not in states:
        raise ImpossibleError(f"“{node.id}” has no state “{looks}”: it has {', '.join(states)}")
    return replace(node, looks=looks, alarm=states[looks].alarm)


def _lying(state: State, node: Node, area: str) -> Node:
    """Return a node that lies in the middle of another area; as it is where none is named."""
    if area and area not in state.world.areas.by_id:
        raise ImpossibleError(f"there is no area “{area}”")
    if not area or area == node.parent:
        return node
    cells = state.tree.spots(area) or _inside(state, area)
    return replace(node, parent=area, cell=cells[len(cells) // 2] if cells else node.cell)


def unlearn(state: State, who: str, about: str) -> Done:
    """Take away what is believed of a thing or a person."""
    mind = _of_another(state, who, about)
    if mind.beliefs.get(about) is None:
        raise ImpossibleError(f"{state.world.told(who)} knows nothing of “{about}” as it is")
    return _minded(state, who, edits.unlearned(mind, about))


def mind_of(state: State, who: str) -> Mind:
    """Return somebody's mind."""
    if who not in state.minds:
        raise ImpossibleError(f"nobody is called “{who}”")
    return state.minds[who]


def _of_another(state: State, who: str, about: str) -> Mind:
    mind, node = mind_of(state, who), state.tree.nodes.get(about)
    if node is None or node.kind == AREA or about == who:
        raise ImpossibleError(f"“{about}” is neither a thing nor another person")
    if any(each.id == about for each in mind.beliefs.sights):
        raise ImpossibleError(f"{state.world.told(who)} has “{about}” in sight, and sees for themselves")
    return mind


def _thing(state: State, name: str) -> Thing:
    if name not in state.things:
        raise ImpossibleError(f"there is no thing “{name}”")
    return state.things[name]


def _record(mind: Mind, place: int) -> None:
    if not 0 <= place < len(mind.memory):
        raise ImpossibleError(f"there is no record {place}: ids run from 0 to {len(mind.memory) - 1}")


def _inside(state: State, area: str) -> tuple[Cell, ...]:
    """Return the free cells of an area, those of areas within it included."""
    world, closed = state.world, state.tree.closed
    cells = world.areas.by_id[area].cells()
    return tuple(cell for cell in cells if world.free(cell) and world.grid.index(cell) not in closed)


def _minded(state: State, who: str, mind: Mind) -> Done:
    return replace(state, minds={**state.minds, who: mind}), []


def _changed(
    state: State, bodies: Mapping[str, Body] | None = None, things: Mapping[str, Thing] | None = None
) -> State:
    bodies, things = bodies or {}, things or {}
    every, all_things = {**state.bodies, **bodies}, {**state.things, **things}
    tree = grow(state.tree, every, all_things, bodies, things)
    return replace(state, bodies=every, things=all_things, tree=tree)
