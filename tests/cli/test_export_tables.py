"""`export --parquet` and `--sqlite`: the tables of a run for other programs."""

import json
import sqlite3
from pathlib import Path

import pytest

from latticeville.cli.main import main
from latticeville.runs.replay import Replay
from latticeville.tables.registry import TABLES
from latticeville.tables.row_stream import read_records
from tests.reports.runs import recorded
from tests.world_folders import SQUARE


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return recorded(tmp_path_factory.mktemp("export") / "monday", 30)


def test_parquet_files_hold_the_tables(run: Path, tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    assert main(["export", str(run), "--parquet", str(tmp_path / "out")]) == 0
    for table in TABLES:
        found = pq.read_table(tmp_path / "out" / f"{table.name}.parquet")
        assert found.num_rows == sum(1 for _ in read_records(Replay(run), table))
    assert main(["export", str(run), "--parquet", str(tmp_path / "out")]) == 2


@pytest.mark.parametrize("words", [["out.sqlite"], ["--sqlite", "out.db"]])
def test_a_sqlite_database_holds_the_tables(
    run: Path, words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["export", str(run), *words]) == 0
    connection = sqlite3.connect(words[-1])
    for table in TABLES:
        found = connection.execute(f"SELECT * FROM {table.name}")  # noqa: S608 - our names
        assert tuple(one[0] for one in found.description) == table.column_names
        assert len(found.fetchall()) == sum(1 for _ in read_records(Replay(run), table))
    ((listeners,),) = connection.execute("SELECT listeners FROM utterances LIMIT 1").fetchall()
    assert isinstance(json.loads(listeners), list)
    connection.close()


def test_a_world_has_no_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", str(SQUARE), str(tmp_path / "out.sqlite")]) == 2
    assert "is not a run" in capsys.readouterr().err
