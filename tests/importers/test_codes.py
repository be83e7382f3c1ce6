"""Every code that an import can give is given in some test of its format, and each of these where
it stands."""

import ast
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from latticeville.core.problems import Problem
from latticeville.formats.cast.add_people import (
    ImportedPeople,
    Newcomer,
    WhisperedMemories,
    add_people,
)
from latticeville.formats.cast.people_import import import_people
from latticeville.formats.world_import import import_world
from latticeville.world.load import load_world
from tests.importers import town
from tests.world.hut import place, where

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "latticeville"
MAKERS = {
    "problem": 1,
    "Problem": 3,
    "warn": 1,
    "warn_on_map": 3,
    "make_error": 1,
    "report_lost": 2,
}
"""What makes problems, and the place of the code among its arguments."""
FORMATS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "cast": ("formats/cast/*.py", ("importers/test_people.py",)),
    "matrix": ("formats/matrix.py", ("importers/test_matrix.py",)),
    "tiled": (
        "formats/tiled/*.py",
        (
            "importers/test_tiled.py",
            "importers/test_mismatches.py",
            "importers/test_round_trip.py",
            "importers/test_merged.py",
            "importers/test_comparison.py",
        ),
    ),
    "terrarium": (
        "formats/terrarium/*.py",
        ("importers/test_terrarium.py", "importers/test_odd_scenarios.py"),
    ),
    "original": (
        "world/original/*.py formats/*.py",
        (
            "world/test_original.py",
            "importers/test_tiled.py",
            "importers/test_people.py",
            "importers/test_matrix.py",
            "importers/test_comparison.py",
        ),
    ),
}
"""The modules of each format, those that all share with the original's, and the tests that name
codes of theirs."""


class Case(NamedTuple):
    """A source that is spoilt: its files, which of them is imported, and where the problem
    stands."""

    files: Mapping[str, str]
    source: str
    file: str
    mark: str
    what: str


def characters(*rows: str) -> dict[str, str]:
    return {"characters.json": '{"characters": [\n' + ",\n".join(rows) + "\n]}\n"}


def whispers(*rows: str) -> dict[str, str]:
    return {"w.csv": "\n".join(("Name,Whisper", *rows, ""))}


def person(house: object, kind: str = "event") -> dict[str, str]:
    """Return the folder of a person who believes something of a house of the square, and remembers
    something."""
    tables: Mapping[str, Mapping[str, Any]] = {
        "scratch.json": {"name": "Alda Amsel"},
        "spatial_memory.json": {"the Square": {"Mina's House": house}},
        "associative_memory/nodes.json": {
            "node_1": {"node_count": 1, "type": kind, "description": "the oar"}
        },
    }
    return {
        f"Alda Amsel/bootstrap_memory/{name}": json.dumps(table, indent=1)
        for name, table in tables.items()
    }


def tmj(layers: Iterable[str], tiles: str = "") -> dict[str, str]:
    """Return a map of four by three cells, of which the second column of the first row cannot be
    walked on."""
    data = "[1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3]"
    glyph = '{"name": "glyph", "type": "string", "value": "%s"}'
    solid = '{"name": "walkable", "type": "bool", "value": false}'
    land = (
        f'{{"id": 0, "properties": [{glyph % "o"}]}}, {{"id": 1, "properties": [{glyph % "%"}, '
        f"{solid}]}}"
    )
    ground = f'{{"type": "tilelayer", "name": "ground", "width": 4, "height": 3, "data": {data}}}'
    text = (
        '{"type": "map", "width": 4, "height": 3, "tilewidth": 16, "tileheight": 16, '
        '"orientation": "orthogonal",\n'
        f'"tilesets": [{{"firstgid": 1, "name": "land", "tiles": [{land}{tiles}]}}],\n'
        f'"layers": [{", ".join([ground, *layers])}],\n"properties": [\n'
        '{"name": "kinds.toml", "type": "string", "value": "kinds ="}\n]}\n'
    )
    return {"town.tmj": text}


def things(*objects: str) -> str:
    return '{"type": "objectgroup", "name": "people", "objects": [\n' + ",\n".join(objects) + "]}"


def matrix(**blocks: str) -> dict[str, str]:
    """Return the folder of a house in which a bed is no box, with more blocks."""
    mazes, known = town.small()
    mazes["game_object"][4, 3] = 8
    lines = {name: [*rows, *filter(None, [blocks.get(name, "")])] for name, rows in known.items()}
    meta = {"world_name": "B", "maze_width": 12, "maze_height": 8, "sq_tile_size": 32}
    found = {"maze_meta_info.json": json.dumps(meta)}
    for name, cells in mazes.items():
        rows = [", ".join(str(cells.get((x, y), 0)) for x in range(12)) for y in range(8)]
        found[f"maze/{name}_maze.csv"] = ",\n".join(rows)
    return found | {
        f"special_blocks/{name}_blocks.csv": "\n".join(rows) for name, rows in lines.items()
    }


ODD = matrix(arena="7, B, Mill, hall")
"""A block that says what another has said."""
ELSEWHERE = {**matrix(), "special_blocks/arena_blocks.csv": "6, B, House, den\n7, B, Mill, hall"}
TREE = "Alda Amsel/bootstrap_memory/spatial_memory.json"
NODES = "Alda Amsel/bootstrap_memory/associative_memory/nodes.json"
LONG = "m" * 140_000
CASES: Mapping[tuple[str, str], Case] = {
    ("cast", "no-name"): Case(
        characters('{"personality": "quiet"}'),
        "characters.json",
        "characters.json",
        '{"personality"',
        "a character has no name",
    ),
    ("cast", "bad-glyph"): Case(
        characters('{"name": "Alda", "symbol": "ab"}'),
        "characters.json",
        "characters.json",
        '"symbol"',
        "“ab” is not one character",
    ),
    ("cast", "cut"): Case(
        characters('{"name": "Alda", "personality": "' + LONG + '"}'),
        "characters.json",
        "characters.json",
        '"personality"',
        "more than 4000 characters",
    ),
    ("cast", "unknown-area"): Case(
        characters('{"name": "Alda", "start_room_id": "moon"}'),
        "characters.json",
        "characters.json",
        '"start_room_id"',
        "moon",
    ),
    ("cast", "wrong-type"): Case(person(7), "", TREE, '"Mina\'s House"', "must be a table"),
    ("cast", "unknown-thing"): Case(
        person({"Kitchen": ["sofa"]}), "", TREE, '"sofa"', "“sofa” of the spatial memory"
    ),
    ("cast", "unknown-kind"): Case(
        person({}, "dream"), "", NODES, '"node_1"', "of the type “dream”"
    ),
    ("cast", "csv-syntax"): Case(
        whispers("Mina Moss,Hm", f"Mina Moss,{LONG}"),
        "w.csv",
        "w.csv",
        f"Mina Moss,{LONG}",
        "invalid CSV",
    ),
    ("original", "duplicate-id"): Case(
        ODD, "", "special_blocks/arena_blocks.csv", "7, B, Mill", "7 is registered twice"
    ),
    ("original", "other-sector"): Case(
        ELSEWHERE,
        "",
        "special_blocks/arena_blocks.csv",
        "7, B, Mill",
        "“hall” of “Mill” lie in “House”",
    ),
    ("matrix", "wrong-size"): Case(
        {**matrix(), "maze/arena_maze.csv": "6, 7"},
        "",
        "maze/arena_maze.csv",
        "7",
        "has 2 ids: 12 × 8 cells need 96",
    ),
    ("tiled", "duplicate-glyph"): Case(
        tmj([], ', {"id": 2, "properties": [{"name": "glyph", "type": "string", "value": "o"}]}'),
        "town.tmj",
        "town.tmj",
        '"tilesets"',
        "two tiles have the glyph “o”",
    ),
    ("tiled", "outside-map"): Case(
        tmj([things('{"name": "Oak", "type": "object", "x": 640, "y": 0}')]),
        "town.tmj",
        "town.tmj",
        '{"name": "Oak"',
        "“Oak” extends beyond the map",
    ),
    ("tiled", "start-blocked"): Case(
        tmj([things('{"name": "Alda", "type": "person", "x": 16, "y": 0}')]),
        "town.tmj",
        "town.tmj",
        '{"name": "Alda"',
        "nobody can stand in the cell [1, 0]",
    ),
    ("original", "toml-syntax"): Case(
        tmj([]),
        "town.tmj",
        "town.tmj",
        '{"name": "kinds.toml"',
        "“kinds.toml” cannot be read: invalid TOML",
    ),
}
"""How to spoil a source so that a code is given."""


@pytest.mark.parametrize(("family", "code"), CASES, ids=map("-".join, CASES))
def test_what_is_wrong_with_a_source_is_told_where_it_stands(
    family: str, code: str, tmp_path: Path
) -> None:
    case = CASES[family, code]
    for name, text in case.files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    source = tmp_path / case.source
    found = (
        import_people(source, load_world(ROOT / "worlds" / "square"))[1]
        if family == "cast"
        else import_world(source)[1]
    )
    [one] = [problem for problem in found if problem.code == code]
    assert case.what in one.what
    assert where(one) == place(case.files, case.file, case.mark)


def settled(cast: ImportedPeople, files: Mapping[str, str]) -> Problem:
    [found] = add_people(cast, files)[1]
    return found


def test_nobody_takes_the_file_of_somebody_who_is_there() -> None:
    alda = Newcomer("alda", "Alda", {"name": "Alda"}, {"persona": "alda"}, "scratch.json")
    found = settled(
        ImportedPeople((alda,), ()), {"world.toml": "", "personas/alda.toml": 'name = "Alda"\n'}
    )
    assert (found.code, where(found)) == ("occupied", ("personas/alda.toml", 1, 1))
    assert "rename it" in found.fix


def test_a_list_that_is_closed_is_told_at_its_line() -> None:
    files = {"personas/alda.toml": 'name = "Alda"\nmemories = [{text = "the oar"}]\n'}
    found = settled(
        ImportedPeople((), (WhisperedMemories("Alda", [{"text": "the quay"}], "w.csv", 2),)), files
    )
    assert (found.code, where(found)) == (
        "closed-list",
        place(files, "personas/alda.toml", "memories"),
    )
    assert found.fix == "write each entry as [[memories]]"


@pytest.mark.parametrize("family", FORMATS)
def test_every_code_of_an_import_is_given_in_a_test_of_its_format(family: str) -> None:
    modules, tests = FORMATS[family]
    here = {
        code
        for name, code in (*CASES, ("cast", "occupied"), ("cast", "closed-list"))
        if name == family
    }
    told = {word for name in tests for word in _words(ROOT / "tests" / name)}
    codes = {
        code
        for pattern in modules.split()
        for path in PACKAGE.glob(pattern)
        for code in _codes(path)
    }
    assert len(codes) > 1
    assert codes - told - here == set()


def _words(path: Path) -> set[str]:
    tree = ast.walk(ast.parse(path.read_text("utf-8")))
    return {
        node.value
        for node in tree
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def _codes(path: Path) -> set[str]:
    """Return the codes that a module gives to what makes problems, by default ones too."""
    given: list[ast.expr] = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call):
            at = MAKERS.get(
                getattr(node.func, "attr", getattr(node.func, "id", "")), len(node.args)
            )
            given += [
                *node.args[at : at + 1],
                *(word.value for word in node.keywords if word.arg == "code"),
            ]
        elif isinstance(node, ast.FunctionDef):
            pairs = zip(reversed(node.args.args), reversed(node.args.defaults), strict=False)
            given += [value for argument, value in pairs if argument.arg == "code"]
    return {
        one.value for one in given if isinstance(one, ast.Constant) and isinstance(one.value, str)
    }
