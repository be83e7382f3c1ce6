"""An old word on the command line is taken as the new one, with a warning."""

import pytest

from latticeville.cli import renames
from latticeville.cli.main import main
from latticeville.cli.renames import rename_words


def test_the_old_name_of_a_schema_prints_the_new_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "kinds"]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    assert main(["schema", "things"]) == 0
    old = capsys.readouterr()
    assert old.out == told.out
    assert (
        old.err
        == "warning: things was renamed to kinds; the old name is accepted until the next release\n"
    )


def test_an_old_option_is_renamed_with_its_value(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(renames, "WORDS", {"run": {"--minutes": "--ticks"}})
    assert rename_words(["run", "w", "--minutes=3", "--minutes", "4"]) == [
        "run",
        "w",
        "--ticks=3",
        "--ticks",
        "4",
    ]
    assert capsys.readouterr().err.count("warning: --minutes was renamed to --ticks") == 2
    assert rename_words(["check", "--minutes"]) == ["check", "--minutes"]
    assert rename_words([]) == []
    assert capsys.readouterr().err == ""
