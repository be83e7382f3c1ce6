"""What a designer does to a running world: people, objects, weather, clock, memories, beliefs.

Each intervention is a function from a state to a state and its events; an impossible one raises.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from latticeville.core.closest_match import closest_match
from latticeville.core.geometry import Cell
from latticeville.mind import edits
from latticeville.mind.action import Action
from latticeville.mind.mind import ActedChoice, Mind
from latticeville.mind.percept import AGENT, AREA, Node
from latticeville.sim.event import Event
from latticeville.sim.events import Changed, Displaced, Placed, WeatherChanged
from latticeville.sim.rule_set import rules_of
from latticeville.sim.state import State
from latticeville.sim.tree import Body, ObjectState, settle_in, update_tree
from latticeville.sim.world_reload import move_to_nearest_free
from latticeville.world.model.numbers import find_number, list_numbers

MEMORY_KINDS = ("observation", "action", "plan", "reflection")
"""Kinds of record that may be planted."""
StateAndEvents = tuple[State, list[Event]]


class ImpossibleError(Exception):
    """What was asked for cannot be done in this world; the sentence says why."""


def move_person(state: State, who: str, to: str, cell: Cell | None) -> StateAndEvents:
    """Put a person somewhere else."""
    get_mind(state, who)
    world, body = state.world, state.bodies[who]
    if cell is None and to in world.areas.by_id:
        spots = state.tree.free_cells_around(to) or _free_cells_within(state, to)
        if not spots:
            raise ImpossibleError(f"there is no room in “{to}”")
        cell = spots[len(spots) // 2]
    elif cell is None:
        cell = _get_object(state, to).cell
    if not world.grid.contains(cell):
        raise ImpossibleError(f"the cell {cell.x},{cell.y} is outside the map")
    there = replace(body, cell=cell, area=world.areas.at(cell), journey=None)
    if not world.is_walkable(cell) or world.grid.index(cell) in state.tree.blocked_cells:
        there = move_to_nearest_free(state.tree, there)
    return _update_state(state, bodies={who: there}), [Placed(who, there.area, there.cell)]


def act_as(state: State, who: str, action: Action) -> StateAndEvents:
    """Choose in place of a person's mind in this tick."""
    mind = get_mind(state, who)
    if state.bodies[who].is_dead:
        raise ImpossibleError(f"{state.world.name_with_article(who)} is dead")
    chosen = ActedChoice(action, state.tick + 1)
    return _replace_mind(state, who, replace(mind, intent=replace(mind.intent, acted=chosen)))


def release(state: State, who: str) -> StateAndEvents:
    """Let a person's own mind choose again."""
    mind = get_mind(state, who)
    if mind.intent.acted is None:
        raise ImpossibleError(f"nobody acts as {state.world.name_with_article(who)}")
    return _replace_mind(state, who, replace(mind, intent=replace(mind.intent, acted=None)))


def set_object(state: State, name: str, into: str, counters: Mapping[str, int]) -> StateAndEvents:
    """Set the state and counters of an object; who then stands in something solid is moved."""
    thing = _get_object(state, name)
    kind = state.world.kinds[thing.kind]
    if into and into not in kind.states:
        raise ImpossibleError(
            f"“{name}” has no state “{into}”: its states are {', '.join(kind.states)}"
        )
    unknown = sorted({*counters} - {*kind.counters})
    if unknown:
        raise ImpossibleError(f"“{name}” has no counter “{unknown[0]}”")
    bounds = kind.counters
    held = {each: bounds[each].clamp(counters[each]) for each in sorted(counters)}
    after = into or thing.state
    since = state.tick if after != thing.state else thing.since
    set_to = replace(thing, state=after, since=since, counters={**thing.counters, **held})
    events: list[Event] = []
    if after != thing.state:
        area = state.bodies[thing.holder].area if thing.holder else thing.area
        events.append(Changed(area, name, thing.state, after))
    state, displaced = _clear_blocked_cells(_update_state(state, things={name: set_to}))
    return state, events + displaced


def _clear_blocked_cells(state: State) -> StateAndEvents:
    """Move everybody out of what is solid."""
    events: list[Event] = []
    for who, body in sorted(state.bodies.items()):
        if state.world.grid.index(body.cell) in state.tree.blocked_cells:
            moved = move_to_nearest_free(state.tree, body)
            state = _update_state(state, bodies={who: moved})
            events.append(Displaced(who, moved.area, moved.cell))
    return state, events


def set_weather(state: State, weather: str) -> StateAndEvents:
    """Change the weather."""
    climate = state.world.climate
    known = {climate.start, *climate.chain}
    if weather not in known:
        raise ImpossibleError(
            f"there is no weather “{weather}” in this world: choose one of "
            f"{', '.join(sorted(known))}"
        )
    if weather == state.weather:
        return state, []
    return replace(state, weather=weather), [WeatherChanged(state.weather, weather)]


def advance_clock(state: State, minutes: int) -> StateAndEvents:
    """Set the clock forward."""
    if minutes < 1:
        raise ImpossibleError("the clock can only be advanced")
    return replace(state, shifts=(*state.shifts, (state.tick, minutes))), []


def set_number(state: State, key: str, value: float | None) -> StateAndEvents:
    """Change a number of the world's settings, or with None back to what the world says; what
    cells hold stays as it is."""
    number = find_number(state.world, key)
    if number is None:
        near = closest_match(key, [one.key for one in list_numbers(state.world)])
        meant = f"; did you mean “{near}”?" if near else ""
        raise ImpossibleError(f"there is no number “{key}” in this world{meant}")
    if value is not None and (reason := number.refusal(value)):
        raise ImpossibleError(reason)
    was = state.amendments
    numbers = {one: kept for one, kept in was.numbers.items() if one != key}
    if value is not None:
        numbers[key] = value
    amendments = replace(was, numbers=dict(sorted(numbers.items())))
    world = state.world.amend(amendments)
    for carry_over in rules_of(world.rules).carry_overs:
        state = carry_over(state, world)
    return replace(state, tree=settle_in(state.tree, world), amendments=amendments), []


def insert_memory(
    state: State, who: str, text: str, kind: str, importance: int, cites: tuple[int, ...]
) -> StateAndEvents:
    """Insert a memory."""
    mind = get_mind(state, who)
    if kind not in MEMORY_KINDS or not text.strip() or not 1 <= importance <= 10:
        raise ImpossibleError(
            "a memory needs a text, an importance from 1 to 10, and one of the kinds "
            f"{', '.join(MEMORY_KINDS)}"
        )
    for each in cites:
        _check_record(mind, each)
    return _replace_mind(
        state,
        who,
        edits.insert_memory(
            mind, text, kind, state.tick, state.bodies[who].area, importance, cites
        ),
    )


def edit_memory(state: State, who: str, place: int, text: str, importance: int) -> StateAndEvents:
    """Change a memory."""
    mind = get_mind(state, who)
    _check_record(mind, place)
    if not 0 <= importance <= 10:
        raise ImpossibleError("importance must be from 1 to 10")
    return _replace_mind(state, who, edits.edit_memory(mind, place, text, importance))


def delete_memory(state: State, who: str, place: int) -> StateAndEvents:
    """Delete a memory."""
    mind = get_mind(state, who)
    _check_record(mind, place)
    return _replace_mind(state, who, edits.delete_memory(mind, place))


def set_belief(
    state: State, who: str, about: str, looks: str, area: str, *, missing: bool
) -> StateAndEvents:
    """Change what is believed of an object or a person."""
    mind = _believing_mind(state, who, about)
    held = mind.beliefs.get(about)
    node = _change_looks(state, held.node if held is not None else state.tree.nodes[about], looks)
    node = _change_area(state, node, area)
    path = state.world.areas.path(node.parent) if node.parent else ()
    above = tuple(state.tree.nodes[each] for each in path)
    return _replace_mind(
        state, who, edits.set_belief(mind, node, above, state.tick, missing=missing)
    )


def _change_looks(state: State, node: Node, looks: str) -> Node:
    """Return a node with other looks; as it is where none are named."""
    if not looks or node.kind == AGENT:
        return replace(node, looks=looks or node.looks)
    states = state.world.kinds[state.things[node.id].kind].states
    if looks not in states:
        raise ImpossibleError(
            f"“{node.id}” has no state “{looks}”: its states are {', '.join(states)}"
        )
    return replace(node, looks=looks, alarm=states[looks].alarm)


def _change_area(state: State, node: Node, area: str) -> Node:
    """Return a node that lies in the middle of another area; as it is where none is named."""
    if area and area not in state.world.areas.by_id:
        raise ImpossibleError(f"there is no area “{area}”")
    if not area or area == node.parent:
        return node
    cells = state.tree.free_cells_around(area) or _free_cells_within(state, area)
    return replace(node, parent=area, cell=cells[len(cells) // 2] if cells else node.cell)


def delete_belief(state: State, who: str, about: str) -> StateAndEvents:
    """Take away what is believed of an object or a person."""
    mind = _believing_mind(state, who, about)
    if mind.beliefs.get(about) is None:
        raise ImpossibleError(
            f"{state.world.name_with_article(who)} has no belief about “{about}” to delete"
        )
    return _replace_mind(state, who, edits.delete_belief(mind, about))


def get_mind(state: State, who: str) -> Mind:
    """Return somebody's mind."""
    if who not in state.minds:
        raise ImpossibleError(f"there is no person “{who}”")
    return state.minds[who]


def _believing_mind(state: State, who: str, about: str) -> Mind:
    mind, node = get_mind(state, who), state.tree.nodes.get(about)
    if node is None or node.kind == AREA or about == who:
        raise ImpossibleError(f"“{about}” is neither an object nor another person")
    if any(each.id == about for each in mind.beliefs.sights):
        raise ImpossibleError(
            f"{state.world.name_with_article(who)} sees “{about}”: the belief cannot be changed"
        )
    return mind


def _get_object(state: State, name: str) -> ObjectState:
    if name not in state.things:
        raise ImpossibleError(f"there is no object “{name}”")
    return state.things[name]


def _check_record(mind: Mind, place: int) -> None:
    if not 0 <= place < len(mind.memory):
        raise ImpossibleError(
            f"there is no memory {place}: ids run from 0 to {len(mind.memory) - 1}"
        )


def _free_cells_within(state: State, area: str) -> tuple[Cell, ...]:
    """Return the free cells of an area, those of areas within it included."""
    world, closed = state.world, state.tree.blocked_cells
    cells = world.areas.by_id[area].cells()
    return tuple(
        cell for cell in cells if world.is_walkable(cell) and world.grid.index(cell) not in closed
    )


def _replace_mind(state: State, who: str, mind: Mind) -> StateAndEvents:
    return replace(state, minds={**state.minds, who: mind}), []


def _update_state(
    state: State,
    bodies: Mapping[str, Body] | None = None,
    things: Mapping[str, ObjectState] | None = None,
) -> State:
    bodies, things = bodies or {}, things or {}
    every, all_things = {**state.bodies, **bodies}, {**state.things, **things}
    tree = update_tree(state.tree, every, all_things, bodies, things)
    return replace(state, bodies=every, things=all_things, tree=tree)
