"""What there is to know of one area, object or person, as lines of text."""

from collections.abc import Iterator
from typing import NamedTuple

from latticeville.core.clock import DAY, DAYS, hours, stamp
from latticeville.mind.mind import Mind
from latticeville.mind.plan import Step, Steps
from latticeville.sim.state import State
from latticeville.sim.tick import TickPayload
from latticeville.sim.tree import Body, Thing
from latticeville.world.access import Access
from latticeville.world.areas import WORLD
from latticeville.world.pack import World
from latticeville.world.personas import Hours
from latticeville.world.phrases import guard_words, many
from latticeville.world.things import Kind, Transition

MEMORIES = 12
"""Memories shown of a person, newest first."""
ROWS = 3
"""Rows shown of what is left of a person's day."""


class Fact(NamedTuple):
    """One line: a label, its text, and the id that the text leads to; without label and text it parts two sections."""

    label: str
    text: str
    about: str = ""


GAP = Fact("", "")
"""Parts two sections."""


def card(payload: TickPayload, selected: str) -> list[str]:
    """Return the lines of a card, the name first."""
    lines = [payload.state.world.name_of(selected)]
    lines += [f"{fact.label:<9} {fact.text}".rstrip() for fact in facts(payload, selected)]
    return lines


def facts(payload: TickPayload, selected: str) -> list[Fact]:
    """Return what there is to know of an area, an object or a person at the end of a tick."""
    state = payload.state
    if selected in state.bodies:
        return list(_person(payload, state.bodies[selected], state.minds[selected]))
    if selected in state.things:
        return list(_object(state, state.things[selected]))
    if selected in state.world.areas.by_id:
        return list(_area(state, selected))
    return []


def place(world: World, area: str) -> str:
    """Write where an area lies, the world itself left out.

    The innermost comes last: “Mina's House › Kitchen”.
    """
    path = world.areas.path(area) if area in world.areas.by_id else (area,)
    return " › ".join(world.name_of(name) for name in path if name != WORLD) or world.name_of(WORLD)


def reason(payload: TickPayload, who: str) -> str:
    """Say why somebody acts as they do; "" where they just follow their day."""
    state, thought = payload.state, payload.thoughts.get(who)
    if thought is None or thought.why == "plan":
        return ""
    target = thought.action.target
    if thought.why in ("answer", "greet"):
        return f"{thought.why}ing {state.world.told(target)}" if target else ""
    if thought.why in ("barred", "leave"):
        return f"{state.world.told(state.minds[who].intent.barred)} is closed or full"
    alarms = state.minds[who].intent.alarms
    thing = target if target in state.things else alarms[-1] if alarms else ""
    held = state.minds[who].beliefs.get(thing)
    return f"{state.world.told(thing)} is {held.node.looks}" if held and held.node.looks else ""


def _person(payload: TickPayload, body: Body, mind: Mind) -> Iterator[Fact]:
    state = payload.state
    world = state.world
    yield Fact("place", f"{place(world, body.area)} ({body.cell.x},{body.cell.y})", body.area)
    yield Fact("doing", _doing(state, body, mind))
    if body.journey:
        yield Fact(
            "walks", f"to {world.name_of(body.journey.target)}, {_steps(len(body.journey.route))}", body.journey.target
        )
    for row in _ahead(state, body.id):
        yield Fact("then", f"{hours(row.start)} {row.doing}, at {world.name_of(row.place)}", row.place)
    because = reason(payload, body.id)
    if because:
        yield Fact("because", because)
    if body.items:
        yield Fact("has", ", ".join(many(count, item) for item, count in sorted(body.items.items())))
    for thing in body.carries:
        yield Fact("carries", world.name_of(thing), thing)
    missing = _missing(mind)
    yield Fact("beliefs", f"{len(mind.beliefs.nodes)}{f', {missing} missing' if missing else ''}")
    yield GAP
    yield Fact("", f"{len(mind.memory)} memories, newest first")
    for memory in reversed(mind.memory.last(MEMORIES)):
        when = stamp(state.minute_of(memory.tick)) if memory.tick >= 0 else "before"
        yield Fact(when, memory.text)


def _object(state: State, thing: Thing) -> Iterator[Fact]:
    world = state.world
    kind = world.kinds[thing.kind]
    yield Fact("kind", kind.name)
    yield Fact("state", thing.state)
    yield Fact("since", f"{stamp(state.minute_of(thing.since))} (tick {thing.since})")
    if thing.holder:
        yield Fact("held by", world.name_of(thing.holder), thing.holder)
    else:
        yield Fact("place", f"{place(world, thing.area)} ({thing.cell.x},{thing.cell.y})", thing.area)
    for name, value in sorted(thing.counters.items()):
        most = kind.counters[name].most if name in kind.counters else 0
        yield Fact(name, f"{value} of {most}" if most < 1_000_000 else str(value))
    for item, count in sorted(thing.items.items()):
        yield Fact("inside", many(count, item))
    for name in thing.inside:
        yield Fact("inside", world.name_of(name), name)
    if world.objects[thing.id].owners:
        yield Fact("whose", ", ".join(world.told(who) for who in world.objects[thing.id].owners))
    if kind.blocks_in(thing.state):
        yield Fact("way", "blocked")
    yield from _rows_from(kind, thing.state)


def _rows_from(kind: Kind, state: str) -> Iterator[Fact]:
    rows = [row for row in kind.transitions if state in row.sources]
    if rows:
        yield GAP
        yield Fact("", "from here")
        for row in rows:
            yield Fact(*_row(row))


def _people_in(state: State, area: str) -> Iterator[Fact]:
    inside = [body for body in state.bodies.values() if state.world.areas.within(body.area, area)]
    if inside:
        yield GAP
        yield Fact("", f"{len(inside)} here")
        for body in inside:
            yield Fact("", _presence(state, body), body.id)


def _area(state: State, area: str) -> Iterator[Fact]:
    world = state.world
    spec = world.areas.by_id[area]
    if area != WORLD:
        yield Fact("lies in", place(world, spec.parent), spec.parent)
        yield Fact("size", f"{spec.size} cells")
        yield from _access(world, spec.access)
    else:
        yield Fact("size", f"{world.grid.width} × {world.grid.height}")
        yield Fact("people", str(len(state.bodies)))
    yield from _people_in(state, area)
    things = [thing for thing in state.things.values() if thing.area == area and not thing.holder]
    if things or world.areas.children(area):
        yield GAP
        for child in world.areas.children(area):
            yield Fact("area", world.name_of(child), child)
        for thing in things:
            still = "" if thing.state == "still" else f": {thing.state}"
            yield Fact("", f"{world.name_of(thing.id)}{still}", thing.id)


def _access(world: World, access: Access | None) -> Iterator[Fact]:
    """Tell the rules of an area."""
    if access is None:
        return
    if access.capacity:
        yield Fact("holds", f"{access.capacity} at once")
    if access.timed:
        spans = ", ".join(f"{hours(start)}–{hours(end)}" for start, end in access.hours)
        yield Fact("open", " ".join(filter(None, (spans, ", ".join(DAYS[day] for day in access.days)))))
    if access.private:
        yield Fact("private", "only for its owners" + (f" and with {access.key}" if access.key else ""))
    for who in access.owners:
        yield Fact("owner", world.name_of(who), who)


def _presence(state: State, body: Body) -> str:
    """Say what somebody does; before the first tick, where they are and what their day begins with."""
    name = state.world.name_of(body.id)
    if body.doing:
        return f"{name}: {body.doing}"
    row = _row_of_now(state, body.id)
    return f"{name}, {state.world.name_of(body.area)}{f': first {row.doing}' if row else ''}"


def _doing(state: State, body: Body, mind: Mind) -> str:
    row = _row_of_now(state, body.id)
    if not body.doing:
        return f"nothing yet, first {row.doing}" if row else "nothing yet"
    if row and body.doing == row.doing:
        return f"{body.doing}, until {hours(row.end)}"
    return f"{body.doing}, for {mind.intent.step.doing}" if mind.intent.step else body.doing


def _day(state: State, who: str) -> tuple[Hours, ...] | Steps:
    """Return the rows of somebody's day, as finely as it is planned."""
    plan, minute = state.minds[who].plan, state.minute
    if plan is None or not plan.strokes:
        return plan.routine if plan else state.world.people[who].persona.routine
    return (*(hour for hour in plan.hours if hour.end > minute), *plan.strokes)


def _row_of_now(state: State, who: str) -> Hours | Step | None:
    return next((row for row in _day(state, who) if state.minute in row), None)


def _ahead(state: State, who: str) -> list[Hours | Step]:
    """Return the next rows of somebody's day."""
    rows = [row for row in _day(state, who) if state.minute not in row]
    by_start = {(row.start - state.minute) % DAY: row for row in reversed(rows)}
    return [by_start[ahead] for ahead in sorted(by_start)][:ROWS]


def _row(row: Transition) -> tuple[str, str]:
    """Return one row of a machine as a label and a text."""
    label = row.verb or (f"{row.after} min" if row.after is not None else "by itself")
    return label, ", ".join([f"→ {row.target}", *map(guard_words, row.guards)])


def _missing(mind: Mind) -> int:
    return sum(belief.missing for belief in mind.beliefs.nodes.values())


def _steps(count: int) -> str:
    return f"{count} step{'s' * (count != 1)}"
