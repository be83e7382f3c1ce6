"""What is changed in Tiled changes its own lines of a world, and no others."""

import json
from collections.abc import Callable, Iterator
from difflib import ndiff
from pathlib import Path
from typing import Any

import pytest

from latticeville.cli.main import main
from latticeville.formats.world_import import import_world
from latticeville.world.load import load_world
from tests.world_folders import SQUARE, VILLE

Doc = dict[str, Any]


def shape(doc: Doc, name: str) -> Doc:
    """Return the shape of something with an id on a map of Tiled."""
    return next(one for one in _shapes(doc) if name in (_property(one, "id"), one.get("name")))


def _shapes(doc: Doc) -> Iterator[Doc]:
    for layer in doc["layers"]:
        yield from layer.get("objects", ())


def _property(one: Doc, name: str) -> object:
    rows = one.get("properties", ())
    return next((row["value"] for row in rows if row["name"] == name), None)


def changed(folder: Path, tmp_path: Path, change: Callable[[Doc], object]) -> dict[str, list[str]]:
    """Export a world, change the map, import it over the same file; return the lines that differ,
    by file."""
    source, back = tmp_path / "town.tmj", tmp_path / "back"
    assert main(["export", str(folder), str(source)]) == 0
    doc = json.loads(source.read_text("utf-8"))
    change(doc)
    source.write_text(json.dumps(doc), "utf-8")
    assert main(["import", str(source), str(back)]) == 0
    found = {}
    for path in sorted(path for path in back.rglob("*") if path.is_file()):
        name, was = path.relative_to(back), folder / path.relative_to(back)
        if was.exists() and was.read_bytes() != path.read_bytes():
            lines = ndiff(_lines(was), _lines(path))
            found[str(name)] = [line for line in lines if line.startswith(("+ ", "- "))]
    return found


def _lines(path: Path) -> list[str]:
    return path.read_bytes().decode().split("\n")


def move(name: str, x: int = 0, y: int = 0) -> Callable[[Doc], object]:
    def change(doc: Doc) -> None:
        one = shape(doc, name)
        one["x"] += x * doc["tilewidth"]
        one["y"] += y * doc["tileheight"]

    return change


@pytest.mark.parametrize(
    ("name", "way", "lines"),
    [
        ("bench", (1, 0), ["- cell = [16, 7]", "+ cell = [17, 7]"]),
        ("bench", (0, -1), ["- cell = [16, 7]", "+ cell = [16, 6]"]),
    ],
)
def test_one_object_that_moves_changes_its_cell(
    tmp_path: Path, name: str, way: tuple[int, int], lines: list[str]
) -> None:
    assert changed(SQUARE, tmp_path, move(name, *way)) == {"world.toml": lines}


@pytest.mark.slow
def test_an_object_of_a_big_world_changes_its_cell(tmp_path: Path) -> None:
    assert changed(VILLE, tmp_path, move("park_bench_3", 1)) == {
        "world.toml": ["- cell = [65, 40]", "+ cell = [66, 40]"]
    }


def test_line_ends_and_the_mark_before_a_text_stay(tmp_path: Path) -> None:
    folder = tmp_path / "square"
    folder.mkdir()
    for path in (path for path in SQUARE.rglob("*") if path.is_file()):
        (folder / path.relative_to(SQUARE)).parent.mkdir(exist_ok=True)
        (folder / path.relative_to(SQUARE)).write_bytes(path.read_bytes())
    text = (folder / "world.toml").read_text("utf-8").replace("\n", "\r\n")
    (folder / "world.toml").write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert changed(folder, tmp_path, move("bench", 1)) == {
        "world.toml": ["- cell = [16, 7]\r", "+ cell = [17, 7]\r"]
    }


def test_a_cell_that_is_painted_changes_its_row(tmp_path: Path) -> None:
    def paint(doc: Doc) -> None:
        doc["layers"][0]["data"][0] = doc["layers"][0]["data"][30]

    found = changed(SQUARE, tmp_path, paint)
    rows = load_world(SQUARE).grid.rows
    assert found == {"world.map": [f"- {rows[0]}", f"+ {rows[1][6]}{rows[0][1:]}"]}


def test_a_person_who_is_deleted_takes_their_lines_along(tmp_path: Path) -> None:
    def delete(doc: Doc) -> None:
        people = doc["layers"][3]["objects"]
        assert "otto" in json.dumps(people.pop())

    lines = changed(SQUARE, tmp_path, delete)["world.toml"]
    assert lines
    assert all(line.startswith("- ") for line in lines)
    assert [*load_world(tmp_path / "back").people] == ["mina"]


def test_an_object_that_is_drawn_gets_a_table_of_its_own(tmp_path: Path) -> None:
    def draw(doc: Doc) -> None:
        bench = shape(doc, "bench")
        doc["layers"][2]["objects"].append(
            {
                **bench,
                "id": 999,
                "name": "",
                "x": bench["x"] + doc["tilewidth"],
                "properties": [
                    {**row, "value": "stool"} if row["name"] == "id" else row
                    for row in bench["properties"]
                ],
            }
        )

    lines = changed(SQUARE, tmp_path, draw)["world.toml"]
    assert [line for line in lines if line.strip("+ ")] == [
        "+ [[objects]]",
        '+ id = "stool"',
        '+ kind = "bench"',
        "+ cell = [17, 7]",
        "+ size = [2, 1]",
    ]


def test_a_name_that_is_taken_away_in_tiled_is_gone(tmp_path: Path) -> None:
    def bare(doc: Doc) -> None:
        shape(doc, "lamp")["name"] = ""

    (gone,) = changed(SQUARE, tmp_path, bare)["world.toml"]
    assert gone.startswith('- name = "old lamp"  ')


def test_what_cannot_be_told_apart_is_written_anew_with_a_warning(tmp_path: Path) -> None:
    source = tmp_path / "town.tmj"
    assert main(["export", str(SQUARE), str(source)]) == 0
    doc = json.loads(source.read_text("utf-8"))
    text = next(row for row in doc["properties"] if row["name"] == "world.toml")
    text["value"] = 'name = "Elsewhere"\n'
    source.write_text(json.dumps(doc), "utf-8")
    files, problems = import_world(source)
    assert files is not None
    assert [problem.code for problem in problems] == ["rewritten"]
