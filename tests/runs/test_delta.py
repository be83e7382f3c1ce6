"""Deltas: what a tick changed, put upon the state before, is the state after, with all that minds
hold."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from latticeville.mind.think import think
from latticeville.runs.delta import diff, patch
from latticeville.runs.log_records import Delta, Snapshot, decode, encode
from latticeville.runs.snapshot import make_snapshot, restore
from latticeville.sim.tick import TickPayload
from tests.laws import law
from tests.model_doubles import Garbled, wild
from tests.random_worlds import feeds, worlds
from tests.worlds import all_day, build, live, told


def same(one: TickPayload, two: TickPayload) -> None:
    """Assert that nothing can be told of one payload and not of the other, derived trees
    included."""
    assert told(one) == told(two)
    assert (one.tick, one.events, one.thoughts, one.inputs) == (
        two.tick,
        two.events,
        two.thoughts,
        two.inputs,
    )
    for who, mind in one.state.minds.items():
        other = two.state.minds[who]
        assert dict(mind.beliefs.nodes) == dict(other.beliefs.nodes)
        assert mind.beliefs.sights == other.beliefs.sights
        assert list(mind.memory) == list(other.memory)
    mine, theirs = one.state.tree, two.state.tree
    assert mine.nodes == theirs.nodes
    assert (mine.blocked_cells, mine.opaque_cells, mine.autonomous) == (
        theirs.blocked_cells,
        theirs.opaque_cells,
        theirs.autonomous,
    )


@law(50)
@given(st.data())
def test_what_was_changed_makes_the_state_after_of_the_one_before(data: st.DataObject) -> None:
    world = data.draw(worlds())
    minds = data.draw(st.sampled_from([think, wild]))
    payloads = live(world, 25, feed=data.draw(feeds(world, 25)), model=Garbled(), minds=minds)
    rebuilt = payloads[0]
    for before, after in pairwise(payloads):
        delta = diff(before, after)
        written = decode(encode(delta), world.rules)
        assert isinstance(written, Delta)
        same(patch(before, written), after)
        rebuilt = patch(rebuilt, written)
        same(rebuilt, after)


@law(30)
@given(st.data())
def test_a_snapshot_holds_all(data: st.DataObject) -> None:
    world, edition = data.draw(worlds()), data.draw(worlds())
    payload = live(
        world, data.draw(st.integers(0, 20)), feed={10: [edition]}, model=Garbled(), minds=wild
    )[-1]
    written = decode(encode(make_snapshot(payload)), world.rules)
    assert isinstance(written, Snapshot)
    same(restore(written, payload.state.world), payload)


def test_a_tick_in_which_nothing_happens_costs_a_line_of_its_number() -> None:
    people = {
        "ada": {"start": [0, 0], **all_day("room")},
        "bob": {"start": [1, 0], **all_day("room")},
    }
    before, after = live(build("...", areas={"room": [0, 0, 3, 1]}, people=people), 30)[-2:]
    assert diff(before, after) == Delta(30)
    assert encode(Delta(30)) == b'{"is":"tick","tick":30}'
