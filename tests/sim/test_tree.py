"""The tree that grows with each tick is the one that would be planted anew."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.core.geometry import Cell
from latticeville.sim.first_state import initial_state
from latticeville.sim.state import State
from latticeville.sim.tree import MAX_STANDING_CELLS, build_tree
from tests.laws import law
from tests.model_doubles import Garbled, wild
from tests.random_worlds import worlds
from tests.worlds import all_day, build, live


def same_as_planted(state: State) -> None:
    """Assert that nothing in the grown tree differs from a planted one."""
    grown, fresh = state.tree, build_tree(state.world, state.bodies, state.things)
    assert grown.nodes == fresh.nodes
    assert {area: nodes for area, nodes in grown.members.items() if nodes} == {
        area: nodes for area, nodes in fresh.members.items() if nodes
    }
    assert grown.blocked_cells == fresh.blocked_cells
    assert grown.opaque_cells == fresh.opaque_cells
    assert grown.autonomous == fresh.autonomous
    for area in state.world.areas.by_id:
        assert grown.visible_from(area) == fresh.visible_from(area)
        assert grown.free_cells_around(area) == fresh.free_cells_around(area)


@pytest.mark.slow
@law(35)
@given(st.data())
def test_growing_is_planting_anew(data: st.DataObject) -> None:
    world = data.draw(worlds())
    feed = {15: [data.draw(worlds())]}
    for payload in live(world, 30, feed=feed, model=Garbled(), minds=wild):
        same_as_planted(payload.state)


@pytest.mark.slow
@law(40)
@given(worlds())
def test_every_member_hangs_under_its_parent(world: object) -> None:
    state = live(world, 12, minds=wild)[-1].state  # type: ignore[arg-type]
    for area, members in state.tree.members.items():
        for node in members:
            assert node.parent == area
            assert state.tree.nodes[node.id] is node
            assert (area == "") is (node.id in state.things and bool(state.things[node.id].holder))


ROOM = """
######
#....#
#....+,
######
"""
THINGS = """
[kinds.chest]
glyph = "c"
[kinds.rug]
glyph = "r"
blocks = false
[kinds.screen]
glyph = "s"
start = "up"
states.up = { opaque = true }
"""


def test_what_blocks_and_what_hides() -> None:
    objects = {
        "chest": {"cell": [1, 1], "size": [2, 1]},
        "rug": {"cell": [3, 1]},
        "screen": {"cell": [4, 2]},
    }
    state = initial_state(build(ROOM, areas={"room": [1, 1, 4, 2]}, objects=objects, things=THINGS))
    index = state.world.grid.index
    assert state.tree.blocked_cells == {index(Cell(1, 1)), index(Cell(2, 1)), index(Cell(4, 2))}
    assert state.tree.opaque_cells == {index(Cell(4, 2))}
    assert not state.tree.autonomous


def test_spots_are_free_cells_of_the_area_itself_and_not_too_many() -> None:
    state = initial_state(
        build(
            "." * 40,
            areas={"hall": [0, 0, 40, 1], "nook": [0, 0, 10, 1]},
            objects={"chest": {"cell": [12, 0]}},
            things=THINGS,
            people={"ada": {"start": [0, 0], **all_day("hall")}},
        )
    )
    spots = state.tree.free_cells_around("hall")
    assert 0 < len(spots) <= MAX_STANDING_CELLS
    assert all(10 <= spot.x < 40 and spot.x != 12 for spot in spots)
    assert len(set(spots)) == len(spots)
    assert {spot.x for spot in state.tree.free_cells_around("nook")} <= set(range(10))


def test_an_area_that_lies_wholly_in_smaller_ones_lends_their_cells() -> None:
    state = initial_state(
        build("....", areas={"house": [0, 0, 4, 1], "left": [0, 0, 2, 1], "right": [2, 0, 2, 1]})
    )
    assert {spot.x for spot in state.tree.free_cells_around("house")} == {0, 1, 2, 3}
