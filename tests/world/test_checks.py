"""Each way to spoil the hut is found, at its place, with its cure."""

import re
import time
import tomllib
from pathlib import Path

import pytest

from latticeville.core.problems import Severity
from latticeville.world import checks
from latticeville.world.load import assemble, examine
from tests.world.hut import FILES, place, problem, spoiled, where

FAULTS = tomllib.loads((Path(__file__).parents[1] / "data" / "faults.toml").read_text("utf-8"))["fault"]


def test_the_hut_has_no_problems() -> None:
    assert examine(FILES)[1] == []


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault['code']}: {fault['new'][:30]!r}")
def test_a_fault_is_found_where_it_stands(fault: dict[str, str]) -> None:
    files = spoiled(fault["file"], fault["old"], fault["new"])
    found = problem(files, fault["code"])
    assert found.severity == fault["severity"]
    assert fault["what"] in found.what
    assert fault["fix"] in found.fix
    assert where(found) == place(files, fault.get("at", fault["file"]), fault["mark"])


def test_every_code_of_the_checks_has_a_fault() -> None:
    package = Path(checks.__file__).parent
    code = re.compile(r'"([a-z]+(?:-[a-z]+)+)", (?:what|f")')
    written = {found for path in package.glob("*.py") for found in code.findall(path.read_text("utf-8"))}
    assert len(written) > 25
    assert written - {fault["code"] for fault in FAULTS} == {"extends-itself"}, "told once for each kind in the circle"


def test_glyphs_that_are_strange_everywhere_are_told_once() -> None:
    files = spoiled("world.map", "#...+...#", "#??.+.??#")
    assert "4 times" in problem(files, "unknown-glyph").what


def test_rooms_may_share_a_wall() -> None:
    files = spoiled("world.toml", "[[1, 1, 3, 3]]", "[[1, 0, 4, 2], [1, 2, 3, 2]]")
    files["world.toml"] = files["world.toml"].replace("[5, 1, 3, 2]", "[4, 0, 4, 2]").replace("[5, 3", "[5, 2")
    assert "overlap" not in {found.code for found in examine(files)[1]}


def test_a_room_behind_a_door_that_opens_is_no_sealed_room() -> None:
    files = spoiled("world.toml", '[[people]]\npersona = "ada"', DOOR)
    files["things.toml"] += '\n[kinds.gate]\nglyph = "+"\nstart = "shut"\n[kinds.gate.states.shut]\n'
    assert problem(files, "sealed-area").severity is Severity.ERROR
    files["things.toml"] += "[kinds.gate.states.ajar]\nblocks = false\n"
    assert "sealed-area" not in {found.code for found in examine(files)[1]}


DOOR = '[[objects]]\nid = "gate"\nkind = "gate"\ncell = [4, 2]\n\n[[people]]\npersona = "ada"'


def test_a_file_that_cannot_be_read_is_the_only_thing_told_about() -> None:
    files = spoiled("things.toml", '[kinds.chest]\nglyph = "c"', "[kinds.chest]\nglyph = c")
    assert [found.code for found in examine(files)[1]] == ["toml-syntax"]
    files = spoiled("personas/bo.toml", 'name = "Bo Berg"', "nmae = 'Bo'")
    assert {(found.code, found.file) for found in examine(files)[1]} == {
        ("missing-key", "personas/bo.toml"),
        ("unknown-key", "personas/bo.toml"),
    }


def test_problems_come_in_the_order_of_files_and_lines() -> None:
    files = spoiled("world.toml", 'kind = "stove"', 'kind = "oven"') | {"world.map": "####\n"}
    found = examine(files)[1]
    assert len(found) > 5
    assert found == sorted(found)
    assert assemble(files)[1] == sorted(assemble(files)[1])


def _town(width: int, height: int, areas: int, objects: int) -> dict[str, str]:
    rows = ["#" * width, *["#" + "." * (width - 2) + "#"] * (height - 2), "#" * width]
    text = ['name = "Town"', "[legend]", '"." = { name = "floor" }', '"#" = { name = "wall", walkable = false }']
    step = (width - 2) // areas
    for index in range(areas):
        box = f"[[{1 + index * step}, 1, {step}, {height - 2}]]"
        text += ["[[areas]]", f'id = "a{index}"', f'name = "Area {index}"', f"boxes = {box}"]
    for index in range(objects):
        x, y = 1 + index * 7 % (width - 2), 1 + index * 5 % (height - 2)
        text += ["[[objects]]", f'id = "o{index}"', 'kind = "chair"', f"cell = [{x}, {y}]"]
    text += ["[[people]]", 'persona = "ada"', 'home = "a0"']
    things = '[kinds.chair]\nglyph = "h"\nblocks = false\n'
    return {
        "world.toml": "\n".join(text),
        "world.map": "\n".join(rows),
        "things.toml": things,
        "personas/ada.toml": 'name = "Ada"\n',
    }


def test_problems_without_end_are_cut_short() -> None:
    people = "".join(f'\n[[people]]\npersona = "bo"\nid = "bo{index}"\nhome = "w{index}"\n' for index in range(5000))
    found = examine({**FILES, "world.toml": FILES["world.toml"] + people})[1]
    assert [each.code for each in found].count("unknown-area") == 200
    assert problem({**FILES, "world.toml": FILES["world.toml"] + people}, "more-problems").severity == "hint"


def test_a_town_is_checked_while_one_types() -> None:
    files = _town(120, 48, 12, 40)
    examine(files)
    spent = []
    for _ in range(5):
        start = time.perf_counter()
        assert examine(files)[1] == []
        spent.append(time.perf_counter() - start)
    assert min(spent) < 0.15


def test_a_hostile_world_is_checked_in_time() -> None:
    files = _town(2000, 2000, 12, 40)
    huge = "[[-100000, -100000, 100000, 100000], [-5, -5, 100000, 100000], [3, 3, 100000, 1]]"
    lines = files["world.toml"].splitlines()
    files["world.toml"] = "\n".join(f"boxes = {huge}" if line.startswith("boxes") else line for line in lines)
    start = time.perf_counter()
    world, found = examine(files)
    assert time.perf_counter() - start < 20
    assert world is not None
    assert {each.code for each in found} == {"outside-map"}


def test_an_area_is_suggested_by_its_name() -> None:
    files = spoiled("world.toml", 'persona = "ada"', 'persona = "ada"\nhome = "west_room"')
    assert problem(files, "unknown-area").fix == "write “west”"
