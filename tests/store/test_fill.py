"""A filled store has the rows of the log, whatever was killed on the way, and nothing else."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from latticeville.cli.main import main
from latticeville.mind.think import think
from latticeville.models.fake import FakeLLM
from latticeville.runs import log
from latticeville.runs.recorded_run import RecordedRun
from latticeville.runs.replay import Replay
from latticeville.sim.inputs import Whisper
from latticeville.store.address import StoreAddress
from latticeville.store.comparison import compare
from latticeville.store.connection import connect
from latticeville.store.errors import StoreError, StoreLostError
from latticeville.store.table_copy import STORE_TABLES
from latticeville.store.writer import StoreWriter, drop_run, stored_ticks
from latticeville.tables.registry import TABLES
from latticeville.tables.row_stream import row_stream
from tests.random_worlds import feeds, worlds
from tests.reports.runs import recorded
from tests.runs.runs import write

if TYPE_CHECKING:
    from tests.worlds import Feed

pytestmark = pytest.mark.postgres
TICKS = 30


@pytest.fixture(autouse=True)
def _short_segments(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "SEGMENT_TICKS", 7)


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return recorded(tmp_path / "run", TICKS)


def fill(folder: Path, address: StoreAddress, most: int = 500) -> int:
    """Fill a store and return how many ticks were added."""
    with StoreWriter(folder, lambda: connect(address)) as writer:
        return writer.fill(most)


def row_count(replay: Replay) -> int:
    return sum(len([*rows]) for many in row_stream(replay, TABLES) for rows in many)


def compared(folder: Path, address: StoreAddress) -> str:
    with connect(address) as connection:
        found = compare(Replay(folder), connection)
    return str(found.difference or found.rows)


def resume(folder: Path, ticks: int) -> None:
    run = RecordedRun.resume(folder, lambda _: FakeLLM())
    for _ in range(ticks):
        run.step()
    run.close()


def test_a_filled_store_has_the_rows_of_the_log(run: Path, address: StoreAddress) -> None:
    assert "nothing of this run" in compared(run, address)
    assert fill(run, address, most=4) == TICKS + 1
    assert compared(run, address) == str(row_count(Replay(run)))
    with connect(address) as connection:
        for table in STORE_TABLES:
            (count,) = connection.execute(f"SELECT count(*) FROM {table.name}").fetchone()
            assert count or table.name in {"claims", "matters", "commitments", "plans"}, table.name


def test_filling_again_adds_what_is_new_alone(run: Path, address: StoreAddress) -> None:
    fill(run, address)
    assert fill(run, address) == 0
    resume(run, 5)
    assert "ends at tick 35" in compared(run, address)
    assert fill(run, address) == 5
    assert compared(run, address) == str(row_count(Replay(run)))


def test_every_changed_row_is_found(run: Path, address: StoreAddress) -> None:
    fill(run, address)
    replay = Replay(run)
    with connect(address) as connection:
        for table in STORE_TABLES:
            last, where = table.listed.split(", ")[-1], f"run = 'run' AND {table.tick} >= 0"
            for statement in (
                f"UPDATE {table.name} SET {last} = NULL WHERE {where} AND {last} IS NOT NULL",
                f"DELETE FROM {table.name} WHERE ctid = (SELECT min(ctid) FROM {table.name})",
                f"UPDATE {table.name} SET {table.tick} = {table.tick} + 1000 WHERE {where}",
                f"UPDATE {table.name} SET run = 'other' WHERE {where}",
            ):
                with connection.transaction(force_rollback=True):
                    if connection.execute(statement).rowcount:
                        found = compare(replay, connection).difference
                        assert found is not None, statement
                        assert found.table == table.name, (statement, found)


def test_a_row_that_is_too_many_is_found(run: Path, address: StoreAddress) -> None:
    fill(run, address)
    with connect(address) as connection:
        for tick in (3, TICKS + 1):
            with connection.transaction(force_rollback=True):
                connection.execute(
                    "INSERT INTO claims (run, tick, who, memory) VALUES ('run', %s, 'x', 1)", [tick]
                )
                found = compare(Replay(run), connection).difference
                assert found is not None
                assert (found.table, found.key["tick"]) == ("claims", tick)


def test_another_run_of_the_name_is_refused_and_nothing_is_written(
    tmp_path: Path, run: Path, address: StoreAddress
) -> None:
    fill(run, address)
    other = recorded(tmp_path / "elsewhere" / "run", TICKS + 5)  # the same log, and five ticks
    assert fill(other, address) == 5
    with pytest.raises(StoreError, match="another run by the name “run”"):
        fill(run, address)
    with connect(address) as connection:
        assert drop_run(connection, "run")
        assert stored_ticks(connection, "run") is None
    assert fill(run, address) == TICKS + 1
    assert compared(run, address) == str(row_count(Replay(run)))


def test_many_runs_stand_side_by_side(tmp_path: Path, run: Path, address: StoreAddress) -> None:
    other = recorded(tmp_path / "other", 9)
    fill(other, address)
    fill(run, address)
    assert compared(run, address) == str(row_count(Replay(run)))
    assert compared(other, address) == str(row_count(Replay(other)))


def dying(address: StoreAddress, left: int) -> Callable[[], Any]:
    """Return what connects, to a server that ends the connection after so many statements."""

    def open_connection() -> Any:
        connection = connect(address)
        execute, count = connection.execute, 0

        def counted(*words: Any) -> Any:
            nonlocal count
            count += 1
            if count == left:
                with connect(address) as other:
                    other.execute("SELECT pg_terminate_backend(%s)", [connection.info.backend_pid])
            return execute(*words)

        connection.execute = counted
        return connection

    return open_connection


@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(left=st.integers(3, 40), most=st.integers(1, 9))
def test_whatever_is_killed_the_rows_are_those_of_the_log(
    left: int, most: int, run: Path, address: StoreAddress
) -> None:
    with connect(address) as connection:
        drop_run(connection, "run")
    with StoreWriter(run, dying(address, left)) as writer, suppress(StoreLostError):
        writer.fill(most)
    fill(run, address, most)
    assert compared(run, address) == str(row_count(Replay(run)))


def test_a_writer_goes_on_after_its_connection_was_lost(run: Path, address: StoreAddress) -> None:
    with StoreWriter(run, lambda: connect(address)) as writer:
        writer.connect()
        for _ in range(4):
            writer.read(4)
            with connect(address) as other:
                number = writer._connection.info.backend_pid
                other.execute("SELECT pg_terminate_backend(%s)", [number])
            with pytest.raises(StoreLostError):
                writer.commit()
            writer.connect()
            writer.commit()
        writer.fill()
    assert compared(run, address) == str(row_count(Replay(run)))


@settings(max_examples=5, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_rows_of_drawn_worlds_are_those_of_the_log(
    data: st.DataObject, address: StoreAddress, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Worlds that are edited from outside, and exchanged."""
    world, edition = data.draw(worlds()), data.draw(worlds())
    feed: Feed = {**data.draw(feeds(world, 12)), data.draw(st.integers(1, 12)): [edition]}
    folder = tmp_path_factory.mktemp("drawn")
    write(folder, world, 12, feed=feed, minds=think)
    fill(folder, address, most=5)
    assert compared(folder, address) == str(row_count(Replay(folder)))


def test_a_writer_begins_again_where_the_server_lost_what_it_had(
    run: Path, address: StoreAddress
) -> None:
    with StoreWriter(run, lambda: connect(address)) as writer:
        writer.connect()
        writer.read(20)
        writer.commit()
        with connect(address) as connection:
            drop_run(connection, "run")
        assert writer.fill(5) == TICKS + 1
    assert compared(run, address) == str(row_count(Replay(run)))


def test_texts_that_postgres_cannot_hold_are_stored_as_they_compare(
    tmp_path: Path, address: StoreAddress
) -> None:
    folder = recorded(tmp_path / "run", 3)
    run = RecordedRun.resume(folder, lambda _: FakeLLM())
    run.feed(Whisper("mina", "A\0letter for Zoë"))
    run.step()
    run.close()
    fill(folder, address)
    assert compared(folder, address) == str(row_count(Replay(folder)))
    with connect(address) as connection:
        found = connection.execute("SELECT text FROM memories WHERE text LIKE '%Zoë%'").fetchone()
    assert found is not None
    assert "A\ufffdletter for Zoë" in found[0]


def test_a_log_whose_oldest_segments_are_gone_is_compared_where_both_have_ticks(
    run: Path, address: StoreAddress, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(run, address)
    oldest = sorted(run.glob("segment-*"))[:2]
    for path in oldest:
        path.unlink()
    first, words = Replay(run).first, [str(run), "--store", address.secret_text()]
    assert first > 0
    assert main(["store", "check", *words]) == 0
    told = capsys.readouterr().out
    assert f"rows of ticks {first + 1} to {TICKS}; the log has none before, the store has" in told
    with connect(address) as connection:
        for where, found in ((first + 1, 1), (first - 1, 0)):
            with connection.transaction(force_rollback=True):
                connection.execute("UPDATE positions SET x = x + 1 WHERE tick = %s", [where])
                assert bool(compare(Replay(run), connection).difference) == found
    resume(run, 3)
    assert main(["store", "fill", *words]) == 1
    assert f"from tick 0 to {TICKS}, and this log begins at tick {first}" in capsys.readouterr().err
    with connect(address) as connection:
        assert drop_run(connection, "run")
    assert fill(run, address) == TICKS + 4 - first
    assert compared(run, address) == str(row_count(Replay(run)))
