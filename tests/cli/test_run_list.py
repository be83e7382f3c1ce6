"""`latticeville runs`: what is listed, notes, and deletion that can be undone."""

import json
from pathlib import Path
from typing import Any

import pytest

from latticeville.cli.main import main
from tests.runs.runs import contents, record


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    """Return a folder with a run and a branch of it."""
    record(tmp_path / "runs" / "monday", 8)
    folder = tmp_path / "runs"
    words = ["fork", str(folder / "monday"), "--tick", "4", "--ticks", "2", "--llm", "fake"]
    assert main([*words, "--name", "other", "--view", "none"]) == 0
    return folder


def listed(runs: Path, capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    capsys.readouterr()
    assert main(["runs", str(runs), "--json", *words]) == 0
    return {one["name"]: one for one in json.loads(capsys.readouterr().out)}


def test_runs_are_listed_with_their_parents(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = listed(runs, capsys)
    assert {name: one["tick"] for name, one in found.items()} == {"monday": 8, "monday-other": 6}
    assert found["monday-other"]["parent"] == "monday at 4"
    assert found["monday"]["digest"] != found["monday-other"]["digest"] != ""
    assert found["monday"]["bytes"] > 0
    assert main(["runs", str(runs)]) == 0
    assert "monday-other" in capsys.readouterr().out


def test_a_note_is_kept_and_removed(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert listed(runs, capsys, "--note", "monday", "the  oak")["monday"]["note"] == "the oak"
    assert listed(runs, capsys)["monday"]["note"] == "the oak"
    assert main(["verify", str(runs / "monday")]) == 0
    assert listed(runs, capsys, "--note", "monday", "")["monday"]["note"] == ""


def test_a_deleted_run_comes_back(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = contents(runs / "monday-other")
    assert [*listed(runs, capsys, "--delete", "monday-other")] == ["monday"]
    assert [*listed(runs, capsys, "--restore", "monday-other")] == ["monday", "monday-other"]
    assert contents(runs / "monday-other") == before


@pytest.mark.parametrize(
    "words",
    [
        ["--delete", "monday"],  # a branch continues it
        ["--delete", "../monday"],
        ["--delete", "nobody"],
        ["--restore", "monday"],
        ["--note", "nobody", "x"],
        ["--note", "monday", "x" * 501],
    ],
)
def test_what_cannot_be_done_changes_nothing(runs: Path, words: list[str]) -> None:
    before = sorted(runs.rglob("*"))
    assert main(["runs", str(runs), *words]) == 2
    assert sorted(runs.rglob("*")) == before
