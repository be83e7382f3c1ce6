"""Routes: shortest against a search that knows no tricks, legal, and the same whatever was asked
before."""

import random
from collections import Counter, deque

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.core.geometry import STEPS, Box, Cell
from latticeville.sim import paths
from latticeville.sim.paths import PathFinder
from latticeville.world.model.grid import Grid, Tile, make_grid
from tests.laws import law
from tests.samples import samples

TILES = {".": Tile(".", "floor"), "#": Tile("#", "wall", walkable=False)}
Question = tuple[frozenset[int], Cell, tuple[Cell, ...]]


@st.composite
def grids(draw: st.DrawFn) -> Grid:
    """Draw a map of up to twelve by nine cells, its rows of uneven length."""
    lines = draw(st.lists(st.text("...#", min_size=1, max_size=12), min_size=1, max_size=9))
    return make_grid(tuple(lines), TILES)


@st.composite
def questions(draw: st.DrawFn, ground: Grid) -> Question:
    """Draw closed cells, a start and goals, which may be walls, closed, or the start itself."""
    cells = st.integers(0, ground.width * ground.height - 1)
    closed = draw(st.frozensets(cells, max_size=12))
    start = ground.cell(draw(cells.filter(lambda index: ground.walkable[index])))
    goals = draw(st.lists(cells, min_size=1, max_size=4, unique=True))
    return closed, start, tuple(map(ground.cell, goals))


def walkable(ground: Grid) -> bool:
    return any(ground.walkable)


def distances(
    ground: Grid, closed: frozenset[int], goals: tuple[Cell, ...], start: Cell
) -> dict[Cell, int]:
    """Return how far every cell is from the nearest goal, where only the start may be closed."""

    def enters(cell: Cell) -> bool:
        return (
            ground.contains(cell)
            and bool(ground.walkable[ground.index(cell)])
            and ground.index(cell) not in closed
        )

    found = {goal: 0 for goal in goals if enters(goal) or goal == start}
    queue = deque(found)
    while queue:
        cell = queue.popleft()
        for way in STEPS:
            after = cell.step(way)
            if (
                after not in found
                and (enters(after) or after == start)
                and (enters(cell) or cell == start)
            ):
                found[after] = found[cell] + 1
                queue.append(after)
    return found


def canonical(ground: Grid, question: Question) -> str | None:
    """Return the shortest route that takes at each cell the first of N, E, S, W which leads
    nearer."""
    closed, cell, goals = question
    left = distances(ground, closed, goals, cell)
    if cell not in left:
        return None
    route = ""
    while left[cell]:
        way = next(way for way in STEPS if left.get(cell.step(way)) == left[cell] - 1)
        route, cell = route + way, cell.step(way)
    return route


@law(300)
@given(st.data())
def test_a_route_is_the_canonical_shortest_one(data: st.DataObject) -> None:
    ground = data.draw(grids().filter(walkable))
    question = data.draw(questions(ground))
    assert PathFinder(ground).route(*question) == canonical(ground, question)


@law(200)
@given(st.data())
def test_a_route_is_the_same_whatever_was_asked_before(data: st.DataObject) -> None:
    ground = data.draw(grids().filter(walkable))
    asked = data.draw(st.lists(questions(ground), min_size=1, max_size=4))
    same_goals = [(closed, start, goals) for closed, _, goals in asked[:2] for _, start, _ in asked]
    order = data.draw(st.permutations([*asked, *asked, *same_goals]))
    worn = PathFinder(ground)
    for question in order:
        assert worn.route(*question) == canonical(ground, question)


@law(60)
@given(st.data())
def test_what_is_forgotten_changes_no_answer(data: st.DataObject) -> None:
    ground = data.draw(grids().filter(walkable))
    asked = data.draw(st.lists(questions(ground), min_size=3, max_size=6))
    kept, worn = (paths.MAX_CELLS, paths.MAX_ROUTES), PathFinder(ground)
    paths.MAX_CELLS, paths.MAX_ROUTES = 5, 1
    try:
        assert all(worn.route(*question) == canonical(ground, question) for question in asked * 3)
    finally:
        paths.MAX_CELLS, paths.MAX_ROUTES = kept


@law(100)
@given(st.data())
def test_every_step_of_a_route_is_legal(data: st.DataObject) -> None:
    ground = data.draw(grids().filter(walkable))
    closed, cell, goals = data.draw(questions(ground))
    worn = PathFinder(ground)
    for _ in range(3):
        route, here = worn.route(closed, cell, goals), cell
        for way in route or "":
            here = here.step(way)
            assert ground.walkable[ground.index(here)]
            assert ground.index(here) not in closed
        assert route is None or here in goals


@pytest.mark.slow
@pytest.mark.fuzz
def test_a_walk_by_way_of_gates_is_the_canonical_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every walk be tried by way of gates within a few cells; some have such, and some have
    none."""
    answers = Counter[bool]()
    real = paths.OpenGround.find_walk

    def walk(country: paths.OpenGround, start: int, goal: int) -> str | None:
        way = real(country, start, goal)
        answers[way is not None] += 1
        return way

    monkeypatch.setattr(paths, "FAR_STEPS", 0)
    monkeypatch.setattr(paths, "MAX_GATES", 1)
    monkeypatch.setattr(paths, "MAX_ROWS", 9)
    monkeypatch.setattr(paths.OpenGround, "find_walk", walk)
    for seed in range(samples(400, 20_000)):
        chance = random.Random(seed)
        monkeypatch.setattr(paths, "BALL_CELLS", chance.randrange(1, 12))
        letters, width = chance.choice(["......#", "...#", "."]), chance.randrange(6, 20)
        rows = ["".join(chance.choices(letters, k=width)) for _ in range(chance.randrange(4, 15))]
        ground = make_grid(tuple(rows), TILES)
        cells = [ground.cell(index) for index in range(width * len(rows)) if ground.walkable[index]]
        worn = PathFinder(ground)
        for _ in range(3 if cells else 0):
            closed = frozenset(
                map(ground.index, chance.sample(cells, min(len(cells), chance.choice([0, 0, 3]))))
            )
            goals = tuple(chance.sample(cells, min(len(cells), chance.choice([1, 1, 2, 4]))))
            question = closed, chance.choice(cells), goals
            assert (
                worn.route(*question) == worn._find_route(*question) == canonical(ground, question)
            )
    assert min(answers[True], answers[False]) > 100


def test_far_walks_out_of_houses_and_into_houses_search_only_around_both_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two houses in open country, their doors turned away from each other: all cells between them
    would be searched."""
    rows = [["."] * 300 for _ in range(200)]
    for x, y, door in ((10, 10, (10, 13)), (250, 150, (257, 153))):
        for cell in Box(x, y, 8, 8).cells():
            inside = cell in Box(x + 1, y + 1, 6, 6) or (cell.x, cell.y) == door
            rows[cell.y][cell.x] = "." if inside else "#"
    ground = make_grid(tuple("".join(row) for row in rows), TILES)
    question = (frozenset[int](), Cell(15, 12), (Cell(252, 155),))
    settled: list[int] = []
    real = PathFinder._search

    def counted(worn: PathFinder, free: bytearray, origin: int, ends: list[int]) -> dict[int, int]:
        found = real(worn, free, origin, ends)
        settled.append(len(found))
        return found

    monkeypatch.setattr(PathFinder, "_search", counted)
    worn = PathFinder(ground)
    assert worn.route(*question) == worn._find_route(*question) == canonical(ground, question)
    assert sum(settled) < 500


def test_ties_go_north_then_east_then_south_then_west() -> None:
    ground = make_grid(("...", "...", "..."), TILES)
    corners = {(2, 2): "EESS", (0, 0): "NNWW"}
    for (x, y), route in corners.items():
        start = Cell(2 - x, 2 - y)
        assert PathFinder(ground).route(frozenset(), start, (Cell(x, y),)) == route


def test_standing_on_a_closed_cell_is_no_hindrance_to_leaving_it() -> None:
    ground = make_grid(("...",), TILES)
    worn = PathFinder(ground)
    for _ in range(3):
        assert worn.route(frozenset({0}), Cell(0, 0), (Cell(2, 0),)) == "EE"
        assert worn.route(frozenset({0}), Cell(0, 0), (Cell(0, 0),)) == ""
        assert worn.route(frozenset({0}), Cell(1, 0), (Cell(0, 0),)) is None


@pytest.mark.parametrize("goals", [(), (Cell(9, 9),), (Cell(1, 0),), (Cell(2, 0),)])
def test_where_no_way_leads(goals: tuple[Cell, ...]) -> None:
    worn = PathFinder(make_grid((".#.",), TILES))
    assert [worn.route(frozenset(), Cell(0, 0), goals) for _ in range(3)] == [None] * 3


def test_a_row_does_not_lead_into_the_next() -> None:
    assert (
        PathFinder(make_grid(("..#", "#..", "..."), TILES)).route(
            frozenset({4}), Cell(1, 0), (Cell(2, 1),)
        )
        is None
    )
