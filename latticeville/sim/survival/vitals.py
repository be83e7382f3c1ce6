"""How a survival step, food, exertion and blows change a body under need."""

from msgspec.structs import replace

from latticeville.mind.vitals import Vitals
from latticeville.world.model.survival import THOUSAND, SurvivalSettings


def clamp(value: int) -> int:
    """Return a value within 0 and 1000."""
    return min(max(value, 0), THOUSAND)


def age(vitals: Vitals, rules: SurvivalSettings) -> Vitals:
    """Return vitals after one survival step of time."""
    hunger = clamp(vitals.hunger + rules.hunger)
    lost = rules.starvation if hunger > rules.starving else 0
    return replace(
        vitals, hunger=hunger, energy=clamp(vitals.energy - rules.tiring), health=clamp(vitals.health - lost)
    )


def fed(vitals: Vitals, rules: SurvivalSettings) -> Vitals:
    """Return vitals after a unit of food."""
    return replace(vitals, hunger=clamp(vitals.hunger - rules.meal), health=clamp(vitals.health + rules.meal_health))


def tired(vitals: Vitals, cost: int) -> Vitals:
    """Return vitals after an exertion; a negative cost gives energy."""
    return replace(vitals, energy=clamp(vitals.energy - cost))


def hurt(vitals: Vitals, damage: int) -> Vitals:
    """Return vitals after damage."""
    return replace(vitals, health=clamp(vitals.health - damage))
