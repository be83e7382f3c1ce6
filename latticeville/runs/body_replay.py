"""Read bodies, objects and resources after each tick of a run, without its minds.

Minds and thoughts are most of a log line, and the tree most of a state. Neither is decoded or made
here, so this costs a fraction of `Replay.payloads`.
"""

from collections.abc import Iterator, Mapping

import msgspec
from msgspec.structs import replace

from latticeville.mind.belief import BEFORE_START, BeliefTree
from latticeville.mind.memory import AccessLog, MemoryStream
from latticeville.mind.mind import Mind
from latticeville.runs.delta import move_bodies, patch_resources
from latticeville.runs.log_line import SNAPSHOT
from latticeville.runs.replay import LoggedLine, Replay
from latticeville.sim.event import Event
from latticeville.sim.inputs import AdvanceClock, PutPerson, SetObject, SimulatorInput, receive
from latticeville.sim.resource_layer import ResourceLayer
from latticeville.sim.state import State
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


def read_bodies(replay: Replay, start: int, end: int) -> Iterator[TickBodies]:
    """Yield the bodies and objects after each tick from `start` to `end`, both included, as far as
    the log holds them.

    DamageError where a line cannot be read.
    """
    newest, last = start - 1, None
    for logged in replay.read_log(start, end):
        if logged.line.kind == SNAPSHOT:
            last = _read_snapshot(logged)
        elif last is not None:
            last = _apply(last, logged)
        if last is not None and last.tick > newest:
            newest = last.tick
            yield last


def _read_snapshot(logged: LoggedLine) -> TickBodies:
    line = logged.line
    resources = patch_resources({}, line.resources)
    parts = (line.bodies, line.things, line.events, line.shifts, resources)
    return TickBodies(line.tick, logged.minute, logged.world, *parts)


def _apply(before: TickBodies, logged: LoggedLine) -> TickBodies:
    line, old = logged.line, _receive(before, logged.line.inputs)
    moved = move_bodies(old.bodies, old.world, line.steps, line.body_changes, line.crowd)
    placed = (
        {}
        if old is before
        else {who: one for who, one in old.bodies.items() if one != before.bodies.get(who)}
    )
    return TickBodies(
        line.tick,
        logged.minute,
        old.world,
        {**old.bodies, **moved} if moved else old.bodies,
        {**old.things, **line.things} if line.things else old.things,
        line.events,
        old.shifts,
        patch_resources(old.resources, line.resources) if line.resources else old.resources,
        placed,
    )


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
