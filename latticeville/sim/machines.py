"""State machines in a run: what an object within reach accepts, and the transition that fires for
who acts on it."""

from collections.abc import Iterable, Mapping

import msgspec
from msgspec.structs import replace

from latticeville.core.geometry import Box
from latticeville.sim.state import State
from latticeville.sim.tree import Body, ObjectState
from latticeville.world.model import machine
from latticeville.world.model.machine import Actor, MachineState, Pocket, TimeAndWeather
from latticeville.world.model.machine_text import describe_unaccepted
from latticeville.world.model.objects import Transition, Verb, order_verbs
from latticeville.world.model.world import World


class GuardContext(msgspec.Struct, frozen=True, gc=False):
    """What guards may ask beside the thing itself: minute, weather, and who acts, if anybody
    does."""

    minute: int
    weather: str
    world: World
    things: Mapping[str, ObjectState]
    actor: Body | None = None


class FiredTransition(msgspec.Struct, frozen=True, gc=False):
    """A row that fired, with the thing, and what the actor has and carries after it."""

    transition: Transition
    thing: ObjectState
    items: Mapping[str, int]
    carries: tuple[str, ...] = ()


def fire(
    rows: Iterable[Transition], thing: ObjectState, moment: GuardContext, tick: int
) -> FiredTransition | str:
    """Fire the first row whose guards hold; else return the reason why the last one's do not."""
    inside = _make_pocket(thing.items, thing.inside, moment.things)
    part = MachineState(thing.state, thing.counters, inside)
    hour = TimeAndWeather(moment.minute, moment.weather)
    done = machine.fire(
        moment.world.kinds[thing.kind], rows, part, hour, _make_actor(thing, moment)
    )
    if isinstance(done, str):
        return done
    row, after = done.row, done.part
    since = tick if row.target != thing.state or row.after is not None else thing.since
    changed = replace(
        thing,
        state=after.state,
        since=since,
        counters=after.counters,
        items=after.inside.items,
        inside=tuple(after.inside.things),
    )
    return FiredTransition(row, changed, done.pocket.items, tuple(done.pocket.things))


def is_owned(world: World, thing: str, who: str) -> bool:
    """Tell whether a thing is somebody's; what has no owner is everybody's."""
    owners = world.objects[thing].owners if thing in world.objects else ()
    return not owners or who in owners


def count_carried(actor: Body, item: str, things: Mapping[str, ObjectState]) -> int:
    """Return how many of an item somebody carries; a portable thing counts as one of its kind, and
    as itself."""
    return _make_pocket(actor.items, actor.carries, things).count(item)


def _make_actor(thing: ObjectState, moment: GuardContext) -> Actor | None:
    body = moment.actor
    if body is None:
        return None
    pocket = _make_pocket(body.items, body.carries, moment.things)
    key = moment.world.objects[thing.id].key if thing.id in moment.world.objects else "key"
    return Actor(
        pocket,
        is_owned(moment.world, thing.id, body.id),
        key=bool(pocket.count(key)),
        using=thing.id,
    )


def _make_pocket(
    items: Mapping[str, int], names: tuple[str, ...], things: Mapping[str, ObjectState]
) -> Pocket:
    return Pocket(items, {name: things[name].kind for name in names}) if names else Pocket(items)


def is_within_reach(state: State, who: str, name: str) -> bool:
    """Tell whether somebody carries a thing or stands on or beside it."""
    thing, body = state.things.get(name), state.bodies[who]
    if thing is None:
        return False
    if thing.holder:
        return thing.holder == who
    gap = thing.footprint.gap if thing.parts else thing.box.distance_to
    return gap(body.cell) <= 1


def accepted_verbs(state: State, who: str, name: str) -> tuple[str, ...]:
    """Return the verbs that a thing accepts in its state, guards aside."""
    thing = state.things[name]
    kind = state.world.kinds[thing.kind]
    carrying = [Verb.DROP if thing.holder == who else Verb.TAKE] if kind.portable else []
    return order_verbs((*kind.verbs(thing.state), *carrying))


class InteractionResult(msgspec.Struct, frozen=True, gc=False):
    """What comes of doing something to a thing: the thing and whoever did it after it, and what
    witnesses see."""

    thing: ObjectState
    body: Body
    says: str = ""


def try_verb(state: State, body: Body, thing: ObjectState, verb: str) -> InteractionResult | str:
    """Return what would come of it if nobody else did anything, or why nothing would."""
    world = state.world
    rows = world.kinds[thing.kind].transitions_for(thing.state, verb)
    if thing.holder not in ("", body.id):
        return "somebody else has it."
    if not rows:
        return _take_or_drop(world, body, thing, verb)
    moment = GuardContext(state.minute, state.weather, world, state.things, body)
    fired = fire(rows, thing, moment, state.tick + 1)
    if isinstance(fired, str):
        return fired
    return InteractionResult(
        fired.thing, replace(body, items=fired.items, carries=fired.carries), fired.transition.says
    )


def _take_or_drop(
    world: World, body: Body, thing: ObjectState, verb: str
) -> InteractionResult | str:
    """Pick a portable thing up or put it down."""
    if not world.kinds[thing.kind].portable or verb not in (Verb.TAKE, Verb.DROP):
        return describe_unaccepted(verb, thing.state)
    if verb == Verb.TAKE:
        if thing.holder:
            return "it is in hand already."
        if not is_owned(world, thing.id, body.id):
            return "it belongs to somebody else."
        return InteractionResult(
            replace(thing, holder=body.id), replace(body, carries=(*body.carries, thing.id))
        )
    if not thing.holder:
        return "it is not in hand."
    down = replace(thing, holder="", box=Box(*body.cell, 1, 1), parts=(), area=body.area)
    return InteractionResult(
        down, replace(body, carries=tuple(name for name in body.carries if name != thing.id))
    )
