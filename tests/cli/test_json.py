"""`--json` of commands that write files: valid JSON, and the facts that the text has."""

import json
from pathlib import Path
from typing import Any

import pytest

from latticeville.cli.main import main
from latticeville.runs.verify import ReplayDifference
from tests.world_folders import ROOT, SQUARE

ORIGINAL = ROOT / "tests" / "data" / "original"


def found(capsys: pytest.CaptureFixture[str], *command: object, code: int = 0) -> Any:
    capsys.readouterr()
    assert main([*map(str, command), "--json"]) == code
    return json.loads(capsys.readouterr().out)


def text(capsys: pytest.CaptureFixture[str], *command: object) -> str:
    capsys.readouterr()
    main([*map(str, command)])
    return capsys.readouterr().out


@pytest.fixture
def run(tmp_path: Path) -> Path:
    folder = tmp_path / "run"
    assert main(["run", str(SQUARE), "--ticks", "250", "--out", str(folder), "--view", "none"]) == 0
    return folder


def test_verify_and_compress(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    same = {
        "run": str(run),
        "first": 0,
        "last": 250,
        "difference": None,
        "torn_bytes": 0,
        "closed": True,
    }
    assert found(capsys, "verify", run) == same
    assert "all 250 ticks are identical" in text(capsys, "verify", run)
    told = found(capsys, "compress", run)
    assert told["bytes_after"] < told["bytes_before"]
    assert told["compressed"] == told["segments"] - 1 > 0
    assert found(capsys, "compress", run)["compressed"] == 0


def test_a_difference_is_told_with_its_place(
    run: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    different = ReplayDifference(2, "segment-000.jsonl:4", "the body of mina")
    monkeypatch.setattr("latticeville.cli.verify.verify", lambda _folder: iter([1, different]))
    told = found(capsys, "verify", run, code=1)
    assert told["last"] == 1
    assert told["difference"] == {
        "tick": 2,
        "where": "segment-000.jsonl:4",
        "what": "the body of mina",
    }
    assert text(capsys, "verify", run).startswith(
        "segment-000.jsonl:4: tick 2 differs: the body of mina\n    fix: "
    )


def test_new_and_export(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    world = tmp_path / "town"
    assert found(capsys, "new", world, "--template", "village") == {
        "world": str(world),
        "problems": [],
    }
    names = [str(tmp_path / "town.tiles.png"), str(tmp_path / "town.tmj")]
    assert found(capsys, "export", world, tmp_path / "town.tmj") == names
    assert text(capsys, "export", world, tmp_path / "town.tmj").splitlines() == names


def test_import(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = text(capsys, "import", ORIGINAL, tmp_path / "one")
    told = found(capsys, "import", ORIGINAL, tmp_path / "two")
    assert told["world"] == str(tmp_path / "two")
    assert told["comparison"]
    assert (tmp_path / "two" / "world.toml").read_bytes() == (
        tmp_path / "one" / "world.toml"
    ).read_bytes()
    for problem in told["source_problems"]:
        assert problem["what"] in lines


def test_an_import_of_nothing_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "bad.tmj"
    source.write_text("{}")
    told = found(capsys, "import", source, tmp_path / "two", code=1)
    assert told["world"] is None
    assert told["source_problems"]
