"""When a need is urgent, and what is asked then."""

from functools import partial
from itertools import chain

from msgspec.structs import replace

from latticeville.core.deferred import DeferredSequence
from latticeville.mind.action import IDLE, MOVE, WAIT, Action
from latticeville.mind.situation import PLAN_WANT, Inquiry, Situation
from latticeville.mind.vitals import Vitals
from latticeville.rules.survival.mind.concerns.advice import Advice, Concern
from latticeville.rules.survival.mind.concerns.body import Exhaustion, Hunger, Leisure
from latticeville.rules.survival.mind.concerns.company import Acquaintance, Company
from latticeville.rules.survival.mind.concerns.food import (
    Exploration,
    Foraging,
    Gathering,
    wanted_store,
)
from latticeville.rules.survival.mind.concerns.kindness import Gratitude, News, Plea, Sharing
from latticeville.rules.survival.mind.concerns.violence import Aggression, Avoidance, Defence
from latticeville.rules.survival.mind.data import SurvivalData
from latticeville.rules.survival.mind.facts import make_data
from latticeville.rules.survival.mind.prompt_facts import survival_facts

PRESSING_HUNGER, PRESSING_ENERGY = 700, 150
"""The hunger above which, and the energy below which, a need interrupts a plan; a step can cost
more energy."""


class Inclination:
    """What a set of rules advises more than so much."""

    def __init__(self, least: float) -> None:
        self._least = least

    def advise(self, data: SurvivalData) -> Advice | None:
        """Return its action."""
        wish = data.wish
        return Advice(wish.action, wish.why) if wish and wish.want > self._least else None


CONCERNS: tuple[Concern, ...] = (
    Defence(),
    Hunger(),
    Exhaustion(),
    Inclination(PLAN_WANT),
    Gratitude(),
    Sharing(),
    Aggression(),
    Avoidance(),
    Plea(),
    News(),
    Gathering(),
    Foraging(),
    Inclination(0),
)
"""What people care for, the most urgent first."""
LEISURE: tuple[Concern, ...] = (Leisure(), Acquaintance(), Company())
"""What people do who have food enough."""
WANT: tuple[Concern, ...] = (Exploration(),)
"""What people do who have not."""
OF_OTHERS = (
    Defence,
    Gratitude,
    Sharing,
    Aggression,
    Avoidance,
    Plea,
    News,
    Acquaintance,
    Company,
)
"""The concerns that advise nothing to whoever sees nobody."""
ALONE, LEISURE_ALONE = (
    tuple(one for one in some if not isinstance(one, (*OF_OTHERS, Inclination)))
    for some in (CONCERNS, LEISURE)
)
"""What people care for who see nobody and to whom no set of rules advises anything."""
NOTHING = Advice(Action(WAIT), "nothing to do: wait")
"""What people do who care for nothing now."""


def decide(data: SurvivalData) -> Advice:
    """Return the first advice of a concern."""
    for concern in chain(CONCERNS, LEISURE if data.store >= wanted_store(data) else WANT):
        advice = concern.advise(data)
        if advice is not None:
            return advice
    return NOTHING


def decide_alone(data: SurvivalData) -> Advice:
    """Return what `decide` returns to somebody who sees nobody and to whom no set of rules advises
    anything."""
    for concern in ALONE:
        advice = concern.advise(data)
        if advice is not None:
            return advice
    for concern in LEISURE_ALONE if data.store >= wanted_store(data) else WANT:
        advice = concern.advise(data)
        if advice is not None:
            return advice
    return NOTHING


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
    can_wait = now.options.valid.get(WAIT)
    offered = now.options.without({MOVE, IDLE} if can_wait else {MOVE})
    data = make_data(now, offered)
    advice = decide(data)
    topics = DeferredSequence(lambda: (replace(one.topic, source=now.who) for one in data.words))
    facts = partial(survival_facts, now, data)
    return Inquiry(offered, facts, advice.action, advice.why, advice.topic, topics, data.items)
