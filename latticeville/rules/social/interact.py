"""INTERACT: use a verb on an object within reach; its state machine decides the effect."""

from collections.abc import Iterable
from typing import NamedTuple

from msgspec.structs import replace

from latticeville.core.rng import rng
from latticeville.mind.action import INTERACT, Action
from latticeville.mind.action_form import ActionForm
from latticeville.sim.events import Interacted, Refused
from latticeville.sim.machines import (
    InteractionResult,
    accepted_verbs,
    is_within_reach,
    try_verb,
)
from latticeville.sim.rule_set import ActionKind
from latticeville.sim.state import State
from latticeville.sim.tick_draft import TickDraft
from latticeville.sim.tree import ObjectState


class Interact(ActionKind):
    """Use, open, close, take or drop a thing."""

    name = INTERACT
    form = ActionForm({"object_id": "target", "verb": "verb"}, "")

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
