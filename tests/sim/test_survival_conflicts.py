"""What happens when people want different things in one tick: each rule of docs/survival.md, in
both orders."""

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from latticeville.mind.action import Action
from latticeville.mind.relation import RelationState
from latticeville.models.fake import FakeLLM
from latticeville.rules.exertion import vitals_of
from latticeville.rules.survival.events import Ate, Attacked, Died, Gathered, Gave, OutOfReach
from latticeville.sim.events import Idled
from latticeville.sim.first_state import initial_state
from latticeville.sim.tick import TickPayload, advance
from tests.model_doubles import doing
from tests.sim.test_survival import events_of, valley
from tests.worlds import Table, live, permuted, told

ORDERS = [("ada", "bob", "cy"), ("cy", "bob", "ada")]
both_orders = pytest.mark.parametrize("order", ORDERS)
TWINS: Mapping[str, str] = {"ada": "cy", "bob": "bob", "cy": "ada"}
"""Ids in the opposite alphabetical order, so that nobody comes first by their name."""


def conflict(
    order: tuple[str, ...], rules: Table, cells: Mapping[str, list[int]], **acts: Action
) -> TickPayload:
    """Return a tick in which people act: under their own names, or those of their twins; results
    are renamed back.

    `order` is the order in which the world lists them.
    """
    swap = order != ORDERS[0]
    name = TWINS if swap else {who: who for who in TWINS}
    people: dict[str, Table] = {name[who]: {"start": cell} for who, cell in cells.items()}
    actions = {
        name[who]: {1: replace(act, target=name.get(act.target, act.target))}
        for who, act in acts.items()
    }
    world = valley(people, {"damage_die": 0, **rules})
    return live(permuted(world, sorted(people, reverse=swap)), 1, minds=doing(actions))[-1]


class Outcome:
    """What came of a conflict, by the names that the test uses."""

    def __init__(self, order: tuple[str, ...], payload: TickPayload) -> None:
        self._name = TWINS if order != ORDERS[0] else {who: who for who in TWINS}
        self.payload = payload

    def __getitem__(self, who: str) -> tuple[int, int, dict[str, int], bool]:
        """Return hunger, health, goods, and whether they are dead."""
        body = self.payload.state.bodies[self._name[who]]
        vitals = vitals_of(body)
        return vitals.hunger, vitals.health, dict(body.items), body.is_dead

    def units_under(self, who: str) -> int:
        """Return the units of food in the cell where somebody stands or fell."""
        return self.payload.state.units_in(self.payload.state.bodies[self._name[who]].cell, "food")

    def who_did(self, kind: type[Any]) -> list[str]:
        """Return who did something, by name."""
        return sorted(self._name[event.who] for event in events_of(self.payload, kind))


def outcome(
    order: tuple[str, ...], rules: Table, cells: Mapping[str, list[int]], **acts: Action
) -> Outcome:
    """Return the outcome of a conflict."""
    return Outcome(order, conflict(order, rules, cells, **acts))


HIT_BOB, FOOD, EAT = Action("attack", "bob"), Action("gather", "food"), Action("eat")
CALM: Table = {"hunger": 0.0, "start_food": 2}
MEADOW = {"ada": [0, 0], "bob": [1, 0], "cy": [2, 0]}
"""Three in a row on cells without food; Ada and Cy are not near each other."""
BERRIES = {"ada": [0, 0], "bob": [1, 1], "cy": [2, 0]}
"""Bob stands on a cell with ten food, near the others."""


def give(to: str, count: int = 1) -> Action:
    """Return a gift of food."""
    return Action("give", to, "food", count=count)


@both_orders
def test_two_attackers_of_one_victim_both_hurt_it_and_are_no_allies(order: tuple[str, ...]) -> None:
    done = outcome(order, CALM, MEADOW, ada=HIT_BOB, cy=HIT_BOB)
    assert [done[who][1] for who in MEADOW] == [1000, 700, 1000]


@both_orders
def test_who_steps_away_is_hit_and_given_to_all_the_same(order: tuple[str, ...]) -> None:
    away = Action("step", verb="S")
    done = outcome(order, CALM, {**MEADOW, "bob": [1, 1]}, ada=HIT_BOB, bob=away, cy=give("bob"))
    assert done["bob"][1:3] == (850, {"food": 3})
    assert done["cy"][2] == {"food": 1}


@both_orders
def test_who_comes_near_is_not_yet_within_reach(order: tuple[str, ...]) -> None:
    cells = {"ada": [0, 0], "bob": [2, 0], "cy": [0, 3]}
    done = outcome(order, CALM, cells, ada=HIT_BOB, bob=Action("step", verb="W"), cy=give("bob"))
    assert done.who_did(OutOfReach) == ["ada", "cy"]
    assert [done[who][1:3] for who in cells] == [(1000, {"food": 2})] * 3


@both_orders
def test_the_meal_counts_before_the_blow(order: tuple[str, ...]) -> None:
    done = outcome(order, {**CALM, "damage": 1.0}, MEADOW, ada=HIT_BOB, bob=EAT)
    assert done["bob"] == (0, 0, {}, True)
    assert done.who_did(Ate) == ["bob"]
    assert done.units_under("bob") == 1
    assert outcome(order, {**CALM, "damage": 0.4}, MEADOW, ada=HIT_BOB, bob=EAT)["bob"][1] == 600


@both_orders
def test_the_meal_counts_before_starving(order: tuple[str, ...]) -> None:
    rules: Table = {**CALM, "start_hunger": 0.9}
    done = outcome(order, rules, MEADOW, ada=EAT)
    assert [done[who][:2] for who in ("ada", "bob")] == [(600, 1000), (900, 900)]


@both_orders
def test_the_harvest_of_who_is_attacked_counts_and_falls_if_they_die(
    order: tuple[str, ...],
) -> None:
    done = outcome(order, CALM, BERRIES, ada=HIT_BOB, bob=FOOD)
    assert done["bob"][1:3] == (850, {"food": 7})
    dead = outcome(
        order,
        {**CALM, "damage": 1.0, "resources": {"food": {"regrowth": 0.0}}},
        BERRIES,
        ada=HIT_BOB,
        bob=FOOD,
    )
    assert dead["bob"][2:] == ({}, True)
    assert dead.who_did(Gathered) == ["bob"]
    assert dead.units_under("bob") == 12


@both_orders
def test_the_goods_of_the_dead_fall_after_the_harvest(order: tuple[str, ...]) -> None:
    rules: Table = {**CALM, "damage": 1.0, "gather": 20, "resources": {"food": {"regrowth": 0.0}}}
    done = outcome(order, rules, {**BERRIES, "cy": [1, 1]}, ada=HIT_BOB, cy=FOOD)
    assert done["cy"][2] == {"food": 12}
    assert done.units_under("bob") == 2


@both_orders
def test_the_gift_of_who_is_killed_arrives(order: tuple[str, ...]) -> None:
    done = outcome(order, {**CALM, "damage": 1.0}, MEADOW, ada=HIT_BOB, bob=give("cy"))
    assert (done["bob"][2:], done["cy"][2]) == (({}, True), {"food": 3})
    assert done.units_under("bob") == 1


@both_orders
def test_a_gift_to_the_dying_arrives_and_falls_with_their_goods(order: tuple[str, ...]) -> None:
    done = outcome(order, {**CALM, "damage": 1.0}, MEADOW, ada=HIT_BOB, cy=give("bob", 2))
    assert (done["bob"][2:], done["cy"][2]) == (({}, True), {})
    assert done.who_did(Gave) == ["cy"]
    assert done.units_under("bob") == 4


@both_orders
def test_a_gift_to_who_starves_arrives_and_falls(order: tuple[str, ...]) -> None:
    rules: Table = {**CALM, "start_hunger": 1.0, "starvation": 1.0}
    done = outcome(order, rules, MEADOW, cy=give("bob"))
    assert [done[who][3] for who in MEADOW] == [True] * 3
    assert [done.units_under(who) for who in MEADOW] == [2, 3, 1]


@both_orders
def test_what_one_gets_can_neither_be_given_nor_eaten_in_the_same_tick(
    order: tuple[str, ...],
) -> None:
    done = outcome(order, CALM, MEADOW, ada=give("bob"), bob=give("cy", 3))
    assert done.who_did(Idled) == ["bob"]
    assert [done[who][2].get("food", 0) for who in MEADOW] == [1, 3, 2]
    done = outcome(order, {**CALM, "start_food": 0}, BERRIES, bob=EAT)
    assert done.who_did(Idled) == ["bob"]


@both_orders
def test_gifts_in_a_circle_all_arrive(order: tuple[str, ...]) -> None:
    cells = {"ada": [0, 0], "bob": [1, 0], "cy": [1, 1]}
    done = outcome(order, CALM, cells, ada=give("bob", 2), bob=give("cy", 2), cy=give("ada", 1))
    assert [done[who][2] for who in cells] == [{"food": 1}, {"food": 2}, {"food": 3}]


@both_orders
def test_who_kill_each_other_both_die(order: tuple[str, ...]) -> None:
    done = outcome(order, {**CALM, "damage": 1.0}, MEADOW, ada=HIT_BOB, bob=Action("attack", "ada"))
    assert [done[who][3] for who in MEADOW] == [True, True, False]
    assert done.who_did(Attacked) == ["ada", "bob"]
    assert sorted(event.cause for event in events_of(done.payload, Died)) == ["blows", "blows"]


@both_orders
def test_people_cross_and_share_a_cell(order: tuple[str, ...]) -> None:
    east, west = Action("step", verb="E"), Action("step", verb="W")
    state = outcome(order, CALM, MEADOW, ada=east, bob=west, cy=west).payload.state
    assert sorted(body.cell for body in state.bodies.values()) == [(0, 0), (1, 0), (1, 0)]


@both_orders
def test_three_share_a_cell_and_the_rest_goes_by_lot(order: tuple[str, ...]) -> None:
    cells = {who: [1, 1] for who in ("ada", "bob", "cy")}
    done = outcome(
        order, {**CALM, "gather": 9, "start_food": 0}, cells, ada=FOOD, bob=FOOD, cy=FOOD
    )
    assert sorted(done[who][2]["food"] for who in cells) == [3, 3, 4]


@pytest.mark.parametrize(
    ("trust", "rules", "health"),
    [
        (0.7, {}, 865),
        (0.5, {}, 850),
        (0.5, {"ally_trust": 0.4}, 865),
        (0.7, {"cover": 0.9}, 925),
        (0.7, {"cover": 0.0}, 850),
    ],
)
def test_allies_cover_the_victim_as_the_constants_say(
    trust: float, rules: Table, health: int
) -> None:
    people: dict[str, Table] = {who: {"start": cell} for who, cell in MEADOW.items()}
    before = initial_state(valley(people, {"damage_die": 0, **CALM, **rules}))
    mind = before.minds["cy"]
    friend = replace(
        mind, relations=mind.relations.with_relation("bob", RelationState({"trust": trust}))
    )
    before = replace(before, minds={**before.minds, "cy": friend})
    done = advance(before, (), doing({"ada": {1: HIT_BOB}}), FakeLLM())
    assert vitals_of(done.state.bodies["bob"]).health == health


def test_the_order_of_people_in_a_world_changes_no_byte() -> None:
    cells = {"ada": [1, 1], "bob": [1, 1], "cy": [2, 1]}
    people: dict[str, Table] = {who: {"start": cell} for who, cell in cells.items()}
    world = valley(people, {"gather": 9})
    acts = {
        "ada": {1: FOOD, 2: HIT_BOB},
        "bob": {1: FOOD, 2: give("ada")},
        "cy": {1: FOOD, 2: Action("attack", "ada")},
    }
    runs = [live(permuted(world, order), 3, minds=doing(acts)) for order in ORDERS]
    assert [told(one) for one in runs[0]] == [told(one) for one in runs[1]]
