"""Whatever people do: machines keep to their tables, counters to their bounds, and nothing is lost
or doubled."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.core.geometry import STEPS, Box
from latticeville.sim.events import ShownOut
from latticeville.sim.inputs import receive
from latticeville.sim.state import State
from latticeville.sim.tick import TickPayload
from tests.laws import law
from tests.model_doubles import Garbled, wild
from tests.random_worlds import feeds, worlds
from tests.worlds import live

pytestmark = pytest.mark.slow


def lives(data: st.DataObject) -> list[TickPayload]:
    """Draw a wild run."""
    world = data.draw(worlds())
    return live(world, 40, feed=data.draw(feeds(world, 40)), model=Garbled(), minds=wild)


def machines_are_whole(state: State) -> None:
    """Assert what must hold of every thing and every pocket at any time."""
    for thing in state.things.values():
        kind = state.world.kinds[thing.kind]
        assert thing.state in kind.states
        assert thing.counters.keys() == kind.counters.keys()
        for name, bounds in kind.counters.items():
            assert bounds.least <= thing.counters[name] <= bounds.most
        assert 0 <= thing.since <= state.tick
        assert sum(thing.items.values()) + len(thing.inside) <= kind.room
        assert all(count > 0 for count in thing.items.values())
    for body in state.bodies.values():
        assert all(count > 0 for count in body.items.values())


def things_are_in_one_place(state: State) -> None:
    """Assert that every thing lies on the map, or is in exactly the one pocket or container that it
    says."""
    held = Counter(name for body in state.bodies.values() for name in body.carries)
    held.update(name for thing in state.things.values() for name in thing.inside)
    grid = state.world.grid
    for name, thing in state.things.items():
        assert held[name] == bool(thing.holder)
        if thing.holder:
            holder = state.bodies.get(thing.holder)
            assert name in (holder.carries if holder else state.things[thing.holder].inside)
            assert thing.holder != name
        else:
            assert Box(0, 0, grid.width, grid.height).covers(thing.box)
            assert thing.area == state.world.areas.at(thing.cell)
    assert held.keys() <= state.things.keys()


def bodies_stand_on_ground(state: State) -> None:
    """Assert that everybody stands where the map lets them, in the area that lies there."""
    for body in state.bodies.values():
        assert state.world.is_walkable(body.cell)
        assert body.area == state.world.areas.at(body.cell)


@law(40)
@given(st.data())
def test_all_is_whole_at_every_tick(data: st.DataObject) -> None:
    for payload in lives(data):
        machines_are_whole(payload.state)
        things_are_in_one_place(payload.state)
        bodies_stand_on_ground(payload.state)


@law(40)
@given(st.data())
def test_every_change_is_a_row_of_a_table_or_one_step_onto_free_ground(data: st.DataObject) -> None:
    for last, after in pairwise(lives(data)):
        before, _told = receive(last.state, after.inputs, {})
        for name, thing in after.state.things.items():
            was, kind = before.things[name], after.state.world.kinds[thing.kind]
            if (thing.state, thing.counters) != (was.state, was.counters):
                assert any(
                    was.state in row.sources and row.target == thing.state
                    for row in kind.transitions
                )
        out = {event.who for event in after.events if isinstance(event, ShownOut)}
        for who, body in after.state.bodies.items():
            was_at = before.bodies[who].cell
            if body.cell != was_at and who not in out:
                assert body.cell in {was_at.step(way) for way in STEPS}
                assert after.state.world.grid.index(body.cell) not in before.tree.blocked_cells


@law(40)
@given(st.data())
def test_only_what_is_portable_moves(data: st.DataObject) -> None:
    payloads = lives(data)
    for name, thing in payloads[-1].state.things.items():
        if not payloads[0].state.world.kinds[thing.kind].portable:
            assert (thing.box, thing.holder) == (payloads[0].state.things[name].box, "")


@law(40)
@given(st.data())
def test_a_new_edition_leaves_everything_whole(data: st.DataObject) -> None:
    world, edition = data.draw(worlds()), data.draw(worlds())
    feed = {12: [edition], 20: [world]}
    for payload in live(world, 30, feed=feed, model=Garbled(), minds=wild):
        machines_are_whole(payload.state)
        things_are_in_one_place(payload.state)
        bodies_stand_on_ground(payload.state)
