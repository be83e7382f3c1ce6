"""Sentences on what somebody could not do: get an item, use an object, enter a place."""

from latticeville.reports.chronicle.words import the_place
from latticeville.sim.events import Refused, narrate
from latticeville.world.model.objects import ItemEffect, TransferEffect, Transition
from latticeville.world.model.verbs import infinitive
from latticeville.world.model.world import World

GIVEN = "fetch"
"""The deed by which somebody gets an item out of an object."""


def refusal_text(world: World, event: Refused) -> str:
    """Return what somebody could not do, or did not get, and the reason that the event has."""
    who, target = world.name_with_article(event.who), _goal(world, event.target)
    if event.at:
        failed = f"could not go into {_goal(world, event.at)}"
    elif event.verb is None:
        failed = f"could not get to {target}"
    elif items := _items(world, event):
        failed = f"got no {' or '.join(items)} from {target}"
    else:
        failed = f"could not {infinitive(event.verb)} {target}"
    return f"{who} {failed}: {narrate(event, world).partition(': ')[2]}"


def _goal(world: World, name: str) -> str:
    return (
        the_place(world.name_of(name))
        if name in world.areas.by_id
        else world.name_with_article(name)
    )


def _items(world: World, event: Refused) -> list[str]:
    """Return which items a use of an object gives; none where it may be another use of the same
    name."""
    placed = world.objects.get(event.target)
    kind = world.kinds.get(placed.kind) if placed is not None else None
    rows = [row for row in kind.transitions if row.verb == event.verb] if kind is not None else []
    meant = [row for row in rows if row.fails == event.reason] or rows
    given = [_given(row) for row in meant]
    return sorted(set[str]().union(*given)) if all(given) else []


def _given(row: Transition) -> set[str]:
    items = {one.item for one in row.effects if isinstance(one, ItemEffect) and one.amount > 0}
    return items | {
        one.item for one in row.effects if isinstance(one, TransferEffect) and one.deed == GIVEN
    }
