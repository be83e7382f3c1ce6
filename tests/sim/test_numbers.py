"""Numbers of a world's settings that are changed while it runs."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.mind.action import Action
from latticeville.runs.delta import diff, patch
from latticeville.sim.events import Unheeded
from latticeville.sim.inputs import SetNumber, SimulatorInput
from latticeville.sim.tick import TickPayload
from latticeville.world.model.numbers import WorldNumber, find_number, list_numbers, with_numbers
from latticeville.world.model.world import World
from tests.laws import law
from tests.model_doubles import doing
from tests.sim.test_survival import valley
from tests.worlds import Table, build, live

PEOPLE: dict[str, Table] = {"juno": {"start": [1, 1]}, "kit": {"start": [2, 1]}}
RULES: Table = {"hunger": 0.1, "start_food": 0, "resources": {"food": {"regrowth": 0.25}}}
VALLEY = valley(PEOPLE, RULES)
NUMBERS = list_numbers(VALLEY)


def value_of(world: World, key: str) -> float:
    found = find_number(world, key)
    assert found is not None, key
    return found.value


def hunger(payload: TickPayload, who: str = "kit") -> int:
    vitals = payload.state.bodies[who].vitals
    assert vitals is not None
    return vitals.hunger


def values(number: WorldNumber) -> st.SearchStrategy[float]:
    if number.is_whole:
        return st.integers(int(number.least), int(number.most)).map(float)
    return st.integers(0, 1000).map(
        lambda part: round(number.least + (number.most - number.least) * part / 1000, 6)
    )


changes = st.sampled_from(NUMBERS).flatmap(
    lambda number: st.builds(SetNumber, st.just(number.key), st.none() | values(number))
)


def test_a_survival_world_has_its_needs_and_its_resources_and_a_village_has_none() -> None:
    keys = {number.key for number in NUMBERS}
    assert {"survival.hunger", "survival.resources.food.regrowth", "weather.every"} <= keys
    assert {"simulation.step_ticks", "minds.talk", "minds.turns"} <= keys
    assert not keys & {"simulation.tick_minutes", "survival.step_ticks", "survival.start_food"}
    village = {number.key for number in list_numbers(build("..\n.."))}
    assert village
    assert not any(key.startswith("survival") for key in village)


@law()
@given(st.lists(st.sampled_from(NUMBERS).flatmap(lambda n: st.tuples(st.just(n), values(n)))))
def test_what_is_set_is_read_again(chosen: list[tuple[WorldNumber, float]]) -> None:
    wanted = {number.key: value for number, value in chosen}
    changed = with_numbers(VALLEY, wanted)
    for number in NUMBERS:
        expected = wanted.get(number.key, number.value)
        assert value_of(changed, number.key) == pytest.approx(expected, abs=1e-3)


@law(40)
@given(st.dictionaries(st.integers(1, 6), st.lists(changes, min_size=1, max_size=3), max_size=4))
def test_each_tick_is_restored_from_its_delta(fed: dict[int, list[SimulatorInput]]) -> None:
    run = live(VALLEY, 7, feed=fed)
    for before, after in pairwise(run):
        restored = patch(before, diff(before, after))
        assert restored.state == after.state
        assert list_numbers(restored.state.world) == list_numbers(after.state.world)


def test_hunger_rises_as_fast_as_it_is_set_to_and_again_as_the_world_says() -> None:
    run = live(
        VALLEY,
        5,
        feed={3: [SetNumber("survival.hunger", 0.2)], 5: [SetNumber("survival.hunger")]},
        minds=doing({}),
    )
    steps = [hunger(after) - hunger(before) for before, after in pairwise(run)]
    assert steps == [100, 100, 200, 200, 100]
    assert run[4].state.amendments.numbers == {"survival.hunger": 0.2}
    assert not run[-1].state.amendments


@pytest.mark.parametrize(("regrowth", "grows"), [(0.5, True), (0.0, False)])
def test_cells_keep_what_they_hold_and_grow_on_at_the_new_rate(
    *, regrowth: float, grows: bool
) -> None:
    slow = valley(PEOPLE, {**RULES, "resources": {"food": {"regrowth": 0.1}}})
    gather = doing({"kit": {1: Action("gather", "food")}})
    change = SetNumber("survival.resources.food.regrowth", regrowth)
    run = live(slow, 4, feed={3: [change]}, minds=gather)
    cell = run[0].state.bodies["kit"].cell
    held = [payload.state.units_in(cell, "food") for payload in run]
    assert held[0] > held[1] < held[2]
    assert (held[3] == held[2]) is not grows


@pytest.mark.parametrize(
    ("item", "reason"),
    [
        (SetNumber("survival.hunger", 2), "“survival.hunger” is a number from 0 to 1"),
        (SetNumber("minds.turns", 2.5), "“minds.turns” is a whole number from 1 to 50"),
        (SetNumber("minds.turns", float("nan")), "“minds.turns” is a whole number from 1 to 50"),
        (
            SetNumber("survival.hungr", 0.5),
            "there is no number “survival.hungr” in this world; did you mean “survival.hunger”?",
        ),
    ],
)
def test_what_a_number_cannot_be_changes_nothing(item: SetNumber, reason: str) -> None:
    run = live(VALLEY, 2, feed={2: [item]})
    assert Unheeded("number", reason) in run[2].events
    assert not run[2].state.amendments


def test_a_number_stays_set_in_another_edition_until_that_writes_another() -> None:
    fed: dict[int, list[SimulatorInput | World]]
    fed = {
        2: [SetNumber("survival.hunger", 0.3), SetNumber("survival.tiring", 0.01)],
        3: [valley(PEOPLE, {**RULES, "meal": 0.5})],
        4: [valley(PEOPLE, {**RULES, "hunger": 0.05})],
    }
    run = live(VALLEY, 5, feed=fed)
    assert value_of(run[3].state.world, "survival.hunger") == 0.3
    assert value_of(run[3].state.world, "survival.meal") == 0.5
    assert value_of(run[4].state.world, "survival.hunger") == 0.05
    assert value_of(run[4].state.world, "survival.tiring") == 0.01
