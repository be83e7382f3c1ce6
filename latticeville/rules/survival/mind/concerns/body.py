"""Concerns for the own body: to eat and to rest."""

from latticeville.mind.action import EAT, REST, Action
from latticeville.rules.survival.mind.concerns.advice import Advice
from latticeville.rules.survival.mind.data import SurvivalData
from latticeville.world.model.survival import format_share

HUNGRY, FRUGAL = 400, 300
"""The hunger above which careless people eat, and how much later the most conscientious do."""
TIRED, LEISURELY = 150, 500
"""The energy below which people rest whatever else there is, and below which they rest in
leisure."""
WOUNDED = 600
"""The health below which people eat as soon as food can help."""


class Hunger:
    """Eat what one carries."""

    def advise(self, data: SurvivalData) -> Advice | None:
        """Eat above a hunger that grows with conscientiousness, and when wounded."""
        if not (data.can_act and data.store):
            return None
        hunger, limit = data.vitals.hunger, HUNGRY + round(FRUGAL * data.trait("conscientiousness"))
        if hunger > limit:
            return Advice(
                Action(EAT), f"hunger {format_share(hunger)} > {format_share(limit)}: eat"
            )
        if data.vitals.health < WOUNDED and hunger >= data.meal:
            return Advice(
                Action(EAT),
                f"health {format_share(data.vitals.health)} < {format_share(WOUNDED)}: eat",
            )
        return None


class Exhaustion:
    """Rest when there is hardly any energy left."""

    def advise(self, data: SurvivalData) -> Advice | None:
        """Rest below a fixed energy; the starving only below what an exertion costs."""
        return _rest_below(
            data, data.exertion if data.vitals.hunger > data.starving else max(TIRED, data.exertion)
        )


class Leisure:
    """Rest when nothing else is to be done."""

    def advise(self, data: SurvivalData) -> Advice | None:
        """Rest below half of the energy."""
        return _rest_below(data, LEISURELY)


def _rest_below(data: SurvivalData, limit: int) -> Advice | None:
    energy = data.vitals.energy
    if not data.can_act or energy >= limit:
        return None
    return Advice(Action(REST), f"energy {format_share(energy)} < {format_share(limit)}: rest")
