"""The files of tables: made once, whole or not at all, and again where the log has grown."""

from pathlib import Path

import pytest

from latticeville.core.disk import create_folder
from latticeville.core.progress import ProgressCallback
from latticeville.models.fake import FakeLLM
from latticeville.runs.recorded_run import RecordedRun
from latticeville.runs.replay import Replay
from latticeville.tables import parquet_cache
from latticeville.tables.parquet_cache import (
    NoTablesError,
    RunTables,
    find_tables,
    open_tables,
)
from latticeville.tables.registry import BY_NAME, TABLES
from latticeville.tables.row_stream import read_records
from tests.reports.runs import recorded


def plain(record: object) -> object:
    """Return a record as Parquet gives it back: lists for tuples."""
    if isinstance(record, dict):
        return {key: plain(value) for key, value in record.items()}
    return [*record] if isinstance(record, tuple) else record


def folders(run: Path) -> list[str]:
    return sorted(path.name for path in run.iterdir() if path.is_dir())


def test_the_files_hold_the_rows_of_the_log(tmp_path: Path) -> None:
    run = Replay(recorded(tmp_path / "run", 40))
    assert find_tables(run) is None
    tables = open_tables(run)
    for table in TABLES:
        told = [*map(plain, read_records(run, table))]
        assert [*tables.records(table.name)] == told
    assert find_tables(run) == tables
    assert folders(run.folder) == [tables.folder.name]


def test_they_are_made_once_and_again_where_the_log_has_grown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = recorded(tmp_path / "run", 5)
    first = open_tables(Replay(folder))
    made, write = list[Path](), parquet_cache.write_tables

    def counted(run: Replay, to: Path, looked: ProgressCallback) -> None:
        made.append(to)
        write(run, to, looked)

    monkeypatch.setattr(parquet_cache, "write_tables", counted)
    assert open_tables(Replay(folder)) == first
    assert not made
    run = RecordedRun.resume(folder, lambda _: FakeLLM())
    run.step()
    run.close()
    second = open_tables(Replay(folder))
    assert len(made) == 1
    assert second.folder != first.folder
    assert folders(folder) == [second.folder.name]
    assert [row["tick"] for row in second.records("ticks")] == [*range(7)]


def test_torn_files_are_made_again(tmp_path: Path) -> None:
    run = Replay(recorded(tmp_path / "run", 5))
    tables = open_tables(run)
    before = [*tables.records("events")]
    tables.file("events").write_bytes(tables.file("events").read_bytes()[:-20])
    tables.file("ticks").unlink()
    assert find_tables(run) is None
    assert [*open_tables(run).records("events")] == before


def test_a_run_that_cannot_be_written_has_its_files_in_the_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = Replay(recorded(tmp_path / "run", 5))
    cache = tmp_path / "cache"
    monkeypatch.setattr(parquet_cache, "cache_dir", lambda: cache)

    def refuse(folder: Path) -> object:
        if folder.is_relative_to(run.folder):
            raise PermissionError(13, "Permission denied", str(folder))
        return create_folder(folder)

    monkeypatch.setattr(parquet_cache, "create_folder", refuse)
    tables = open_tables(run)
    assert tables.folder.parent == cache
    assert open_tables(run) == tables


def test_nothing_is_left_of_what_is_interrupted(tmp_path: Path) -> None:
    run = Replay(recorded(tmp_path / "run", 20))
    before = sorted(run.folder.iterdir())

    def stop(done: int, _of: int) -> None:
        if done == 10:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        open_tables(run, stop)
    assert sorted(run.folder.iterdir()) == before


def test_without_the_packages_one_sentence_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = Replay(recorded(tmp_path / "run", 3))
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "duckdb" else name)
    with pytest.raises(NoTablesError, match=r"need duckdb: pip install 'latticeville\[sql\]'"):
        open_tables(run)
    assert find_tables(run) is None
    assert len([*read_records(run, BY_NAME["ticks"])]) == 4


def test_two_that_make_the_files_at_once_end_with_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = Replay(recorded(tmp_path / "run", 5))
    write, tables = parquet_cache.write_tables, list[RunTables]()

    def slow(replay: Replay, to: Path, _looked: object) -> None:
        if not tables:
            tables.append(RunTables("", to))
            open_tables(Replay(run.folder))
        write(replay, to)

    monkeypatch.setattr(parquet_cache, "write_tables", slow)
    found = open_tables(run)
    assert len([*found.records("ticks")]) == 6
    assert folders(run.folder) == [found.folder.name]
