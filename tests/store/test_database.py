"""A statement has the same answer over a store as over files, the same errors and the same limits."""

import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from latticeville.cli.main import main
from latticeville.runs.replay import Replay
from latticeville.store.address import StoreAddress
from latticeville.store.connection import connect
from latticeville.store.database import StoreDatabase, find_runs
from latticeville.store.embedded import EmbeddedServer
from latticeville.store.errors import StoreError
from latticeville.tables.database import Database, SqlLimits
from latticeville.tables.parquet_cache import open_tables
from latticeville.tables.registry import TABLES
from latticeville.tables.sql_errors import SqlError
from tests.reports.runs import recorded
from tests.store.conftest import new_database
from tests.store.test_fill import fill
from tests.tables.test_database import OUTSIDE
from tests.world_folders import VILLE, shared_world

pytestmark = pytest.mark.postgres
DOCUMENTED = re.findall(
    r'latticeville sql [\w/ ]+ "(.+)"', (Path(__file__).parents[2] / "docs/tables.md").read_text()
)
MORE = [
    *(f"SELECT * FROM {one.name} ORDER BY ALL" for one in TABLES),
    "SELECT count(*) FROM positions",
    "SELECT count(*) FROM positions NATURAL JOIN ticks",
    "SELECT count(*) FROM positions WHERE 'ada' = who OR tick = 5",
    "SELECT who FROM agents WHERE who IN (SELECT who FROM plans) ORDER BY who",
    "SELECT tick, (SELECT count(*) FROM positions p WHERE p.tick = t.tick) FROM ticks t ORDER BY 1",
    "SELECT weather FROM ticks WHERE tick BETWEEN 3 AND 30 AND weather LIKE '%n%' ORDER BY tick",
    "SELECT p FROM positions p ORDER BY p LIMIT 5",
    "WITH RECURSIVE r AS (SELECT 1 n UNION ALL SELECT n + 1 FROM r, ticks WHERE tick = n) FROM r",
    "PIVOT events ON kind USING count(*) GROUP BY who ORDER BY who",
    "SHOW TABLES",
    "DESCRIBE memories",
    "SUMMARIZE ticks",
    "SELECT who FROM agents WHERE false",
    "SELECT who FROM agents WHERE who = 'nobody'",
    "SELECT text FROM events WHERE data->>'type' = 'said' ORDER BY tick, event LIMIT 4",
    "SELECT * FROM query('SELECT max(tick) FROM ticks')",
]


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    with TemporaryDirectory() as place:
        yield recorded(Path(place) / "monday", 60, shared_world(VILLE))


@pytest.fixture(scope="module")
def text(folder: Path, server: EmbeddedServer) -> str:
    found = new_database(server)
    fill(folder, StoreAddress(found))
    return found


@pytest.fixture(scope="module")
def connection(text: str) -> Iterator[Any]:
    with connect(StoreAddress(text)) as opened:
        yield opened


@pytest.fixture(scope="module")
def files(folder: Path) -> Iterator[Database]:
    with Database([open_tables(Replay(folder))]) as opened:
        yield opened


def store_of(connection: Any, limits: SqlLimits = SqlLimits()) -> StoreDatabase:  # noqa: B008
    return StoreDatabase([find_runs(connection, ["monday"])], limits)


def test_answers_are_those_over_files(connection: Any, files: Database) -> None:
    assert len(DOCUMENTED) == 10
    for statement in (*DOCUMENTED, *MORE):
        assert store_of(connection).ask(statement) == files.ask(statement), statement


_TABLE = st.sampled_from([one for one in TABLES if one.name not in ("calls", "runs")])


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_whatever_is_compared_no_row_is_missing(
    data: st.DataObject, connection: Any, files: Database
) -> None:
    table = data.draw(_TABLE)
    column = st.sampled_from([one.name for one in table.columns if not one.type.endswith("[]")])
    value = st.sampled_from(["'ada'", "'byron'", "'it''s'", "NULL", "7", "3.5", "-1", "true"])
    part = st.builds(
        "CAST({} AS VARCHAR) {} CAST({} AS VARCHAR)".format,
        column,
        st.sampled_from(["=", "<", ">=", "<>", "IS DISTINCT FROM"]),
        value,
    )
    number = st.builds(
        "{} {} {}".format,
        st.sampled_from([one.name for one in table.columns if one.type == "BIGINT"]),
        st.sampled_from(["=", "<", "<=", ">=", ">", "<>"]),
        st.integers(-2, 62),
    )
    who = st.builds("{} = '{}'".format, st.just("run"), st.sampled_from(["monday", "x"]))
    parts = st.lists(st.one_of(part, number, who), min_size=1, max_size=3)
    where = data.draw(st.sampled_from([" AND ", " OR "])).join(data.draw(parts))
    read = ", ".join(data.draw(st.lists(column, min_size=1, max_size=2, unique=True)))
    statement = f"SELECT {read} FROM {table.name} WHERE {where} ORDER BY ALL"
    assert store_of(connection).ask(statement) == files.ask(statement)


@pytest.mark.parametrize("statement", [*OUTSIDE, "SELECT pg_read_file('{file}')", "FROM pg_authid"])
def test_a_statement_reads_nothing_else_and_never_reaches_the_server(
    statement: str, connection: Any, files: Database, tmp_path: Path
) -> None:
    secret = tmp_path / "secret.csv"
    secret.write_text("secret,word\n1,2\n", "utf-8")
    words = statement.format(file=secret, folder=tmp_path, new=tmp_path / "new", table=secret)
    told = []
    for database in (files, store_of(connection)):
        with pytest.raises(SqlError) as caught:
            database.ask(words)
        told.append(str(caught.value))
    assert told[0] == told[1]
    assert [*tmp_path.iterdir()] == [secret]


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT * FROM evnts",
        "SELECT\n  tikc\nFROM events",
        "SELECT 'é', cont(*) FROM ticks",
        "SELEC",
    ],
)
def test_errors_say_the_same_place(statement: str, connection: Any, files: Database) -> None:
    told = []
    for database in (files, store_of(connection)):
        with pytest.raises(SqlError) as caught:
            database.ask(statement)
        told.append(str(caught.value))
    assert told[0] == told[1]
    assert told[0].startswith("statement:")


def test_limits_hold_for_what_is_read(connection: Any) -> None:
    everything = "SELECT * FROM events, positions ORDER BY ALL LIMIT 1"
    with pytest.raises(SqlError, match="more than 0 MB"):
        store_of(connection, SqlLimits(megabytes=0)).ask("SELECT count(*) FROM positions")
    with pytest.raises(SqlError, match=r"longer than 0\.001 s"):
        store_of(connection, SqlLimits(seconds=0.001)).ask(everything)
    assert store_of(connection, SqlLimits(rows=3)).ask("SELECT tick FROM ticks").is_cut
    (count,) = connection.execute("SELECT count(*) FROM ticks").fetchone()
    assert count == 61


def test_what_is_waited_for_may_be_ended(connection: Any) -> None:
    def stop() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        store_of(connection).ask("SELECT * FROM events", stop)
    assert store_of(connection).ask("SELECT max(tick) FROM ticks").rows == [(60,)]


def test_runs_are_named_or_fit_a_pattern(
    tmp_path: Path, server: EmbeddedServer, capsys: pytest.CaptureFixture[str]
) -> None:
    text = new_database(server)
    for name, ticks in (("one", 3), ("two", 5), ("other", 4)):
        fill(recorded(tmp_path / name, ticks), StoreAddress(text))
    words = "SELECT run, max(tick) AS last FROM ticks GROUP BY run ORDER BY run"
    for names, said in (
        (["two", str(tmp_path / "one")], "one,3\ntwo,5\n"),
        (["o*"], "one,3\nother,4\n"),
        (["gone/*", "one"], "one,3\nother,4\ntwo,5\n"),
    ):
        assert (
            main(["sql", *names, "--store", text, words, "--csv"]) == 0
            if len(names) == 1
            else main(["sql", *names, words, "--csv", "--store", text]) == 0
        )
        assert capsys.readouterr().out == f"run,last\n{said}"
    assert main(["sql", "thre", words, "--store", text]) == 1
    assert capsys.readouterr().err == (
        "the store has no run “thre”\n    fix: name one of one, other, two\n"
    )
    with connect(StoreAddress(text)) as opened, pytest.raises(StoreError):
        find_runs(opened, ["x*"])
    assert main(["sql", "one", "SELECT tikc FROM ticks", "--store", text]) == 1
    assert capsys.readouterr().err.startswith("statement:1:8: there is no column “tikc” here")
