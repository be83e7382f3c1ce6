"""The details of one area, object or person as lines of text."""

from collections.abc import Iterator
from typing import NamedTuple

from latticeville.core.clock import DAY, DAYS, format_hours, format_time
from latticeville.draw.condition import describe_death, need_lines
from latticeville.draw.emoji import body_emoji
from latticeville.draw.frame import DEAD
from latticeville.mind.mind import Mind, Thought
from latticeville.mind.plan import PlanStep
from latticeville.sim.cell_stocks import format_units, totals_of
from latticeville.sim.next_speaker import hear
from latticeville.sim.state import State
from latticeville.sim.tick import TickPayload
from latticeville.sim.tree import Body, ObjectState
from latticeville.world.model.access import AccessRules
from latticeville.world.model.areas import WORLD
from latticeville.world.model.machine_text import describe_guard, format_count
from latticeville.world.model.objects import Kind, Transition
from latticeville.world.model.personas import RoutineRow
from latticeville.world.model.world import World

MEMORIES = 12
"""Memories shown of a person, newest first."""
ROWS = 3
"""Rows shown of what is left of a person's day."""
LISTED = 100
"""People, areas and objects listed of an area."""


class CardLine(NamedTuple):
    """One line: a label, its text, and the id that the text leads to; without label and text it
    parts two sections."""

    label: str
    text: str
    about: str = ""


GAP = CardLine("", "")
"""Parts two sections."""


def card(payload: TickPayload, selected: str) -> list[str]:
    """Return the lines of a card, the name first."""
    lines = [payload.state.world.name_of(selected)]
    lines += [f"{fact.label:<9} {fact.text}".rstrip() for fact in card_lines(payload, selected)]
    return lines


def card_lines(payload: TickPayload, selected: str) -> list[CardLine]:
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


def describe_reason(payload: TickPayload, who: str) -> str:
    """Say why somebody acts as they do; "" where they just follow their day."""
    state, thought = payload.state, payload.thoughts.get(who)
    if thought is None or thought.why == "plan":
        return ""
    target = thought.action.target
    if thought.why == "acted":
        return "chosen by you"
    if thought.why in ("answer", "greet"):
        return _reason_to_speak(state, thought)
    if thought.why in ("barred", "leave"):
        return f"{state.world.name_with_article(state.minds[who].intent.barred)} is closed or full"
    alarms = state.minds[who].intent.alarms
    thing = target if target in state.things else alarms[-1] if alarms else ""
    held = state.minds[who].beliefs.get(thing)
    return (
        f"{state.world.name_with_article(thing)} is {held.node.looks}"
        if held and held.node.looks
        else ""
    )


def _reason_to_speak(state: State, thought: Thought) -> str:
    """Say whom somebody greets or answers; "" where they say nothing."""
    to = (thought.action.target,) if thought.action.target else thought.action.others
    return f"{thought.why}ing {state.world.list_names(to)}" if to else ""


def _person(payload: TickPayload, body: Body, mind: Mind) -> Iterator[CardLine]:
    state, world = payload.state, payload.state.world
    yield CardLine("place", f"{place(world, body.area)} ({body.cell.x},{body.cell.y})", body.area)
    yield from (_death(state, body) if body.is_dead else _life(payload, body, mind))
    missing = _missing(mind)
    yield CardLine(
        "beliefs", f"{len(mind.beliefs.nodes)}{f', {missing} missing' if missing else ''}"
    )
    yield GAP
    yield CardLine("", f"{len(mind.memory)} memories, newest first")
    for memory in reversed(mind.memory.last(MEMORIES)):
        when = format_time(state.minute_of(memory.tick)) if memory.tick >= 0 else "before"
        yield CardLine(when, memory.text)


def _death(state: State, body: Body) -> Iterator[CardLine]:
    """Tell when and of what somebody died, and who attacked them."""
    yield CardLine("died", describe_death(state, body.id))
    for killer in body.vitals.killers if body.vitals else ():
        yield CardLine("attacker", state.world.name_of(killer), killer)


def _life(payload: TickPayload, body: Body, mind: Mind) -> Iterator[CardLine]:
    """Tell what somebody living does, needs and has."""
    state, world = payload.state, payload.state.world
    yield from (CardLine(*line) for line in (need_lines(world, body.vitals) if body.vitals else ()))
    yield CardLine("doing", f"{body_emoji(state, body.id)} {_doing(state, body, mind)}".lstrip())
    if body.journey:
        yield CardLine(
            "walks",
            f"to {world.name_of(body.journey.target)}, {_steps(len(body.journey.route))}",
            body.journey.target,
        )
    for row in _ahead(state, body.id):
        yield CardLine(
            "then",
            f"{format_hours(row.start)} {row.doing}, at {world.name_of(row.place)}",
            row.place,
        )
    because = describe_reason(payload, body.id)
    if because:
        yield CardLine("because", because)
    yield from _talk(state, body.id)
    for name, value in mind.inner.needs.items():
        yield CardLine(name, f"{'▮' * round(5 * value):▯<5} {value:.2f}")
    yield from _possessions(body, world)


def _possessions(body: Body, world: World) -> Iterator[CardLine]:
    if body.items:
        yield CardLine(
            "has",
            ", ".join(format_count(count, item) for item, count in sorted(body.items.items())),
        )
    for thing in body.carries:
        yield CardLine("carries", world.name_of(thing), thing)


def _talk(state: State, who: str) -> Iterator[CardLine]:
    """Yield who takes part in the talk that somebody is in, whom the last words address, and who
    speaks next."""
    heard = next(
        (one for one in hear(state).values() if who in (one.actor, *one.company) and one.next), None
    )
    if heard is not None:
        name = state.world.list_names
        to = name((heard.to,)) if heard.to else "all"
        others = [one for one in heard.company if one != who]
        text = f"with {name(others)}; {name((heard.actor,))} to {to}, next {name((heard.next,))}"
        yield CardLine("talks", text, others[0])


def _object(state: State, thing: ObjectState) -> Iterator[CardLine]:
    world = state.world
    kind = world.kinds[thing.kind]
    yield CardLine("kind", kind.name)
    yield CardLine("state", thing.state)
    yield CardLine("since", f"{format_time(state.minute_of(thing.since))} (tick {thing.since})")
    if thing.holder:
        yield CardLine("held by", world.name_of(thing.holder), thing.holder)
    else:
        yield CardLine(
            "place", f"{place(world, thing.area)} ({thing.cell.x},{thing.cell.y})", thing.area
        )
    for name, value in sorted(thing.counters.items()):
        most = kind.counters[name].most if name in kind.counters else 0
        yield CardLine(name, f"{value} of {most}" if most < 1_000_000 else str(value))
    for item, count in sorted(thing.items.items()):
        yield CardLine("inside", format_count(count, item))
    for name in thing.inside:
        yield CardLine("inside", world.name_of(name), name)
    if world.objects[thing.id].owners:
        yield CardLine(
            "whose",
            ", ".join(world.name_with_article(who) for who in world.objects[thing.id].owners),
        )
    if kind.is_blocking(thing.state):
        yield CardLine("way", "blocked")
    yield from _rows_from(kind, thing.state)


def _rows_from(kind: Kind, state: str) -> Iterator[CardLine]:
    rows = [row for row in kind.transitions if state in row.sources]
    if rows:
        yield GAP
        yield CardLine("", "from here")
        for row in rows:
            yield CardLine(*_row(row))


def _people_in(state: State, area: str) -> Iterator[CardLine]:
    inside = [
        body for body in state.bodies.values() if state.world.areas.is_within(body.area, area)
    ]
    for word, are_dead in (("here", False), ("dead", True)):
        found = [body for body in inside if body.is_dead == are_dead]
        if found:
            yield GAP
            yield CardLine("", f"{len(found)} {word}")
            for body in found[:LISTED]:
                yield CardLine("", _presence(state, body), body.id)
            yield from _more(len(found))


def _area(state: State, area: str) -> Iterator[CardLine]:
    world = state.world
    spec = world.areas.by_id[area]
    if area != WORLD:
        yield CardLine("lies in", place(world, spec.parent), spec.parent)
        yield CardLine("size", f"{spec.size} cells")
        yield from _access(world, spec.access)
    else:
        yield CardLine("size", f"{world.grid.width} × {world.grid.height}")
        yield CardLine("people", _count_people(state))
    yield from _resources_in(state, area)
    yield from _people_in(state, area)
    things = [thing for thing in state.things.values() if thing.area == area and not thing.holder]
    if things or world.areas.children(area):
        yield GAP
        children = world.areas.children(area)
        for child in children[:LISTED]:
            yield CardLine("area", world.name_of(child), child)
        yield from _more(len(children))
        for thing in things[:LISTED]:
            still = "" if thing.state == "still" else f": {thing.state}"
            yield CardLine("", f"{world.name_of(thing.id)}{still}", thing.id)
        yield from _more(len(things))


def _more(count: int) -> Iterator[CardLine]:
    """Say how many of so many are not listed, if any."""
    if count > LISTED:
        yield CardLine("more", f"{count - LISTED} not listed")


def _resources_in(state: State, area: str) -> Iterator[CardLine]:
    """Tell what all cells of an area hold of resources."""
    for stock in totals_of(state, area):
        yield CardLine(
            stock.resource, f"{format_units(stock.units, 4)} of {format_units(stock.most)} units"
        )


def _count_people(state: State) -> str:
    dead = sum(body.is_dead for body in state.bodies.values())
    return f"{len(state.bodies) - dead} living, {dead} dead" if dead else str(len(state.bodies))


def _access(world: World, access: AccessRules | None) -> Iterator[CardLine]:
    """Tell the rules of an area."""
    if access is None:
        return
    if access.capacity:
        yield CardLine("holds", f"{access.capacity} at once")
    if access.is_timed:
        spans = ", ".join(
            f"{format_hours(start)}–{format_hours(end)}" for start, end in access.hours
        )
        yield CardLine(
            "open", " ".join(filter(None, (spans, ", ".join(DAYS[day] for day in access.days))))
        )
    if access.private:
        yield CardLine(
            "private", "only for its owners" + (f" and with {access.key}" if access.key else "")
        )
    for who in access.owners:
        yield CardLine("owner", world.name_of(who), who)


def _presence(state: State, body: Body) -> str:
    """Say what somebody does; before the first tick, where they are and what their day begins
    with."""
    name = state.world.name_of(body.id)
    if body.is_dead:
        return f"{DEAD} {name}: {describe_death(state, body.id)}"
    if body.doing:
        return f"{name}: {body.doing}"
    row = _row_of_now(state, body.id)
    return (
        f"{name}, in "
        f"{state.world.name_of(body.area)}{f'. First activity: {row.doing}' if row else ''}"
    )


def _doing(state: State, body: Body, mind: Mind) -> str:
    row = _row_of_now(state, body.id)
    if not body.doing:
        return f"nothing yet. First activity: {row.doing}" if row else "nothing yet"
    if row and body.doing == row.doing:
        return f"{body.doing}, until {format_hours(row.end)}"
    return f"{body.doing}, for {mind.intent.step.doing}" if mind.intent.step else body.doing


def _day(state: State, who: str) -> tuple[RoutineRow | PlanStep, ...]:
    """Return the rows of somebody's day, as finely as it is planned."""
    plan, minute = state.minds[who].plan, state.minute
    if plan is None:
        return state.world.people[who].persona.routine
    agreed = tuple(step for step in plan.appointments if step.end > minute)
    if not plan.strokes:
        return (*agreed, *plan.routine)
    return (*agreed, *(hour for hour in plan.hours if hour.end > minute), *plan.strokes)


def _row_of_now(state: State, who: str) -> RoutineRow | PlanStep | None:
    return next((row for row in _day(state, who) if state.minute in row), None)


def _ahead(state: State, who: str) -> list[RoutineRow | PlanStep]:
    """Return the next rows of somebody's day."""
    rows = [row for row in _day(state, who) if state.minute not in row]
    by_start = {(row.start - state.minute) % DAY: row for row in reversed(rows)}
    return [by_start[ahead] for ahead in sorted(by_start)][:ROWS]


def _row(row: Transition) -> tuple[str, str]:
    """Return one row of a machine as a label and a text."""
    label = row.verb or (f"{row.after} min" if row.after is not None else "by itself")
    return label, ", ".join([f"→ {row.target}", *map(describe_guard, row.guards)])


def _missing(mind: Mind) -> int:
    return sum(belief.missing for belief in mind.beliefs.nodes.values())


def _steps(count: int) -> str:
    return f"{count} step{'s' * (count != 1)}"
