"""`latticeville sql`: runs, a statement, and the answer as a table, JSON or CSV."""

import json
from io import StringIO
from pathlib import Path

import pytest

from latticeville.cli.main import main
from latticeville.core.text_width import fit, text_width
from latticeville.tables.text_table import table_lines
from tests.reports.runs import recorded


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(recorded(tmp_path_factory.mktemp("sql") / "monday", 20))


def test_an_answer_is_a_table(run: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sql", run, "SELECT who, name FROM agents ORDER BY who"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["who", "name"]
    assert lines[-1] == f"{len(lines) - 3} rows"


def test_json_and_csv_hold_every_value(
    run: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = "SELECT run, who, traits, since, null AS none FROM agents ORDER BY who LIMIT 1"
    assert main(["sql", run, "--json", words]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["run"] == "monday"
    assert record["none"] is None
    assert isinstance(record["traits"], list)
    assert main(["sql", run, words, "--csv", "--out", str(tmp_path / "a.csv")]) == 0
    assert capsys.readouterr().out == f"{tmp_path / 'a.csv'}\n"
    assert (tmp_path / "a.csv").read_text("utf-8").startswith("run,who,traits,since,none\nmonday,")
    assert main(["sql", run, "--csv", "SELECT 1 AS a WHERE false"]) == 0
    assert capsys.readouterr().out == "a\n"


def test_several_runs_are_told_apart(
    run: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other, same = recorded(tmp_path / "other", 5), recorded(tmp_path / "more" / "monday", 7)
    words = "SELECT run, max(tick) AS last FROM ticks GROUP BY run ORDER BY last"
    assert main(["sql", run, str(other), str(same), words, "--csv"]) == 0
    assert capsys.readouterr().out == f"run,last\nother,5\n{same},7\nmonday,20\n"


def test_rows_beyond_the_limit_are_left_out_and_said_to_be(
    run: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["sql", run, "--rows", "3", "SELECT tick FROM ticks ORDER BY tick"]) == 0
    told = capsys.readouterr()
    assert told.out.splitlines()[-1] == "3 rows"
    assert told.err == "only the first 3 rows are written; more with --rows N\n"


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("SELECT * FROM tick", "statement:1:15: there is no table “tick”"),
        ("COPY ticks TO 'a.csv'", "COPY is not allowed"),
        ("SELECT * FROM read_text('/etc/passwd')", "statement:1:15: a statement reads the tables"),
        ("", "there is no statement"),
    ],
)
def test_a_wrong_statement_ends_with_1(
    run: str, statement: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["sql", run, statement]) == 1
    found = capsys.readouterr()
    assert found.err.startswith(told)
    assert found.out == ""


def test_a_missing_statement_ends_with_2(run: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sql", run, run]) == 2
    assert "write a statement after it" in capsys.readouterr().err


def test_a_statement_is_read_from_stdin(
    run: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("SELECT 1 + 1 AS two\n-- of course\n"))
    assert main(["sql", run, "-", "--csv"]) == 0
    assert capsys.readouterr().out == "two\n2\n"


def test_without_the_extra_one_sentence_says_what_to_install(
    run: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    assert main(["sql", run, "SELECT 1"]) == 1
    assert capsys.readouterr().err == (
        "SQL and Parquet need duckdb and pyarrow: pip install 'latticeville[sql]'\n"
    )


def test_wide_letters_take_two_cells() -> None:
    lines = [*table_lines(("who", "n"), [("수아", 1), ("Ada", 20)])]
    assert [text_width(line) for line in lines[1:4]] == [8, 8, 8]
    assert text_width(fit("수아와 민호와 하늘", 7)) <= 7
