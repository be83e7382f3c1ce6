"""Deciding under need: one action out of those that are valid, by a model that knows the body and
what it needs."""

from collections.abc import Generator
from functools import partial

from latticeville.mind.action import EAT, IDLE, MOVE, REST, WAIT, Action, Options
from latticeville.mind.mind import Answers, Decision, Mind, Round, Thought
from latticeville.mind.model_calls import ThoughtTrace, ask_model_once
from latticeville.mind.percept import AGENT, Percept
from latticeville.mind.requests.survive import ChooseSurvival
from latticeville.mind.survival_context import survival_facts
from latticeville.mind.survival_facts import make_data
from latticeville.mind.vitals import Vitals
from latticeville.models.request_text import DeferredFacts
from latticeville.world.model.world import World

PRESSING_HUNGER, PRESSING_ENERGY = 700, 150
"""The hunger above which, and the energy below which, a need interrupts a plan; a step can cost
more energy."""


def asks_to_survive(percept: Percept, options: Options, world: World) -> bool:
    """Tell whether the model chooses an action under need in this tick.

    It does so in every tick where it chooses all actions, and where a need, or an attack on
    oneself, is more urgent than the plan. In a world with single needs only, it does so where
    something helps against them.
    """
    if percept.vitals is None:
        return False
    if "survival" not in world.rules:
        return _is_pressing(percept, world) and any(
            action.kind in (EAT, REST) for action in options.all_actions()
        )
    return world.mind_settings_of(percept.who).act == "model" or _is_pressing(percept, world)


def _is_pressing(percept: Percept, world: World) -> bool:
    vitals = percept.vitals or Vitals()
    if any(news.kind == "attacked" and percept.who in news.about for news in percept.news):
        return True
    return vitals.hunger > PRESSING_HUNGER or vitals.energy < max(
        PRESSING_ENERGY, world.survival.step_energy
    )


def survive(
    mind: Mind, percept: Percept, options: Options, world: World, trace: ThoughtTrace
) -> Generator[Round, Answers, Decision]:
    """Return the action that the model chooses; WAIT with a fault where its reply names none that
    is offered."""
    valid = options.all_actions()
    unfit = {MOVE, *([IDLE] if Action(WAIT) in valid else [])}
    offered = tuple(action for action in valid if action.kind not in unfit)
    data = make_data(mind, percept, offered, world)
    facts = DeferredFacts(partial(survival_facts, mind, percept, data, offered, world))
    question = ChooseSurvival(facts, data, offered, _names(percept, world))
    found = yield from ask_model_once(question, percept, world, trace)
    action, step = found.answer, mind.intent.step
    if action is None:
        return Decision(mind, Thought("survive", Action(WAIT), step, fault=found.fault))
    return Decision(mind, Thought("survive", action, step))


def _names(percept: Percept, world: World) -> dict[str, str]:
    """Return the names by which replies in words may call the others in sight, by id."""
    return {node.id: world.name_of(node.id) for node in percept.sights if node.kind == AGENT}
