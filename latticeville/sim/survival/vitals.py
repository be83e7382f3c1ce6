"""How a survival step, food, exertion and blows change a body under need."""

from collections.abc import Collection

from msgspec.structs import replace

from latticeville.mind.vitals import Vitals
from latticeville.world.model.survival import THOUSAND, SurvivalSettings


def clamp(value: int) -> int:
    """Return a value within 0 and 1000."""
    return min(max(value, 0), THOUSAND)


def age(
    vitals: Vitals, rules: SurvivalSettings, needs: Collection[str], hunger_factor: int = THOUSAND
) -> Vitals:
    """Return vitals after one survival step of time; only needs that the world has change."""
    hunger = (
        clamp(vitals.hunger + rules.hunger * hunger_factor // THOUSAND)
        if "hunger" in needs
        else vitals.hunger
    )
    lost = (
        rules.starvation
        if "health" in needs and "hunger" in needs and hunger > rules.starving
        else 0
    )
    energy = clamp(vitals.energy - rules.tiring) if "energy" in needs else vitals.energy
    return replace(vitals, hunger=hunger, energy=energy, health=clamp(vitals.health - lost))


def fed(vitals: Vitals, rules: SurvivalSettings) -> Vitals:
    """Return vitals after a unit of food."""
    energy, health = (
        clamp(vitals.energy + rules.meal_energy),
        clamp(vitals.health + rules.meal_health),
    )
    return replace(vitals, hunger=clamp(vitals.hunger - rules.meal), energy=energy, health=health)


def tired(vitals: Vitals, cost: int) -> Vitals:
    """Return vitals after an exertion; a negative cost gives energy."""
    return replace(vitals, energy=clamp(vitals.energy - cost))


def hurt(vitals: Vitals, damage: int) -> Vitals:
    """Return vitals after damage."""
    return replace(vitals, health=clamp(vitals.health - damage))
