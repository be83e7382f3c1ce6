"""Who sets out for where in a tick, derived from two states."""

from collections.abc import Iterator

from latticeville.sim.events import Displaced, Placed, Reloaded
from latticeville.sim.state import State
from latticeville.sim.tick import TickPayload
from latticeville.sim.tree import Body

Departure = tuple[str, str]
"""Somebody, and what they set out for."""


def find_departures(before: State, payload: TickPayload) -> Iterator[Departure]:
    """Yield whose walk in the state after a tick leads elsewhere than it did when the tick began,
    by id.

    In a tick that begins in another edition of the world nobody is told to.
    """
    if any(isinstance(event, Reloaded) for event in payload.events):
        return
    put = {event.who for event in payload.events if isinstance(event, Placed | Displaced)}
    for who, body in sorted(payload.state.bodies.items()):
        was = before.bodies.get(who)
        if was is body:
            continue
        target = _walk_target(body)
        if target is not None and (who in put or target != _walk_target(was)):
            yield who, target


def _walk_target(body: Body | None) -> str | None:
    return None if body is None or body.journey is None else body.journey.target
