"""`latticeville test`: what it prints, writes and keeps, and how it ends."""

import json
import shutil
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from latticeville.cli.main import main
from latticeville.runs.replay import Replay
from tests.world_folders import SQUARE

FAILS = """
name = "Nobody leaves"
guards = "That Mina is kept at home."
ticks = 30
seeds = [4, 5]
[[expect]]
always = "in:mina=house"
[[expect]]
never = "on:tree"
"""
HOLDS = "guards = 'x'\nticks = 3\n[[expect]]\nholds = 'in:house>=0 or on:grass>=0'\n"


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "square"
    shutil.copytree(SQUARE, folder)
    (folder / "scenarios").mkdir()
    monkeypatch.chdir(tmp_path)
    return folder


def write(world: Path, name: str, text: str) -> None:
    (world / "scenarios" / f"{name}.scenario.toml").write_text(text, "utf-8")


def test_a_failure_says_where_and_why_and_keeps_the_run(
    world: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(world, "leaves", FAILS)
    assert main(["test", "square", "leaves", "--workers", "1", "--junit", "tests.xml"]) == 1
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert lines[:3] == [
        "✗ Nobody leaves (2 seeds)",
        "    scenarios/leaves.scenario.toml: That Mina is kept at home.",
        "    expected: always in:mina=house (0 of 2 seeds)",
    ]
    run = Replay(Path("runs/failed/leaves-seed-4"))
    assert "        latticeville studio runs/failed/leaves-seed-4" in lines
    last = run.at(run.last)
    assert last.state.seed == 4
    assert f"seed 4, tick {run.last}, Mon 08:{run.last:02}: in:mina=house holds of 0" in lines[3]
    assert "house" not in run.at(run.last).state.world.areas.path(last.state.bodies["mina"].area)
    before = run.at(run.last - 1).state
    assert "house" in before.world.areas.path(before.bodies["mina"].area)
    assert err.endswith("square: 1 scenario: 1 failed\n")
    suite = ET.parse("tests.xml").getroot()[0]  # noqa: S314 - written above
    assert (suite.get("tests"), suite.get("failures")) == ("1", "1")
    assert "tick" in (suite[0][0].text or "")


def test_what_holds_is_told_in_a_line(world: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(world, "holds", HOLDS)
    assert main(["test", "square", "--workers", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [one["name"] for one in told["scenarios"]] == ["holds"]
    assert main(["test", "square", "--list"]) == 0
    assert capsys.readouterr().out == "holds: x\n"
    assert not Path("runs").exists()


def test_mistakes_end_with_a_code_of_their_own(
    world: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(world, "holds", HOLDS)
    assert main(["test", "square", "hold"]) == 2
    assert "did you mean holds?" in capsys.readouterr().err
    assert main(["test", "gone"]) == 2
    write(world, "wrong", HOLDS.replace("on:grass", "on:gras"))
    assert main(["test", "square"]) == 1
    assert (
        "scenarios/wrong.scenario.toml:4:28: error: there is no “gras”" in capsys.readouterr().err
    )
    assert main(["check", "square"]) == 1
    assert "wrong.scenario.toml:4:" in capsys.readouterr().out
    assert main(["test", "square", "holds", "--workers", "1"]) == 0


def test_a_test_of_a_kind_that_fails_is_told(
    world: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with (world / "kinds.toml").open("a", encoding="utf-8") as file:
        file.write(
            '\n[[tests]]\nkind = "kettle"\nname = "boils dry"\nsteps = [{ verb = "take", state = "hot" }]\n'
        )
    assert main(["test", "square"]) == 1
    out, err = capsys.readouterr()
    assert "✗ kettle: boils dry\n    kinds.toml:" in out
    assert "1 failed" in err
