"""Each way to spoil the hut is found, at its place, with its cure."""

import ast
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path

import pytest

from latticeville.core.problems import Severity
from latticeville.world import checks
from latticeville.world.load import build_unchecked, check_texts, inspect_world
from tests.work import within
from tests.world.hut import FILES, place, problem, spoiled, where
from tests.worlds import build

FAULTS = tomllib.loads((Path(__file__).parents[1] / "data" / "faults.toml").read_text("utf-8"))[
    "fault"
]


def test_the_hut_has_no_problems() -> None:
    assert check_texts(FILES)[1] == []


@pytest.mark.parametrize(
    "fault", FAULTS, ids=lambda fault: f"{fault['code']}: {fault['new'][:30]!r}"
)
def test_a_fault_is_found_where_it_stands(fault: dict[str, str]) -> None:
    files = spoiled(fault["file"], fault["old"], fault["new"])
    found = problem(files, fault["code"])
    assert found.severity == fault["severity"]
    assert fault["what"] in found.what
    assert fault["fix"] in found.fix
    assert where(found) == place(files, fault.get("at", fault["file"]), fault["mark"])


def test_a_problem_has_the_path_of_its_value() -> None:
    files = spoiled("kinds.toml", 'from = "hot"\nafter = 30', 'from = "*"\nverb = "open"')
    assert problem(files, "shadowed-row").path == ("kinds", "stove", "transitions", "2")
    assert problem(spoiled("world.map", "#...+...#", "#??.+.??#"), "unknown-glyph").path == ()


def test_every_code_of_the_checks_has_a_fault() -> None:
    package = Path(checks.__file__).parent
    written = codes([*package.glob("*.py"), *(package.parent / "analysis").glob("*.py")])
    assert len(written) > 45
    told_elsewhere = {
        "extends-itself",
        "bad-tiles",
        "shared-cell",
        "walled-in",
        "cut-off",
        "shut-door",
        "meets-nobody",
        "nobody-meets",
        "unread-day",
        "unvisited",
        "untold-scene",
    }  # these need more than one edit
    assert written - {fault["code"] for fault in FAULTS} == told_elsewhere


def test_a_circle_of_kinds_is_told_at_each_of_them_with_its_cure() -> None:
    files = spoiled("kinds.toml", "[kinds.chest]\n", '[kinds.chest]\nextends = "stove"\n')
    files["kinds.toml"] = files["kinds.toml"].replace(
        "[kinds.stove]\n", '[kinds.stove]\nextends = "chest"\n'
    )
    found = [one for one in check_texts(files)[1] if one.code == "extends-itself"]
    lines = files["kinds.toml"].split("\n")
    assert [lines[one.line - 1] for one in found] == ['extends = "stove"', 'extends = "chest"']
    assert all(one.severity is Severity.ERROR and one.fix for one in found)


def test_every_code_of_reading_has_a_case() -> None:
    package = Path(checks.__file__).parents[1]
    toml = package.parent / "core" / "toml_table.py"
    written = codes([toml, *package.glob("*.py"), *(package / "io").glob("*.py")])
    assert written == {*READING, *FOLDERS}


READING: dict[str, tuple[str, str, str, str, str, str]] = {
    "toml-syntax": (
        "world.toml",
        "seed = 7",
        "seed = ",
        "seed = ",
        "invalid TOML",
        "missing quote",
    ),
    "missing-key": ("world.toml", 'kind = "stove"\n', "", "", "has no “kind”", "add “kind = …”"),
    "unknown-key": ("world.toml", "seed = 7", "sed = 7", "sed = 7", "no key “sed”", "seed"),
    "wrong-type": (
        "world.toml",
        "seed = 7",
        'seed = "x"',
        '"x"',
        "must be a whole number, not “x”",
        "a whole number",
    ),
    "bad-value": (
        "world.toml",
        "seed = 7",
        "seed = -1",
        "-1",
        "must be at least 0, not -1",
        "at least 0",
    ),
    "too-short": (
        "world.toml",
        "[[1, 1, 3, 3]]",
        "[[1, 1, 3]]",
        "",
        "is too short",
        "write 4 values",
    ),
    "too-long": (
        "world.toml",
        "[[1, 1, 3, 3]]",
        "[[1, 1, 3, 3, 5]]",
        "",
        "it has 5 values",
        "write 4 values",
    ),
    "more-problems": ("world.toml", "", "", "", "", ""),
    "bad-address": ("world.toml", "", "", "", "", ""),
    "no-world": ("", "", "", "", "", ""),
    "no-picture": ("", "", "", "", "", ""),
    "bad-picture": ("", "", "", "", "", ""),
    "many-pictures": ("", "", "", "", "", ""),
}
"""How to spoil the hut so that it cannot be read whole: the file, what becomes of what, the mark,
words and cure."""


@pytest.mark.parametrize("code", [code for code, case in READING.items() if case[1]])
def test_what_cannot_be_read_is_told_at_its_place_with_its_cure(code: str) -> None:
    file, old, new, mark, what, fix = READING[code]
    found = problem(spoiled(file, old, new), code)
    assert found.file == file
    assert what in found.what
    assert fix in found.fix
    assert found.line > 0
    if mark:
        at = where(found)
        marked = place(spoiled(file, old, new), file, mark)
        assert at[1] == marked[1]


FOLDERS: dict[str, tuple[str, bytes, tuple[int, int], str]] = {
    "not-utf-8": ("world.map", b"##\n#\xff\n", (2, 2), "save the file as UTF-8"),
    "nul-byte": ("world.map", b"##\n#\0\n", (2, 2), "save the file as UTF-8 text"),
    "no-prompt": ("prompts/en/odd.txt", b"x", (1, 1), "rename"),
    "old-name": ("things.toml", b"", (1, 1), "rename it to kinds.toml"),
    "two-names": ("things.toml", b"", (1, 1), "delete things.toml"),
    "outside-project": ("", b"", (1, 1), "put the file into the world folder"),
    "unreadable": ("", b"", (1, 1), "file"),
}
"""How to spoil the hut's folder: the file, its bytes, the line and column that are told, and the
cure."""


@pytest.mark.parametrize("code", FOLDERS)
def test_a_folder_that_cannot_be_read_is_told_with_its_cure(code: str, tmp_path: Path) -> None:
    for name, text in FILES.items():
        (tmp_path / "hut" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "hut" / name).write_text(text, "utf-8")
    file, data, at, fix = FOLDERS[code]
    path = tmp_path / "hut" / (file or "kinds.toml")
    if code == "outside-project":
        (tmp_path / "elsewhere.toml").write_text(FILES["kinds.toml"])
        path.unlink()
        path.symlink_to(tmp_path / "elsewhere.toml")
    elif code == "unreadable":
        path.unlink()
        path.mkdir()
    elif code == "old-name":
        path.with_name("kinds.toml").rename(path)
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    [found] = [one for one in inspect_world(tmp_path / "hut")[1] if one.code == code]
    assert (found.line, found.column) == at
    assert fix in found.fix.casefold() or fix in found.fix
    assert found.file
    assert found.what


def test_a_folder_without_a_world_says_what_it_needs(tmp_path: Path) -> None:
    [found] = inspect_world(tmp_path)[1]
    assert (found.code, found.file) == ("no-world", "world.toml")
    assert "name a folder with a world.toml" in found.fix


def codes(paths: Iterable[Path]) -> set[str]:
    """Return every code with which a problem is made in some files: words given to what makes
    problems."""
    makers = {"problem", "Problem", "problem_on_map", "Defect", "Mistake"}
    found = set()
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if (
                isinstance(node, ast.Call)
                and getattr(node.func, "attr", getattr(node.func, "id", "")) in makers
            ):
                words = [
                    one.value
                    for one in node.args
                    if isinstance(one, ast.Constant) and isinstance(one.value, str)
                ]
                found |= {word for word in words if re.fullmatch(r"[a-z]+(-[a-z0-9]+)*", word)}
            if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "code":
                given = [one.value for one in ast.walk(node.value) if isinstance(one, ast.Constant)]
                found |= {word for word in given if isinstance(word, str)}
    return found


def test_glyphs_that_are_strange_everywhere_are_told_once() -> None:
    files = spoiled("world.map", "#...+...#", "#??.+.??#")
    assert "4 times" in problem(files, "unknown-glyph").what


def test_furniture_on_a_cell_of_what_blocks_is_told() -> None:
    files = spoiled("kinds.toml", "portable = true", "blocks = false")
    files["world.toml"] = files["world.toml"].replace("cell = [3, 3]", "cell = [7, 3]")
    found = problem(files, "shared-cell")
    assert where(found) == place(files, "world.toml", "cell = [7, 3]")
    assert found.what == "“firewood” shares the cell [7, 3] with “chest”"
    assert found.severity is Severity.WARNING
    files["kinds.toml"] = files["kinds.toml"].replace('glyph = "c"', 'glyph = "c"\nblocks = false')
    assert "shared-cell" not in {one.code for one in check_texts(files)[1]}


@pytest.mark.parametrize(("key", "letter", "count"), [("##", "#", 2), ("", ".", 0)])
def test_a_key_of_the_legend_is_one_letter(key: str, letter: str, count: int) -> None:
    (found,) = check_texts(spoiled("world.toml", '"#" =', f'"{key}" ='))[1]
    assert found.what == f"a key of the legend must be one character, but “{key}” has {count}"
    assert found.fix == f"write one character, such as “{letter}”"


def test_a_missing_legend_is_shown_as_a_table() -> None:
    found = {one.what: one.fix for one in check_texts({"world.toml": ""})[1]}
    assert found["the file has no “legend”"].startswith("add a line [legend]")
    assert found["the file has no “name”"] == "add “name = …”"


def test_a_persona_that_is_named_twice_may_have_an_id() -> None:
    files = spoiled("world.toml", 'persona = "bo"\nid = "bob"', 'persona = "ada"')
    assert (
        problem(files, "duplicate-id").fix
        == "name another “persona”, or add id = “ada_2” beside it"
    )


def test_rooms_may_share_a_wall() -> None:
    files = spoiled("world.toml", "[[1, 1, 3, 3]]", "[[1, 0, 4, 2], [1, 2, 3, 2]]")
    files["world.toml"] = (
        files["world.toml"].replace("[5, 1, 3, 2]", "[4, 0, 4, 2]").replace("[5, 3", "[5, 2")
    )
    assert "overlap" not in {found.code for found in check_texts(files)[1]}


def test_rooms_that_share_a_cell_to_stand_on_overlap() -> None:
    rows = "\n".join(["#######", *["#.....#"] * 4, "#######"])
    for left, found in (([1, 1, 3, 4], False), ([1, 1, 4, 4], True), ([1, 4, 4, 1], True)):
        files = dict(build(rows, areas={"left": [1, 1, 3, 4], "right": [4, 1, 2, 4]}).files)
        files["world.toml"] = files["world.toml"].replace("[[1, 1, 3, 4]]", f"[{left}]")
        assert ("overlap" in {one.code for one in check_texts(files)[1]}) is found


def test_a_room_behind_a_door_that_opens_is_no_sealed_room() -> None:
    files = spoiled("world.toml", '[[people]]\npersona = "ada"', DOOR)
    files["kinds.toml"] += '\n[kinds.gate]\nglyph = "+"\nstart = "shut"\n[kinds.gate.states.shut]\n'
    assert problem(files, "sealed-area").severity is Severity.ERROR
    files["kinds.toml"] += "[kinds.gate.states.ajar]\nblocks = false\n"
    assert "sealed-area" not in {found.code for found in check_texts(files)[1]}


DOOR = '[[objects]]\nid = "gate"\nkind = "gate"\ncell = [4, 2]\n\n[[people]]\npersona = "ada"'


def test_a_file_that_cannot_be_read_is_the_only_thing_told_about() -> None:
    files = spoiled("kinds.toml", '[kinds.chest]\nglyph = "c"', "[kinds.chest]\nglyph = c")
    assert [found.code for found in check_texts(files)[1]] == ["toml-syntax"]
    files = spoiled("personas/bo.toml", 'name = "Bo Berg"', "nmae = 'Bo'")
    assert {(found.code, found.file) for found in check_texts(files)[1]} == {
        ("missing-key", "personas/bo.toml"),
        ("unknown-key", "personas/bo.toml"),
    }


def test_problems_come_in_the_order_of_files_and_lines() -> None:
    files = spoiled("world.toml", 'kind = "stove"', 'kind = "oven"') | {"world.map": "####\n"}
    found = check_texts(files)[1]
    assert len(found) > 5
    assert found == sorted(found)
    assert build_unchecked(files)[1] == sorted(build_unchecked(files)[1])


def _town(width: int, height: int, areas: int, objects: int) -> dict[str, str]:
    rows = ["#" * width, *["#" + "." * (width - 2) + "#"] * (height - 2), "#" * width]
    text = [
        'name = "Town"',
        "[legend]",
        '"." = { name = "floor" }',
        '"#" = { name = "wall", walkable = false }',
    ]
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
        "kinds.toml": things,
        "personas/ada.toml": 'name = "Ada"\n',
    }


def test_problems_without_end_are_cut_short() -> None:
    people = "".join(
        f'\n[[people]]\npersona = "bo"\nid = "bo{index}"\nhome = "w{index}"\n'
        for index in range(5000)
    )
    found = check_texts({**FILES, "world.toml": FILES["world.toml"] + people})[1]
    assert [each.code for each in found].count("unknown-area") == 200
    assert (
        problem({**FILES, "world.toml": FILES["world.toml"] + people}, "more-problems").severity
        == "hint"
    )


def test_a_town_is_checked_while_one_types() -> None:
    files = _town(120, 48, 12, 40)
    check_texts(files)  # what is read once for all worlds is not of this town
    _, found = within(200_000, lambda: check_texts(files))
    assert {one.severity for one in found} == {"hint"}


def test_boxes_far_larger_than_the_map_cost_no_more_than_its_cells() -> None:
    files = _town(250, 250, 12, 40)
    huge = "[[-100000, -100000, 100000, 100000], [-5, -5, 100000, 100000], [3, 3, 100000, 1]]"
    lines = files["world.toml"].splitlines()
    files["world.toml"] = "\n".join(
        f"boxes = {huge}" if line.startswith("boxes") else line for line in lines
    )
    world, found = within(20 * 250 * 250, lambda: check_texts(files))
    assert world is not None
    assert {each.code for each in found} == {"outside-map"}


def test_an_area_is_suggested_by_its_name() -> None:
    files = spoiled("world.toml", 'persona = "ada"', 'persona = "ada"\nhome = "west_room"')
    assert problem(files, "unknown-area").fix == "write “west”"
