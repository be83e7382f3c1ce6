"""What people can choose from: all of it is valid, and nothing valid is missing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.mind.action import IDLE, INTERACT, MOVE, SAY, Action
from latticeville.sim.events import Idled
from latticeville.sim.options import Affordances
from latticeville.sim.rule_set import rules_of
from latticeville.sim.state import State
from latticeville.sim.tick import advance
from latticeville.world.model.objects import Verb
from tests.laws import law
from tests.model_doubles import Garbled, doing, wild
from tests.random_worlds import worlds
from tests.worlds import build, live

pytestmark = pytest.mark.slow


def refused(state: State, who: str, action: Action) -> bool:
    kind = rules_of(state.world.rules).actions.get(action.kind)
    return kind is None or bool(kind.refusal_reason(state, who, action))


@law(30)
@given(st.data())
def test_every_option_is_valid_once_and_every_valid_action_is_an_option(
    data: st.DataObject,
) -> None:
    world = data.draw(worlds())
    check_options(live(world, data.draw(st.integers(0, 20)), minds=wild, model=Garbled())[-1].state)


def check_options(state: State) -> None:
    """Assert that everybody is offered all that is valid, once, and that verbs are offered within
    reach alone."""
    names = [*state.world.areas.by_id, *state.things, *state.bodies, "nothing"]
    for who, body in state.bodies.items():
        options = Affordances(state, who).all_actions()
        assert len(set(options)) == len(options)
        assert not [action for action in options if refused(state, who, action)]
        targets = {(action.kind, action.target) for action in options}
        for name in names:
            for kind in (MOVE, SAY):
                assert ((kind, name) in targets) is not refused(state, who, Action(kind, name))
        everybody = [action for action in options if action.kind == SAY and not action.target]
        spoken_to = tuple(name for kind, name in targets if kind == SAY and name)
        assert len(everybody) == (len(spoken_to) > 1)
        assert not everybody or {*everybody[0].others} == {*spoken_to}
        for name, thing in state.things.items():
            cells = thing.footprint.cells()
            near = any(max(abs(x - body.cell.x), abs(y - body.cell.y)) <= 1 for x, y in cells)
            within = thing.holder == who if thing.holder else near
            offers = Affordances(state, who).offers(name)
            verbs = Affordances(state, who).verbs(name) if within else ()
            assert Affordances(state, who).reaches(name) is within
            assert tuple(one.verb for one in offers) == verbs
            assert {
                action.verb
                for action in options
                if (action.kind, action.target) == (INTERACT, name)
            } == {*verbs}
        assert (IDLE, "") in targets


@law(30)
@given(st.data())
def test_whoever_chooses_an_option_is_not_idled(data: st.DataObject) -> None:
    """Beliefs are a tick older than the choice, so what was thought to be somewhere may just have
    turned out gone."""
    world = data.draw(worlds())
    state = live(world, data.draw(st.integers(0, 20)), minds=wild, model=Garbled())[-1].state
    tick = state.tick + 1
    chosen = {}
    for who in state.bodies:
        options = [
            action for action in Affordances(state, who).all_actions() if action.kind != MOVE
        ]
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
