"""A matrix folder of Generative Agents becomes a world that says the same of every cell."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from latticeville.core.geometry import Cell
from latticeville.core.problems import Problem, select_errors
from latticeville.formats import tables
from latticeville.formats.report import ImportReport
from latticeville.formats.world_import import import_world
from latticeville.world.load import check_texts
from latticeville.world.model.world import World
from tests.importers import town

Mazes = dict[str, town.Cells]
Blocks = dict[str, list[str]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return town.write(tmp_path_factory.mktemp("burgh") / "matrix", *town.houses())


def test_a_town_says_the_same_of_every_cell(folder: Path) -> None:
    mazes, blocks = town.houses()
    assert says_the_same(folder, mazes, blocks) == len(blocks["sector"]) + len(blocks["arena"])


@st.composite
def towns(draw: st.DrawFn) -> tuple[Mazes, Blocks]:
    """Draw mazes of any mess: sectors in pieces, arenas across them and outside, things
    everywhere."""
    wide, high = draw(st.integers(1, 12)), draw(st.integers(1, 9))
    ids = {
        "collision": [9],
        "sector": [1, 2],
        "arena": [3, 4, 5],
        "game_object": [6, 7],
        "spawning_location": [8],
    }
    mazes: Mazes = {name: {} for name in town.LAYERS}
    for name, given_ in ids.items():
        layer = draw(
            st.lists(st.sampled_from([0, *given_]), min_size=wide * high, max_size=wide * high)
        )
        mazes[name] = {
            (number % wide, number // wide): value for number, value in enumerate(layer) if value
        }
    blocks = {
        "world": ["0, B"],
        "sector": ["1, B, mill", "2, B, inn"],
        "arena": ["3, B, mill, loft", "4, B, inn, loft", "5, B, <all>, mill"],
        "game_object": ["6, B, <all>, bed", "7, B, <all>, <all>, stove"],
        "spawning_location": ["8, B, mill, loft, sp-A"],
    }
    return {**mazes, "size": {(0, 0): wide, (0, 1): high}}, blocks


@pytest.mark.slow
@given(towns())
@settings(max_examples=60, deadline=None)
def test_any_mess_says_the_same_of_every_cell(drawn: tuple[Mazes, Blocks]) -> None:
    mazes, blocks = drawn
    sides = mazes.pop("size")
    size = sides[0, 0], sides[0, 1]
    with TemporaryDirectory() as name:
        says_the_same(town.write(Path(name) / "m", mazes, blocks, size), mazes, blocks, size)


def says_the_same(
    folder: Path, mazes: Mazes, blocks: Blocks, size: tuple[int, int] = (town.WIDTH, town.HEIGHT)
) -> int:
    """Compare the world that a folder makes with its files, counts and the address of each cell;
    count the areas."""
    files, problems = import_world(folder)
    assert files is not None
    world, found = check_texts(files)
    assert world is not None
    assert not select_errors([*problems, *found])
    addresses = {
        cell: (mazes["sector"].get(cell, 0), mazes["arena"].get(cell, 0), identity)
        for cell, identity in mazes["game_object"].items()
    }
    drawn = [(cell, mazes["sector"].get(cell, 0)) for cell in {*mazes["sector"], *mazes["arena"]}]
    areas = {(sector, mazes["arena"].get(cell, 0)) for cell, sector in drawn}
    areas |= {(sector, 0) for sector, _ in areas if sector}
    assert len(world.areas.by_id) - 1 == len(areas)
    assert len(world.objects) == town.flooded(addresses)
    assert world.grid.walkable.count(0) == len(mazes["collision"])
    names = {
        int(number): name
        for layer in ("sector", "arena", "game_object")
        for number, *_, name in map(_cells, blocks[layer])
    }
    for cell in (Cell(x, y) for y in range(size[1]) for x in range(size[0])):
        here = world.areas.path(world.areas.at(cell))[1:]
        wanted = [mazes[layer][cell] for layer in ("sector", "arena") if cell in mazes[layer]]
        assert [world.areas.by_id[area].name for area in here] == [
            names[number] for number in wanted
        ]
    taken = [cell for thing in world.objects.values() for cell in thing.footprint.cells()]
    assert sorted(taken) == sorted(mazes["game_object"])
    for thing in world.objects.values():
        assert all(
            names[mazes["game_object"][cell]] == thing.name for cell in thing.footprint.cells()
        )
    return len(areas)


def test_what_is_strange_is_named_with_its_place(tmp_path: Path) -> None:
    mazes, blocks = town.houses()
    mazes["arena"][3, 0] = 77
    blocks["sector"].append("9, the Burgh, Nowhere")
    blocks["game_object"].append("broken")
    problems = import_world(town.write(tmp_path / "m", mazes, blocks))[1]
    told = {(problem.code, problem.file): problem for problem in problems}
    unknown = told["unknown-id", "maze/arena_maze.csv"]
    assert (unknown.line, unknown.column) == (1, 10)
    assert "the id 77; 1 cell is skipped" in unknown.what
    assert told["unused-id", "special_blocks/sector_blocks.csv"].line == len(blocks["sector"])
    assert told["bad-value", "special_blocks/game_object_blocks.csv"].line == len(
        blocks["game_object"]
    )
    spawns = [problem for problem in problems if "sp-A" in problem.what]
    assert [problem.code for problem in spawns] == ["start-blocked"]
    assert "has 1 cell ([8, 56]) where nobody can stand" in spawns[0].what


def with_spawns(folder: Path, cells: town.Cells, *blocks: str) -> tuple[World, list[Problem]]:
    """Return the small town with these spawning locations, and what was told of them."""
    mazes, named = town.small()
    spawning = {"spawning_location": cells}, {"spawning_location": [*blocks]}
    files, problems = import_world(
        town.write(folder / "m", mazes | spawning[0], named | spawning[1], size=(12, 8))
    )
    assert files is not None
    world, found = check_texts(files)
    assert world is not None
    assert not select_errors([*problems, *found])
    return world, [
        problem for problem in problems if "spawning" in problem.file or "“sp-" in problem.what
    ]


def test_spawning_locations_are_start_cells_in_the_order_of_their_blocks(tmp_path: Path) -> None:
    cells = {(3, 2): 9, (2, 2): 9, (4, 5): 8, (5, 5): 8, (2, 1): 8}
    blocks = "9, B, House, den, sp-B", "8, B, <all>, <all>, sp-A"
    world, told = with_spawns(tmp_path, cells, *blocks)
    starts = {area.id: area.starts for area in world.areas.by_id.values() if area.starts}
    assert starts == {"den": ((2, 2), (3, 2), (4, 5)), "hall": ((5, 5),), "house": ((2, 1),)}
    assert not told


def test_a_spawning_location_that_nobody_can_begin_on_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "_MAX_STARTS", 2)
    cells = {(11, 7): 9, (1, 3): 9, (2, 2): 9, (2, 3): 9, (2, 4): 9, (6, 3): 8, (0, 0): 99}
    world, told = with_spawns(
        tmp_path, cells, "9, B, House, den, sp-A", "8, B, Inn, den, sp-B", "7, B, House, den, sp-C"
    )
    assert world.areas.by_id["den"].starts == ((2, 2), (2, 3))
    blocks = "special_blocks/spawning_location_blocks.csv"
    assert [(one.code, one.file, one.line) for one in sorted(told, key=lambda one: one.code)] == [
        ("no-room", blocks, 1),
        ("other-sector", blocks, 1),
        ("other-sector", blocks, 2),
        ("start-blocked", blocks, 1),
        ("too-many-starts", blocks, 1),
        ("unknown-id", "maze/spawning_location_maze.csv", 1),
        ("unused-id", blocks, 3),
    ]
    whats = "\n".join(one.what for one in told)
    assert "“sp-A” has 1 cell ([11, 7]) outside every area" in whats
    assert "“sp-A” has 1 cell ([1, 3]) where nobody can stand" in whats
    assert "“sp-A” has 1 cell ([2, 4]) too many" in whats


@pytest.mark.parametrize("name", ["maze/sector_maze.csv", "special_blocks/arena_blocks.csv"])
def test_a_file_that_is_not_there_is_named(name: str, tmp_path: Path) -> None:
    folder = town.write(tmp_path / "m", *town.houses())
    (folder / name).unlink()
    files, problems = import_world(folder)
    assert files is None
    assert [problem.file for problem in select_errors(problems)] == [name]


def test_kinds_that_are_called_like_a_preset_work_as_it_does(tmp_path: Path) -> None:
    mazes, blocks = town.small()
    blocks["game_object"] = [
        f"{identity}, B, <all>, {name}"
        for identity, name in zip(sorted(set(mazes["game_object"].values())), NAMES, strict=False)
    ]
    report = ImportReport()
    files, _ = import_world(town.write(tmp_path / "m", mazes, blocks, size=(12, 8)), report)
    assert files is not None
    world, problems = check_texts(files)
    assert world is not None
    assert not select_errors(problems)
    assert report.presets == ("double bed",)
    bed, altar = (
        next(kind for kind in world.kinds.values() if kind.name == name) for name in NAMES
    )
    assert (bed.start, bed.blocks, bed.vocabulary) == ("made", False, ("use", "leave", "make"))
    assert altar.vocabulary == ()


NAMES = ("double bed", "altar")


def test_names_in_quotes_hold_commas_and_ids_may_stand_in_rows(tmp_path: Path) -> None:
    mazes, blocks = town.small()
    blocks["sector"] = ['5, B, "Mill, old"']
    folder = town.write(tmp_path / "m", mazes, blocks, size=(12, 8))
    for file in (folder / "maze").iterdir():
        ids = file.read_text("utf-8").split(", ")
        rows = [", ".join(ids[start : start + 12]) for start in range(0, 96, 12)]
        file.write_text(",\n".join(rows) + ", \n", "utf-8")
    files, problems = import_world(folder)
    assert files is not None
    assert not select_errors(problems)
    assert 'name = "Mill, old"' in files["world.toml"]


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        ("0, 0, 0", (1, 7), "has 3 ids: 12 × 8 cells need 96"),
        ("0, " * 96 + "7, 8", (1, 289), "has too many ids: 12 × 8 cells need 96"),
        ("", (1, 1), "has 0 ids: 12 × 8 cells need 96"),
    ],
)
def test_too_few_and_too_many_ids_are_told_where_they_end(
    text: str, place: tuple[int, int], said: str, tmp_path: Path
) -> None:
    folder = town.write(tmp_path / "m", *town.small(), size=(12, 8))
    (folder / "maze" / "arena_maze.csv").write_text(text, "utf-8")
    files, problems = import_world(folder)
    assert files is None
    (problem,) = select_errors(problems)
    assert (problem.file, problem.line, problem.column) == ("maze/arena_maze.csv", *place)
    assert said in problem.what


def _cells(row: str) -> list[str]:
    return row.split(", ")
