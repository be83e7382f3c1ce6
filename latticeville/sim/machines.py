"""State machines in a run: fire a transition of an object for the person who acts on it."""

from collections.abc import Iterable, Mapping

import msgspec
from msgspec.structs import replace

from latticeville.sim.tree import Body, ObjectState
from latticeville.world.model import machine
from latticeville.world.model.machine import Actor, MachineState, Pocket, TimeAndWeather
from latticeville.world.model.objects import Transition
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
