"""INTERACT: do something to a thing within reach; its machine decides what comes of it."""

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from latticeville.core.geometry import Box
from latticeville.mind.action import INTERACT, Action
from latticeville.sim.events import Interacted, Refused
from latticeville.sim.machines import Moment, fire, owned
from latticeville.sim.stage import Stage
from latticeville.sim.state import State
from latticeville.sim.tree import Body, Thing
from latticeville.world.pack import World
from latticeville.world.things import Verb, in_order
from latticeville.world.verbs import cannot


class Interact:
    """Use, open, close, take or drop a thing."""

    name = INTERACT

    def targets(self, state: State, who: str) -> Iterable[Action]:
        """Yield each verb that each thing within reach accepts."""
        for name in sorted(state.things):
            if within_reach(state, who, name):
                for verb in accepted(state, who, name):
                    yield Action(INTERACT, name, verb)

    def refuses(self, state: State, who: str, action: Action) -> str:
        """Ask only that the thing is within reach; whether its machine obliges is found out by trying."""
        if action.target not in state.things or action.verb is None:
            return f"there is no “{action.target}” to do anything to"
        return "" if within_reach(state, who, action.target) else f"the {action.target} is out of reach"

    def claims(self, action: Action) -> str:
        """Contend for the thing."""
        return action.target

    def resolve(self, stage: Stage, who: str, action: Action) -> None:
        """Let the machine take a row, or pick the thing up, or put it down; else refuse with the reason."""
        thing, verb = stage.thing(action.target), action.verb
        body = stage.body(who)
        if verb is None:
            return
        stage.put_body(body := replace(body, journey=None, doing=f"at {stage.world.told(thing.id)}"))
        outcome = attempt(stage.before, body, thing, verb)
        if isinstance(outcome, str):
            stage.events.append(Refused(who, body.area, INTERACT, thing.id, _blame(stage, who, thing) + outcome, verb))
            return
        _land(stage, thing, outcome)
        told = Interacted(who, body.area, verb, thing.id, thing.state, outcome.thing.state, outcome.says)
        stage.events.append(told)


def within_reach(state: State, who: str, name: str) -> bool:
    """Tell whether somebody carries a thing or stands on or beside it."""
    thing, body = state.things.get(name), state.bodies[who]
    if thing is None:
        return False
    return thing.holder == who if thing.holder else thing.footprint.gap(body.cell) <= 1


def accepted(state: State, who: str, name: str) -> tuple[str, ...]:
    """Return the verbs that a thing accepts in its state, guards aside."""
    thing = state.things[name]
    kind = state.world.kinds[thing.kind]
    carrying = [Verb.DROP if thing.holder == who else Verb.TAKE] if kind.portable else []
    return in_order((*kind.verbs(thing.state), *carrying))


class Done(msgspec.Struct, frozen=True, gc=False):
    """What comes of doing something to a thing: the thing and whoever did it after it, and what witnesses see."""

    thing: Thing
    body: Body
    says: str = ""


def attempt(state: State, body: Body, thing: Thing, verb: str) -> Done | str:
    """Return what would come of it if nobody else did anything, or why nothing would."""
    world = state.world
    rows = world.kinds[thing.kind].accepts(thing.state, verb)
    if thing.holder not in ("", body.id):
        return "somebody else has it."
    if not rows:
        return _carry(world, body, thing, verb)
    moment = Moment(state.minute, state.weather, world, state.things, body)
    fired = fire(rows, thing, moment, state.tick + 1)
    if isinstance(fired, str):
        return fired
    return Done(fired.thing, replace(body, items=fired.items, carries=fired.carries), fired.row.says)


def _carry(world: World, body: Body, thing: Thing, verb: str) -> Done | str:
    """Pick a portable thing up or put it down."""
    if not world.kinds[thing.kind].portable or verb not in (Verb.TAKE, Verb.DROP):
        return cannot(verb, thing.state)
    if verb == Verb.TAKE:
        if thing.holder:
            return "it is in hand already."
        if not owned(world, thing.id, body.id):
            return "it belongs to somebody else."
        return Done(replace(thing, holder=body.id), replace(body, carries=(*body.carries, thing.id)))
    if not thing.holder:
        return "it is not in hand."
    down = replace(thing, holder="", box=Box(*body.cell, 1, 1), parts=(), area=body.area)
    return Done(down, replace(body, carries=tuple(name for name in body.carries if name != thing.id)))


def _land(stage: Stage, before: Thing, done: Done) -> None:
    """Put what has come of it on the stage; what went into the thing or out of it changes hands."""
    for name in done.thing.inside:
        if name not in before.inside:
            stage.put_thing(replace(stage.thing(name), holder=done.thing.id))
    for name in before.inside:
        if name not in done.thing.inside:
            stage.put_thing(replace(stage.thing(name), holder=done.body.id))
    stage.put_thing(done.thing)
    stage.put_body(done.body)


def _blame(stage: Stage, who: str, thing: Thing) -> str:
    """Say who was first, where somebody was in this very tick."""
    if thing is stage.before.things[thing.id]:
        return ""
    others = (
        event.who
        for event in reversed(stage.events)
        if isinstance(event, Interacted) and event.thing == thing.id and event.who != who
    )
    first = next(others, "")
    return f"{stage.world.told(first)} was first; " if first else ""
