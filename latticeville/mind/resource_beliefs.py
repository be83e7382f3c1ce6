"""Where somebody believes that food and other resources are: what they see, saw, or were told.

As in the belief tree, what is in sight is believed as it is, and only what is out of sight is
stored.
"""

from collections.abc import Iterator, Mapping

import msgspec

from latticeville.core.geometry import Cell
from latticeville.mind.vitals import ResourceSeen

HALF_LIFE = 48
"""Ticks after which the confidence in the amount of a cell out of sight is half as high."""
TOLD_CONFIDENCE = 0.7
"""How much of the confidence remains for what others told."""


class ResourceBelief(msgspec.Struct, frozen=True, gc=False, array_like=True, omit_defaults=True):
    """The whole units of a resource in a cell at the tick `seen`; `source` is who told it, "" for
    one's own sight."""

    resource: str
    cell: Cell
    units: int
    seen: int
    source: str = ""

    @property
    def key(self) -> str:
        """The key under which it is kept."""
        return resource_key(self.resource, self.cell)


class ResourceBeliefs(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What is in sight at a tick, and by key what is `kept` of cells out of sight."""

    kept: Mapping[str, ResourceBelief] = {}
    sights: tuple[ResourceSeen, ...] = ()
    tick: int = 0

    def all(self) -> Iterator[ResourceBelief]:
        """Yield all beliefs, those in sight first."""
        now = {(one.resource, one.cell) for one in self.sights}
        yield from (belief_in_sight(one, self.tick) for one in self.sights)
        yield from (one for one in self.kept.values() if (one.resource, one.cell) not in now)

    def of(self, resource: str) -> list[ResourceBelief]:
        """Return all beliefs of a resource, those in sight first."""
        sights = [one for one in self.sights if one.resource == resource]
        now = {one.cell for one in sights}
        kept = self.kept.values()
        return [
            *(belief_in_sight(one, self.tick) for one in sights),
            *(one for one in kept if one.resource == resource and one.cell not in now),
        ]


def belief_confidence(belief: ResourceBelief, tick: int) -> float:
    """Return the confidence in an amount at a tick, from 0 to 1: 1 in sight, less when told, and
    less with age.

    >>> belief_confidence(ResourceBelief("food", Cell(3, 4), 7, 12), 60)
    0.5
    >>> belief_confidence(ResourceBelief("food", Cell(3, 4), 7, 12, "bob"), 12)
    0.7
    """
    fresh: float = 0.5 ** (max(0, tick - belief.seen) / HALF_LIFE)
    return TOLD_CONFIDENCE * fresh if belief.source else fresh


def resource_key(resource: str, cell: Cell) -> str:
    """Return the key of a resource in a cell.

    >>> resource_key("food", Cell(3, 4))
    'food 3,4'
    """
    return f"{resource} {cell.x},{cell.y}"


def belief_in_sight(seen: ResourceSeen, tick: int) -> ResourceBelief:
    """Return what is believed at a tick of what is in sight."""
    return ResourceBelief(seen.resource, seen.cell, seen.units, tick)
