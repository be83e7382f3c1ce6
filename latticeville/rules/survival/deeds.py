"""What people of a crowd do and remember of it, the same values again for the same deed."""

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from latticeville.sim.crowd import Crowd, Deed, Numbers
from latticeville.sim.event import Event
from latticeville.sim.tree import Body
from latticeville.world.model.world import World

if TYPE_CHECKING:
    from latticeville.mind.percept import Observation


def note_deeds(
    crowd: Crowd, rows: Numbers, world: World, name: str, make: Callable[[Body], Event]
) -> None:
    """Note of some of a crowd that they did what has a name; events are made where somebody does it
    for the first time in an area."""
    kept: dict[str, dict[str, Deed]] = world.keep("deeds", dict)
    known, bodies = kept.setdefault(name, {}), crowd.members.bodies
    doers = [bodies[row] for row in rows.tolist()]
    for body in doers:
        if body.id not in known or known[body.id].event.area != body.area:
            known[body.id] = _deed(make(body), world)
    if doers:
        crowd.did[rows] = [known[body.id] for body in doers]


def _deed(event: Event, world: World) -> Deed:
    return Deed(event, cast("Observation", event.observation(world)))
