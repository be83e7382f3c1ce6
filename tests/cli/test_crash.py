"""Crash reports: written where there is room, else told of in a sentence."""

import re
from pathlib import Path

import pytest

from latticeville.cli import where
from latticeville.cli.main import main
from latticeville.core import crash


def boom(_args: object) -> int:
    raise ValueError("b\x1boom \udc80")


def test_a_crash_report_goes_where_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(where, "run", boom)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file" / "state"))
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert main(["where"]) == 70
    told = capsys.readouterr().err
    assert told.startswith("latticeville has crashed: ValueError: b�oom �\nthe report is in ")
    report = Path(told.split(" is in ")[1].strip())
    assert report.parent == tmp_path
    assert "in boom" in report.read_text()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "file"))
    assert main(["where"]) == 70
    told = capsys.readouterr().err
    assert re.search(r"no report could be written: .*file.*: Not a directory\n$", told)
    assert told.count("\n") == 2


def test_crash_reports_are_numbered(tmp_path: Path) -> None:
    names = [crash.write_report(ValueError("no"), tmp_path).rsplit("/", 1)[1] for _ in range(3)]
    assert names == ["crash-001.txt", "crash-002.txt", "crash-003.txt"]
