"""`check` and `schema` as they are typed."""

import json
import re
import sys
from pathlib import Path

import pytest

from latticeville.cli import check, main
from tests.world.hut import FILES
from tests.world.test_files import write


def test_a_long_check_says_how_far_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setattr(check, "PATIENCE", 1e9)
    monkeypatch.setattr("latticeville.world.load.load_cached", lambda _kind, _inputs, make: make())
    write(tmp_path / "hut")
    monkeypatch.chdir(tmp_path)
    assert main(["check", "hut"]) == 0
    assert "%" not in capsys.readouterr().err
    monkeypatch.setattr(check, "PATIENCE", 0)
    assert main(["check", "hut"]) == 0
    shown = capsys.readouterr()
    assert re.match(r"\r\x1b\[Kchecking hut: \d+%", shown.err)
    assert shown.err.count("\x1b[K") >= 2
    assert "%" not in shown.out


def test_a_good_world_passes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(write(tmp_path / "hut"))]) == 0
    assert capsys.readouterr() == ("", f"✓ {tmp_path / 'hut'}: no problems\n")


def test_problems_name_files_as_an_editor_here_finds_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    hut = write(tmp_path / "worlds" / "hut")
    (hut / "personas").rename(tmp_path / "personas")
    (tmp_path / "personas" / "ada.toml").write_text(
        FILES["personas/ada.toml"].replace("bob", "rob").replace("use oven", "use stoove")
    )
    (hut / "world.toml").write_text(FILES["world.toml"].replace('"bo"', '"bolt"'))
    monkeypatch.chdir(tmp_path)
    assert main(["check", "worlds/hut"]) == 1
    out, err = capsys.readouterr()
    stranger = "“ada” has a relationship with “rob”, who is not in this world"
    unknown = "the routine of “ada” uses “stoove”, which is neither an object nor a kind"
    assert out.splitlines() == [
        f"personas/ada.toml:18:9: error: {unknown} [unknown-thing]",
        "    fix: write “stove”",
        "worlds/hut/world.toml:54:1: error: there is no persona “bolt” [unknown-persona]",
        "    why: personas/bolt.toml is neither in the world folder nor beside it",
        "    fix: write personas/bolt.toml, or name another persona",
        f"personas/ada.toml:6:1: warning: {stranger} [unknown-person]",
        "    why: a persona may live in several worlds, so people who are missing in one are no error",
        "    fix: write “bob”",
    ]
    assert err == "worlds/hut: 2 errors, 1 warning\n"


def test_problems_can_be_read_by_programs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hut = write(tmp_path / "hut")
    (hut / "world.map").write_text(FILES["world.map"].replace("+", "?"))
    assert main(["check", "--json", str(hut)]) == 1
    (problem,) = json.loads(capsys.readouterr().out)
    assert problem == {
        "file": str(hut / "world.map"),
        "line": 3,
        "column": 5,
        "severity": "error",
        "path": [],
        "code": "unknown-glyph",
        "what": "the glyph “?” is on the map once, but not in the legend",
        "why": "",
        "fix": problem["fix"],
    }


def test_warnings_alone_pass(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hut = write(tmp_path / "hut")
    (hut / "world.map").write_text(FILES["world.map"].replace("+...#", "+..."))
    assert main(["check", str(hut)]) == 0
    assert capsys.readouterr().err == f"✓ {hut}: 1 warning\n"


def test_a_folder_that_is_not_there_is_a_wrong_use(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", str(tmp_path / "nowhere")]) == 2
    assert "nowhere" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("what", "key"), [("world", "legend"), ("things", "kinds"), ("persona", "routine")]
)
def test_schemas_are_printed(what: str, key: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", what]) == 0
    assert key in json.loads(capsys.readouterr().out)["properties"]
