"""On a full disk a command says which file could not be written, and leaves no lock and nothing
half made."""

import contextlib
import io
import shutil
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from latticeville.cli.main import main
from latticeville.core import user_dirs
from latticeville.models.fake import FakeLLM
from latticeville.runs import log
from latticeville.runs.recorded_run import RecordedRun
from latticeville.runs.replay import Replay
from latticeville.runs.verify import verify
from tests.faults import count_writes, run_full, sampled_kills
from tests.hamlet import baker, drifter, hamlet

pytestmark = [pytest.mark.fuzz, pytest.mark.slow]
COMMANDS = {
    "run": "run {world} --ticks 9 --llm fake --out {root}/new --view none",
    "run into an empty folder": "run {world} --ticks 9 --llm fake --out {root}/empty --view none",
    "resume": "resume {run} --ticks 9 --view none",
    "fork": "fork {run} --at 7 --seed 5 --ticks 9 --out {root}/new --view none",
    "fork into an empty folder": "fork {run} --at 7 --seed 5 --ticks 9 --out {root}/empty --view "
    "none",
    "compress": "compress {run}",
    "timeline": "timeline {run}",
    "new": "new {root}/new",
    "chronicle": "chronicle {run} --out {root}/told.md",
    "export of a world": "export {world} {root}/town.tmj",
    "export of a run": "export {run} {root}/film.cast",
    "export of a folder": "export {run} {root}/new --terrarium",
}


@pytest.fixture(autouse=True)
def _short_segments(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(log, "SEGMENT_TICKS", 3)
    monkeypatch.setattr(user_dirs, "cache_dir", lambda: tmp_path / "cache")
    monkeypatch.setattr(user_dirs, "state_dir", lambda: tmp_path / "state")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a folder with a world, a run and an empty folder."""
    place = tmp_path / "whole"
    world = hamlet(ada=baker(0), bob=drifter(2))
    run = RecordedRun.start(place / "run", world, FakeLLM(), "fake")
    for _ in range(14):
        run.step()
    run.close()
    for name, text in world.files.items():
        (place / "world" / name).parent.mkdir(parents=True, exist_ok=True)
        (place / "world" / name).write_text(text, encoding="utf-8")
    (place / "empty").mkdir()
    return place


def said_by(words: str) -> str:
    """Return exit code and errors of a command, as JSON."""
    told = io.StringIO()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(told):
        code = main(words.split())
    return msgspec.json.encode((code, told.getvalue())).decode()


def call_in(place: Path, command: str) -> Callable[[], str]:
    return lambda: said_by(
        COMMANDS[command].format(root=place, run=place / "run", world=place / "world")
    )


def litter(place: Path) -> list[str]:
    """Return hidden files and folders, which only a living process may have."""
    return sorted(str(path.relative_to(place)) for path in place.rglob(".*"))


@pytest.mark.parametrize("command", COMMANDS)
def test_a_full_disk_is_told_with_the_file_and_leaves_nothing_half_made(
    command: str, root: Path, tmp_path: Path
) -> None:
    shutil.copytree(root, tmp_path / "count")
    calls = count_writes(lambda: call_in(tmp_path / "count", command)() and None)
    for at in sampled_kills(calls, 14):
        place = tmp_path / "full"
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(root, place)
        is_full, answer = run_full(call_in(place, command), at)
        code, told = msgspec.json.decode(answer, type=tuple[int, str])
        where = f"{command} at call {at}: {told}"
        assert code in (0, 1), where
        if code:
            assert is_full, where
            assert f"{place}/" in told, where
            assert "No space left on device" in told, where
            assert "fix: " in told or "continue with: latticeville resume" in told, where
        assert "/." not in told, where
        assert not litter(place), where
        assert not [one for one in verify(place / "run") if not isinstance(one, int)]
        assert Replay(place / "run").last >= 14
