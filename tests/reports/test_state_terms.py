"""Terms on states: each says of a moment what counting by hand says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.measures.expression import ExpressionContext, parse
from latticeville.sim.inputs import (
    DeleteMemory,
    InsertMemory,
    PutPerson,
    SetBelief,
    SetObject,
    SimulatorInput,
)
from latticeville.world.model.world import World
from tests.laws import law
from tests.model_doubles import Scripted, doing
from tests.random_worlds import feeds, worlds
from tests.sim.test_interventions import home
from tests.worlds import live

FEED: dict[int, list[SimulatorInput]] = {
    2: [InsertMemory("ada", "There is a party at Bob's."), PutPerson("ada", "kitchen")],
    3: [InsertMemory("bob", "A PARTY, I hear."), SetObject("stove", "on")],
    4: [DeleteMemory("ada", 0)],
    5: [SetBelief("cid", "stove", "on")],
    6: [PutPerson("cid", "kitchen")],
}


def met(text: str) -> list[int]:
    """Return the ticks of a scripted run at whose end an expression holds."""
    payloads = live(home(), 6, feed=FEED, minds=doing({}), model=Scripted())
    expression = parse(text, home())
    return [one.tick for one in payloads[1:] if expression.met(one.state, one.events) is not None]


@pytest.mark.parametrize(
    ("text", "ticks"),
    [
        ("in:kitchen", [1, 2, 3, 4, 5, 6]),
        ("in:ada=kitchen", [1, 2, 3, 4, 5, 6]),
        ("in:house >= 2", [1, 2, 3, 4, 5, 6]),
        ("in:kitchen=0", []),
        ("in:bob=garden or in:ada=garden", []),
        ("on:void", []),
        ('knows:"a party"', [2, 3, 4, 5, 6]),
        ('knows:ada="a party"', [2, 3]),
        ('knows:"a party" >= 2', [3]),
        ("believes:cid.stove=on", [5, 6]),
        ("memories:reflection", []),
        ("trust:ada.bob>0.9", []),
        ("closeness:ada.bob<=1", [1, 2, 3, 4, 5, 6]),
        ("near:cid=ada", [6]),
        ("measure:population=3 and time:08:03-08:05", [3, 4]),
        ("event:changed and in:ada=kitchen", [3]),
        ("event:whispered and who:ada", []),
    ],
)
def test_a_term_holds_where_it_is_so(text: str, ticks: list[int]) -> None:
    assert met(text) == ticks


@law(40)
@given(worlds(), st.data())
def test_counted_terms_say_what_counting_says(world: World, data: st.DataObject) -> None:
    feed = data.draw(feeds(world, 12))
    area = data.draw(st.sampled_from(sorted(world.areas.by_id)))
    number = data.draw(st.integers(0, 3))
    counted = parse(f"in:{area}>={number}", world)
    nobody = parse(f"not in:{area}>={number}", world)
    known = parse(f'knows:"the">={number}', world)
    planned = parse(f'plans:"ing">={number}', world)
    for payload in live(world, 12, feed=feed):
        state = payload.state
        inside = sum(
            area in state.world.areas.path(body.area)
            for body in state.bodies.values()
            if not body.is_dead
        )
        moment = ExpressionContext(None, state.world, state)
        assert counted.test(moment) == (inside >= number) != nobody.test(moment)
        knowers = sum(
            any(
                "the" in one.text.casefold() or (one.topic and "the" in one.topic.gist.casefold())
                for one in state.minds[who].memory
            )
            for who, body in state.bodies.items()
            if not body.is_dead
        )
        assert known.test(moment) == (knowers >= number)
        plans = [state.minds[who].plan for who, body in state.bodies.items() if not body.is_dead]
        planners = sum(
            any("ing" in step.doing for step in plan.all_steps()) for plan in plans if plan
        )
        assert planned.test(moment) == (planners >= number)
