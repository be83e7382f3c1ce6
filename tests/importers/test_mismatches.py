"""Maps of Tiled that contradict themselves are told of, with the place and what counts."""

import base64
from pathlib import Path
from typing import Any

import pytest

from tests.importers.test_tiled import GIDS, read, tiles, tmj

LAND = {"firstgid": 1, "name": "land", "image": "land.png", "tilecount": 4, "columns": 2}


def test_a_tile_of_no_tileset_is_told_with_its_cells(tmp_path: Path) -> None:
    gids = [1, 99, 99 | 1 << 31, 4, *[1] * 8]
    layers = [tiles(data=gids), tiles(name="top", data=[0] * 11 + [5])]
    world, problems = read(tmp_path, tmj(*layers, tilesets=[LAND]))
    assert world is not None
    assert [(problem.code, problem.what) for problem in problems] == [
        ("unknown-tile", "no tileset has the tile 99 on 2 cells ([1, 0], [2, 0])"),
        ("unknown-tile", "no tileset has the tile 5 on 1 cell ([3, 2])"),
    ]
    text = (tmp_path / "town.tmj").read_text("utf-8")
    assert text[problems[0].column - 1 :].startswith("99")


@pytest.mark.parametrize(
    ("more", "gid", "told"),
    [
        ({"image": "land.png", "tilecount": 4}, 5, 1),
        ({"image": "land.png"}, 500, 0),
        (
            {
                "tilecount": 2,
                "columns": 0,
                "tiles": [{"id": 0, "image": "a.png"}, {"id": 7, "image": "b.png"}],
            },
            8,
            0,
        ),
        (
            {
                "tilecount": 2,
                "columns": 0,
                "tiles": [{"id": 0, "image": "a.png"}, {"id": 7, "image": "b.png"}],
            },
            2,
            1,
        ),
        ({"tiles": [{"id": 0, "type": "grass"}]}, 99, 1),
        ({}, 99, 0),
    ],
)
def test_a_tileset_has_the_tiles_that_it_counts_or_lists(
    more: dict[str, Any], gid: int, told: int, tmp_path: Path
) -> None:
    table = tmj(tiles(data=[1] * 11 + [gid]), tilesets=[{"firstgid": 1, "name": "land", **more}])
    codes = [problem.code for problem in read(tmp_path, table)[1] if problem.code != "unreadable"]
    assert codes == ["unknown-tile"] * told


@pytest.mark.parametrize(
    ("size", "told"),
    [
        ((9, 3), ["the width of the map is 9, but its layers have 4, which is used"]),
        ((80000, 50000), ["the width of the map is 80000", "the height of the map is 50000"]),
        (("x", 3), ["the width of the map is not a number"]),
        ((4, 3), []),
    ],
)
def test_a_size_that_the_layers_do_not_have_is_told(
    size: tuple[Any, int], told: list[str], tmp_path: Path
) -> None:
    world, problems = read(tmp_path, tmj(tiles(data=GIDS), width=size[0], height=size[1]))
    assert world is not None
    assert (world.grid.width, world.grid.height) == (4, 3)
    assert {problem.code for problem in problems} <= {"wrong-size"}
    assert [any(part in problem.what for problem in problems) for part in told] == [True] * len(
        problems
    )


def test_an_area_that_is_not_there_is_left_out_of_a_person(tmp_path: Path) -> None:
    names = {"home": "nowhere", "work": "narnia", "start": "limbo"}
    rows = [{"name": name, "type": "string", "value": value} for name, value in names.items()]
    ada = {"name": "Ada", "x": 16, "y": 16, "point": True, "properties": rows}
    room = {"name": "Kitchen", "x": 0, "y": 0, "width": 32, "height": 48}
    layers = [
        {"type": "objectgroup", "name": name, "objects": [one]}
        for name, one in (("areas", room), ("people", ada))
    ]
    world, problems = read(tmp_path, tmj(tiles(data=[1] * 12), *layers))
    assert world is not None
    assert (world.people["ada"].home, world.people["ada"].start) == ("kitchen", (1, 1))
    assert [problem.code for problem in problems] == ["unknown-area"] * 3
    text = (tmp_path / "town.tmj").read_text("utf-8")
    told = [text[problem.column - 1 :].split("}")[0] for problem in problems]
    assert [next(value for value in names.values() if value in part) for part in told] == [
        *names.values()
    ]


def test_a_home_that_is_a_number_is_told_with_a_sample(tmp_path: Path) -> None:
    ada = {
        "name": "Ada",
        "x": 16,
        "y": 16,
        "properties": [{"name": "home", "type": "int", "value": 5}],
    }
    layer = {"type": "objectgroup", "name": "people", "objects": [ada]}
    (problem,) = read(tmp_path, tmj(tiles(data=[1] * 12), layer))[1]
    assert problem.what == '“home” must be a text such as "kitchen"; it is left out'


@pytest.mark.parametrize(
    "data", [[1] * 5 + ["x"] + [1] * 6, ",".join(["1"] * 5 + ["x"] + ["1"] * 6)]
)
def test_a_cell_that_is_no_number_is_named(data: object, tmp_path: Path) -> None:
    world, (problem,) = read(tmp_path, tmj(tiles(data=data)))
    assert world is None
    assert problem.what == "the cell [1, 1] of this layer is “x”, which is not a tile number"


def test_damaged_data_is_told_in_plain_words(tmp_path: Path) -> None:
    data = base64.b64encode(b"x\x9c" + b"\xff" * 30).decode()
    world, (problem,) = read(tmp_path, tmj(tiles(encoding="base64", compression="zlib", data=data)))
    assert world is None
    assert problem.what == "the cells of this layer are damaged: they are not valid zlib data"
