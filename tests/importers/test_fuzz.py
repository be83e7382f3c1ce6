"""A source may hold anything: an import never raises, and says what is wrong in printable words."""

import copy
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from latticeville.core.problems import select_errors
from latticeville.formats.tiled.export import to_tmj
from latticeville.formats.world_import import import_world
from latticeville.world.io.files import write_world
from latticeville.world.load import inspect_world
from tests.importers import town
from tests.importers.test_tiled import DATA, LAYERS, SHAPES, tmj, tmx
from tests.world.test_fuzz import ROUNDS, _is_readable, _spoil
from tests.world.test_original import FOLDER
from tests.world_folders import ROOT, shared_world

pytestmark = [pytest.mark.fuzz, pytest.mark.slow]
SQUARE = shared_world(ROOT / "worlds" / "square")
ODD: st.SearchStrategy[object] = st.sampled_from(
    [
        None,
        True,
        -1,
        0,
        1 << 31,
        10**400,
        1e308,
        float("nan"),
        float("inf"),
        0.5,
        "",
        "x" * 5000,
        "\ud800",
        "\0",
        "🙂",
        "../../etc/passwd",
        "world",
        "home",
        "#12345678",
        [],
        {},
        [[]],
        [None] * 9,
        {"a": {}},
        [{"name": "id", "value": 3}],
    ]
)


def exported(folder: Path) -> Path:
    (folder / "town.tmj").write_text(to_tmj(SQUARE, "town.tiles.png"), "utf-8")
    return folder / "town.tmj"


def plain(folder: Path) -> Path:
    table = tmj(
        LAYERS["chunks"],
        {
            "type": "objectgroup",
            "name": "rooms",
            "objects": [
                {"name": "Hall", "x": 0, "y": -40, "width": 20, "height": 20, "ellipse": True},
                {
                    "name": "Nook",
                    "x": 0,
                    "y": -40,
                    "polygon": [{"x": 0, "y": 0}, {"x": 32, "y": 0}, {"x": 0, "y": 40}],
                },
            ],
        },
        infinite=True,
    )
    (folder / "town.tmj").write_text(json.dumps(table, indent=1), "utf-8")
    (folder / "sea.tsj").write_text(
        json.dumps({"name": "sea", "tiles": [{"id": 0, "type": "water"}]}), "utf-8"
    )
    return folder / "town.tmj"


def xml(folder: Path) -> Path:
    (folder / "town.tmx").write_text(tmx(DATA["zlib"], SHAPES), "utf-8")
    (folder / "sea.tsx").write_text(
        '<tileset name="water"><tile id="0" type="water"/></tileset>', "utf-8"
    )
    return folder / "town.tmx"


def matrix(folder: Path) -> Path:
    return town.write(folder / "burgh", *town.small(), size=(12, 8))


def original(folder: Path) -> Path:
    for path in FOLDER.iterdir():
        (folder / path.name).write_bytes(path.read_bytes())
    return folder


SOURCES: list[Callable[[Path], Path]] = [exported, plain, xml, matrix, original]


@pytest.mark.parametrize("make", SOURCES)
def test_no_source_makes_an_import_fail(make: Callable[[Path], Path], tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.write_text("secret, and not of this world")
    for count in range(-(-ROUNDS // 5)):
        dice, folder = random.Random(f"{make.__name__} {count}"), tmp_path / str(count)
        folder.mkdir()
        source = make(folder)
        for _ in range(dice.choice([1, 1, 2, 5])):
            files = sorted(
                path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()
            )
            if files:
                _spoil(dice, dice.choice(files), outside)
        judge(source, folder / "made")


@pytest.mark.parametrize("make", [exported, plain])
@given(data=st.data())
@settings(max_examples=max(ROUNDS // 5, 20), deadline=None)
def test_no_value_makes_an_import_fail(make: Callable[[Path], Path], data: st.DataObject) -> None:
    with TemporaryDirectory() as name:
        source = make(Path(name))
        table = json.loads(source.read_text("utf-8"))
        for _ in range(data.draw(st.integers(1, 3))):
            put(table, data.draw(st.sampled_from([*paths(table, ())])), data.draw(ODD))
        source.write_text(json.dumps(table, indent=1), "utf-8")
        judge(source, Path(name) / "made")


def judge(source: Path, folder: Path) -> None:
    files, problems = import_world(source)
    for problem in problems:
        _is_readable(problem)
    assert problems == sorted(set(problems))
    if files is None:
        assert select_errors(problems)
        return
    assert not select_errors(problems)
    assert not any("secret" in text for text in files.values())
    write_world(folder, files)
    world, found = inspect_world(folder)
    assert world is not None or select_errors(found)
    for problem in found:
        _is_readable(problem)


def paths(value: object, path: tuple[str | int, ...]) -> Iterator[tuple[str | int, ...]]:
    """Yield the path of every value in a table."""
    items = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for key, item in items:
        yield (*path, key)
        if not (isinstance(item, list) and len(item) > 200):
            yield from paths(item, (*path, key))


def put(table: Any, path: tuple[Any, ...], value: object) -> None:
    """Put a value in the place of another, as far as it is still there."""
    for key in path[:-1]:
        if not (isinstance(table, dict) and key in table) and not (
            isinstance(table, list) and isinstance(key, int) and key < len(table)
        ):
            return
        table = table[key]
    if isinstance(table, dict) or (
        isinstance(table, list) and isinstance(path[-1], int) and path[-1] < len(table)
    ):
        table[path[-1]] = copy.deepcopy(value)
