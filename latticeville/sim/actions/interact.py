"""INTERACT: do something to a thing within reach; its machine decides what comes of it."""

from collections.abc import Iterable

from msgspec.structs import replace

from latticeville.core.geometry import Box
from latticeville.mind.action import INTERACT, Action
from latticeville.sim.events import Interacted, Refused
from latticeville.sim.machines import Moment, fire
from latticeville.sim.stage import Stage
from latticeville.sim.state import State
from latticeville.sim.tree import Body, Thing
from latticeville.world.things import Kind, Verb


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
        outcome = _try(stage, body, thing, verb)
        if isinstance(outcome, str):
            stage.events.append(Refused(who, body.area, INTERACT, thing.id, _blame(stage, who, thing) + outcome, verb))
        else:
            stage.events.append(outcome)


def within_reach(state: State, who: str, name: str) -> bool:
    """Tell whether somebody carries a thing or stands on or beside it."""
    thing, body = state.things.get(name), state.bodies[who]
    if thing is None:
        return False
    return thing.holder == who if thing.holder else thing.box.gap(body.cell) <= 1


def accepted(state: State, who: str, name: str) -> tuple[Verb, ...]:
    """Return the verbs that a thing accepts in its state, guards aside."""
    thing = state.things[name]
    kind = state.world.kinds[thing.kind]
    verbs = set(kind.verbs(thing.state))
    if kind.portable:
        verbs.add(Verb.DROP if thing.holder == who else Verb.TAKE)
    return tuple(verb for verb in Verb if verb in verbs)


def _try(stage: Stage, body: Body, thing: Thing, verb: Verb) -> Interacted | str:
    before, kind = stage.before, stage.world.kinds[thing.kind]
    rows = kind.accepts(thing.state, verb)
    if thing.holder not in ("", body.id):
        return "somebody else has it."
    if not rows:
        return _carry(stage, body, thing, verb, kind)
    moment = Moment(before.minute, before.weather, stage.world, before.things, body)
    fired = fire(rows, thing, moment, stage.tick)
    if isinstance(fired, str):
        return fired
    stage.put_thing(fired.thing)
    stage.put_body(replace(body, items=fired.items))
    return Interacted(body.id, body.area, verb, thing.id, thing.state, fired.thing.state, fired.row.says)


def _carry(stage: Stage, body: Body, thing: Thing, verb: Verb, kind: Kind) -> Interacted | str:
    """Pick a portable thing up or put it down."""
    if not kind.portable or verb not in (Verb.TAKE, Verb.DROP):
        return f"it cannot be {_DONE[verb]} while it is {thing.state}."
    if verb is Verb.TAKE:
        if thing.holder:
            return "it is in hand already."
        stage.put_thing(replace(thing, holder=body.id))
        stage.put_body(replace(body, carries=(*body.carries, thing.id)))
    else:
        if not thing.holder:
            return "it is not in hand."
        stage.put_thing(replace(thing, holder="", box=Box(*body.cell, 1, 1), area=body.area))
        stage.put_body(replace(body, carries=tuple(name for name in body.carries if name != thing.id)))
    return Interacted(body.id, body.area, verb, thing.id, thing.state, thing.state)


_DONE = {
    Verb.USE: "used",
    Verb.OPEN: "opened",
    Verb.CLOSE: "closed",
    Verb.TAKE: "taken",
    Verb.DROP: "put down",
}


def _blame(stage: Stage, who: str, thing: Thing) -> str:
    """Say who was first, where somebody was in this very tick."""
    if thing is stage.before.things[thing.id]:
        return ""
    first = next(
        event.who
        for event in reversed(stage.events)
        if isinstance(event, Interacted) and event.thing == thing.id and event.who != who
    )
    return f"{stage.world.told(first)} was first; "
