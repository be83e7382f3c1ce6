"""Everybody acts on the same past: what the others do in a tick is seen in the next, and thought of
no sooner."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from latticeville.mind.action import Action
from latticeville.mind.mind import Decision, Mind, ThoughtProcess
from latticeville.mind.percept import Percept
from latticeville.mind.situation import Options
from latticeville.mind.think import think
from latticeville.sim.importance import rate_news
from latticeville.sim.inputs import receive
from latticeville.sim.perception import perceive
from latticeville.sim.tick import Thinker, advance
from latticeville.world.model.world import World
from tests.laws import law
from tests.model_doubles import Garbled, doing, wild
from tests.random_worlds import feeds, worlds
from tests.worlds import all_day, build, first, live


def spying(seen: dict[str, Percept], minds: Thinker) -> Thinker:
    """Return a loop that notes down what each mind was shown."""

    def loop(
        mind: Mind, percept: Percept, options: Options, world: World
    ) -> Decision | ThoughtProcess:
        seen[percept.who] = percept
        return minds(mind, percept, options, world)

    return loop


def only(who: str, minds: Thinker) -> Thinker:
    """Return a loop in which one mind is free and all others stand still."""
    still = doing({})

    def loop(
        mind: Mind, percept: Percept, options: Options, world: World
    ) -> Decision | ThoughtProcess:
        return (minds if percept.who == who else still)(mind, percept, options, world)

    return loop


@pytest.mark.slow
@law(40)
@given(st.data())
def test_no_mind_can_tell_what_the_others_are_about_to_do(data: st.DataObject) -> None:
    world = data.draw(worlds(people=(2, 5)))
    feed = data.draw(feeds(world, 1)).get(1, [])
    state = live(world, data.draw(st.integers(0, 20)), minds=wild)[-1].state
    busy: dict[str, Percept] = {}
    free = advance(state, tuple(feed), spying(busy, wild), Garbled())
    for who in world.people:
        quiet: dict[str, Percept] = {}
        alone = advance(state, tuple(feed), spying(quiet, only(who, wild)), Garbled())
        assert quiet[who] == busy[who]
        assert alone.thoughts[who] == free.thoughts[who]
        assert alone.state.minds[who] == free.state.minds[who]


@pytest.mark.slow
@law(30)
@given(st.data())
def test_a_percept_is_of_the_end_of_the_last_tick(data: st.DataObject) -> None:
    world = data.draw(worlds())
    state = live(world, data.draw(st.integers(0, 20)), minds=wild)[-1].state
    feed = tuple(data.draw(feeds(world, 1)).get(1, []))
    seen: dict[str, Percept] = {}
    after = advance(state, feed, spying(seen, wild), Garbled())
    assert seen == dict(perceive(rate_news(receive(state, feed, {})[0], Garbled())[0]))
    state = receive(state, feed, {})[0]
    for who, percept in seen.items():
        assert (percept.cell, percept.place) == (state.bodies[who].cell, state.bodies[who].area)
        assert (percept.tick, percept.minute) == (after.tick, state.minute)


def test_an_action_is_seen_one_tick_later() -> None:
    world = build(
        "....",
        areas={"room": [0, 0, 4, 1]},
        people={
            "ada": {"start": [0, 0], **all_day("room")},
            "bob": {"start": [3, 0], **all_day("room")},
        },
    )
    seen: dict[str, Percept] = {}
    minds = spying(seen, doing({"ada": {1: Action("say", "bob", words="Fire!")}}))
    payload = advance(first(world).state, (), minds, Garbled())
    assert [event for event in payload.events if event.words == "Fire!"]
    assert not seen["bob"].news
    advance(payload.state, (), minds, Garbled())
    assert [news.words for news in seen["bob"].news] == ["Fire!"]
    assert [news.words for news in seen["ada"].news] == ["Fire!"]


def test_the_state_before_is_left_as_it_was() -> None:
    world = build(
        "..", areas={"room": [0, 0, 2, 1]}, people={"ada": {"start": [0, 0], **all_day("room")}}
    )
    state = first(world).state
    before = (
        dict(state.bodies),
        dict(state.minds),
        list(state.minds["ada"].memory),
        dict(state.tree.nodes),
    )
    for _ in range(3):
        advance(state, (), think, Garbled())
    assert before == (
        dict(state.bodies),
        dict(state.minds),
        list(state.minds["ada"].memory),
        dict(state.tree.nodes),
    )
    assert replace(state) == state
