"""INTERACT: use a verb on an object within reach; its state machine decides the effect."""

from collections.abc import Iterable
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from latticeville.core.geometry import Box
from latticeville.core.rng import rng
from latticeville.mind.action import INTERACT, Action
from latticeville.sim.events import Interacted, Refused
from latticeville.sim.machines import GuardContext, fire, is_owned
from latticeville.sim.state import State
from latticeville.sim.tick_draft import TickDraft
from latticeville.sim.tree import Body, ObjectState
from latticeville.world.model.objects import Verb, order_verbs
from latticeville.world.model.verbs import describe_unaccepted
from latticeville.world.model.world import World


class Interact:
    """Use, open, close, take or drop a thing."""

    name = INTERACT

    def valid_actions(self, state: State, who: str) -> Iterable[Action]:
        """Yield each verb that each thing within reach accepts."""
        for name in sorted(state.things):
            if is_within_reach(state, who, name):
                for verb in accepted_verbs(state, who, name):
                    yield Action(INTERACT, name, verb)

    def refusal_reason(self, state: State, who: str, action: Action) -> str:
        """Ask only that the thing is within reach; whether its machine obliges is found out by
        trying."""
        if action.target not in state.things or action.verb is None:
            return f"there is no “{action.target}” to do anything to"
        return (
            ""
            if is_within_reach(state, who, action.target)
            else f"the {action.target} is out of reach"
        )

    def resolve(self, draft: TickDraft, who: str, action: Action) -> None:
        """Claim the use of the object."""
        if action.verb is not None:
            draft.claims_of(ObjectClaim).append(ObjectClaim(action.target, who, action.verb))


class ObjectClaim(NamedTuple):
    """Somebody is about to use an object."""

    thing: str
    who: str
    verb: str


def settle_rivals(draft: TickDraft) -> None:
    """Let everybody use the object that they claim; several who claim one do it in random order."""
    rivals: dict[str, list[ObjectClaim]] = {}
    for claim in draft.claims_of(ObjectClaim):
        rivals.setdefault(claim.thing, []).append(claim)
    for thing, group in rivals.items():
        if len(group) > 1:
            group.sort(
                key=lambda one: (
                    rng(draft.before.seed, draft.tick, one.who, thing).uniform(),
                    one.who,
                )
            )
        for claim in group:
            _use(draft, claim)


def _use(draft: TickDraft, claim: ObjectClaim) -> None:
    """Let the machine take a transition, or pick the object up, or put it down; or refuse with the
    reason."""
    who, verb, thing, body = (
        claim.who,
        claim.verb,
        draft.get_object(claim.thing),
        draft.get_body(claim.who),
    )
    draft.put_body(
        body := replace(body, journey=None, doing=f"at {draft.world.name_with_article(thing.id)}")
    )
    outcome = try_verb(draft.before, body, thing, verb)
    if isinstance(outcome, str):
        reason = _describe_rival(draft, who, thing) + outcome
        draft.events.append(Refused(who, body.area, INTERACT, thing.id, reason, verb))
        return
    _apply_result(draft, thing, outcome)
    told = Interacted(
        who, body.area, verb, thing.id, thing.state, outcome.thing.state, outcome.says
    )
    draft.events.append(told)


def is_within_reach(state: State, who: str, name: str) -> bool:
    """Tell whether somebody carries a thing or stands on or beside it."""
    thing, body = state.things.get(name), state.bodies[who]
    if thing is None:
        return False
    return thing.holder == who if thing.holder else thing.footprint.gap(body.cell) <= 1


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


def _apply_result(draft: TickDraft, before: ObjectState, done: InteractionResult) -> None:
    """Put what has come of it on the stage; what went into the thing or out of it changes hands."""
    for name in done.thing.inside:
        if name not in before.inside:
            draft.put_object(replace(draft.get_object(name), holder=done.thing.id))
    for name in before.inside:
        if name not in done.thing.inside:
            draft.put_object(replace(draft.get_object(name), holder=done.body.id))
    draft.put_object(done.thing)
    draft.put_body(done.body)


def _describe_rival(draft: TickDraft, who: str, thing: ObjectState) -> str:
    """Say who was first, where somebody was in this very tick."""
    if thing is draft.before.things[thing.id]:
        return ""
    others = (
        event.who
        for event in reversed(draft.events)
        if isinstance(event, Interacted) and event.thing == thing.id and event.who != who
    )
    first = next(others, "")
    return f"{draft.world.name_with_article(first)} was first; " if first else ""
