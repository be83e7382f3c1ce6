"""What people can choose from: all of it is valid, and nothing valid is missing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.mind.action import IDLE, INTERACT, MOVE, SAY, Action
from latticeville.sim.events import Idled
from latticeville.sim.options import Affordances
from latticeville.sim.rules import rules_of
from latticeville.sim.state import State
from latticeville.sim.tick import advance
from latticeville.world.model.objects import Verb
from tests.laws import law
from tests.models import Garbled, doing, wild
from tests.random_worlds import worlds
from tests.worlds import build, live

pytestmark = pytest.mark.slow


def refused(state: State, who: str, action: Action) -> bool:
    kind = rules_of(state.world.rules).actions.get(action.kind)
    return kind is None or bool(kind.refusal_reason(state, who, action))


@law(30)
@given(st.data())
def test_every_option_is_valid_once_and_every_valid_action_is_an_option(data: st.DataObject) -> None:
    world = data.draw(worlds())
    state = live(world, data.draw(st.integers(0, 20)), minds=wild, model=Garbled())[-1].state
    names = [*world.areas.by_id, *state.things, *state.bodies, "nothing"]
    for who in state.bodies:
        options = Affordances(state, who).all_actions()
        assert len(set(options)) == len(options)
        assert not [action for action in options if refused(state, who, action)]
        targets = {(action.kind, action.target) for action in options}
        for name in names:
            for kind in (MOVE, SAY):
                assert ((kind, name) in targets) is not refused(state, who, Action(kind, name))
            if (INTERACT, name) in targets:
                assert Affordances(state, who).reaches(name)
        assert (IDLE, "") in targets


@law(30)
@given(st.data())
def test_whoever_chooses_an_option_is_not_idled(data: st.DataObject) -> None:
    """Beliefs are a tick older than the choice, so what was thought to be somewhere may just have turned out gone."""
    world = data.draw(worlds())
    state = live(world, data.draw(st.integers(0, 20)), minds=wild, model=Garbled())[-1].state
    tick = state.tick + 1
    chosen = {}
    for who in state.bodies:
        options = [action for action in Affordances(state, who).all_actions() if action.kind != MOVE]
        chosen[who] = {tick: data.draw(st.sampled_from(options))}
    payload = advance(state, (), doing(chosen), Garbled())
    assert not [event for event in payload.events if isinstance(event, Idled)]


def test_verbs_are_those_that_the_state_accepts_guards_aside() -> None:
    world = build(
        "..",
        objects={"box": {"cell": [1, 0]}},
        people={"ada": {"start": [0, 0]}},
        things="""
            [kinds.box]
            glyph = "b"
            portable = true
            start = "shut"
            states.shut = {}
            states.open = {}
            [[kinds.box.transitions]]
            from = "shut"
            verb = "open"
            to = "open"
            needs = [{ has = "key" }]
            [[kinds.box.transitions]]
            from = "open"
            verb = "close"
            to = "shut"
        """,
    )
    assert Affordances(live(world, 0)[-1].state, "ada").verbs("box") == (Verb.OPEN, Verb.TAKE)
