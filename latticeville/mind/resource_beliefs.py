"""Where somebody believes that food and other resources are: what they see, saw, or were told.

As in the belief tree, what is in sight is believed as it is, and only what is out of sight is
stored.
"""

from collections.abc import Iterator, Mapping

import msgspec

from latticeville.core.geometry import Cell
from latticeville.mind.percept import Percept
from latticeville.mind.topic import FOOD, Topic
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
        yield from (_belief(one, self.tick) for one in self.sights)
        yield from (one for one in self.kept.values() if (one.resource, one.cell) not in now)

    def of(self, resource: str) -> list[ResourceBelief]:
        """Return all beliefs of a resource, those in sight first."""
        return [one for one in self.all() if one.resource == resource]


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


def _belief(seen: ResourceSeen, tick: int) -> ResourceBelief:
    return ResourceBelief(seen.resource, seen.cell, seen.units, tick)


def merge_resources(known: ResourceBeliefs, percept: Percept, radius: int) -> ResourceBeliefs:
    """Return the beliefs after a percept that reaches `radius` cells far, and after what was
    told."""
    sights, kept = percept.resources, known.kept
    if sights != known.sights:
        now = {(one.resource, one.cell) for one in sights}
        gone = (
            _belief(one, known.tick) for one in known.sights if (one.resource, one.cell) not in now
        )
        kept = {**kept, **{one.key: one for one in gone}}
        kept |= _emptied(kept, now, percept, radius)
    told = {one.key: one for one in _told(percept) if _is_newer(one, kept)}
    return ResourceBeliefs({**kept, **told} if told else kept, sights, percept.tick)


def _emptied(
    kept: Mapping[str, ResourceBelief], now: set[tuple[str, Cell]], percept: Percept, radius: int
) -> dict[str, ResourceBelief]:
    """Return beliefs of cells in sight of which nothing is seen any more: what lay there is
    gone."""
    near = (
        one for one in kept.values() if one.units and one.cell.distance_to(percept.cell) <= radius
    )
    return {
        one.key: ResourceBelief(one.resource, one.cell, 0, percept.tick)
        for one in near
        if (one.resource, one.cell) not in now
    }


def _told(percept: Percept) -> Iterator[ResourceBelief]:
    for news in percept.news:
        if (
            news.kind == "said"
            and news.actor != percept.who
            and news.topic is not None
            and news.topic.kind == FOOD
        ):
            found = read_topic(news.topic, news.actor)
            if found is not None:
                yield found


def _is_newer(told: ResourceBelief, kept: Mapping[str, ResourceBelief]) -> bool:
    held = kept.get(told.key)
    return held is None or held.seen < told.seen


def make_topic(belief: ResourceBelief) -> Topic:
    """Return a belief as somebody tells it."""
    x, y = belief.cell
    return Topic(
        f"{FOOD}.{belief.resource}.{x}.{y}.{belief.units}.{belief.seen}",
        FOOD,
        f"There is {belief.resource} at ({x}, {y}).",
    )


def read_topic(topic: Topic, source: str) -> ResourceBelief | None:
    """Return the belief that a topic tells; None where its key is of another form.

    >>> read_topic(make_topic(ResourceBelief("food", Cell(3, 4), 7, 12)), "bob")
    ResourceBelief(resource='food', cell=Cell(x=3, y=4), units=7, seen=12, source='bob')
    """
    kind, *parts = topic.key.split(".")
    if kind != FOOD or len(parts) != 5:
        return None
    x, y, units, seen = map(int, parts[1:])
    return ResourceBelief(parts[0], Cell(x, y), units, seen, source)
