"""import, export and new as a user meets them: exit codes, sentences, files."""

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

from latticeville.cli.main import main
from latticeville.sim.events import Refused
from latticeville.world.load import inspect_world, load_world
from latticeville.world.templates import TEMPLATES
from tests.importers import town
from tests.worlds import live

ROOT = Path(__file__).parents[2]
SQUARE = str(ROOT / "worlds" / "square")


@pytest.mark.slow
@pytest.mark.parametrize("template", TEMPLATES)
def test_a_template_is_a_world_without_any_problem_that_lives(
    template: str, tmp_path: Path
) -> None:
    folder = tmp_path / "worlds" / "old_harbour"
    assert main(["new", str(folder), "--template", template]) == 0
    assert inspect_world(folder)[1] == []
    world = load_world(folder)
    assert world.name == "Old Harbour"
    payloads = live(world, 300)
    assert not [
        event for payload in payloads for event in payload.events if isinstance(event, Refused)
    ]
    assert template == "blank" or sum(len(payload.events) for payload in payloads) > 30


def test_a_blank_world_comes_in_any_size_and_no_other_does(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(tmp_path / "wide")
    assert main(["new", folder, "--size", "90x7"]) == 0
    assert (
        load_world(tmp_path / "wide").grid.width,
        load_world(tmp_path / "wide").grid.height,
    ) == (90, 7)
    for wrong, said in (("0x7", "1 to 2000"), ("9", "80x40"), ("2001x3", "1 to 2000")):
        assert main(["new", f"{folder}2", "--size", wrong]) == 2
        assert said in capsys.readouterr().err
    assert main(["new", f"{folder}2", "--size", "9x9", "--template", "village"]) == 2
    assert "has a fixed size" in capsys.readouterr().err
    assert not (tmp_path / "wide2").exists()


def test_a_bare_name_becomes_a_folder_among_the_worlds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "harbour"]) == 0
    assert (tmp_path / "worlds" / "harbour" / "world.toml").read_text("utf-8").count(
        '\nname = "Harbour"\n'
    ) == 1
    assert main(["new", "harbour"]) == 2
    assert "worlds/harbour already exists and is not empty" in capsys.readouterr().err
    for name in ("", ".", "..", "two\nlines"):
        assert main(["new", name]) == 2
        assert "is not a valid folder name" in capsys.readouterr().err
    assert main(["new", "my town"]) == 0
    assert "latticeville run 'worlds/my town' --view events" in capsys.readouterr().err
    assert sorted(path.name for path in (tmp_path / "worlds").iterdir()) == ["harbour", "my town"]


def test_a_world_goes_out_and_comes_in_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", SQUARE, str(tmp_path / "square.tmj")]) == 0
    assert (
        capsys.readouterr().out == f"{tmp_path / 'square.tiles.png'}\n{tmp_path / 'square.tmj'}\n"
    )
    assert main(["import", str(tmp_path / "square.tmj"), str(tmp_path / "again")]) == 0
    told = capsys.readouterr()
    assert told.out == ""
    assert "24 × 10 cells, 3 areas, 4 objects, 2 people" in told.err
    bare = [
        replace(load_world(Path(folder)), files={}, digest="")
        for folder in (SQUARE, tmp_path / "again")
    ]
    assert bare[0] == bare[1]


def test_a_matrix_folder_comes_in(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    town.write(tmp_path / "burgh" / "matrix", *town.houses())
    assert main(["import", str(tmp_path / "burgh"), str(tmp_path / "w")]) == 0
    told = capsys.readouterr()
    assert "140 × 100 cells, " in told.err
    assert (
        f"{tmp_path / 'burgh' / 'matrix' / 'special_blocks' / 'spawning_location_blocks.csv'}:1:1: warning: "
        in told.out
    )
    assert main(["check", str(tmp_path / "w")]) == 0


def test_the_original_format_comes_in(tmp_path: Path) -> None:
    source = ROOT / "tests" / "data" / "original"
    assert main(["import", str(source), str(tmp_path / "w")]) == 0
    before, after = load_world(source), load_world(tmp_path / "w")
    assert replace(before, files={}, digest="") == replace(after, files={}, digest="")
    assert sorted(path.name for path in (tmp_path / "w").iterdir()) == [
        "kinds.toml",
        "personas",
        "world.map",
        "world.toml",
    ]


def test_a_world_is_written_as_text_and_as_letters(tmp_path: Path) -> None:
    assert main(["export", SQUARE, str(tmp_path / "s.txt")]) == 0
    rows = (tmp_path / "s.txt").read_text("utf-8").splitlines()
    assert (len(rows), len(rows[0])) == (10, 24)
    assert rows[4] == ",,,#.....+::::::OO:::,,,"
    assert main(["export", SQUARE, str(tmp_path / "s.svg"), "--style", "letters"]) == 0
    drawn = ET.parse(tmp_path / "s.svg").getroot()  # noqa: S314 - a file of our own
    assert "".join(text.strip() for text in drawn.itertext()).endswith("".join(rows))


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["import", "nowhere", "w"], 2, "there is no “nowhere”"),
        (["import", SQUARE, "w"], 2, "is already a world"),
        (
            ["import", ".", "w"],
            2,
            "not a scenario of Terrarium (.toml), not people, and not a folder",
        ),
        (["import", "bad.tmj", "w"], 1, "bad.tmj: 1 error; nothing was written"),
        (
            ["import", "good.tmj", "full"],
            2,
            "full already exists and is not empty; name another folder",
        ),
        (["import", "good.tmj", "bad.tmj/w"], 2, "cannot create the folder"),
        (["export", "nowhere", "a.svg"], 2, "there is no folder “nowhere”"),
        (
            ["export", SQUARE, "a.pdf"],
            2,
            "“a.pdf” has none of the extensions .tmj, .txt, .png, .svg, .gif, .webp, ",
        ),
        (["export", SQUARE, "no/a.svg"], 2, "cannot be written: No such file or directory"),
        (["export", "full", "a.svg"], 1, "full/world.toml"),
    ],
)
def test_what_cannot_be_done_is_said(
    words: list[str],
    code: int,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "world.toml").write_text("name = 3", "utf-8")
    (tmp_path / "bad.tmj").write_text("{", "utf-8")
    layer = {"type": "tilelayer", "width": 1, "height": 1, "data": [1]}
    table = {"orientation": "orthogonal", "tilewidth": 8, "tileheight": 8, "layers": [layer]}
    (tmp_path / "good.tmj").write_text(json.dumps(table), "utf-8")
    before = sorted(tmp_path.rglob("*"))
    assert main(words) == code
    assert said in capsys.readouterr().err
    assert sorted(tmp_path.rglob("*")) == before
