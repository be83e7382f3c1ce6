"""Concerns about violence: to defend oneself, to avoid the feared, to drive others off and to take
what they have."""

from latticeville.mind.action import ATTACK, Action
from latticeville.mind.topic import THREAT
from latticeville.rules.survival.mind.concerns.advice import (
    Advice,
    is_fierce,
    nearest,
    say,
    step,
    step_to,
)
from latticeville.rules.survival.mind.concerns.food import wanted_store
from latticeville.rules.survival.mind.data import PersonNear, SurvivalData
from latticeville.world.model.survival import format_share

FIERCE, RUTHLESS = 0.4, 0.6
"""The readiness for violence from which on people attack in need, and from which on they attack for
less."""
BRAVE = 0.3
"""The readiness for violence from which on people strike back."""
FLEEING_HEALTH = 400
"""The health below which people flee and do not strike back."""
DISTRUST = 0.35
"""The trust below which people attack somebody in need; fierce people do so at a higher trust."""
FEARED = 0.35
"""The fear from which on calm people avoid somebody; more easily worried people do so sooner."""
SAFE = 3
"""The steps from the feared at which people feel safe."""


class Defence:
    """Answer an attack."""

    def advise(self, data: SurvivalData) -> Advice | None:
        """Strike back when strong and fierce enough, else flee."""
        if not data.attackers:
            return None
        foe = nearest(one for one in data.people if one.id in data.attackers)
        if foe is None:
            return None
        health, courage = data.vitals.health, is_fierce(data) + data.vitals.strength / 2000
        if data.can_exert and foe.is_near and health >= FLEEING_HEALTH and courage >= 2 * BRAVE:
            return Advice(
                Action(ATTACK, foe.id),
                f"{foe.name} attacked, health {format_share(health)}: strike back",
            )
        return _step_away(data, foe, f"{foe.name} attacked, health {format_share(health)}: flee")


class Avoidance:
    """Keep away from the feared."""

    def advise(self, data: SurvivalData) -> Advice | None:
        """Step away from somebody feared who is near, unless hunger is worse."""
        if data.vitals.hunger > data.starving:
            return None
        limit = FEARED * (1.5 - data.trait("neuroticism"))
        foe = nearest(
            one for one in data.people if one.fear > limit and one.steps < SAFE and not one.kin
        )
        if foe is None:
            return None
        return _step_away(data, foe, f"fear of {foe.name} {foe.fear:.2f} > {limit:.2f}: keep away")


class Aggression:
    """Attack others for food."""

    def advise(self, data: SurvivalData) -> Advice | None:
        """Attack who is least trusted: the fierce when starving without food, the ruthless when
        short of a store."""
        if not (data.can_exert and _lacks_food(data)):
            return None
        fierce, hunger, is_desperate = is_fierce(data), data.vitals.hunger, _is_desperate(data)
        if fierce < (FIERCE if is_desperate else RUTHLESS):
            return None
        limit = DISTRUST + fierce / 4
        foe = _least_trusted(data, limit)
        if foe is None:
            return None
        trust = f"trust in {foe.name} {foe.trust:.2f} < {limit:.2f}"
        danger = f"hunger {format_share(hunger)} > {format_share(data.starving)}"
        need = danger if is_desperate else f"fierceness {fierce:.2f}"
        threat = None if is_desperate else say(data, THREAT, f"{need}, {trust}: threaten", foe)
        return threat or Advice(Action(ATTACK, foe.id), f"{need}, {trust}: attack")


def _is_desperate(data: SurvivalData) -> bool:
    return data.vitals.hunger > data.starving and not data.store and not data.here


def _lacks_food(data: SurvivalData) -> bool:
    return data.store < wanted_store(data)


def _least_trusted(data: SurvivalData, limit: float) -> PersonNear | None:
    """Return who is least trusted of those beside one who are no allies."""
    foes = [one for one in data.people if one.is_near and one.trust < limit and not one.is_ally]
    return min(foes, key=lambda one: (one.trust, one.id), default=None)


def _step_away(data: SurvivalData, foe: PersonNear, why: str) -> Advice | None:
    dx, dy = (-foe.dx, -foe.dy) if foe.dx or foe.dy else (1, 1)
    way = step_to(data, dx, dy)
    return Advice(step(way), why) if way else None
