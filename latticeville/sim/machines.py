"""Object machines: a row of the table fires when its guards hold, with all of its effects, or nothing happens."""

from collections.abc import Iterable, Mapping

import msgspec
from msgspec.structs import replace

from latticeville.core.clock import hours, within
from latticeville.sim.tree import Body, Thing
from latticeville.world.pack import World
from latticeville.world.things import (
    CounterEffect,
    CounterGuard,
    Effect,
    Guard,
    HoldsGuard,
    ItemEffect,
    TimeGuard,
    Transition,
)


class Moment(msgspec.Struct, frozen=True, gc=False):
    """What guards may ask beside the thing itself: minute, weather, and who acts, if anybody does."""

    minute: int
    weather: str
    world: World
    things: Mapping[str, Thing]
    actor: Body | None = None


class Fired(msgspec.Struct, frozen=True, gc=False):
    """A row that fired, with the thing and the actor's inventory after it."""

    row: Transition
    thing: Thing
    items: Mapping[str, int]


def fire(rows: Iterable[Transition], thing: Thing, moment: Moment, tick: int) -> Fired | str:
    """Fire the first row whose guards hold; else return the reason why the last one's do not."""
    reason = "nothing happens."
    for row in rows:
        lacking = next((text for guard in row.guards if (text := _fails(guard, thing, moment))), "")
        lacking = lacking or _lacks(row, moment.actor)
        if not lacking:
            return _apply(row, thing, moment, tick)
        reason = row.fails or lacking
    return reason


def _lacks(row: Transition, actor: Body | None) -> str:
    """Return what the actor has too little of for the effects to take, or ""; a thing in hand cannot be used up."""
    needed: dict[str, int] = {}
    for effect in row.effects:
        if isinstance(effect, ItemEffect) and effect.amount < 0:
            needed[effect.item] = needed.get(effect.item, 0) - effect.amount
    items = actor.items if actor else {}
    return next((f"that needs {item}." for item, count in needed.items() if items.get(item, 0) < count), "")


def _fails(guard: Guard, thing: Thing, moment: Moment) -> str:
    """Return why a guard does not hold, or ""."""
    if isinstance(guard, CounterGuard):
        value = thing.counters[guard.counter]
        return "" if guard.least <= value <= guard.most else f"{guard.counter} is {value}."
    if isinstance(guard, TimeGuard):
        if within(moment.minute, guard.start, guard.end):
            return ""
        return f"that goes from {hours(guard.start)} to {hours(guard.end)} only."
    if isinstance(guard, HoldsGuard):
        held = 0 if moment.actor is None else carried(moment.actor, guard.item, moment.things)
        if (held >= guard.count) == guard.wanted and (moment.actor is not None or not guard.wanted):
            return ""
        return f"that needs {guard.item}." if guard.wanted else f"not with {guard.item} in hand."
    return "" if moment.weather in guard.weathers else f"not while it is {moment.weather}."


def carried(actor: Body, item: str, things: Mapping[str, Thing]) -> int:
    """Return how many of an item somebody carries; a portable thing counts as one of its kind, and as itself."""
    return actor.items.get(item, 0) + sum(item in (name, things[name].kind) for name in actor.carries)


def _apply(row: Transition, thing: Thing, moment: Moment, tick: int) -> Fired:
    counters = dict(thing.counters)
    items = dict(moment.actor.items) if moment.actor else {}
    for effect in row.effects:
        _affect(effect, thing, moment.world, counters, items)
    since = tick if row.target != thing.state or row.after is not None else thing.since
    after = replace(thing, state=row.target, since=since, counters=counters)
    return Fired(row, after, {item: count for item, count in items.items() if count})


def _affect(effect: Effect, thing: Thing, world: World, counters: dict[str, int], items: dict[str, int]) -> None:
    if isinstance(effect, CounterEffect):
        bounds = world.kinds[thing.kind].counters[effect.counter]
        value = counters[effect.counter] + effect.amount if effect.add else effect.amount
        counters[effect.counter] = max(bounds.least, min(bounds.most, value))
    else:
        items[effect.item] = items.get(effect.item, 0) + effect.amount
