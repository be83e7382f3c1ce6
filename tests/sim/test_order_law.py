"""Everybody acts on the same past: the order of the agents changes nothing, to the byte."""

import tomllib

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.mind.think import think
from latticeville.sim.inputs import WorldReloaded
from latticeville.sim.tick import TickPayload, advance
from latticeville.world.model.world import World
from tests.laws import law
from tests.model_doubles import Garbled, wild
from tests.random_worlds import feeds, worlds
from tests.worlds import assembled, live, permuted, told, toml

crowds = worlds(people=(2, 5))


@law(3)
@given(st.data())
def test_the_order_of_people_in_a_few_worlds_changes_nothing(data: st.DataObject) -> None:
    same_in_any_order(data)


@pytest.mark.slow
@law(40)
@given(st.data())
def test_the_order_of_people_in_the_world_changes_nothing(data: st.DataObject) -> None:
    same_in_any_order(data)


def same_in_any_order(data: st.DataObject) -> None:
    """Check that a run is the same in any order of the people of its world."""
    world = data.draw(crowds)
    other = permuted(world, data.draw(st.permutations([*world.people])))
    feed = data.draw(feeds(world, 20))
    minds = data.draw(st.sampled_from([think, wild]))
    one = live(world, 30, feed=feed, model=Garbled(), minds=minds)
    two = live(other, 30, feed=feed, model=Garbled(), minds=minds)
    assert [told(payload) for payload in one] == [told(payload) for payload in two]


@pytest.mark.slow
@law(25)
@given(st.data())
def test_the_order_of_people_in_world_toml_changes_only_the_digest(data: st.DataObject) -> None:
    world = data.draw(crowds)
    other = _rewritten(world, data.draw(st.permutations([*world.people])))
    one, two = (live(each, 25, model=Garbled(), minds=wild) for each in (world, other))
    for here, there in zip(one, two, strict=True):
        assert told(here) == told(there).replace(other.digest.encode(), world.digest.encode())


@pytest.mark.slow
@law(25)
@given(st.data())
def test_the_order_of_a_states_mappings_changes_nothing(data: st.DataObject) -> None:
    world = data.draw(crowds)
    payload = live(world, data.draw(st.integers(0, 15)), minds=wild)[-1]
    order = data.draw(st.permutations([*world.people]))
    straight, shuffled = payload, _shuffled(payload, order)
    for _ in range(8):
        straight = advance(straight.state, (), wild, Garbled())
        shuffled = _shuffled(advance(shuffled.state, (), wild, Garbled()), order)
        assert told(straight) == told(shuffled)


@pytest.mark.slow
@law(40)
@given(st.data())
def test_the_order_of_people_in_a_new_edition_changes_nothing(data: st.DataObject) -> None:
    world, edition = data.draw(crowds), data.draw(crowds)
    other = permuted(edition, data.draw(st.permutations([*edition.people])))
    state = live(world, 10, minds=wild)[-1].state
    reload = (WorldReloaded(edition.digest),)
    one, two = (
        advance(state, reload, wild, Garbled(), {edition.digest: each}) for each in (edition, other)
    )
    assert told(one) == told(two)
    assert told(advance(one.state, (), wild, Garbled())) == told(
        advance(two.state, (), wild, Garbled())
    )


def _rewritten(world: World, order: list[str]) -> World:
    table = tomllib.loads(world.files["world.toml"])
    table["people"].sort(key=lambda person: order.index(person["persona"]))
    return assembled({**world.files, "world.toml": toml(table)})


def _shuffled(payload: TickPayload, order: list[str]) -> TickPayload:
    state = payload.state
    mixed = msgspec.structs.replace(
        state,
        bodies={who: state.bodies[who] for who in order},
        minds={who: state.minds[who] for who in order},
        things=dict(reversed(list(state.things.items()))),
    )
    return msgspec.structs.replace(payload, state=mixed)
