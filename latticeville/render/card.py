"""What there is to know of one area, object or person, as lines of text."""

from collections.abc import Iterator
from typing import NamedTuple

from latticeville.core.clock import hours, stamp
from latticeville.mind.mind import Mind
from latticeville.sim.state import State
from latticeville.sim.tick import TickPayload
from latticeville.sim.tree import Body, Thing
from latticeville.world.areas import WORLD
from latticeville.world.pack import World
from latticeville.world.things import CounterGuard, Guard, HoldsGuard, TimeGuard, Transition

MEMORIES = 12
"""Memories shown of a person, newest first."""


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


def _person(payload: TickPayload, body: Body, mind: Mind) -> Iterator[Fact]:
    state = payload.state
    world = state.world
    yield Fact("place", f"{place(world, body.area)} ({body.cell.x},{body.cell.y})", body.area)
    yield Fact("doing", body.doing or "nothing yet")
    if body.journey:
        yield Fact(
            "walks", f"to {world.name_of(body.journey.target)}, {_steps(len(body.journey.route))}", body.journey.target
        )
    if mind.step:
        step = mind.step
        use = f", {step.use.verb.value} {world.name_of(step.use.thing)}" if step.use else ""
        where = world.name_of(step.place)
        yield Fact("now", f"{step.doing}{use}, at {where} until {hours(step.end)}", step.place)
    later = mind.plan.step(mind.step.end) if mind.plan and mind.step else None
    if later and mind.step:
        use = f", {later.use.verb.value} {world.name_of(later.use.thing)}" if later.use else ""
        yield Fact("next", f"{hours(mind.step.end)} {later.doing}{use}, at {world.name_of(later.place)}", later.place)
    thought = payload.thoughts.get(body.id)
    if thought:
        yield Fact("because", thought.why)
    for item, count in sorted(body.items.items()):
        yield Fact("has", f"{count} {item}")
    for thing in body.carries:
        yield Fact("carries", world.name_of(thing), thing)
    yield Fact("beliefs", f"{len(mind.beliefs.nodes)}, {_missing(mind)} missing")
    yield GAP
    yield Fact("", f"{len(mind.memory)} memories, newest first")
    for memory in reversed(mind.memory.last(MEMORIES)):
        settings = world.settings
        when = stamp(settings.start + memory.tick * settings.tick_minutes) if memory.tick >= 0 else "before"
        yield Fact(when, memory.text)


def _object(state: State, thing: Thing) -> Iterator[Fact]:
    world = state.world
    kind = world.kinds[thing.kind]
    yield Fact("kind", kind.name)
    yield Fact("state", thing.state)
    settings = world.settings
    yield Fact("since", f"{stamp(settings.start + thing.since * settings.tick_minutes)} (tick {thing.since})")
    if thing.holder:
        yield Fact("held by", world.name_of(thing.holder), thing.holder)
    else:
        yield Fact("place", f"{place(world, thing.area)} ({thing.cell.x},{thing.cell.y})", thing.area)
    for name, value in sorted(thing.counters.items()):
        most = kind.counters[name].most if name in kind.counters else 0
        yield Fact(name, f"{value} of {most}" if most < 1_000_000 else str(value))
    if kind.blocks_in(thing.state):
        yield Fact("way", "blocked")
    rows = [row for row in kind.transitions if thing.state in row.sources]
    if rows:
        yield GAP
        yield Fact("", "from here")
        for row in rows:
            yield Fact(*_row(row))


def _area(state: State, area: str) -> Iterator[Fact]:
    world = state.world
    spec = world.areas.by_id[area]
    if area != WORLD:
        yield Fact("lies in", place(world, spec.parent), spec.parent)
        yield Fact("size", f"{spec.size} cells")
    else:
        yield Fact("size", f"{world.grid.width} × {world.grid.height}")
        yield Fact("people", str(len(state.bodies)))
    inside = [body for body in state.bodies.values() if world.areas.within(body.area, area)]
    things = [thing for thing in state.things.values() if thing.area == area and not thing.holder]
    if inside:
        yield GAP
        yield Fact("", f"{len(inside)} here")
        for body in inside:
            yield Fact("", f"{world.name_of(body.id)}: {body.doing or 'nothing yet'}", body.id)
    if things or world.areas.children(area):
        yield GAP
        for child in world.areas.children(area):
            yield Fact("area", world.name_of(child), child)
        for thing in things:
            still = "" if thing.state == "still" else f": {thing.state}"
            yield Fact("", f"{world.name_of(thing.id)}{still}", thing.id)


def _row(row: Transition) -> tuple[str, str]:
    """Return one row of a machine as a label and a text."""
    label = row.verb.value if row.verb else f"{row.after} min" if row.after is not None else "alone"
    needs = ", ".join(map(_guard, row.guards))
    return label, f"→ {row.target}{f' if {needs}' if needs else ''}"


def _guard(guard: Guard) -> str:
    match guard:
        case CounterGuard(counter=name, least=least, most=most):
            low, high = least > -1_000_000, most < 1_000_000
            return f"{least} ≤ {name} ≤ {most}" if low and high else f"{name} ≥ {least}" if low else f"{name} ≤ {most}"
        case HoldsGuard(item=item, count=count, wanted=wanted):
            many = f"{count} " if count > 1 else ""
            return f"{'with' if wanted else 'without'} {many}{item}"
        case TimeGuard(start=start, end=end):
            return f"{hours(start)}–{hours(end)}"
        case _:
            return " or ".join(guard.weathers)


def _missing(mind: Mind) -> int:
    return sum(belief.missing for belief in mind.beliefs.nodes.values())


def _steps(count: int) -> str:
    return f"{count} step{'s' * (count != 1)}"
