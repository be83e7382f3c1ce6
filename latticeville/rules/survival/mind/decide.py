"""Deciding under need: one action out of those that are valid, by a model that knows the body and
what it needs."""

from functools import partial

from msgspec.structs import replace

from latticeville.mind.action import IDLE, MOVE, WAIT, Action
from latticeville.mind.mind import Decision, Thinking
from latticeville.mind.model_calls import ask_model_once
from latticeville.mind.percept import AGENT
from latticeville.mind.planner import deliberate
from latticeville.mind.situation import Situation
from latticeville.mind.vitals import Vitals
from latticeville.models.request_text import DeferredFacts
from latticeville.rules.survival.mind.concerns.order import choose
from latticeville.rules.survival.mind.facts import make_data
from latticeville.rules.survival.mind.prompt_facts import survival_facts
from latticeville.rules.survival.mind.question import ChooseSurvival

PRESSING_HUNGER, PRESSING_ENERGY = 700, 150
"""The hunger above which, and the energy below which, a need interrupts a plan; a step can cost
more energy."""


def is_pressing(now: Situation) -> bool:
    """Tell whether a need, or an attack on oneself, is more urgent than the plan."""
    vitals = now.percept.vitals or Vitals()
    if any(news.kind == "attacked" and now.who in news.about for news in now.percept.news):
        return True
    return vitals.hunger > PRESSING_HUNGER or vitals.energy < max(
        PRESSING_ENERGY, now.world.survival.step_energy
    )


def survive(now: Situation) -> Thinking[Decision]:
    """Return the action that the model chooses; WAIT with a fault where its reply names none that
    is offered."""
    now = yield from deliberate(now)
    valid = now.options.all_actions()
    unfit = {MOVE, *([IDLE] if Action(WAIT) in valid else [])}
    offered = tuple(action for action in valid if action.kind not in unfit)
    data = make_data(now, offered)
    data = replace(data, proposal=choose(data))
    facts = DeferredFacts(partial(survival_facts, now, data, offered))
    question = ChooseSurvival(facts, data, offered, _names(now))
    found = yield from ask_model_once(now, question)
    action = found.answer
    if action is None:
        return now.decide("survive", Action(WAIT), fault=found.fault)
    return now.decide("survive", action)


def _names(now: Situation) -> dict[str, str]:
    """Return the names by which replies in words may call the others in sight, by id."""
    return {
        node.id: now.world.name_of(node.id) for node in now.percept.sights if node.kind == AGENT
    }
