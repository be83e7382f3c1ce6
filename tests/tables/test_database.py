"""A statement reads the tables of runs and nothing else, within its limits; what is wrong with it is
said with its place."""

from collections.abc import Iterator
from pathlib import Path
from threading import Timer

import pytest

from latticeville.runs.replay import Replay
from latticeville.tables.database import Database, SqlLimits
from latticeville.tables.parquet_cache import RunTables, open_tables
from latticeville.tables.registry import TABLES
from latticeville.tables.sql_errors import SqlError
from tests.reports.runs import recorded


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> RunTables:
    return open_tables(Replay(recorded(tmp_path_factory.mktemp("sql") / "monday", 30)))


@pytest.fixture
def database(tables: RunTables) -> Iterator[Database]:
    with Database([tables]) as database:
        yield database


def test_every_table_and_column_can_be_read(database: Database) -> None:
    for table in TABLES:
        names = ", ".join(table.column_names)
        answer = database.ask(f"SELECT {names} FROM {table.name}")  # noqa: S608 - our names
        assert answer.columns == table.column_names
    assert database.ask("SELECT count(*) FROM ticks").rows == [(31,)]
    assert database.ask("SELECT DISTINCT run FROM ticks").rows == [("monday",)]


@pytest.mark.parametrize(
    "statement",
    [
        "SHOW TABLES",
        "DESCRIBE events",
        "EXPLAIN SELECT 1",
        "FROM ticks",
        "WITH one AS (SELECT 1 AS n) SELECT n FROM one",
        "PIVOT events ON kind USING count(*) GROUP BY who",
        "SELECT 1;",
        "SELECT data->>'who' FROM events LIMIT 1",
    ],
)
def test_what_only_reads_is_answered(database: Database, statement: str) -> None:
    assert database.ask(statement).rows


OUTSIDE = (
    "SELECT * FROM read_text('{file}')",
    "SELECT * FROM read_blob('{file}')",
    "SELECT * FROM read_csv('{file}')",
    "SELECT * FROM read_csv_auto('{file}')",
    "SELECT * FROM read_json('{file}')",
    "SELECT * FROM read_parquet('{file}')",
    "SELECT * FROM '{file}'",
    "SELECT * FROM glob('{folder}/*')",
    "SELECT * FROM query('SELECT * FROM read_text(''{file}'')')",
    "SELECT * FROM query_table('{file}')",
    "SELECT * FROM 'https://example.org/a.parquet'",
    "SELECT * FROM read_csv('https://example.org/a.csv')",
    "SELECT * FROM sqlite_scan('{file}', 'a')",
    "SELECT getenv('HOME')",
    "SELECT * FROM OUTSIDE",
    "SELECT load_extension('httpfs')",
    "COPY ticks TO '{new}'",
    "COPY ticks TO '{table}'",
    "COPY (SELECT 1) TO '{new}' (FORMAT parquet)",
    "COPY ticks FROM '{file}'",
    "EXPORT DATABASE '{new}'",
    "IMPORT DATABASE '{folder}'",
    "ATTACH '{new}' AS other",
    "ATTACH 'https://example.org/a.db'",
    "DETACH memory",
    "USE memory",
    "INSTALL httpfs",
    "FORCE INSTALL httpfs",
    "LOAD httpfs",
    "LOAD '{file}'",
    "UPDATE EXTENSIONS",
    "SET memory_limit = '100GB'",
    "SET enable_external_access = true",
    "SET VARIABLE x = 1",
    "RESET memory_limit",
    "PRAGMA threads = 64",
    "PRAGMA database_list",
    "CALL pragma_version()",
    "CREATE TABLE mine AS SELECT 1",
    "CREATE VIEW mine AS SELECT * FROM read_text('{file}')",
    "CREATE MACRO mine() AS TABLE SELECT * FROM read_text('{file}')",
    "CREATE SECRET (TYPE s3)",
    "DROP VIEW ticks",
    "DELETE FROM ticks",
    "INSERT INTO ticks VALUES (1)",
    "UPDATE ticks SET tick = 0",
    "CHECKPOINT",
    "VACUUM",
    "BEGIN",
    "PREPARE mine AS SELECT 1",
    "EXPLAIN ANALYZE COPY ticks TO '{new}'",
    "EXPLAIN ANALYZE SELECT * FROM read_text('{file}')",
    "SELECT 1; SELECT * FROM read_text('{file}')",
    "",
    "-- nothing",
)
"""Ways to read or change something else; the last two say nothing at all."""


@pytest.mark.parametrize("statement", OUTSIDE)
def test_a_statement_reads_nothing_else(
    database: Database, tables: RunTables, tmp_path: Path, statement: str
) -> None:
    secret, new = tmp_path / "secret.csv", tmp_path / "new"
    secret.write_text("secret,word\n1,2\n", "utf-8")
    before = {path: path.read_bytes() for path in tables.folder.iterdir()}
    words = statement.format(file=secret, folder=tmp_path, new=new, table=tables.file("ticks"))
    with pytest.raises(SqlError) as caught:
        database.ask(words)
    assert "secret,word" not in str(caught.value)
    assert not new.exists()
    assert {path: path.read_bytes() for path in tables.folder.iterdir()} == before
    assert database.ask("SELECT count(*) FROM ticks").rows == [(31,)]


def test_other_runs_are_not_read(tables: RunTables, tmp_path: Path) -> None:
    other = open_tables(Replay(recorded(tmp_path / "other", 5)))
    with Database([tables]) as database, pytest.raises(SqlError, match="nothing else"):
        database.ask(f"FROM read_parquet('{other.file('ticks')}')")
    with Database([tables, other]) as database:
        answer = database.ask("SELECT run, max(tick) FROM ticks GROUP BY run ORDER BY run")
    assert answer.rows == [("monday", 30), ("other", 5)]


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("SELECT * FROM evnts", ("statement:1:15: there is no table “evnts”\n    SELECT * FROM evnts\n    "
         "              ^\n    fix: write events")),
        ("SELECT\n  tikc\nFROM events", ("statement:2:3: there is no column “tikc” here\n      tikc\n"
         "      ^\n    fix: write tick")),
        ("SELECT e.whoo FROM events e", "statement:1:8: there is no column “whoo” here"),
        ("SELECT gist FROM events", ("statement:1:8: there is no column “gist” here\n    SELECT gist "
         "FROM events\n           ^\n    fix: it is in memories, utterances and claims")),
        ("SELECT x.who FROM events e", "statement:1:8: there is no table “x” here"),
        ("SELECT cont(*) FROM events", "statement:1:8: there is no function “cont”"),
        ("SELEC 1", 'statement:1:1: syntax error at or near "SELEC"'),
        ("SELECT 'é', tikc FROM events", "statement:1:13: there is no column “tikc” here"),
        ("SELECT who, count(*) FROM events", 'statement:1:8: column "who" must appear'),
        ("SELECT 1; SELECT 2", "these are 2 statements\n    fix: write one SELECT"),
        ("DROP VIEW ticks", "DROP is not allowed"),
        ("SELECT $1", "statement: Values were not provided"),
    ],
)  # fmt: skip
def test_an_error_says_where_and_how(database: Database, statement: str, told: str) -> None:
    with pytest.raises(SqlError) as caught:
        database.ask(statement)
    assert str(caught.value).startswith(told)


def test_limits_end_a_statement(tables: RunTables) -> None:
    endless = "SELECT sum(a.range * b.range) FROM range(10000000) a, range(10000000) b"
    with Database([tables], SqlLimits(seconds=0.3)) as database:
        with pytest.raises(SqlError, match=r"longer than 0\.3 s"):
            database.ask(endless)
        assert database.ask("SELECT 1").rows == [(1,)]
    with (
        Database([tables], SqlLimits(megabytes=50)) as database,
        pytest.raises(SqlError, match="more than 50 MB"),
    ):
        database.ask("SELECT list(range) FROM range(100000000)")
    with Database([tables], SqlLimits(rows=3)) as database:
        answer = database.ask("SELECT * FROM range(1000000000)")
        assert (len(answer.rows), answer.is_cut) == (3, True)
        assert not database.ask("SELECT * FROM range(3)").is_cut


def test_ctrl_c_ends_a_statement(tables: RunTables) -> None:
    import signal

    endless = "SELECT sum(a.range * b.range) FROM range(10000000) a, range(10000000) b"
    timer = Timer(0.2, signal.raise_signal, [signal.SIGINT])
    with Database([tables]) as database:
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            database.ask(endless)
        assert database.ask("SELECT 1").rows == [(1,)]


def test_an_answer_is_an_arrow_table_too(database: Database) -> None:
    table = database.arrow("SELECT who, other, causes FROM relations LIMIT 3")
    assert table.column_names == ["who", "other", "causes"]
    assert database.ask("SELECT who, who FROM agents").columns == ("who", "who_2")
