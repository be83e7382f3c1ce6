"""Homes and work as labels: whatever the scale, everybody is told of once a place, and no label
lies on another."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.core.geometry import Cell
from latticeville.draw.home_map import BOTH, HOME, WORK, label_text, place_labels, route_between
from tests.laws import law
from tests.world_folders import VILLE, shared_world
from tests.worlds import Table, build

WORLD = shared_world(VILLE)


@st.composite
def towns(draw: st.DrawFn) -> tuple[list[str], dict[str, list[int]], dict[str, Table]]:
    width, height = draw(st.integers(3, 30)), draw(st.integers(1, 16))
    areas = {}
    for number in range(draw(st.integers(1, 5))):
        x, y = draw(st.integers(0, width - 1)), draw(st.integers(0, height - 1))
        areas[f"area{number}"] = [
            x,
            y,
            draw(st.integers(1, width - x)),
            draw(st.integers(1, height - y)),
        ]
    some = st.sampled_from([*areas])
    people: dict[str, Table] = {
        f"p{number}": {"home": draw(some), "work": draw(some), "start": [0, 0]}
        for number in range(draw(st.integers(1, 12)))
    }
    return ["." * width] * height, areas, people


@law(100)
@given(towns(), st.integers(1, 5), st.integers(1, 9))
def test_everybody_is_told_of_and_no_label_lies_on_another(
    town: tuple[list[str], dict[str, list[int]], dict[str, Table]], factor: int, most: int
) -> None:
    rows, areas, people = town
    world = build("\n".join(rows), areas=areas, people=people)
    found = place_labels(world, factor, most)
    cells = [cell for label in found for cell in label.cells]
    assert len(cells) == len(set(cells))
    wide, high = -(-world.grid.width // factor), -(-world.grid.height // factor)
    assert all(0 <= cell.y < high and cell.x >= 0 for cell in cells)
    assert all(letter for label in found for letter in label_text(world, label))
    assert wide < 2 or all(cell.x < wide for cell in cells)
    for sort in (HOME, WORK):
        for one in world.people.values():
            assert sum(one.id in label.who for label in found if label.sort in (sort, BOTH)) >= 1
    assert found == place_labels(world, factor, most)


def test_those_who_live_together_share_a_label_and_are_counted() -> None:
    found = {(label.sort, label.area): label for label in place_labels(WORLD, 3)}
    assert found[HOME, "rose_cottage"].who == ("cleo", "ines")
    assert label_text(WORLD, found[HOME, "rose_cottage"]) == "⌂2"
    assert label_text(WORLD, found[HOME, "rose_cottage"], "ines") == "⌂I"
    assert label_text(WORLD, found[WORK, "mochi_cafe"], "ines") == "¤C"
    assert found[WORK, "mochi_cafe"].who == ("cleo",)
    assert len(found) == 18


def test_where_there_is_no_room_one_label_tells_of_all() -> None:
    people: dict[str, Table] = {
        f"p{number}": {"home": "hut", "work": "pub"} for number in range(11)
    }
    world = build("....", areas={"hut": [0, 0, 2, 1], "pub": [2, 0, 2, 1]}, people=people)
    (label,) = place_labels(world, 2)
    assert (label.sort, label.cell, label_text(world, label)) == (BOTH, (0, 0), "◊+")


@pytest.mark.parametrize("who", [*WORLD.people])
def test_a_way_goes_from_home_to_work_step_by_step(who: str) -> None:
    one = WORLD.people[who]
    found = route_between(WORLD, one.home, one.work)
    assert found.cells[0] in _cells(one.home)
    assert found.cells[-1] in _cells(one.work)
    assert found.steps == len(found.cells) - 1 > 0
    for here, there in zip(found.cells, found.cells[1:], strict=False):
        assert abs(here.x - there.x) + abs(here.y - there.y) == 1
        assert WORLD.is_walkable(there)


def _cells(area: str) -> set[Cell]:
    return {cell for box in WORLD.areas.by_id[area].boxes for cell in box.cells()}


DOOR = """
[kinds.door]
glyph = "D"
start = "shut"
states.shut = { blocks = true }
states.open = { blocks = false }
transitions = [{ from = "shut", verb = "open", to = "open" }]
"""


def test_a_locked_door_bars_nobody_and_a_wall_does() -> None:
    places = {"hut": [0, 0, 2, 1], "pub": [3, 0, 2, 1]}
    barred = build("..+..", areas=places, objects={"door": {"cell": [2, 0]}}, things=DOOR)
    cells = route_between(barred, "hut", "pub").cells
    assert Cell(2, 0) in cells
    assert cells[-1].x >= 3
    walled = build("..#..", areas=places)
    assert route_between(walled, "hut", "pub").cells == ()
    assert route_between(walled, "hut", "nowhere").cells == ()
