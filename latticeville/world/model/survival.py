"""The constants of the rules `survival`, in thousandths where a designer wrote shares."""

from collections.abc import Mapping

import msgspec

THOUSAND = 1000
"""The parts of 1: whole numbers add up alike on every machine, and nothing gets lost between them."""


class Resource(msgspec.Struct, frozen=True):
    """What grows in cells; `regrowth` in thousandths of the maximum of a cell per survival step."""

    regrowth: int = 100


class SurvivalSettings(msgspec.Struct, frozen=True):
    """The keys of `[survival]`; shares are thousandths."""

    step_ticks: int = 1
    radius: int = 1
    hunger: int = 100
    starving: int = 800
    starvation: int = 100
    tiring: int = 50
    step_energy: int = 50
    gather_energy: int = 100
    attack_energy: int = 100
    rest: int = 300
    gather: int = 5
    split: str = "equal"
    food: str = "food"
    meal: int = 300
    meal_health: int = 50
    damage: int = 150
    damage_die: int = 100
    start_hunger: int = 300
    start_food: int = 10
    resources: Mapping[str, Resource] = {}
