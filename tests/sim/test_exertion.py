"""Energy: what tires a body needs the energy that it costs, and rest or a meal gives it back."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from latticeville.mind.action import Action
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.rules.exertion import TooTired, vitals_of
from latticeville.rules.survival.events import Attacked, Gathered, OutOfReach, Rested, Stepped
from latticeville.sim.first_state import initial_state
from latticeville.sim.options import Affordances
from latticeville.sim.tree import Body
from latticeville.world.model.world import World
from tests.laws import law
from tests.model_doubles import Listening, doing
from tests.sim.test_survival import events_of, survivors, tick, valley
from tests.sim.test_survival_laws import survival_worlds, try_anything
from tests.worlds import Table, all_day, build, live

PEOPLE: dict[str, Table] = {"ada": {"start": [1, 1]}, "bob": {"start": [1, 1]}}
WEARY: Table = {"tiring": 0.5, "hunger": 0.0}
"""Nobody has any energy left after two steps."""
TIRING = {
    "step": Action("step", verb="N"),
    "gather": Action("gather", "food"),
    "attack": Action("attack", "bob"),
}


@pytest.mark.parametrize("kind", TIRING)
def test_without_energy_an_exertion_fails_and_who_tried_remembers_why(kind: str) -> None:
    action = TIRING[kind]
    run = live(valley(PEOPLE, WEARY), 4, minds=doing({"ada": {3: action}}))
    assert events_of(run[3], TooTired) == [TooTired("ada", "world", kind, action.target)]
    assert not any(isinstance(event, Stepped | Gathered | Attacked) for event in run[3].events)
    before, after = (vitals_of(run[number].state.bodies["ada"]) for number in (2, 3))
    assert before == after
    texts = {who: [one.text for one in run[4].state.minds[who].memory] for who in PEOPLE}
    assert any("too tired" in text for text in texts["ada"])
    assert not any("too tired" in text for text in texts["bob"])


def test_who_is_too_tired_is_offered_nothing_that_tires() -> None:
    state = live(valley(PEOPLE, WEARY), 2)[-1].state
    assert {one.kind for one in Affordances(state, "ada").all_actions()}.isdisjoint(TIRING)
    fresh = Affordances(initial_state(valley(PEOPLE, WEARY)), "ada").all_actions()
    assert {one.kind for one in fresh} >= {*TIRING}


def test_an_exertion_needs_no_more_energy_than_it_costs() -> None:
    exact = valley(PEOPLE, {"gather_energy": 1.0, "step_energy": 0.96})
    assert events_of(tick(exact, ada=TIRING["gather"]), Gathered)
    moved = {1: TIRING["step"], 2: Action("step", verb="S")}
    run = live(exact, 2, minds=doing({"ada": moved}))
    assert events_of(run[1], Stepped)
    assert events_of(run[2], TooTired) == [TooTired("ada", "world", "step")]


@pytest.mark.parametrize(("action", "energy"), [(Action("rest"), 300), (Action("eat"), 100)])
def test_rest_and_meals_give_energy(action: Action, energy: int) -> None:
    world = valley(PEOPLE, {"tiring": 0.4, "hunger": 0.0})
    run = live(world, 4, minds=doing({"ada": {4: action}, "bob": {}}))
    assert vitals_of(run[3].state.bodies["ada"]).energy == 0
    rested = replace(world, survival=replace(world.survival, tiring=0))
    assert (
        vitals_of(live(rested, 1, minds=doing({"ada": {1: action}}))[1].state.bodies["ada"]).energy
        == 1000
    )
    tired = live(
        valley(PEOPLE, {"tiring": 0.05, "step_energy": 0.95, "hunger": 0.0}),
        2,
        minds=doing({"ada": {1: TIRING["step"], 2: action}}),
    )
    assert vitals_of(tired[2].state.bodies["ada"]).energy == energy - 50


def walkers(*rules: str, **survival: float) -> World:
    """Return a street at whose end Ada has a yard to be in all day."""
    return build(
        "..........",
        areas={"yard": [8, 0, 2, 1]},
        people={"ada": {"start": [0, 0], **all_day("yard")}},
        rules=["social", *rules],
        survival={"tiring": 0.0, "hunger": 0.0, **survival},
    )


@pytest.mark.parametrize("rules", [("survival",), ("energy",)])
def test_a_walk_costs_what_steps_cost_and_waits_for_rest(rules: tuple[str, ...]) -> None:
    run = live(walkers(*rules, step_energy=0.1), 3)
    bodies = [payload.state.bodies["ada"] for payload in run]
    cells = bodies[-1].cell.x - bodies[0].cell.x
    assert cells > 0
    assert vitals_of(bodies[-1]).energy == 1000 - 100 * cells
    far = live(walkers(*rules, step_energy=0.17), 40, model=BuiltinMind())
    assert any(events_of(payload, Rested) for payload in far)
    assert far[-1].state.bodies["ada"].area == "yard"


def test_a_walk_without_that_need_costs_nothing() -> None:
    run = live(walkers("hunger", step_energy=1.0), 20)
    assert vitals_of(run[-1].state.bodies["ada"]).energy == 1000
    assert run[-1].state.bodies["ada"].area == "yard"


def test_a_walk_stops_where_there_is_no_energy_for_the_next_cell() -> None:
    go = dict.fromkeys(range(1, 5), Action("move", "yard"))
    run = live(walkers("survival", step_energy=0.4), 4, minds=doing({"ada": go}))
    assert [payload.state.bodies["ada"].cell.x for payload in run] == [0, 1, 2, 2, 2]
    assert events_of(run[3], TooTired) == [TooTired("ada", "world", "move", "yard")]
    assert "yard" not in run[-1].state.minds["ada"].intent.baulked


@law(40)
@given(survival_worlds())
def test_the_tired_do_nothing_tiring(world: World) -> None:
    rules = world.survival
    costs = {
        Stepped: rules.step_energy,
        Gathered: rules.gather_energy,
        Attacked: rules.attack_energy,
    }
    for before, after in pairwise(live(world, 14, minds=try_anything)):
        for event in after.events:
            kind = (
                Attacked
                if isinstance(event, OutOfReach) and event.kind == "attack"
                else type(event)
            )
            if kind in costs:
                energy = vitals_of(before.state.bodies[event.who]).energy
                assert energy >= costs[kind]
            if isinstance(event, TooTired):
                body = before.state.bodies[event.who]
                assert vitals_of(body).energy < max(costs.values())


@law(15)
@given(survival_worlds())
def test_the_built_in_mind_rests_before_it_is_too_tired(world: World) -> None:
    model = Listening(BuiltinMind())
    minds = replace(world.minds, act="model")
    for payload in live(replace(world, minds=minds), 12, model=model):
        assert not any(type(event).__name__ in ("TooTired", "Idled") for event in payload.events)


def test_a_prompt_says_what_there_is_no_energy_for() -> None:
    model = Listening(BuiltinMind())
    live(
        survivors({"ada": {"start": [0, 0]}}, {"tiring": 0.47, "hunger": 0.0, "rest": 0.0}),
        4,
        model=model,
    )
    bodies = [asked.facts["body"] for asked in model.of("act")]
    assert "too tired" not in bodies[0]
    assert bodies[2].endswith("You are too tired to gather or attack: rest or eat first.")
    assert bodies[3].endswith("You are too tired to step or gather or attack: rest or eat first.")


@given(
    st.dictionaries(st.sampled_from("abc"), st.integers(1, 9)),
    st.sampled_from("abcd"),
    st.integers(0, 9),
)
def test_units_are_added_and_taken_away(items: dict[str, int], item: str, units: int) -> None:
    body = Body("ada", initial_state(valley(PEOPLE)).bodies["ada"].cell, "world", items=items)
    more = body.add_units(item, units)
    assert more.items.get(item, 0) == items.get(item, 0) + units
    assert all(more.items.values())
    assert more.add_units(item, -units) == body
