"""Read bodies, objects and resources after each tick of a run, without its minds.

Minds and thoughts are most of a log line, and the tree most of a state. Neither is decoded or made
here, so this costs a fraction of `Replay.payloads`.
"""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

import msgspec
from msgspec.structs import replace

from latticeville.mind.belief import BEFORE_START, BeliefTree
from latticeville.mind.memory import AccessLog, MemoryStream
from latticeville.mind.mind import Mind
from latticeville.runs.delta import move_bodies, patch_resources
from latticeville.runs.lines import ChainedLine, DamageError
from latticeville.runs.replay import Replay
from latticeville.sim.events import Event
from latticeville.sim.inputs import AdvanceClock, PutPerson, SetObject, SimulatorInput, receive
from latticeville.sim.state import State
from latticeville.sim.survival.resource_layer import ResourceLayer, Stock
from latticeville.sim.tree import Body, ObjectState, build_tree
from latticeville.world.model.world import World

_FOR_BODIES = (AdvanceClock, PutPerson, SetObject)
"""The inputs that change bodies, objects or the clock; the others change minds, weather or
chance."""
_EMPTY_MIND = Mind(BeliefTree(BEFORE_START, {}), MemoryStream(), AccessLog())


class TickBodies(msgspec.Struct, frozen=True):
    """Where everybody and every object is after a tick, and the tick's events; `minute` is when the
    tick ended.

    `shifts` are the ticks after which the clock was set forward, with the minutes; `resources` are
    what cells hold; `placed` are the bodies of those whom the tick's inputs put elsewhere, as it
    began.
    """

    tick: int
    minute: int
    world: World
    bodies: Mapping[str, Body]
    things: Mapping[str, ObjectState]
    events: tuple[Event, ...]
    shifts: tuple[tuple[int, int], ...] = ()
    resources: Mapping[str, ResourceLayer] = {}
    placed: Mapping[str, Body] = {}


class _Header(msgspec.Struct, tag="header", tag_field="is"):
    tick: int


class _Snapshot(msgspec.Struct, tag="snapshot", tag_field="is"):
    tick: int
    bodies: Mapping[str, Body]
    things: Mapping[str, ObjectState]
    events: tuple[Event, ...] = ()
    shifts: tuple[tuple[int, int], ...] = ()
    resources: Mapping[str, tuple[tuple[int, Stock], ...]] = {}


class _Delta(msgspec.Struct, tag="tick", tag_field="is"):
    tick: int
    events: tuple[Event, ...] = ()
    inputs: tuple[SimulatorInput, ...] = ()
    steps: tuple[str, ...] = ()
    bodies: Mapping[str, Mapping[str, Any]] = {}
    things: Mapping[str, ObjectState] = {}
    resources: Mapping[str, tuple[tuple[int, Stock | None], ...]] = {}


_DECODER = msgspec.json.Decoder(_Header | _Snapshot | _Delta)


def read_bodies(replay: Replay, start: int, end: int) -> Iterator[TickBodies]:
    """Yield the bodies and objects after each tick from `start` to `end`, both included, as far as
    the log holds them.

    DamageError where a line cannot be read.
    """
    newest, last = start - 1, None
    for segment, following in pairwise((*replay.segments, None)):
        if segment is None or segment.header.tick > end:
            return
        if following is not None and following.header.tick <= start:
            continue
        world = replay.world(segment.header.world)
        for line in replay.lines(segment):
            last = _read_line(line, world, last)
            if last is None or last.tick <= newest:
                continue
            if last.tick > end:
                return
            newest = last.tick
            yield last


def _read_line(line: ChainedLine, world: World, before: TickBodies | None) -> TickBodies | None:
    """Return the bodies after a line; None as long as no snapshot was read."""
    try:
        record = _DECODER.decode(line.record)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DamageError(f"{line.place}: this is not a line of a run log: {error}") from error
    if isinstance(record, _Snapshot):
        minute = _minute(record.tick, world, record.shifts)
        resources = {name: ResourceLayer(dict(stocks)) for name, stocks in record.resources.items()}
        parts = (record.bodies, record.things, record.events, record.shifts, resources)
        return TickBodies(record.tick, minute, world, *parts)
    return _apply(before, record) if isinstance(record, _Delta) and before is not None else before


def _apply(before: TickBodies, delta: _Delta) -> TickBodies:
    old = _receive(before, delta.inputs)
    moved = move_bodies(old.bodies, old.world, delta.steps, delta.bodies)
    bodies = {**old.bodies, **moved} if moved else old.bodies
    things = {**old.things, **delta.things} if delta.things else old.things
    minute = _minute(delta.tick, old.world, old.shifts)
    resources = (
        patch_resources(old.resources, delta.resources) if delta.resources else old.resources
    )
    placed = (
        {}
        if old is before
        else {who: one for who, one in old.bodies.items() if one != before.bodies.get(who)}
    )
    return TickBodies(
        delta.tick, minute, old.world, bodies, things, delta.events, old.shifts, resources, placed
    )


def _minute(tick: int, world: World, shifts: tuple[tuple[int, int], ...]) -> int:
    shifted = sum(minutes for since, minutes in shifts if since < tick)
    return world.settings.start + tick * world.settings.tick_minutes + shifted


def _receive(before: TickBodies, inputs: tuple[SimulatorInput, ...]) -> TickBodies:
    """Return the bodies and objects as the inputs change them.

    An input that names a person needs a mind of that person; an empty one serves.
    """
    inputs = tuple(one for one in inputs if isinstance(one, _FOR_BODIES))
    if not inputs:
        return before
    tree, minds = (
        build_tree(before.world, before.bodies, before.things),
        dict.fromkeys(before.bodies, _EMPTY_MIND),
    )
    state = State(
        before.tick, 0, "", before.bodies, before.things, minds, (), tree, shifts=before.shifts
    )
    given, _events = receive(state, inputs, {})
    return replace(before, bodies=given.bodies, things=given.things, shifts=given.shifts)
