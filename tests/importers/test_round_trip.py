"""A world that goes to Tiled and comes back is the same world."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from latticeville.cli.main import main
from latticeville.core.problems import select_errors
from latticeville.formats.tiled.export import to_tmj
from latticeville.formats.world_import import import_world
from latticeville.world.load import build_unchecked, load_world
from latticeville.world.model.world import World
from latticeville.world.schema.world import WorldFile
from latticeville.world.templates import TEMPLATES
from tests.importers.schema_worlds import SchemaSampler, schema_keys
from tests.laws import law
from tests.pictures import write_png
from tests.random_worlds import worlds
from tests.world.hut import FILES as HUT

ROOT = Path(__file__).parents[2]

ODD = """
name = "Odd  one"
seed = 9223372036854775807
weather = { chain = { "a b" = { "a b" = 0.1 } }, start = "a b" }
minds = { plan = "model", model = "fake" }
people = [
  { persona = "ada", start = "cell", knows = ["home"] },
  { persona = "ada", id = "bo", home = "home", work = "cell", knows = [] },
  { persona = "ada", id = "cy", start = [0, 1] },
]
[[areas]]
id = "home"
name = "At  home"
boxes = [[0, 0, 2, 2], [1, 1, 3, 1]]
starts = [[1, 0], [0, 0]]
[[areas]]
id = "cell"
name = "cell"
boxes = [[0, 0, 1, 1]]
[[objects]]
id = "urn"
kind = "urn"
name = "two  urns"
cell = [2, 0]
counters = { n = -3 }
glyph = "\u200b"
[legend]
"." = { name = "floor" }
"🐈" = { name = "cat" }
" " = { name = "air" }
"#" = { name = "w", walkable = false }
"=" = { name = "marble", ground = "#C0ffee", tiles = ["♣ ", " ♠"] }
"%" = { name = "soil", ground = "carpet", tile = " ,", color = "red" }
'"' = { name = "quote", color = "#AABBCC" }
'\\' = { name = "back  slash", opaque = true }
"""


def bare(world: World | None) -> World | None:
    return world and replace(world, files={}, digest="")


def back(world: World) -> World:
    """Return the world that comes back, which nothing may be said against."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "town.tmj"
        file.write_text(to_tmj(world, "town.tiles.png"), "utf-8")
        files, problems = import_world(file)
    assert files is not None
    assert not problems
    found, _ = build_unchecked(files)
    assert found is not None
    return found


def there_and_back(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """Return the folder that comes of an export and an import, about which nothing is said."""
    assert main(["export", str(folder), str(tmp_path / "out.tmj")]) == 0
    capsys.readouterr()
    assert main(["import", str(tmp_path / "out.tmj"), str(tmp_path / "back")]) == 0
    assert "warning" not in capsys.readouterr().out
    return tmp_path / "back"


@pytest.mark.slow
@pytest.mark.parametrize(
    "folder", sorted((ROOT / "worlds").iterdir()), ids=lambda folder: folder.name
)
def test_the_worlds_of_the_project_come_back(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world, found = load_world(folder), load_world(there_and_back(folder, tmp_path, capsys))
    assert found.files == world.files
    assert found.digest == world.digest


@pytest.mark.parametrize("template", TEMPLATES)
def test_a_new_world_comes_back_to_the_byte(
    template: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new", str(tmp_path / "town"), "--template", template]) == 0
    assert tree(there_and_back(tmp_path / "town", tmp_path, capsys)) == tree(tmp_path / "town")


def tree(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder by their paths in it."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_every_file_of_a_folder_comes_back_to_the_byte(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "town"
    files = SchemaSampler(5).files()
    world = (
        'name = "Town"\r\nmap = "the map.txt"\n[legend]\n"." = { name = "a", picture = '
        '"art/a.png" }\n'
    )
    (folder / "art").mkdir(parents=True)
    (folder / "prompts/en").mkdir(parents=True)
    picture = write_png(1, [(1, 2, 3)])
    for name, data in {
        "world.toml": b"\xef\xbb\xbf" + world.encode(),
        "the map.txt": b"..\r\n..",
        "tiles.csv": b"0, 0\n0,00\n\n",
        "tiles.toml": b'# none\n[[tilesets]]\nfirst = 4\nname = "  a  b"\nimage = "art/sheet  '
        b'2.gif"',
        "stamps.toml": b'[stamps.a]\nrows = ["."]\n',
        "prompts/en/answer.md": files["prompts/en/answer.md"].encode(),
        "kinds.toml": b'# kinds\r\n[kinds.urn]\nglyph = "u"\npicture = "urn.png"\n',
        "art/a.png": picture,
        "art/sheet  2.gif": b"GIF89a and so on",
        "urn.png": picture,
    }.items():
        (folder / name).write_bytes(data)
    assert tree(there_and_back(folder, tmp_path, capsys)) == tree(folder)


def test_an_image_that_is_gone_is_reported_and_the_world_imported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "town"
    folder.mkdir()
    (folder / "world.toml").write_text(
        'name = "T"\n[legend]\n"." = { name = "a", picture = "a.png" }\n'
    )
    (folder / "world.map").write_text("..\n")
    (folder / "a.png").write_bytes(write_png(1, [(1, 2, 3)]))
    assert main(["export", str(folder), str(tmp_path / "out.tmj")]) == 0
    (tmp_path / "out.files/a.png").unlink()
    capsys.readouterr()
    assert main(["import", str(tmp_path / "out.tmj"), str(tmp_path / "back")]) == 0
    out = capsys.readouterr().out
    assert "“out.files/a.png” cannot be read: no such file or directory" in out
    assert "“a.png” cannot be shown" in out
    assert not (tmp_path / "back/a.png").exists()


@law(60)
@given(st.integers(0, 1 << 32))
def test_every_key_of_the_schema_comes_back(seed: int) -> None:
    files = SchemaSampler(seed).files()
    world, _ = build_unchecked(files)
    assert world is not None
    assert back(world).files == files


def test_the_worlds_that_are_drawn_have_every_key_of_the_schema() -> None:
    left = schema_keys(WorldFile)
    for seed in range(400):
        if left:
            sampler = SchemaSampler(seed)
            sampler.files()
            left -= sampler.drawn
    assert not left


@pytest.mark.slow
@given(worlds())
@settings(max_examples=60, deadline=None)
def test_any_world_comes_back(world: World) -> None:
    assert bare(back(world)) == bare(world)


def test_what_was_changed_in_tiled_comes_back_changed(tmp_path: Path) -> None:
    world = load_world(ROOT / "worlds" / "square")
    table = json.loads(to_tmj(world, "town.tiles.png"))
    table["layers"][0]["data"][0] = table["layers"][0]["data"][30]
    table["layers"][3]["objects"].pop()
    (tmp_path / "town.tmj").write_text(json.dumps(table), "utf-8")
    files, problems = import_world(tmp_path / "town.tmj")
    assert files is not None
    assert not problems
    found, _ = build_unchecked(files)
    assert found is not None
    assert found.grid.rows[0][0] == world.grid.rows[1][6]
    assert len(found.people) == len(world.people) - 1
    assert replace(found, files={}, digest="", people=world.people, grid=world.grid) == bare(world)


@pytest.mark.parametrize(
    "place", ["../out.map", "/out.map", "personas/a.map", "world.toml", "", "a\\b.map"]
)
def test_a_map_that_would_be_written_elsewhere_is_not(place: str, tmp_path: Path) -> None:
    table = json.loads(to_tmj(load_world(ROOT / "worlds" / "square"), "town.tiles.png"))
    text = next(row for row in table["properties"] if row["name"] == "world.toml")
    text["value"] = f"map = {json.dumps(place)}\n" + text["value"].replace("\nmap =", "\n# map =")
    (tmp_path / "town.tmj").write_text(json.dumps(table), "utf-8")
    files, _problems = import_world(tmp_path / "town.tmj")
    assert files is not None
    assert {"world.map", "world.toml"} <= files.keys()
    assert place not in files or place == "world.toml"


def test_what_is_odd_comes_back() -> None:
    files = {
        "world.map": '..🐈.\n..\n\n  #"\\',
        "world.toml": ODD,
        "kinds.toml": '[kinds.urn]\nglyph = "u"\nstates.still = {}\ncounters.n = { min = -5 '
        "}\nblocks = false",
        "personas/ada.toml": '# a comment\nname = "Ada"',
        "prompts/en/answer.md": "Say\n---\n$name",
    }
    world, problems = build_unchecked(files)
    assert world is not None
    assert not select_errors(problems)
    found = back(world)
    assert bare(found) == bare(world)
    assert found.prompts == world.prompts


def test_kinds_that_travelled_under_their_old_name_come_back(tmp_path: Path) -> None:
    world = load_world(ROOT / "worlds" / "square")
    table = json.loads(to_tmj(world, "town.tiles.png"))
    kinds = next(row for row in table["properties"] if row["name"] == "kinds.toml")
    kinds["name"] = "things.toml"
    (tmp_path / "town.tmj").write_text(json.dumps(table), "utf-8")
    files, problems = import_world(tmp_path / "town.tmj")
    assert problems == []
    assert files == world.files


def test_shapes_and_tiles_come_back_to_the_letter() -> None:
    rows = HUT["world.map"].rstrip("\n").split("\n")
    ids = [
        [(7 * y + x) % 4 + (1 | (1 << 31) * (x > 3)) for x in range(len(rows[0]))]
        for y in range(len(rows))
    ]
    bench = '\n[[objects]]\nid = "bench"\nkind = "chest"\ncell = [2, 2]\nshape = [".#", "##"]\n'
    sets = (
        '# two of them\n[[tilesets]]\nfirst = 1\nname = "land"\n\n[[tilesets]]\nfirst = '
        '3\nname = "sea"\ncount = 2\n'
    )
    csv = "".join(",".join(map(str, row)) + "\n" for row in ids)
    files = {**HUT, "world.toml": HUT["world.toml"] + bench, "tiles.csv": csv, "tiles.toml": sets}
    world, problems = build_unchecked(files)
    assert world is not None
    assert not select_errors(problems)
    found = back(world)
    assert bare(found) == bare(world)
    assert found.files == world.files


def test_the_original_format_comes_back() -> None:
    world = load_world(ROOT / "tests" / "data" / "original")
    assert bare(back(world)) == bare(world)


def test_tiled_finds_what_it_needs() -> None:
    table = json.loads(to_tmj(load_world(ROOT / "worlds" / "square"), "square.tiles.png"))
    assert table["nextobjectid"] == 1 + sum(
        len(layer.get("objects", [])) for layer in table["layers"]
    )
    assert table["tilesets"][0]["image"] == "square.tiles.png"
