"""Machines: a row fires when its guards hold, with all of its effects, or nothing changes at
all."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.core.clock import parse_hours
from latticeville.core.geometry import Cell
from latticeville.sim.first_state import initial_state
from latticeville.sim.machines import FiredTransition, GuardContext, count_carried, fire
from latticeville.sim.state import State
from latticeville.sim.tree import Body, ObjectState
from latticeville.world.model.objects import Verb
from tests.laws import law
from tests.random_worlds import ITEMS, gizmos, library
from tests.worlds import Table, build

POT = """
[kinds.cup]
glyph = "c"
portable = true
[kinds.pot]
glyph = "p"
start = "cold"
states.cold = {}
states.hot = {}
counters.cups = { start = 2, min = 0, max = 5 }
"""


def pot(rows: str) -> State:
    """Return a world with a pot that has these rows, each a verb’s needs and effects, and a cup
    beside it."""
    text = "".join(f'[[kinds.pot.transitions]]\nfrom = "cold"\n{row}\n' for row in rows.split(";"))
    return initial_state(
        build("...", objects={"pot": {"cell": [0, 0]}, "cup": {"cell": [1, 0]}}, things=POT + text)
    )


def attempt(
    rows: str,
    *,
    items: Mapping[str, int] = {},
    carries: tuple[str, ...] = (),
    at: str = "08:00",
    weather: str = "clear",
) -> FiredTransition | str:
    """Let somebody use the pot."""
    state = pot(rows)
    actor = Body("ada", Cell(1, 0), "world", items=items, carries=carries)
    thing = state.things["pot"]
    moment = GuardContext(parse_hours(at), weather, state.world, state.things, actor)
    return fire(state.world.kinds["pot"].transitions_for("cold", Verb.USE), thing, moment, 9)


HOLDS = [
    ('needs = [{ counter = "cups", min = 2 }]', {}),
    ('needs = [{ counter = "cups", max = 2 }]', {}),
    ('needs = [{ counter = "cups", min = 2, max = 2 }]', {}),
    ('needs = [{ has = "tea" }]', {"items": {"tea": 1}}),
    ('needs = [{ has = "tea", count = 2 }]', {"items": {"tea": 3}}),
    ('needs = [{ has = "cup" }]', {"carries": ("cup",)}),
    ('needs = [{ has = "cup", count = 2 }]', {"carries": ("cup",), "items": {"cup": 1}}),
    ('needs = [{ lacks = "tea" }]', {}),
    ('needs = [{ lacks = "tea", count = 2 }]', {"items": {"tea": 1}}),
    ('needs = [{ between = ["08:00", "08:01"] }]', {}),
    ('needs = [{ between = ["22:00", "06:00"] }]', {"at": "05:59"}),
    ('needs = [{ weather = ["clear", "rain"] }]', {}),
    ('needs = [{ weather = ["rain"] }, { has = "tea" }]', {"weather": "rain", "items": {"tea": 1}}),
]
FAILS = [
    ('needs = [{ counter = "cups", min = 3 }]', {}, "cups is 2."),
    ('needs = [{ counter = "cups", max = 1 }]', {}, "cups is 2."),
    ('needs = [{ has = "tea" }]', {}, "that needs tea."),
    ('needs = [{ has = "tea", count = 2 }]', {"items": {"tea": 1}}, "that needs tea."),
    ('needs = [{ has = "cup", count = 2 }]', {"carries": ("cup",)}, "that needs cup."),
    ('needs = [{ lacks = "tea" }]', {"items": {"tea": 1}}, "not with tea in hand."),
    ('needs = [{ lacks = "cup" }]', {"carries": ("cup",)}, "not with cup in hand."),
    ('needs = [{ between = ["08:01", "08:00"] }]', {}, "that goes from 08:01 to 08:00 only."),
    (
        'needs = [{ between = ["22:00", "06:00"] }]',
        {"at": "06:00"},
        "that goes from 22:00 to 06:00 only.",
    ),
    ('needs = [{ weather = ["rain"] }]', {}, "not while it is clear."),
    ('does = [{ take = "tea" }]', {}, "that needs tea."),
    ('does = [{ take = "tea", count = 2 }]', {"items": {"tea": 1}}, "that needs tea."),
    ('needs = [{ weather = ["rain"] }]\nfails = "No, {who}."', {}, "No, {who}."),
]


@pytest.mark.parametrize(("needs", "given"), HOLDS)
def test_a_row_fires_where_its_conditions_hold(needs: str, given: Table) -> None:
    fired = attempt(f'verb = "use"\nto = "hot"\n{needs}', **given)
    assert isinstance(fired, FiredTransition)
    assert fired.thing.state == "hot"
    assert fired.thing.since == 9


@pytest.mark.parametrize(("needs", "given", "reason"), FAILS)
def test_a_row_that_does_not_fire_says_why(needs: str, given: Table, reason: str) -> None:
    assert attempt(f'verb = "use"\nto = "hot"\n{needs}', **given) == reason


@pytest.mark.parametrize(
    ("effects", "cups", "items"),
    [
        ('{ counter = "cups", add = 2 }', 4, {"tea": 2}),
        ('{ counter = "cups", add = 9 }', 5, {"tea": 2}),
        ('{ counter = "cups", add = -9 }', 0, {"tea": 2}),
        ('{ counter = "cups", set = 3 }', 3, {"tea": 2}),
        ('{ counter = "cups", set = 0 }', 0, {"tea": 2}),
        ('{ counter = "cups", set = -1 }', 0, {"tea": 2}),
        ('{ counter = "cups", add = 9 }, { counter = "cups", add = -1 }', 4, {"tea": 2}),
        ('{ give = "milk" }', 2, {"tea": 2, "milk": 1}),
        ('{ give = "tea", count = 3 }', 2, {"tea": 5}),
        ('{ take = "tea" }', 2, {"tea": 1}),
        ('{ take = "tea", count = 2 }', 2, {}),
        (
            '{ take = "tea" }, { give = "milk" }, { counter = "cups", add = 1 }',
            3,
            {"tea": 1, "milk": 1},
        ),
    ],
)
def test_effects(effects: str, cups: int, items: dict[str, int]) -> None:
    fired = attempt(f'verb = "use"\ndoes = [{effects}]', items={"tea": 2})
    assert isinstance(fired, FiredTransition)
    assert fired.thing.counters == {"cups": cups}
    assert fired.items == items
    assert (fired.thing.state, fired.thing.since) == ("cold", 0)


def test_the_first_row_whose_conditions_hold_is_the_one() -> None:
    dry, wet = (
        'verb = "use"\nto = "hot"\nneeds = [{ weather = ["clear"] }]',
        'verb = "use"\nsays = "Second."',
    )
    fired = attempt(f"{dry};{wet}", weather="rain")
    assert isinstance(fired, FiredTransition)
    assert fired.transition.says == "Second."


def test_the_reason_is_the_last_rows() -> None:
    one, two = (
        f'verb = "use"\nneeds = [{{ has = "{item}" }}]\nfails = "No {item}."'
        for item in ("tea", "milk")
    )
    assert attempt(f"{one};{two}") == "No milk."


def test_what_is_taken_twice_must_be_there_twice() -> None:
    takes = 'verb = "use"\ndoes = [{ take = "tea" }, { take = "tea" }]'
    assert attempt(takes, items={"tea": 1}) == "that needs tea."
    fired = attempt(takes, items={"tea": 2})
    assert isinstance(fired, FiredTransition)
    assert fired.items == {}


def test_a_thing_in_hand_is_no_item_that_could_be_used_up() -> None:
    assert attempt('verb = "use"\ndoes = [{ take = "cup" }]', carries=("cup",)) == "that needs cup."


def test_without_an_actor_nobody_has_anything() -> None:
    state = pot('needs = [{ lacks = "tea" }]\nto = "hot";needs = [{ has = "tea" }]')
    rows = state.world.kinds["pot"].automatic_transitions("cold")
    moment = GuardContext(0, "clear", state.world, state.things)
    fired = fire(rows[:1], state.things["pot"], moment, 1)
    assert isinstance(fired, FiredTransition)
    assert fire(rows[1:], state.things["pot"], moment, 1) == "that needs tea."


def test_a_carried_thing_counts_as_one_of_its_kind() -> None:
    things = pot('verb = "use"').things
    assert (
        count_carried(
            Body("ada", Cell(0, 0), "world", items={"cup": 2}, carries=("cup",)), "cup", things
        )
        == 3
    )


@pytest.mark.slow
@law(200)
@given(
    gizmos(),
    st.dictionaries(st.sampled_from(ITEMS), st.integers(1, 3)),
    st.sampled_from([(), ("apple",)]),
    st.data(),
)
def test_any_row_of_any_machine_keeps_the_laws(
    gizmo: Table, items: dict[str, int], carries: tuple[str, ...], data: st.DataObject
) -> None:
    objects: dict[str, Table] = {"it": {"kind": "gizmo", "cell": [0, 0]}, "apple": {"cell": [1, 0]}}
    state = initial_state(build("..", objects=objects, things=library(gizmo)))
    kind, count = state.world.kinds["gizmo"], data.draw(st.integers(-2, 2))
    thing = ObjectState("it", "gizmo", state.things["it"].box, "world", "s1", 3, {"n": count})
    actor = Body("ada", Cell(1, 0), "world", items=items, carries=carries)
    moment = GuardContext(data.draw(st.integers(0, 1439)), "rain", state.world, state.things, actor)
    for row in kind.transitions:
        fired = fire([row], thing, moment, 7)
        if isinstance(fired, FiredTransition):
            assert fired.thing.state == row.target
            assert -2 <= fired.thing.counters["n"] <= 2
            assert all(left > 0 for left in fired.items.values())
        else:
            assert fired
    assert (thing.state, thing.counters, actor.items) == ("s1", {"n": count}, items)
