"""Concerns for others: to share with who is in need, to ask, to thank, to warn, and to tell where
food is."""

from latticeville.mind.action import GIVE, Action
from latticeville.mind.topic import EVENT, FOOD, PLEA, THANKS
from latticeville.mind.vitals import STARVING
from latticeville.rules.survival.mind.concerns.advice import Advice, nearest, say
from latticeville.rules.survival.mind.data import PersonNear, SurvivalData
from latticeville.world.model.survival import format_share

GENEROUS = 0.95
"""The sum of agreeableness and of what somebody is to one from which on people share."""
KIN_BONUS, DEBT_BONUS, PLEA_BONUS = 0.5, 0.3, 0.15
"""How much kinship, a debt and a plea add to it."""
KEPT = 2
"""The units that people keep when they share; the most agreeable keep half of that."""
MOST_GIVEN = 3
"""The most units that people give at once."""
TALKATIVE = 0.45
"""The extraversion from which on people tell news and where food is."""
ASKING_HUNGER = 600
"""The hunger from which on people without food ask for it."""


class Sharing:
    """Give food to who is in need."""

    def advise(self, data: SurvivalData) -> Advice | None:
        """Share with the starving and with who asks, by agreeableness, trust, kinship and debt."""
        kept = KEPT if data.trait("agreeableness") < 2 / 3 else KEPT // 2
        spare = data.store - kept
        if spare <= 0 or data.vitals.hunger > data.starving:
            return None
        for one in data.people:
            if not ((one.condition == STARVING or one.asked) and one.is_near):
                continue
            worth = _worth(one, data)
            if worth >= GENEROUS:
                count = min(spare, MOST_GIVEN)
                why = f"{one.name} is {'starving' if one.condition == STARVING else 'asking'}, "
                why += f"goodwill {worth:.2f} >= {GENEROUS:.2f}, {spare} to spare: give {count}"
                return Advice(Action(GIVE, one.id, data.food, count=count), why)
        return None


def _worth(one: PersonNear, data: SurvivalData) -> float:
    """Return how far somebody deserves a share: the own agreeableness, trust in them, kinship,
    debt, a plea."""
    bonus = KIN_BONUS * one.kin + DEBT_BONUS * one.debt + PLEA_BONUS * one.asked
    return data.trait("agreeableness") + one.trust + bonus - one.fear / 2


class Plea:
    """Ask others for food."""

    def advise(self, data: SurvivalData) -> Advice | None:
        """Ask when hungry and without food, whoever can hear it."""
        hunger = data.vitals.hunger
        if data.store or data.here or hunger < ASKING_HUNGER:
            return None
        near = [one for one in data.people if one.is_near]
        if not near:
            return None
        best = max(near, key=lambda one: (one.kin, one.trust, one.id))
        why = f"hunger {format_share(hunger)} >= {format_share(ASKING_HUNGER)}, no {data.food}: ask"
        return say(data, PLEA, why, best)


class Gratitude:
    """Thank for a gift."""

    def advise(self, data: SurvivalData) -> Advice | None:
        """Thank who gave something, unless that was done lately."""
        if not data.givers:
            return None
        giver = nearest(one for one in data.people if one.id in data.givers)
        return say(data, THANKS, f"{giver.name} gave something: thank", giver) if giver else None


class News:
    """Tell allies what is good to know."""

    def advise(self, data: SurvivalData) -> Advice | None:
        """Warn allies of who attacked somebody, and tell them where food is, as talkative people
        do."""
        outgoing = data.trait("extraversion")
        if outgoing < TALKATIVE or data.vitals.hunger > data.starving:
            return None
        friends = [one for one in data.people if _should_know(one)]
        if not friends:
            return None
        advice = (_tell(data, kind, one) for kind in (EVENT, FOOD) for one in friends)
        return next((one for one in advice if one is not None), None)


def _should_know(one: PersonNear) -> bool:
    return one.hears and (one.is_ally or one.condition == STARVING)


def _tell(data: SurvivalData, kind: str, friend: PersonNear) -> Advice | None:
    """Return words of a kind that are news to a friend."""
    outgoing = data.trait("extraversion")
    what = "warn" if kind == EVENT else f"tell where {data.food} is"
    why = f"{friend.name} should know, extraversion {outgoing:.2f} >= {TALKATIVE:.2f}: {what}"
    return say(data, kind, why, friend)
