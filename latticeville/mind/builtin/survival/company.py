"""The concern for company."""

from latticeville.mind.builtin.survival.advice import Advice, nearest, step, step_to
from latticeville.mind.survival_data import SurvivalData

SOCIABLE = 0.5
"""The extraversion from which on people go to their allies."""


class Company:
    """Go to allies."""

    def advise(self, data: SurvivalData) -> Advice | None:
        """Take a step to the nearest ally in sight who is not beside one."""
        outgoing = data.trait("extraversion")
        friend = nearest(one for one in data.people if one.is_ally)
        if outgoing < SOCIABLE or friend is None or friend.is_near:
            return None
        way = step_to(data, friend.dx, friend.dy)
        why = f"{friend.name} is an ally, extraversion {outgoing:.2f} >= {SOCIABLE:.2f}: go to them"
        return Advice(step(way), why) if way else None
