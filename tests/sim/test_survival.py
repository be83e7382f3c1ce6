"""The rules `survival`: what happens when several people want, give or strike in the same tick."""

from collections.abc import Mapping
from itertools import pairwise
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from latticeville.core.rng import rng
from latticeville.mind.action import Action
from latticeville.mind.mind import Mind
from latticeville.mind.percept import Percept
from latticeville.mind.situation import Options
from latticeville.rules.exertion import vitals_of
from latticeville.rules.survival.events import Ate, Attacked, Died, Gathered, Gave, OutOfReach
from latticeville.sim.resource_layer import ResourceLayer, Stock, split_units
from latticeville.sim.state import State
from latticeville.sim.tick import TickPayload
from latticeville.world.model.survival import THOUSAND, Growth
from latticeville.world.model.world import World
from tests.laws import law
from tests.model_doubles import alike, doing
from tests.worlds import Table, build, live

FIELD = "......\n.ff...\n.ff.#.\n......"


def valley(
    people: Mapping[str, Table], survival: Table | None = None, drawing: str = FIELD, **more: object
) -> World:
    """Return a valley with four cells of food."""
    legend = {"f": {"name": "berries", "resources": {"food": 10}}}
    tables: Table = {
        "rules": ["survival"],
        "minds": {"plan": "none", "talk": False},
        "legend": legend,
        **more,
    }
    return build(drawing, people=people, survival=survival or {}, **tables)


def survivors(
    people: Mapping[str, Table], survival: Table | None = None, drawing: str = FIELD
) -> World:
    """Return a valley in which the model chooses every action."""
    return valley(people, survival, drawing, minds={"plan": "none", "talk": False, "act": "model"})


def tick(world: World, **actions: Action) -> TickPayload:
    """Return the first tick, in which people do what they are told."""
    return live(world, 1, minds=doing({who: {1: action} for who, action in actions.items()}))[-1]


E = TypeVar("E")


def events_of(payload: TickPayload, kind: type[E]) -> list[E]:
    """Return the events of a kind."""
    return [event for event in payload.events if isinstance(event, kind)]


def test_a_step_goes_in_eight_directions_but_not_between_two_walls() -> None:
    world = valley({"ada": {"start": [0, 0]}}, drawing="..#\n.#.\n...")
    assert tick(world, ada=Action("step", verb="S")).state.bodies["ada"].cell == (0, 1)
    world = valley({"ada": {"start": [1, 0]}}, drawing="..#\n.#.\n...")
    assert tick(world, ada=Action("step", verb="SW")).state.bodies["ada"].cell == (0, 1)
    assert tick(world, ada=Action("step", verb="S")).state.bodies["ada"].cell == (1, 0)
    world = valley({"ada": {"start": [0, 0]}}, drawing=".#\n#.")
    assert tick(world, ada=Action("step", verb="SE")).state.bodies["ada"].cell == (0, 0)


def test_people_cross_and_share_cells() -> None:
    world = valley({"ada": {"start": [0, 0]}, "bob": {"start": [1, 0]}})
    after = tick(world, ada=Action("step", verb="E"), bob=Action("step", verb="W")).state
    assert (after.bodies["ada"].cell, after.bodies["bob"].cell) == ((1, 0), (0, 0))


@pytest.mark.parametrize("names", [("ada", "bob"), ("bob", "ada")])
def test_a_cell_is_split_equally_and_nothing_is_lost(names: tuple[str, str]) -> None:
    people = {name: {"start": [1, 1]} for name in names}
    done = tick(
        valley(people, {"gather": 9}), ada=Action("gather", "food"), bob=Action("gather", "food")
    )
    assert {event.who: event.units for event in events_of(done, Gathered)} == {"ada": 5, "bob": 5}
    assert done.state.units_in(done.state.bodies["ada"].cell, "food") == 1


def test_strength_decides_where_the_world_says_so() -> None:
    people = {"ada": {"start": [1, 1], "strength": 0.8}, "bob": {"start": [1, 1], "strength": 0.2}}
    rules = {"gather": 9, "split": "strength"}
    done = tick(valley(people, rules), ada=Action("gather", "food"), bob=Action("gather", "food"))
    assert {event.who: event.units for event in events_of(done, Gathered)} == {"ada": 8, "bob": 2}


def test_a_gift_reaches_who_is_near_and_fails_with_a_reason_to_the_giver() -> None:
    people = {"ada": {"start": [0, 0]}, "bob": {"start": [1, 1]}, "cy": {"start": [5, 3]}}
    done = tick(
        valley(people),
        ada=Action("give", "bob", "food", count=4),
        bob=Action("give", "cy", "food", count=1),
    )
    assert events_of(done, Gave) == [Gave("ada", "world", "bob", "food", 4)]
    assert events_of(done, OutOfReach) == [
        OutOfReach("bob", "world", "give", "cy", "they are too far away.")
    ]
    assert [done.state.bodies[who].items["food"] for who in ("ada", "bob", "cy")] == [6, 14, 10]
    later = live(
        valley(people), 2, minds=doing({"bob": {1: Action("give", "cy", "food", count=1)}})
    )[-1].state
    assert any("too far away" in one.text for one in later.minds["bob"].memory)
    assert not any("too far away" in one.text for one in later.minds["ada"].memory)


def test_what_is_received_cannot_be_eaten_or_given_in_the_same_tick() -> None:
    people = {"ada": {"start": [0, 0]}, "bob": {"start": [1, 1]}}
    world = valley(people, {"start_food": 1})
    done = tick(
        world,
        ada=Action("give", "bob", "food", count=1),
        bob=Action("give", "ada", "food", count=1),
    )
    assert [done.state.bodies[who].items for who in people] == [{"food": 1}, {"food": 1}]
    assert len(events_of(done, Gave)) == 2


@pytest.mark.parametrize("order", [("ada", "bob"), ("bob", "ada")])
def test_who_attack_each_other_are_both_hurt_by_the_strength_of_the_other(
    order: tuple[str, str],
) -> None:
    strength = {"ada": 0.9, "bob": 0.3}
    people = {who: {"start": [1, 1], "strength": strength[who]} for who in order}
    done = tick(
        valley(people, {"damage_die": 0}), ada=Action("attack", "bob"), bob=Action("attack", "ada")
    )
    assert {event.who: event.damage for event in events_of(done, Attacked)} == {
        "ada": 225,
        "bob": 75,
    }
    assert [THOUSAND - vitals_of(done.state.bodies[who]).health for who in ("ada", "bob")] == [
        75,
        225,
    ]


def test_the_dying_still_give_and_receive_and_everything_falls() -> None:
    people = {"ada": {"start": [0, 0]}, "bob": {"start": [1, 1]}, "cy": {"start": [0, 1]}}
    world = valley(people, {"damage": 1.0})
    done = tick(
        world,
        ada=Action("attack", "bob"),
        bob=Action("give", "cy", "food", count=3),
        cy=Action("give", "bob", "food", count=1),
    )
    assert events_of(done, Died) == [Died("bob", "world", "blows", ("ada",))]
    dead = done.state.bodies["bob"]
    assert (dead.is_dead, dead.items) == (True, {})
    assert done.state.bodies["cy"].items == {"food": 12}
    assert done.state.units_in(dead.cell, "food") == 10 + 8
    assert "bob" not in {node.id for node in done.state.tree.members["world"]}


def test_the_dead_do_and_perceive_nothing() -> None:
    people = {"ada": {"start": [0, 0]}, "bob": {"start": [1, 1]}}
    told = {
        "ada": {1: Action("attack", "bob"), 2: Action("attack", "bob")},
        "bob": {2: Action("eat")},
    }
    first, second = live(valley(people, {"damage": 1.0}), 2, minds=doing(told))[1:]
    assert "bob" in first.thoughts
    assert "bob" not in second.thoughts
    assert not events_of(second, Attacked)
    assert second.state.minds["bob"] is first.state.minds["bob"]


def test_hunger_kills_after_a_while_and_food_helps() -> None:
    world = valley(
        {"ada": {"start": [0, 0]}, "bob": {"start": [5, 3]}}, {"start_food": 1, "start_hunger": 0.8}
    )
    run = live(world, 12, minds=doing({"ada": {1: Action("eat")}}))
    died = {event.who: one.tick for one in run for event in one.events if isinstance(event, Died)}
    assert len(events_of(run[1], Ate)) == 1
    assert died == {"bob": 10}


def total_of(state: State, resource: str, step: int | None = None) -> int:
    """Return the thousandths of a resource in all cells, at a step or now, and in all hands."""
    world, step = state.world, state.survival_step if step is None else step
    maxima, grows = world.resource_maxima[resource], world.survival.growth_of(resource)
    layer = state.resources.get(resource, ResourceLayer())
    cells = sum(
        layer.amount(cell, maxima.get(cell, 0), grows, step) for cell in {*maxima, *layer.stocks}
    )
    return cells + THOUSAND * sum(body.items.get(resource, 0) for body in state.bodies.values())


@law(40)
@given(st.integers(0, 2**20), st.integers(1, 6), st.sampled_from(["equal", "strength"]))
def test_nothing_is_lost_or_invented_and_needs_stay_in_bounds(
    seed: int, count: int, split: str
) -> None:
    """Without regrowth, food only disappears where somebody eats it, whatever people do."""
    people = {
        f"p{number}": {"start": [number % 3, number % 2], "strength": 0.1 + number / 10}
        for number in range(count)
    }
    rules: Table = {"split": split, "resources": {"food": {"regrowth": 0.0}}, "damage": 0.4}
    run = live(replace(valley(people, rules), seed=seed), 25, minds=anything)
    for before, after in pairwise(run):
        eaten = THOUSAND * len(events_of(after, Ate))
        assert total_of(after.state, "food") == total_of(before.state, "food") - eaten
        for body in after.state.bodies.values():
            assert body.vitals is not None
            assert all(
                0 <= value <= THOUSAND
                for value in (body.vitals.hunger, body.vitals.energy, body.vitals.health)
            )
            assert all(units > 0 for units in body.items.values())
        dead = {who for who, body in before.state.bodies.items() if body.is_dead}
        assert not dead & {getattr(event, "who", "") for event in after.events}


def _anything(_mind: Mind, percept: Percept, options: Options) -> Action:
    """Do any valid action, drawn by lot."""
    return rng(percept.seed, percept.tick, percept.who, "anything").pick(options.all_actions())


anything = alike(_anything)


@given(
    st.integers(0, 50),
    st.dictionaries(st.sampled_from("abcde"), st.integers(1, 9), min_size=1),
    st.randoms(),
)
def test_a_split_gives_all_that_is_wanted_and_there(
    available: int, strength: dict[str, int], chance: object
) -> None:
    order = tuple(sorted(strength, key=lambda who: (chance.random(), who)))  # type: ignore[attr-defined]
    got = split_units(available, dict.fromkeys(strength, 5), strength, order)
    assert sum(got.values()) == min(available, 5 * len(strength))
    assert all(0 <= units <= 5 for units in got.values())


@given(st.integers(0, 9000), st.integers(0, 30), st.integers(0, 1000))
def test_a_cell_grows_back_to_its_maximum_and_no_further(
    amount: int, steps: int, regrowth: int
) -> None:
    layer = ResourceLayer({3: Stock(amount, 5)})
    growth = Growth(((1, 1000 * regrowth),))
    grown = [layer.amount(3, 10_000, growth, 5 + step) for step in range(steps + 1)]
    assert grown[0] == amount
    assert grown == sorted(grown)
    assert grown[-1] <= 10_000
