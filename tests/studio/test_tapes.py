"""A recorded run in the session: read, shown, never written."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from latticeville.db.lines import DamageError
from latticeville.db.recording import RecordedRun
from latticeville.llm.fake import FakeLLM
from latticeville.render.frame import frame
from latticeville.world.load import load
from studio import session as module
from studio.tapes import Recorded
from tests.studio.conftest import thirsty
from tests.studio.test_session import Watched


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a run of sixty ticks."""
    made = tmp_path_factory.mktemp("runs") / "monday"
    run = RecordedRun.start(made, load(thirsty(made.parent)), FakeLLM(), "fake")
    for _ in range(60):
        run.step()
    run.close()
    return made


@pytest.fixture
def watched(folder: Path) -> Iterator[Watched]:
    made = Watched(folder, FakeLLM(), Recorded(folder))
    yield made
    made.close()


def test_all_of_it_is_there_at_once(watched: Watched) -> None:
    view = watched.until(lambda view: view.end == 60)
    assert (view.payload.tick, view.recorded, view.playing) == (0, True, False)
    watched.session.seek(52)
    assert any(told.mark == "refused" for told in watched.tick(52).lines)


def test_it_ends_with_a_sentence_and_makes_nothing(watched: Watched, folder: Path) -> None:
    before = {path: path.read_bytes() for path in folder.iterdir()}
    watched.session.newest()
    watched.tick(60)
    watched.session.step(1)
    watched.until(lambda _view: bool(watched.said))
    assert watched.said == [f"Here the recorded run ends. It lives on with: latticeville resume {folder}"]
    watched.session.seek(58)
    watched.tick(58)
    watched.session.faster(4)
    watched.session.play()
    watched.until(lambda view: view.payload.tick == 60 and not view.playing)
    watched.close()
    assert {path: path.read_bytes() for path in folder.iterdir()} == before


def test_its_ticks_are_those_that_were_recorded(watched: Watched, folder: Path) -> None:
    watched.until(lambda view: view.end == 60)
    watched.session.go_to(31)
    view = watched.tick(31)
    assert frame(view.payload.state) == frame(Recorded(folder)._replay.at(31).state)


def test_a_tick_that_is_still_being_read_is_waited_for(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "READING", 0)
    made = Watched(folder, FakeLLM(), Recorded(folder))
    made.session.go_to(59)
    made.tick(59)
    made.close()
    assert made.said == []


def test_what_is_no_run_is_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "segment-000.jsonl").write_text("something\n")
    with pytest.raises(DamageError):
        Recorded(tmp_path)
