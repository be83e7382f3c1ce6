"""How beliefs of resources change: by what is in sight, and by what others say."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from latticeville.core.geometry import Cell
from latticeville.mind.percept import Percept
from latticeville.mind.resource_beliefs import ResourceBelief, ResourceBeliefs, belief_in_sight
from latticeville.mind.topic import FOOD, Topic
from latticeville.rules.survival.mind.places import spoken_cell
from latticeville.world.model.world import World


def merge_resources(known: ResourceBeliefs, percept: Percept, radius: int) -> ResourceBeliefs:
    """Return the beliefs after a percept that reaches `radius` cells far, and after what was
    told."""
    sights, kept = percept.resources, known.kept
    if sights != known.sights:
        now = {(one.resource, one.cell) for one in sights}
        gone = (
            belief_in_sight(one, known.tick)
            for one in known.sights
            if (one.resource, one.cell) not in now
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


def make_topic(belief: ResourceBelief, world: World) -> Topic:
    """Return a belief as somebody tells it: the key holds the cell, the gist says the place."""
    x, y = belief.cell
    return Topic(
        f"{FOOD}.{belief.resource}.{x}.{y}.{belief.units}.{belief.seen}",
        FOOD,
        f"There is {belief.resource} {spoken_cell(world, belief.cell)}.",
    )


def read_topic(topic: Topic, source: str) -> ResourceBelief | None:
    """Return the belief that a topic tells; None where its key is of another form.

    >>> read_topic(Topic("food.food.3.4.7.12", FOOD, "There is food by the river."), "bob")
    ResourceBelief(resource='food', cell=Cell(x=3, y=4), units=7, seen=12, source='bob')
    """
    return _read_key(topic.key, source)


@lru_cache(maxsize=4096)
def _read_key(key: str, source: str) -> ResourceBelief | None:
    kind, *parts = key.split(".")
    if kind != FOOD or len(parts) != 5:
        return None
    x, y, units, seen = map(int, parts[1:])
    return ResourceBelief(parts[0], Cell(x, y), units, seen, source)
