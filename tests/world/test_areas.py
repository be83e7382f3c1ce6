"""Areas and regions agree with what counting cells one by one says."""

from collections import deque

from hypothesis import given
from hypothesis import strategies as st

from latticeville.core.geometry import STEPS, Box, Cell
from latticeville.world.load import check_texts
from latticeville.world.model.areas import AreaSpec, build_areas, covers, union_bands, union_size
from latticeville.world.model.box_index import BoxIndex
from latticeville.world.model.grid import Tile, make_grid
from latticeville.world.model.regions import Regions
from latticeville.world.model.world import World

BOXES = st.builds(Box, st.integers(-3, 9), st.integers(-3, 9), st.integers(1, 6), st.integers(1, 6))
SHAPES = st.lists(BOXES, min_size=1, max_size=4).map(tuple)


def _cells(boxes: tuple[Box, ...]) -> set[Cell]:
    return {cell for box in boxes for cell in box.cells()}


@given(SHAPES)
def test_bands_hold_every_cell_once(boxes: tuple[Box, ...]) -> None:
    found = [
        Cell(x, y)
        for rows, spans in union_bands(boxes)
        for y in rows
        for span in spans
        for x in span
    ]
    assert len(found) == len(set(found)) == union_size(boxes)
    assert set(found) == _cells(boxes)


@given(SHAPES, SHAPES)
def test_one_shape_covers_another_if_it_has_all_its_cells(
    outer: tuple[Box, ...], inner: tuple[Box, ...]
) -> None:
    assert covers(outer, inner) == (_cells(outer) >= _cells(inner))


@given(st.lists(BOXES, max_size=9), BOXES)
def test_hulls_find_every_box_of_at_least_its_size(boxes: list[Box], box: Box) -> None:
    found = BoxIndex(boxes).find_meeting(box)
    assert found == sorted(set(found))
    assert all(boxes[index].overlaps(box) for index in found)
    side = max(box.width, box.height)
    large = [index for index, other in enumerate(boxes) if max(other.width, other.height) >= side]
    assert {index for index in large if boxes[index].overlaps(box)} <= set(found)


@given(st.lists(SHAPES, max_size=5))
def test_a_parent_is_the_smallest_area_around(shapes: list[tuple[Box, ...]]) -> None:
    specs = [AreaSpec(f"a{index}", "A", boxes) for index, boxes in enumerate(shapes)]
    areas = build_areas("World", specs, 8, 8)
    whole = {Cell(x, y) for x in range(8) for y in range(8)}
    cells = {spec.id: _cells(spec.boxes) & whole for spec in specs}
    for area, mine in cells.items():
        assert areas.by_id[area].size == len(mine)
        assert list(areas.by_id[area].cells()) == sorted(mine, key=lambda cell: (cell.y, cell.x))
        order = {other: -index for index, other in enumerate(cells)}
        around = [
            (len(others), order[other], other)
            for other, others in cells.items()
            if mine and (others > mine or (others == mine and order[other] > order[area]))
        ]
        assert areas.by_id[area].parent == min(around, default=(0, 0, "world"))[2]


def test_of_areas_with_the_same_cells_the_later_lies_in_the_earlier() -> None:
    box = (Box(1, 1, 3, 3),)
    areas = build_areas(
        "World", [AreaSpec("c", "", box), AreaSpec("a", "", box), AreaSpec("b", "", box)], 6, 6
    )
    assert areas.path(areas.at(Cell(2, 2))) == ("world", "c", "a", "b")
    assert [areas.outermost(area) for area in ("b", "c", "world")] == ["c", "c", "world"]


@given(st.lists(st.text("#.", min_size=7, max_size=7), min_size=1, max_size=7))
def test_regions_are_what_a_flood_fills(rows: list[str]) -> None:
    legend = {"#": Tile("#", "wall", walkable=False), ".": Tile(".", "floor")}
    world = _world(tuple(rows))
    regions = Regions(world)
    ground = make_grid(tuple(rows), legend)
    for start in Box(0, 0, 7, len(rows)).cells():
        assert (regions.region_at(start) >= 0) == bool(ground.walkable[ground.index(start)])
        flood = _flood(ground.walkable, start, 7, len(rows))
        same = {
            cell
            for cell in Box(0, 0, 7, len(rows)).cells()
            if 0 <= regions.region_at(cell) == regions.region_at(start)
        }
        assert same == flood


def _world(rows: tuple[str, ...]) -> World:
    text = (
        'name = "W"\n[legend]\n"#" = { name = "wall", walkable = false }\n"." = { name = '
        '"floor" }\n'
    )
    world, _ = check_texts({"world.toml": text, "world.map": "\n".join(rows)})
    assert world is not None
    return world


def _flood(walkable: bytes, start: Cell, width: int, height: int) -> set[Cell]:
    if not walkable[start.y * width + start.x]:
        return set()
    seen, edge = {start}, deque([start])
    while edge:
        for way in STEPS:
            cell = edge[0].step(way)
            if (
                cell in Box(0, 0, width, height)
                and cell not in seen
                and walkable[cell.y * width + cell.x]
            ):
                seen.add(cell)
                edge.append(cell)
        edge.popleft()
    return seen


@given(st.lists(SHAPES, max_size=5), BOXES)
def test_the_areas_that_touch_a_box_are_those_of_its_cells(
    shapes: list[tuple[Box, ...]], box: Box
) -> None:
    areas = build_areas(
        "World", [AreaSpec(f"a{number}", "", shape) for number, shape in enumerate(shapes)], 10, 10
    )
    inside = [cell for cell in box.cells() if 0 <= cell.x < 10 and 0 <= cell.y < 10]
    assert set(areas.find_touching(box)) == {
        name for cell in inside for name in areas.path(areas.at(cell))
    }
