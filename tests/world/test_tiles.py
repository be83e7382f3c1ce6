"""Tile ids lie beside the map: read, checked, and told with their places where they are wrong."""

from collections.abc import Mapping

import pytest

from latticeville.core.geometry import Cell
from latticeville.core.problems import select_errors
from latticeville.world.load import check_texts
from tests.world.hut import FILES

ROWS = FILES["world.map"].rstrip("\n").split("\n")
WIDTH, HEIGHT = len(ROWS[0]), len(ROWS)
IDS = [[100 * y + x for x in range(WIDTH)] for y in range(HEIGHT)]
SETS = '[[tilesets]]\nfirst = 1\nname = "land"\nimage = "land.png"\n'


def csv(rows: list[list[int]]) -> str:
    return "".join(",".join(map(str, row)) + "\n" for row in rows)


def test_each_cell_has_its_tile_id() -> None:
    world, problems = check_texts({**FILES, "tiles.csv": csv(IDS), "tiles.toml": SETS})
    assert world is not None
    assert world.tiles is not None
    assert not select_errors(problems)
    assert [world.tiles.at(Cell(x, y)) for y in range(HEIGHT) for x in range(WIDTH)] == [
        value for row in IDS for value in row
    ]
    assert world.tiles.text == csv(IDS)
    bare, _ = check_texts(FILES)
    assert bare is not None
    assert bare.tiles is None
    assert bare.digest != world.digest


@pytest.mark.parametrize(
    ("files", "place", "said"),
    [
        ({"tiles.csv": csv(IDS[:-1])}, (HEIGHT, 1), f"there are {HEIGHT - 1} rows of tile ids"),
        ({"tiles.csv": csv([IDS[0][1:], *IDS[1:]])}, (1, 1), f"this row has {WIDTH - 1} tile ids"),
        (
            {"tiles.csv": csv(IDS).replace("\n100,", "\n100,x", 1)},
            (2, 5),
            "“x101” is not a tile id",
        ),
        (
            {"tiles.csv": csv(IDS).replace("\n100,", "\n100,-", 1)},
            (2, 5),
            "“-101” is not a tile id",
        ),
        (
            {"tiles.csv": csv(IDS).replace("\n100,", "\n4294967296,", 1)},
            (2, 1),
            "“4294967296” is not a tile id",
        ),
        ({"tiles.toml": SETS.replace("1", "0")}, (2, 1), "must be at least 1"),
        ({"tiles.toml": "[[tilesets]\n"}, (1, 11), ""),
    ],
)
def test_what_is_no_layer_of_tiles_is_told_with_its_place(
    files: Mapping[str, str], place: tuple[int, int], said: str
) -> None:
    world, problems = check_texts({**FILES, "tiles.csv": csv(IDS), **files})
    found = select_errors(problems)[0]
    assert world is not None
    assert found.file in files
    assert (found.line, found.column) == place
    assert said in found.what
