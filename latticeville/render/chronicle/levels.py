"""How many live after each tick, who starves, and what they have."""

from collections.abc import Mapping
from typing import NamedTuple

from latticeville.sim.survival.crises import mean_hunger
from latticeville.sim.tree import Body
from latticeville.world.model.survival import SurvivalSettings


class Level(NamedTuple):
    """How many live after a tick, who of them starves, and the mean hunger of the living from 0 (full) to 1.

    `carried` is the food that the living carry; `starved` are those who were starving when they died in the tick.
    """

    tick: int
    minute: int
    living: int
    starving: tuple[str, ...]
    hunger: float | None
    carried: int = 0
    starved: tuple[str, ...] = ()


def measure(tick: int, minute: int, rules: SurvivalSettings, bodies: Mapping[str, Body]) -> Level | None:
    """Return the level after a tick; None where bodies have no needs."""
    vitals = [(who, body.vitals) for who, body in bodies.items() if body.vitals is not None]
    if not vitals:
        return None
    living = [who for who, one in vitals if not one.died]
    hungry = [(who, one.died) for who, one in vitals if one.hunger > rules.starving]
    return Level(
        tick,
        minute,
        len(living),
        tuple(who for who, died in hungry if not died),
        mean_hunger(bodies),
        sum(bodies[who].items.get(rules.food, 0) for who in living),
        tuple(who for who, died in hungry if died == tick),
    )
