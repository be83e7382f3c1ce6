"""Object machines in a state: the machine of `world.machine`, fed with a thing and with whoever acts on it."""

from collections.abc import Iterable, Mapping

import msgspec
from msgspec.structs import replace

from latticeville.sim.tree import Body, Thing
from latticeville.world import machine
from latticeville.world.machine import Actor, Hour, Part, Pocket
from latticeville.world.pack import World
from latticeville.world.things import Transition


class Moment(msgspec.Struct, frozen=True, gc=False):
    """What guards may ask beside the thing itself: minute, weather, and who acts, if anybody does."""

    minute: int
    weather: str
    world: World
    things: Mapping[str, Thing]
    actor: Body | None = None


class Fired(msgspec.Struct, frozen=True, gc=False):
    """A row that fired, with the thing, and what the actor has and carries after it."""

    row: Transition
    thing: Thing
    items: Mapping[str, int]
    carries: tuple[str, ...] = ()


def fire(rows: Iterable[Transition], thing: Thing, moment: Moment, tick: int) -> Fired | str:
    """Fire the first row whose guards hold; else return the reason why the last one's do not."""
    inside = _pocket(thing.items, thing.inside, moment.things)
    part = Part(thing.state, thing.counters, inside)
    hour = Hour(moment.minute, moment.weather)
    done = machine.fire(moment.world.kinds[thing.kind], rows, part, hour, _actor(thing, moment))
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
    return Fired(row, changed, done.pocket.items, tuple(done.pocket.things))


def owned(world: World, thing: str, who: str) -> bool:
    """Tell whether a thing is somebody's; what has no owner is everybody's."""
    owners = world.objects[thing].owners if thing in world.objects else ()
    return not owners or who in owners


def carried(actor: Body, item: str, things: Mapping[str, Thing]) -> int:
    """Return how many of an item somebody carries; a portable thing counts as one of its kind, and as itself."""
    return _pocket(actor.items, actor.carries, things).count(item)


def _actor(thing: Thing, moment: Moment) -> Actor | None:
    body = moment.actor
    if body is None:
        return None
    pocket = _pocket(body.items, body.carries, moment.things)
    key = moment.world.objects[thing.id].key if thing.id in moment.world.objects else "key"
    return Actor(pocket, owned(moment.world, thing.id, body.id), key=bool(pocket.count(key)), using=thing.id)


def _pocket(items: Mapping[str, int], names: tuple[str, ...], things: Mapping[str, Thing]) -> Pocket:
    return Pocket(items, {name: things[name].kind for name in names}) if names else Pocket(items)
