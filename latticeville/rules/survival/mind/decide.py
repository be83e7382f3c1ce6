"""When a need is urgent, and what is asked then."""

from functools import partial

from msgspec.structs import replace

from latticeville.mind.action import IDLE, MOVE, WAIT, Action
from latticeville.mind.situation import Inquiry, Situation
from latticeville.mind.vitals import Vitals
from latticeville.rules.survival.mind.concerns.order import decide
from latticeville.rules.survival.mind.facts import make_data
from latticeville.rules.survival.mind.prompt_facts import survival_facts

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


def inquire(now: Situation) -> Inquiry:
    """Return what to ask under need: one of the valid actions, by who knows the body and what it
    needs."""
    valid = now.options.all_actions()
    unfit = {MOVE, *([IDLE] if Action(WAIT) in valid else [])}
    offered = tuple(action for action in valid if action.kind not in unfit)
    data = make_data(now, offered)
    advice = decide(data)
    topics = tuple(replace(one.topic, source=now.who) for one in data.words)
    facts = partial(survival_facts, now, data)
    return Inquiry(offered, facts, advice.action, advice.why, advice.topic, topics, data.items)
