"""A recorded run in the player: read, shown, never written."""

import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from latticeville.draw.frame import frame
from latticeville.models.fake import FakeLLM
from latticeville.runs.lines import DamageError
from latticeville.runs.recorded_run import RecordedRun
from latticeville.runs.replay import Replay
from latticeville.runs.run_folder import LOCK, find_writer
from latticeville.world.load import load_world
from studio.player import orders
from studio.player import player as module
from studio.player.run_sources import earlier_run, recorded_run
from tests.player.test_player import Played
from tests.world_folders import SQUARE


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a run of sixty ticks."""
    made = tmp_path_factory.mktemp("runs") / "monday"
    run = RecordedRun.start(made, load_world(SQUARE), FakeLLM(), "fake")
    for _ in range(60):
        run.step()
    run.close()
    return made


@pytest.fixture
def played(folder: Path) -> Iterator[Played]:
    made = Played(folder, FakeLLM(), recorded_run(folder))
    yield made
    made.close()


def test_all_of_it_is_there_at_once(played: Played) -> None:
    view = played.until(lambda view: view.end == 60)
    assert (view.payload.tick, view.recorded, view.playing) == (0, True, False)
    played.player.do(orders.Seek(55))
    assert any("fills the kettle" in told.text for told in played.tick(55).lines)


def test_it_ends_with_a_sentence_and_makes_nothing(played: Played, folder: Path) -> None:
    before = {path: path.read_bytes() for path in folder.iterdir()}
    played.player.do(orders.ShowNewest())
    played.tick(60)
    played.player.do(orders.StepBy(1))
    played.until(lambda _view: bool(played.said))
    assert played.said == [
        f"End of the recorded run. Continue it with: latticeville resume {folder}"
    ]
    played.player.do(orders.Seek(58))
    played.tick(58)
    played.player.do(orders.ChangeSpeed(4, time.monotonic()))
    played.player.do(orders.TogglePlay(time.monotonic()))
    played.until(lambda view: view.payload.tick == 60 and not view.playing)
    played.close()
    assert {path: path.read_bytes() for path in folder.iterdir()} == before


def test_its_ticks_are_those_that_were_recorded(played: Played, folder: Path) -> None:
    played.until(lambda view: view.end == 60)
    played.player.do(orders.GoTo(31))
    view = played.tick(31)
    assert frame(view.payload.state) == frame(Replay(folder).at(31).state)


def test_a_tick_that_is_still_being_read_is_waited_for(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "READING", 0)
    made = Played(folder, FakeLLM(), recorded_run(folder))
    made.player.do(orders.GoTo(59))
    made.tick(59)
    made.close()
    assert made.said == []


def test_what_is_no_run_is_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "segment-000.jsonl").write_text("something\n")
    with pytest.raises(DamageError):
        recorded_run(tmp_path)


HOLD = """
import sys
import time
from pathlib import Path
from latticeville.core.file_lock import FileLock
lock = FileLock(Path(sys.argv[1]), "latticeville resume")
print("held", flush=True)
sys.stdin.read()
"""


@contextmanager
def written_elsewhere(folder: Path) -> Iterator[int]:
    """Let another process write a run meanwhile, and yield its number."""
    command = [sys.executable, "-c", HOLD, str(folder / LOCK)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdin is not None
        assert other.stdout.readline() == b"held\n"
        yield other.pid
        other.kill()


def test_a_run_that_another_program_writes_is_looked_at_and_gone_on_with_afterwards(
    folder: Path, tmp_path: Path
) -> None:
    folder = Path(shutil.copytree(folder, tmp_path / "run"))
    with written_elsewhere(folder) as pid:
        source = earlier_run(folder)
        assert source.writer.startswith(f"latticeville resume, process {pid} on ")
        for _ in range(2):
            with pytest.raises(
                DamageError,
                match=rf"is being written by latticeville resume, process {pid} on .* f forks",
            ):
                source.next()
        ending = recorded_run(folder).ending
        assert f"It is being written by latticeville resume, process {pid} on " in ending
    assert earlier_run(folder).writer == ""
    source.begin()
    assert source.next().tick == source.last + 1
    holder = find_writer(folder)
    assert holder is not None
    assert holder.purpose == "latticeville studio"
    source.close()
    assert find_writer(folder) is None
