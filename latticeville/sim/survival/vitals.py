"""The state of a body under need, and how a survival step changes it."""

from collections.abc import Collection

import msgspec
from msgspec.structs import replace

from latticeville.world.model.survival import THOUSAND, SurvivalSettings


class Vitals(msgspec.Struct, frozen=True, gc=False, array_like=True, omit_defaults=True):
    """Hunger (0 full), energy, health (0 dead) and strength, in thousandths; and the step of the last exertion.

    `died` is the tick of the death; 0 for the living.
    """

    hunger: int = 300
    energy: int = THOUSAND
    health: int = THOUSAND
    strength: int = 500
    acted: int = -1
    died: int = 0


def clamp(value: int) -> int:
    """Return a value within 0 and 1000."""
    return min(max(value, 0), THOUSAND)


def age(vitals: Vitals, rules: SurvivalSettings, needs: Collection[str], hunger_factor: int = THOUSAND) -> Vitals:
    """Return vitals after one survival step of time; only needs that the world has change."""
    hunger = clamp(vitals.hunger + rules.hunger * hunger_factor // THOUSAND) if "hunger" in needs else vitals.hunger
    lost = rules.starvation if "health" in needs and "hunger" in needs and hunger > rules.starving else 0
    energy = clamp(vitals.energy - rules.tiring) if "energy" in needs else vitals.energy
    return replace(vitals, hunger=hunger, energy=energy, health=clamp(vitals.health - lost))


def fed(vitals: Vitals, rules: SurvivalSettings) -> Vitals:
    """Return vitals after a unit of food."""
    return replace(vitals, hunger=clamp(vitals.hunger - rules.meal), health=clamp(vitals.health + rules.meal_health))


def tired(vitals: Vitals, cost: int) -> Vitals:
    """Return vitals after an exertion; a negative cost gives energy."""
    return replace(vitals, energy=clamp(vitals.energy - cost))


def hurt(vitals: Vitals, damage: int) -> Vitals:
    """Return vitals after damage."""
    return replace(vitals, health=clamp(vitals.health - damage))
