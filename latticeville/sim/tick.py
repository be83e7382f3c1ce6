"""The pipeline of a tick: from the state before and the inputs to the state after.

receive → rate → perceive → think ⇄ model → resolve → laws of nature → commit
"""

from collections.abc import Callable, Mapping
from itertools import chain
from typing import TYPE_CHECKING

import msgspec

from latticeville.mind.action import IDLE, WAIT, Action
from latticeville.mind.mind import Decision, Mind, Thought, ThoughtProcess
from latticeville.mind.percept import Percept
from latticeville.mind.situation import Options
from latticeville.mind.think import think
from latticeville.models.model import Model
from latticeville.sim.crowd import Crowd, ids_of
from latticeville.sim.crowd_actions import act_together
from latticeville.sim.event import Event
from latticeville.sim.events import Idled, Unanswered
from latticeville.sim.importance import rate_news
from latticeville.sim.inputs import SimulatorInput, receive
from latticeville.sim.mind_driver import drive_minds
from latticeville.sim.options import Affordances, refusal_reason
from latticeville.sim.perception import perceive
from latticeville.sim.rule_set import rules_of
from latticeville.sim.state import State
from latticeville.sim.tick_draft import TickDraft
from latticeville.world.model.world import World

if TYPE_CHECKING:
    from latticeville.mind.retrieval.memory_index import MemoryIndex

Thinker = Callable[[Mind, Percept, Options, World], Decision | ThoughtProcess]
"""A loop of thought, such as `latticeville.mind.think.think`."""


class TickPayload(msgspec.Struct, frozen=True, gc=False):
    """A finished tick: the state at its end, what happened, what went in, and why everybody acted
    as they did."""

    tick: int
    state: State
    events: tuple[Event, ...] = ()
    thoughts: Mapping[str, Thought] = {}
    inputs: tuple[SimulatorInput, ...] = ()


def advance(
    state: State,
    inputs: tuple[SimulatorInput, ...],
    minds: Thinker,
    model: Model,
    worlds: Mapping[str, World] | None = None,
    memories: "MemoryIndex | None" = None,
) -> TickPayload:
    """Make one tick; `worlds` holds, by digest, the editions that a WorldReloaded among the inputs
    names.

    `memories` answer what is recalled; a run keeps its own, so that nothing is computed twice.
    """
    before, received = receive(state, inputs, worlds or {})
    before, unrated = rate_news(before, model)
    rules = rules_of(before.world.rules)
    crowd = rules.crowd(before, model) if minds is think else None
    alone = rules.alone(before, crowd) if minds is think else {}
    thinking = (
        (who, minds(before.minds[who], percept, Affordances(before, who), before.world))
        for who, percept in perceive(before, {*ids_of(crowd), *alone})
    )
    decisions = drive_minds(chain(alone.items(), thinking), model, memories)
    thoughts = {who: decision.thought for who, decision in decisions.items()}
    decided = {who: decision.mind for who, decision in decisions.items()}
    draft = resolve(before.with_minds(decided, crowd), thoughts, crowd)
    if crowd is not None:
        thoughts |= crowd.thoughts_by_id()
    for law in rules.laws:
        law(draft)
    happened = (*unrated, *draft.events)
    after = draft.commit(tick=state.tick + 1, news=happened)
    return TickPayload(after.tick, after, (*received, *happened), thoughts, inputs)


def resolve(
    before: State, thoughts: Mapping[str, Thought], crowd: Crowd | None = None
) -> TickDraft:
    """Let every valid action take effect on a draft, or claim its effect; any other becomes IDLE
    with the reason."""
    draft, told, starts = TickDraft(before, crowd), list[Event](), list[tuple[str, int]]()
    actions = rules_of(before.world.rules).actions
    for who in [who for who in before.world.person_ids if who in thoughts]:
        starts.append((who, len(draft.events)))
        thought, area = thoughts[who], before.bodies[who].area
        action, fault = (
            thought.action,
            thought.fault or refusal_reason(before, who, thought.action),
        )
        if fault:
            told.append(Idled(who, area, fault))
            action = Action(WAIT if WAIT in actions else IDLE)
        elif thought.asks:
            told.extend(
                [Unanswered(who, area, ask.kind, ask.error) for ask in thought.asks if ask.error]
            )
        actions[action.kind].resolve(draft, who, action)
    act_together(draft, actions, starts)
    draft.events[:0] = told
    return draft
