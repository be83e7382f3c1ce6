"""Imports say the same of every cell as the source: walkable, opaque, tile, and the cells of every
object."""

import json
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from latticeville.core.geometry import Cell
from latticeville.core.problems import select_errors
from latticeville.formats import world_import as bringing
from latticeville.formats.cast.add_people import add_people
from latticeville.formats.cast.people_import import import_people
from latticeville.formats.comparison import SourceComparison, compare_with_source
from latticeville.formats.report import ImportReport
from latticeville.formats.tiled.export import to_tmj
from latticeville.formats.world_import import import_world
from latticeville.world.load import build_unchecked, check_texts
from latticeville.world.model.areas import WORLD
from latticeville.world.model.world import World
from latticeville.world.original.ids import Ids
from tests.importers import folk, town
from tests.importers.plain import Plain, plain, to_tmx
from tests.samples import samples
from tests.work import within

pytestmark = pytest.mark.slow

SETS = 16
WIDE, HIGH = town.WIDTH, town.HEIGHT
NAMED = {
    "Sector Blocks": "sector",
    "Arena Blocks": "arena",
    "Object Interaction Blocks": "game_object",
    "Spawning Blocks": "spawning_location",
}


def read(source: Path) -> tuple[World, ImportReport]:
    report = ImportReport()
    files, problems = import_world(source, report)
    assert files is not None, problems
    world, found = check_texts(files)
    assert world is not None
    assert not select_errors([*problems, *found])
    return world, report


def said(world: World) -> Plain:
    grid = world.grid
    tiles = world.tiles.ids.tolist() if world.tiles else [0] * (grid.width * grid.height)
    return Plain(
        grid.width, grid.height, [*map(bool, grid.walkable)], [*map(bool, grid.opaque)], tiles
    )


def layer(name: str, data: list[int], wide: int, high: int, **more: Any) -> dict[str, Any]:
    return {
        "type": "tilelayer",
        "name": name,
        "width": wide,
        "height": high,
        "data": data,
        "visible": True,
        **more,
    }


def tileset(number: int, first: int, count: int, **more: Any) -> dict[str, Any]:
    sides = {
        "tilewidth": 32,
        "tileheight": 32,
        "imagewidth": 512,
        "imageheight": 32 * -(-count // 16),
    }
    picture = {
        "image": f"pics/{number}.png",
        "columns": 16,
        "tilecount": count,
        "margin": 0,
        "spacing": 0,
    }
    return {"firstgid": first, "name": f"set_{number}", **sides, **picture, **more}


def tmj(
    wide: int, high: int, sets: list[dict[str, Any]], layers: list[dict[str, Any]], **more: Any
) -> dict[str, Any]:
    top = {
        "width": wide,
        "height": high,
        "tilewidth": 32,
        "tileheight": 32,
        "orientation": "orthogonal",
    }
    return {"type": "map", **top, "tilesets": sets, "layers": layers, **more}


def random_map(dice: Random) -> dict[str, Any]:
    """Draw a map: tilesets that say something of some tiles, layers in groups, hidden ones, marks,
    chunks, flips."""
    first, sets = 1, []
    for number in range(dice.randint(1, 5)):
        count = dice.choice([8, 300, 5000])
        tiles = [
            {"id": i, "properties": said_of(dice)}
            for i in sorted(dice.sample(range(count), min(count, 6)))
        ]
        sets.append(
            tileset(
                number, first, count, tiles=tiles, name=dice.choice(["Walls", "sea", f"s{number}"])
            )
        )
        first += count
    wide, high = dice.randint(1, 14), dice.randint(1, 10)
    infinite = dice.random() < 0.4
    layers: list[dict[str, Any]] = []
    for number in range(dice.randint(1, 5)):
        name = (
            "Collisions"
            if number and dice.random() < 0.3
            else dice.choice(["Ground", "Walls", f"layer {number}"])
        )
        gids = [draw(dice, first) for _ in range(wide * high)]
        made = layer(name, gids, wide, high, visible=dice.random() < 0.8, properties=said_of(dice))
        if name in ("Collisions", "Walls"):
            made |= {"properties": [], "visible": name == "Walls" or made["visible"]}
        if infinite:
            spot = {
                "x": dice.randint(-20, 20),
                "y": dice.randint(-20, 20),
                "width": wide,
                "height": high,
            }
            far = {"x": 40, "y": 0, "width": 2, "height": 1, "data": [first - 1, 0]}
            made |= {"chunks": [{**spot, "data": gids}, far]}
            del made["data"]
        group = {
            "type": "group",
            "name": "g",
            "visible": dice.random() < 0.8,
            "layers": [made],
            "offsetx": 16,
        }
        layers.append(group if dice.random() < 0.3 else made)
    base = layer("base", [1] * (wide * high), wide, high)
    if infinite:
        base["chunks"] = [{"x": 0, "y": 0, "width": wide, "height": high, "data": base.pop("data")}]
    return tmj(wide, high, sets, [base, *layers], infinite=infinite)


def draw(dice: Random, end: int) -> int:
    gid = dice.choice([0, dice.randrange(1, end), dice.randrange(1, min(end, 9))])
    return gid | dice.choice([0, 0, 1 << 31, 5 << 29]) if gid else 0


def said_of(dice: Random) -> list[dict[str, Any]]:
    values = {
        "walkable": dice.choice([None, True, False]),
        "opaque": dice.choice([None, None, True, False]),
    }
    return [
        {"name": name, "type": "bool", "value": value}
        for name, value in values.items()
        if value is not None
    ]


@pytest.mark.fuzz
def test_any_map_of_tiled_says_the_same_of_every_cell_in_both_formats_and_after_an_export() -> None:
    for seed in range(samples(40, 2000)):
        table = random_map(Random(seed))
        wanted = plain(table)
        with TemporaryDirectory() as name:
            for file, text in (("town.tmj", json.dumps(table)), ("town.tmx", to_tmx(table))):
                (Path(name) / file).write_text(text, "utf-8")
                world, report = read(Path(name) / file)
                assert said(world) == wanted, (seed, file)
                assert "match the source" in report.comparison
            back = Path(name) / "back.tmj"
            back.write_text(to_tmj(world, "back.png"), "utf-8")
            assert said(read(back)[0]) == wanted, seed
        exported = [
            each
            for each in json.loads(to_tmj(world, "back.png"))["layers"]
            if each["name"] == "tiles"
        ]
        assert [gid for each in exported for gid in each["data"]] == (
            wanted.tiles if any(wanted.tiles) else []
        )


@pytest.mark.parametrize("count", [1113, 1600, 4800])
def test_no_number_of_tiles_runs_out_of_letters(count: int, tmp_path: Path) -> None:
    dice = Random(count)
    gids = dice.sample(range(1, count + 1), count)
    kinds = [
        {"id": number, "type": f"kind {number}", "properties": said_of(dice)}
        for number in range(0, count, 7)
    ]
    table = tmj(80, -(-count // 80), [tileset(0, 1, count, tiles=kinds)], [])
    table["layers"] = [layer("ground", [*gids, *[1] * (-count % 80)], 80, table["height"])]
    (tmp_path / "town.tmj").write_text(json.dumps(table), "utf-8")
    world, report = read(tmp_path / "town.tmj")
    assert said(world) == plain(table)
    assert "".join(world.grid.rows).isascii()
    assert "merged-tiles" in {problem.code for problem in report.problems}


def ville(folder: Path, seed: int = 7) -> tuple[Path, dict[str, Any]]:
    """Write a town as Generative Agents lay theirs out: visuals with hidden layers of ids, and a
    matrix beside."""
    mazes, blocks = town.houses(seed)
    dice = Random(seed)
    while len(mazes["collision"]) < 2000:
        mazes["collision"][dice.randrange(WIDE), dice.randrange(HIGH)] = 32125
    town.write(folder / "matrix", mazes, blocks)
    sets = [tileset(number, 1 + 2000 * number, 2000) for number in range(SETS)]
    sets.append(tileset(SETS, 32001, 400, name="blocks"))
    size = WIDE * HIGH
    ground = [dice.randrange(1, 32000) for _ in range(size)]
    wall = [dice.choice([0, 0, 0, dice.randrange(1, 32000)]) for _ in range(size)]
    hidden = {name: flat(mazes[sort]) for name, sort in NAMED.items()} | {
        "World Blocks": [32134] * size
    }
    layers = [layer("Bottom Ground", ground, WIDE, HIGH), layer("Wall", wall, WIDE, HIGH)]
    layers += [layer(name, data, WIDE, HIGH, visible=False) for name, data in hidden.items()]
    layers.append(layer("Special Blocks Registry", [32125] * size, WIDE, HIGH, visible=False))
    layers.append(layer("Collisions", flat(mazes["collision"]), WIDE, HIGH))
    table = tmj(WIDE, HIGH, sets, layers)
    (folder / "visuals").mkdir()
    (folder / "visuals" / "town.json").write_text(json.dumps(table), "utf-8")
    (folder / "visuals" / "town.tmx").write_text(to_tmx(table), "utf-8")
    return folder / "visuals" / "town.json", table


def flat(cells: town.Cells) -> list[int]:
    return [cells.get((x, y), 0) for y in range(HIGH) for x in range(WIDE)]


def object_cells(world: World) -> dict[Cell, str]:
    return {
        cell: thing.name for thing in world.objects.values() for cell in thing.footprint.cells()
    }


def address(world: World, cell: Cell) -> list[str]:
    return [world.areas.by_id[area].name for area in world.areas.path(world.areas.at(cell))[1:]]


@pytest.mark.parametrize("suffix", [".json", ".tmx"])
def test_a_ville_of_tiled_has_the_areas_objects_and_cells_of_its_matrix(
    suffix: str, tmp_path: Path
) -> None:
    source, table = ville(tmp_path)
    world, report = read(source.with_suffix(suffix))
    wanted = plain(table, (*NAMED, "World Blocks", "Special Blocks Registry"))
    assert said(world) == wanted
    assert wanted.walkable.count(False) >= 2000
    assert len({gid for gid in wanted.tiles if gid}) > 1113
    assert "".join(world.grid.rows).isascii()
    matrix, _ = read(tmp_path)
    mazes, blocks = town.houses()
    names = {
        int(row.split(", ")[0]): row.split(", ")[-1] for rows in blocks.values() for row in rows
    }
    objects = {Cell(*cell): names[identity] for cell, identity in mazes["game_object"].items()}
    assert object_cells(world) == object_cells(matrix) == objects
    for cell in (Cell(x, y) for y in range(HIGH) for x in range(WIDE)):
        ids = [mazes[sort][cell] for sort in ("sector", "arena") if cell in mazes[sort]]
        assert address(world, cell) == address(matrix, cell) == [names[each] for each in ids]
    count = len(objects)
    told = f"walkable, opaque and tile match the source; {count} of {count} object cells match"
    assert report.comparison == f"14,000 cells: {told}"
    assert world.name == "the Burgh"


Marks = dict[Cell, tuple[int, ...]]


def spawning_town(folder: Path, dice: Random) -> tuple[Path, Marks, list[int]]:
    """Write a small town, as matrix and as a map of Tiled; return the map, its cells, and the order
    of the spawns."""
    wide, high = dice.randint(4, 14), dice.randint(4, 10)
    cells = [(x, y) for y in range(high) for x in range(wide)]
    ids = {
        "sector": [1, 2],
        "arena": [3, 4, 5],
        "game_object": [6],
        "spawning_location": [7, 8, 9],
        "collision": [10],
    }
    share = {"game_object": 0.1, "spawning_location": 0.4, "collision": 0.2}
    mazes: dict[str, town.Cells] = {
        name: {cell: dice.choice(known) for cell in cells if dice.random() < share.get(name, 0.8)}
        for name, known in ids.items()
    }
    spawns = dice.sample(ids["spawning_location"], 3)
    blocks = {
        "world": ["0, B"],
        "sector": ["1, B, mill", "2, B, inn"],
        "arena": ["3, B, <all>, loft", "4, B, <all>, den", "5, B, <all>, hall"],
        "game_object": ["6, B, <all>, <all>, bed"],
        "spawning_location": [f"{number}, B, <all>, <all>, sp-{number}" for number in spawns],
    }
    town.write(folder / "matrix", mazes, blocks, (wide, high))
    rows = {sort: [mazes[sort].get(cell, 0) for cell in cells] for sort in mazes}
    layers = [
        layer("ground", [1] * len(cells), wide, high),
        layer("Collisions", rows["collision"], wide, high),
    ]
    layers += [layer(name, rows[sort], wide, high, visible=False) for name, sort in NAMED.items()]
    table = tmj(wide, high, [tileset(0, 1, 16)], layers)
    (folder / "town.json").write_text(json.dumps(table), "utf-8")
    (folder / "town.tmx").write_text(to_tmx(table), "utf-8")
    marks = {
        Cell(*cell): tuple(mazes[sort].get(cell, 0) for sort in (*NAMED.values(), "collision"))
        for cell in cells
    }
    return folder / "town.json", marks, spawns


def starts_of(marks: Marks, spawns: list[int]) -> dict[tuple[int, int], list[Cell]]:
    """Return the cells on which people of each sector and arena begin, as the source says."""
    found: dict[tuple[int, int], list[Cell]] = {}
    for spawn in spawns:
        for cell, (sector, arena, _, identity, solid) in marks.items():
            if identity == spawn and not solid and (sector or arena):
                found.setdefault((sector, arena), []).append(cell)
    return found


@pytest.mark.fuzz
def test_spawning_locations_are_where_people_of_their_arena_begin() -> None:
    for seed in range(samples(12, 600)):
        dice = Random(seed)
        with TemporaryDirectory() as name:
            source, marks, spawns = spawning_town(Path(name), dice)
            wanted = starts_of(marks, spawns)
            back = Path(name) / "back.tmj"
            for file in (Path(name), source, source.with_suffix(".tmx"), back):
                world, _ = read(file)
                owners = {address: world.areas.at(cells[0]) for address, cells in wanted.items()}
                found = {
                    area.id: [*area.starts] for area in world.areas.by_id.values() if area.starts
                }
                assert found == {owners[address]: cells for address, cells in wanted.items()}, (
                    seed,
                    file,
                )
                back.write_text(to_tmj(world, "back.png"), "utf-8")
            assert_people_begin(Path(name), world, dice)


def assert_people_begin(folder: Path, world: World, dice: Random) -> None:
    """Bring people with and without `curr_tile`, who must begin there or on the next start cell of
    their home."""
    areas = world.areas.by_id
    free = [cell for cell in areas[WORLD].cells() if world.is_walkable(cell)]
    homes = [
        area
        for area in areas.values()
        if area.parent not in ("", WORLD) and any(map(world.is_walkable, area.cells()))
    ]
    if not homes:
        return
    given: dict[str, Cell] = {}
    for who in folk.NAMES[: dice.randint(1, 12)]:
        home = dice.choice(homes)
        spawn = ":sp-7" if areas[home.id].starts and dice.random() < 0.3 else ""
        scratch = folk.scratch(who, f"B:{areas[home.parent].name}:{home.name}{spawn}", dice)
        if dice.random() < 0.3:
            given[who] = dice.choice(free)
            scratch["curr_tile"] = [*given[who]]
        (folder / "folk" / who).mkdir(parents=True)
        (folder / "folk" / who / "scratch.json").write_text(json.dumps(scratch), "utf-8")
    cast, problems = import_people(folder / "folk", world)
    assert "unknown-area" not in {problem.code for problem in problems}, problems
    written, wrong = add_people(cast, world.files)
    peopled, found = build_unchecked({**world.files, **written})
    assert peopled is not None
    assert not select_errors([*wrong, *found])
    taken: set[Cell] = set()
    for row in peopled.people.values():
        cell = given.get(row.persona.name)
        left = [each for each in areas[row.home].starts if each not in taken]
        assert row.start == (cell or next(iter(left), row.start)), row
        assert cell or row.start in areas[row.home]
        taken.add(row.start)


def test_ids_without_block_files_give_areas_named_by_id_and_what_is_unregistered_is_counted(
    tmp_path: Path,
) -> None:
    source, _ = ville(tmp_path)
    folder = tmp_path / "matrix" / "special_blocks"
    arenas = (folder / "arena_blocks.csv").read_text("utf-8").split("\n")
    (folder / "arena_blocks.csv").write_text("\n".join(arenas[1:]), "utf-8")
    problems = import_world(source)[1]
    gone = int(arenas[0].split(",")[0])
    count = [*town.houses()[0]["arena"].values()].count(gone)
    assert any(
        p.code == "unknown-id" and f"the id {gone}; {count} cells are skipped" in p.what
        for p in problems
    )
    for file in folder.iterdir():
        file.unlink()
    files, problems = import_world(source)
    assert files is not None
    world, _ = build_unchecked(files)
    assert world is not None
    sectors = {*town.houses()[0]["sector"].values()}
    assert {f"sector {number}" for number in sectors} <= {
        area.name for area in world.areas.by_id.values()
    }
    assert "no-blocks" in {problem.code for problem in problems}


def test_a_difference_from_the_source_is_an_error_and_nothing_comes_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, _ = ville(tmp_path)
    for wrong, told in (
        ("@", "“walkable” of the cell [0, 0] is 0, but 1 in the source"),
        ("", "the map is 140 × 99"),
    ):

        def spoilt(files: dict[str, str], *rest: Any, wrong: str = wrong) -> SourceComparison:
            rows = files["world.map"].split("\n", 1)
            text = "\n".join([wrong + rows[0][1:], rows[1]] if wrong else [rows[1]])
            legend = files["world.toml"].replace(
                "[legend]", '[legend]\n"@" = { name = "w", walkable = false }', 1
            )
            without = {name: each for name, each in files.items() if not name.startswith("tiles")}
            return compare_with_source({**without, "world.map": text, "world.toml": legend}, *rest)

        monkeypatch.setattr(bringing, "compare_with_source", spoilt)
        report = ImportReport()
        files, problems = import_world(source, report)
        assert files is None
        assert {problem.code for problem in select_errors(problems)} == {"differs"}
        assert any(told in problem.what for problem in problems), problems
        assert "differences from the source" in report.comparison


def test_a_world_too_large_for_a_file_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, _ = ville(tmp_path)
    monkeypatch.setattr(bringing, "MAX_BYTES", 10_000)
    files, problems = import_world(source)
    assert files is None
    assert [problem.code for problem in select_errors(problems)] == ["too-large"]


def crowd(folder: Path, count: int) -> Path:
    """Write a map on which so many beds stand."""
    side = int((2 * count) ** 0.5) + 2
    beds = [
        {
            "name": "bed",
            "x": 32 * (2 * number % side),
            "y": 32 * (2 * number // side),
            "width": 32,
            "height": 32,
        }
        for number in range(count)
    ]
    layers = [
        layer("ground", [1] * side * side, side, side),
        {"type": "objectgroup", "name": "objects", "objects": beds},
    ]
    (folder / "town.tmj").write_text(
        json.dumps(tmj(side, side, [tileset(0, 1, 9)], layers)), "utf-8"
    )
    return folder / "town.tmj"


def test_thousands_of_objects_of_one_name_cost_no_more_each_than_a_few(tmp_path: Path) -> None:
    ids = Ids()
    made = within(200_000, lambda: {ids.make_unique("bed") for _ in range(10_000)})
    assert len(made) == 10_000
    told: list[int] = []
    report = ImportReport(lambda done, of: told.append(done * 1000 // of))
    files, problems = import_world(crowd(tmp_path, 3000), report)
    assert files is not None
    assert {one.code for one in problems} <= {"unreadable"}
    assert report.comparison.endswith("3,000 of 3,000 object cells match")
    assert told == sorted(told)
    assert {0, 700} <= {*told}
