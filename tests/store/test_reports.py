"""Reports that read tables have the same answers from a store as from the log."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from latticeville.cli.main import main
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.runs.replay import Replay
from latticeville.store.address import StoreAddress
from latticeville.store.embedded import EmbeddedServer
from tests.reports.runs import recorded
from tests.store.conftest import new_database
from tests.store.test_fill import fill, resume
from tests.world_folders import VILLE, shared_world

pytestmark = pytest.mark.postgres
TICKS = 150


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    with TemporaryDirectory() as place:
        world = shared_world(VILLE)
        yield recorded(Path(place) / "monday", TICKS, world, model=BuiltinMind())


@pytest.fixture(scope="module")
def text(folder: Path, server: EmbeddedServer) -> str:
    found = new_database(server)
    fill(folder, StoreAddress(found))
    return found


@pytest.mark.parametrize(
    "words",
    [
        ["talk"],
        ["plans", "--csv"],
        ["plans", "--tick", "70"],
        ["places"],
        ["places", "--tick", "70", "--json"],
        ["diffusion", "ada.1"],
        ["coordination"],
        ["metrics"],
        ["metrics", "--json", "--every", "10"],
    ],
    ids=" ".join,
)
def test_answers_are_those_from_the_log(
    words: list[str],
    folder: Path,
    text: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    told, asked = [], [words[0], str(folder), *words[1:]]
    assert main(asked) == 0
    told.append(capsys.readouterr())

    def refuse(*_: Any) -> Iterator[Any]:
        raise AssertionError("the log is read")

    for name in ("payloads", "summaries"):
        monkeypatch.setattr(Replay, name, refuse)
    assert main([*asked, "--store", text]) == 0
    told.append(capsys.readouterr())
    assert told[0] == told[1]


def test_a_store_that_is_behind_is_refused(
    tmp_path: Path, server: EmbeddedServer, capsys: pytest.CaptureFixture[str]
) -> None:
    run, store = recorded(tmp_path / "run", 5), ["--store", new_database(server)]
    assert main(["talk", str(run), *store]) == 1
    assert "the store has nothing of this run" in capsys.readouterr().err
    fill(run, StoreAddress(store[1]))
    resume(run, 4)
    assert main(["talk", str(run), "--tick", "5", *store]) == 0
    capsys.readouterr()
    assert main(["talk", str(run), *store]) == 1
    assert "the store is at tick 5, and tick 9 is asked for" in capsys.readouterr().err
    fill(run, StoreAddress(store[1]))
    assert main(["metrics", str(run), "--anomalies", *store]) == 2
    assert "leave out --store" in capsys.readouterr().err
