"""A body under need, as its own mind feels it, and what a mind sees of food and of others in
need."""

import msgspec

from latticeville.core.geometry import Cell
from latticeville.world.model.survival import THOUSAND

WEAK, STARVING, DEAD = "weak", "starving", "dead"
"""What others can see of a body in need."""


class Vitals(msgspec.Struct, frozen=True, gc=False, array_like=True, omit_defaults=True):
    """Hunger (0 full), energy, health (0 dead) and strength, in thousandths; and the step of the
    last exertion.

    `died` is the tick of the death, 0 for the living; `cause` is what they died of, `killers` are
    who attacked them in that tick.
    """

    hunger: int = 300
    energy: int = THOUSAND
    health: int = THOUSAND
    strength: int = 500
    acted: int = -1
    died: int = 0
    cause: str = ""
    killers: tuple[str, ...] = ()


class ResourceSeen(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """The whole units of a resource that somebody sees in a cell; 0 where it could grow and nothing
    is left."""

    cell: Cell
    resource: str
    units: int
