"""A store follows a run that is being made; a lost connection costs the run nothing, unless it was
asked to wait."""

from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
from typing import Any, cast

import pytest

from latticeville.cli import store_view
from latticeville.cli.main import main
from latticeville.models.fake import FakeLLM
from latticeville.runs.recorded_run import RecordedRun
from latticeville.runs.replay import Replay
from latticeville.store import follower
from latticeville.store.address import StoreAddress
from latticeville.store.connection import connect
from latticeville.store.embedded import EmbeddedServer
from latticeville.store.errors import StoreError, StoreLostError
from latticeville.store.follower import StoreFollower
from tests.reports.runs import SQUARE, recorded
from tests.store.test_fill import compared, fill, row_count

pytestmark = pytest.mark.postgres


def opener(address: StoreAddress) -> Callable[[], Any]:
    return lambda: connect(address)


def cut(address: StoreAddress) -> None:
    """End every other connection to a database, as a server that is killed does."""
    with connect(address) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def test_a_run_that_loses_its_store_again_and_again_is_in_it_at_the_end(
    tmp_path: Path, address: StoreAddress
) -> None:
    folder = recorded(tmp_path / "run", 5)
    run = RecordedRun.resume(folder, lambda _: FakeLLM())
    store = StoreFollower(folder, opener(address))
    for tick in range(1, 61):
        run.step()
        store.wake()
        if tick % 6 == 0:
            cut(address)
    run.close()
    store.finish()
    assert store.error is None
    assert store.stored == 65
    assert compared(folder, address) == str(row_count(Replay(folder)))


def test_a_store_that_is_behind_catches_up_while_the_run_goes_on(
    tmp_path: Path, address: StoreAddress
) -> None:
    folder = recorded(tmp_path / "run", 5)
    fill(folder, address)
    run = RecordedRun.resume(folder, lambda _: FakeLLM())
    for _ in range(30):
        run.step()
    store = StoreFollower(folder, opener(address))
    for _ in range(10):
        run.step()
        store.wake()
    run.close()
    store.finish()
    assert store.stored == 45
    assert compared(folder, address) == str(row_count(Replay(folder)))


def test_a_store_that_stays_away_is_told_and_filled_later(
    tmp_path: Path, address: StoreAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(follower, "PATIENCE", 0.0)
    folder, calls = recorded(tmp_path / "run", 5), 0

    def once() -> Any:
        nonlocal calls
        calls += 1
        if calls > 1:
            raise StoreLostError("the store cannot be reached")
        return connect(address)

    store = StoreFollower(folder, once)
    run = RecordedRun.resume(folder, lambda _: FakeLLM())
    cut(address)
    run.step()
    run.close()
    store.finish()
    assert isinstance(store.error, StoreLostError)
    assert "connection lost" in store.news.get_nowait()
    fill(folder, address)
    assert compared(folder, address) == str(row_count(Replay(folder)))


def test_run_resume_and_fork_keep_a_store(
    tmp_path: Path, address: StoreAddress, capsys: pytest.CaptureFixture[str]
) -> None:
    one, two, text = tmp_path / "one", tmp_path / "two", address.secret_text()
    kept = ["--view", "none", "--store", text]
    assert main(["run", str(SQUARE), "--ticks", "8", "--out", str(one), *kept]) == 0
    assert compared(one, address) == str(row_count(Replay(one)))
    assert main(["resume", str(one), "--ticks", "4", *kept]) == 0
    assert main(["fork", str(one), "--tick", "5", "--ticks", "6", "--out", str(two), *kept]) == 0
    for folder in (one, two):
        assert compared(folder, address) == str(row_count(Replay(folder)))
    assert text not in capsys.readouterr().err
    assert not any(text.encode() in path.read_bytes() for path in tmp_path.rglob("*.json*"))


def test_a_store_that_cannot_be_reached_begins_no_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "run"
    words = ["run", str(SQUARE), "--out", str(out), "--store", "postgres://ada@127.0.0.1:1/worlds"]
    assert main(words) == 1
    assert "no server answers" in capsys.readouterr().err
    assert not out.exists()


class _Away:
    """A follower whose store is away until it was looked for five times."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.error, self.stored, self.looks = None, 3, 0
        self.news = SimpleQueue[str]()
        self.news.put("store: connection lost after tick 3")
        monkeypatch.setattr(store_view, "sleep", self.look)

    @property
    def is_lost(self) -> bool:
        return self.looks < 5

    def wake(self) -> None:
        pass

    def look(self, _seconds: float) -> None:
        self.looks += 1
        if self.looks == 5:
            self.news.put("store: connected again, at tick 3")


@pytest.mark.parametrize(
    ("pauses", "stopped", "looks"), [(True, 0, 5), (False, 0, 0), (True, 1, 0)]
)
def test_a_run_waits_for_a_lost_store_where_that_was_asked_for_until_it_is_stopped(
    pauses: bool,  # noqa: FBT001
    stopped: int,
    looks: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    away = _Away(monkeypatch)
    view = store_view.StoreView(cast("StoreFollower", away), pauses=pauses)
    view.show(lambda: None, lambda: bool(stopped))
    assert away.looks == looks
    told = capsys.readouterr().err
    assert told.startswith("store: connection lost after tick 3")
    assert ("the run waits for it" in told) == pauses
    assert ("connected again" in told) == (looks == 5)


def test_another_run_of_the_name_is_refused_before_the_first_tick(
    tmp_path: Path, address: StoreAddress, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "run"
    other = recorded(tmp_path / "other" / "run", 5)
    fill(other, address)
    words = ["run", str(SQUARE), "--ticks", "4", "--seed", "99", "--out", str(out)]
    assert main([*words, "--store", address.secret_text()]) == 1
    assert "another run by the name “run”" in capsys.readouterr().err
    assert Replay(out).last == 0
    with pytest.raises(StoreError):
        fill(out, address)


@pytest.mark.slow
@pytest.mark.usefixtures("server")
def test_the_embedded_server_is_there_as_long_as_the_run(tmp_path: Path) -> None:
    out = tmp_path / "run"
    words = ["--view", "none", "--store", "postgres"]
    assert main(["run", str(SQUARE), "--ticks", "6", "--out", str(out), *words]) == 0
    assert not (out / "postgres" / "postmaster.pid").exists()
    assert main(["store", "check", str(out)]) == 0
    with EmbeddedServer(out) as server, server.connect() as connection:
        (count,) = connection.execute("SELECT count(*) FROM ticks").fetchone()
    assert count == 7
