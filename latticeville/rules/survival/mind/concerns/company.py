"""The concerns for company."""

from latticeville.mind.topic import FOOD
from latticeville.rules.survival.mind.concerns.advice import (
    Advice,
    nearest,
    say,
    step,
    step_to,
)
from latticeville.rules.survival.mind.data import SurvivalData

SOCIABLE = 0.5
"""The extraversion from which on people go to their allies, and talk to strangers."""
UNTRUSTED = 0.4
"""The trust below which nobody is told where food is."""
PLENTY = 30
"""The units of food that somebody knows of before they tell strangers where it is."""


class Company:
    """Go to allies."""

    def advise(self, data: SurvivalData) -> Advice | None:
        """Take a step to the nearest ally in sight who is not beside one."""
        outgoing = data.trait("extraversion")
        if outgoing < SOCIABLE:
            return None
        friend = nearest(one for one in data.people if one.is_ally)
        if friend is None or friend.is_near:
            return None
        way = step_to(data, friend.dx, friend.dy)
        why = f"{friend.name} is an ally, extraversion {outgoing:.2f} >= {SOCIABLE:.2f}: go to them"
        return Advice(step(way), why) if way else None


class Acquaintance:
    """Talk to strangers."""

    def advise(self, data: SurvivalData) -> Advice | None:
        """Tell the nearest who is no ally where food is."""
        outgoing = data.trait("extraversion")
        if outgoing < SOCIABLE:
            return None
        other = nearest(
            one for one in data.people if one.hears and not one.is_ally and one.trust >= UNTRUSTED
        )
        if other is None:
            return None
        if other.id in data.informed:
            return None
        known = data.here + sum([place.units for place in data.places])
        if known < PLENTY:
            return None
        why = (
            f"{known} {data.food} known, extraversion {outgoing:.2f} >= {SOCIABLE:.2f}: tell "
            f"{other.name} where it is"
        )
        return say(data, FOOD, why, other)
