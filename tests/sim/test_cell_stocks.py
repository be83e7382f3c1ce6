"""What cells hold and grow, exactly."""

from latticeville.core.geometry import Cell
from latticeville.mind.action import Action
from latticeville.sim.cell_stocks import CellStock, amounts_of, stocks_at, totals_of
from latticeville.sim.state import State
from tests.model_doubles import doing
from tests.worlds import build, live

WEST, EAST, BARE = Cell(0, 0), Cell(3, 0), Cell(1, 0)


def orchard() -> State:
    """Return a garden and a wood after Ada took one of ten units in the garden, which half regrows
    in each step."""
    world = build(
        "f.,w\nff.w",
        areas={"garden": [0, 0, 2, 2], "wood": [3, 0, 1, 2]},
        people={"ada": {"start": [0, 0]}},
        rules=["survival"],
        minds={"plan": "none", "talk": False},
        legend={
            "f": {"name": "berries", "resources": {"food": 10}},
            "w": {"name": "trees", "resources": {"food": 2, "wood": 5}},
        },
        survival={
            "damage": 1.0,
            "resources": {"food": {"regrowth": 0.0}, "wood": {"regrowth": 0.05}},
        },
    )
    took = doing({"ada": {1: Action("gather", "food")}})
    return live(world, 1, minds=took)[-1].state


def test_a_cell_tells_each_resource_by_name_with_what_it_holds_and_can_hold() -> None:
    state = orchard()
    (food,) = stocks_at(state, WEST)
    assert (food.resource, food.most, food.growth) == ("food", 10, 0)
    assert 0 < food.units < 10
    assert [one.resource for one in stocks_at(state, EAST)] == ["food", "wood"]
    assert [one.brief for one in stocks_at(state, EAST)] == ["food 2 of 2", "wood 5 of 5"]


def test_a_bare_cell_and_one_off_the_map_tell_nothing() -> None:
    state = orchard()
    assert [*stocks_at(state, BARE), *stocks_at(state, Cell(9, 9))] == []


def test_amounts_are_those_of_every_cell_that_holds_any() -> None:
    state = orchard()
    found = amounts_of(state, "food")
    (taken,) = (one.units for one in stocks_at(state, WEST))
    assert found == {
        WEST: round(taken * 1000),
        EAST: 2000,
        Cell(0, 1): 10_000,
        Cell(1, 1): 10_000,
        Cell(3, 1): 2000,
    }
    assert amounts_of(state, "wood") == {EAST: 5000, Cell(3, 1): 5000}
    assert amounts_of(state, "stone") == {}


def test_totals_of_an_area_count_its_cells_and_no_others() -> None:
    state = orchard()
    (taken,) = (one.units for one in stocks_at(state, WEST))
    assert [*totals_of(state, "garden")] == [CellStock("food", taken + 20, 30, 0)]
    assert [*totals_of(state, "wood")] == [CellStock("food", 4, 4, 0), CellStock("wood", 10, 10, 0)]
