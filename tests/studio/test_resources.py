"""Resources on the map of a run: the tint, the legend, and what a cell and an area hold."""

from pathlib import Path

import pytest
from msgspec.structs import replace
from rich.cells import cell_len
from syrupy.assertion import SnapshotAssertion

from latticeville.core.geometry import Cell
from latticeville.mind.action import Action
from latticeville.sim.cell_stocks import CellStock, amounts_of, stocks_at, totals_of
from latticeville.sim.resource_layer import ResourceLayer, Stock
from latticeville.world.model.areas import WORLD
from studio.run.map_tint import ResourceTint
from studio.run.panes.belief_view import place_text
from studio.run.panes.run_decorations import ground_text
from studio.run.panes.scene import Scene
from tests.famine import write_famine
from tests.sim.test_survival import tick, valley
from tests.studio.conftest import studio
from tests.studio.test_frames import SIZES, named
from tests.worlds import build, first, live, row

BERRIES = Cell(1, 1)


def test_a_cell_tells_what_it_holds_can_hold_and_grows() -> None:
    state = tick(valley({"ada": {"start": [1, 1]}}), ada=Action("gather", "food")).state
    (stock,) = stocks_at(state, BERRIES)
    assert (stock.resource, stock.most) == ("food", 10)
    assert stock.text == f"food {stock.units:.3g} of 10, +1 per step"
    assert not [*stocks_at(state, Cell(0, 0))]
    assert not [*stocks_at(state, Cell(99, 99))]
    (total,) = totals_of(state, WORLD)
    assert total.units == sum(amounts_of(state, "food").values()) / 1000
    assert total.most == 40


def test_the_border_leaves_growth_out_before_it_leaves_out_the_area() -> None:
    scene = Scene(tick(valley({"ada": {"start": [1, 1]}}), ada=Action("gather", "food")).state)
    whole = ground_text(scene, BERRIES, 99)
    assert ", +1 per step · " in whole
    assert ground_text(scene, BERRIES, len(whole)) == whole
    assert ground_text(scene, BERRIES, len(whole) - 1) == whole.replace(", +1 per step", "")
    assert whole.endswith(f" · {place_text(scene, BERRIES)}")


def test_many_units_have_all_their_digits() -> None:
    assert (
        CellStock("food", 1234.5, 1_000_000, 100.4).text == "food 1,234 of 1,000,000, +100 per step"
    )
    assert CellStock("food", 999.7, 0, 0.214).text == "food 1,000, +0.21 per step"


def test_what_was_dropped_where_nothing_grows_is_told_too() -> None:
    state = live(valley({"ada": {"start": [1, 1]}}), 0)[0].state
    state = replace(state, resources={"food": ResourceLayer({0: Stock(3000, 0)})})
    assert [one.text for one in stocks_at(state, Cell(0, 0))] == ["food 3"]
    assert amounts_of(state, "food")[Cell(0, 0)] == 3000


def test_levels_are_shares_of_the_largest_maximum() -> None:
    state = live(valley({"ada": {"start": [1, 1]}}), 0)[0].state
    index = state.world.grid.index(BERRIES)
    state = replace(
        state, resources={"food": ResourceLayer({index: Stock(0, state.survival_step)})}
    )
    tint = ResourceTint(state, "food")
    levels = tint._levels((1, 1))
    assert BERRIES not in levels
    assert set(levels.values()) == {15}
    assert set(tint._levels((2, 2)).values()) <= set(range(1, 16))


@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_the_map_with_a_resource(
    frames: SnapshotAssertion, size: tuple[int, int], tmp_path: Path
) -> None:
    async with studio(write_famine(tmp_path), size) as driven:
        await driven.press("at")
        assert "Resource: food, units per cell" in driven.frame()
        assert driven.frame() == frames
        await driven.press("at")
        assert "Resource: food" not in driven.frame()


async def test_a_social_world_has_no_resources() -> None:
    async with studio() as driven:
        await driven.press("at")
        assert driven.simulate.query_one("#map").heat is None  # type: ignore[attr-defined]


def test_the_line_under_the_map_says_who_and_what_is_there() -> None:
    payload = first(
        build(
            "....",
            areas={"hut": [0, 0, 4, 1]},
            objects={"bed": {"cell": [0, 0], "kind": "bed"}},
            people={"ada": {"start": [0, 0], "routine": [row("00:00", "hut", "resting")]}},
            things='[kinds.bed]\nglyph = "b"\nblocks = false\n',
        )
    )
    scene = Scene(payload.state)
    told = ground_text(scene, Cell(0, 0), 80)
    assert told.startswith("0,0 Ada")
    assert "bed" in told
    assert told.endswith("Hut")
    assert ground_text(scene, Cell(3, 0), 80) == "3,0 floor · Hut"
    for cells in range(1, 60):
        assert cell_len(ground_text(scene, Cell(0, 0), cells)) <= cells
