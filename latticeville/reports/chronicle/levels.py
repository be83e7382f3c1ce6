"""How many live after each tick, who starves, and what they have."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from latticeville.mind.vitals import Vitals
from latticeville.sim.survival.crises import mean_hunger
from latticeville.sim.tree import Body
from latticeville.world.model.survival import SurvivalSettings


class Level(NamedTuple):
    """How many live after a tick, who of them starves, and the mean hunger of the living from 0
    (full) to 1.

    `carried` is the food that the living carry; `starved` are those who were starving when they
    died in the tick.
    """

    tick: int
    minute: int
    living: int
    starving: tuple[str, ...]
    hunger: float | None
    carried: int = 0
    starved: tuple[str, ...] = ()


def measure(
    tick: int, minute: int, rules: SurvivalSettings, bodies: Mapping[str, Body]
) -> Level | None:
    """Return the level after a tick; None where bodies have no needs."""
    vitals = {who: body.vitals for who, body in bodies.items() if body.vitals is not None}
    if not vitals:
        return None
    living = [who for who, one in vitals.items() if not one.died]
    dead = [who for who, one in vitals.items() if one.died == tick > 0]
    carried = sum(bodies[who].items.get(rules.food, 0) for who in living)
    starving, starved = (_hungry(some, vitals, rules.starving) for some in (living, dead))
    return Level(tick, minute, len(living), starving, mean_hunger(bodies), carried, starved)


def _hungry(people: Iterable[str], vitals: Mapping[str, Vitals], limit: int) -> tuple[str, ...]:
    return tuple(who for who in people if vitals[who].hunger > limit)
