"""Commands in processes of their own on one run: one writes it, the others are told who does, and
all may read."""

import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from latticeville.cli.main import main
from latticeville.runs.replay import Replay
from latticeville.runs.run_folder import find_writer
from tests.faults import count_writes, run_killed, sampled_kills
from tests.reports.runs import SQUARE, recorded
from tests.runs.runs import contents

pytestmark = pytest.mark.slow

SECONDS = 60


def begin(*words: str, cwd: Path | None = None) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "latticeville.cli", *words]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=cwd
    )


def end(process: subprocess.Popen[str]) -> tuple[int, str]:
    """Wait for a process, and return its exit code and what it said."""
    _out, said = process.communicate(timeout=SECONDS)
    return process.returncode, said


def await_writer(folder: Path) -> None:
    """Wait until a process writes a run and has made a tick of it."""
    last, until = Replay(folder).last, time.monotonic() + SECONDS
    while find_writer(folder) is None or Replay(folder).last == last:
        assert time.monotonic() < until
        time.sleep(0.01)


def test_resumes_at_once_never_destroy_a_run(tmp_path: Path) -> None:
    folder = recorded(tmp_path / "run", 5)
    both = [begin("resume", str(folder), "--ticks", "40", "--view", "none") for _ in range(2)]
    ends = [end(process) for process in both]
    done = [said for code, said in ends if code == 0]
    refused = [said for code, said in ends if code == 1]
    assert len(done) + len(refused) == 2
    assert Replay(folder).last == 5 + 40 * len(done)
    assert all("is being written by latticeville resume, process" in said for said in refused)
    assert main(["verify", str(folder)]) == 0


def test_while_a_run_is_written_others_are_refused_and_readers_are_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = recorded(tmp_path / "run", 5)
    writer = begin("resume", str(folder), "--ticks", "100000", "--view", "none")
    try:
        await_writer(folder)
        assert main(["resume", str(folder), "--ticks", "1", "--view", "none"]) == 1
        said = capsys.readouterr().err
        assert f"{folder} is being written by latticeville resume, process {writer.pid} on " in said
        assert "\n    why: " in said
        assert "\n    fix: " in said
        assert main(["run", str(SQUARE), "--out", str(folder), "--view", "none"]) == 2
        assert (
            main(
                ["fork", str(folder), "--at", "4", "--ticks", "3", "--name", "b", "--view", "none"]
            )
            == 0
        )
        assert main(["replay", str(folder), "--view", "none"]) == 0
        watcher = begin("watch", str(folder), "--from", "0", "--view", "json")
        assert watcher.stdout is not None
        assert watcher.stdout.readline()
        assert writer.poll() is None
        writer.send_signal(signal.SIGINT)
        assert end(writer)[0] == 130
        assert end(watcher)[0] == 0
    finally:
        writer.kill()
    assert main(["verify", str(folder)]) == 0
    assert main(["verify", f"{folder}-b"]) == 0


def test_a_killed_writer_keeps_nobody_out(tmp_path: Path) -> None:
    folder = recorded(tmp_path / "run", 5)
    writer = begin("resume", str(folder), "--ticks", "100000", "--view", "none")
    await_writer(folder)
    writer.kill()
    end(writer)
    assert main(["resume", str(folder), "--ticks", "3", "--view", "none"]) == 0
    assert main(["verify", str(folder)]) == 0


def test_runs_that_begin_at_once_have_a_folder_each(tmp_path: Path) -> None:
    words = ("run", str(SQUARE), "--ticks", "3", "--view", "none")
    assert [end(process)[0] for process in [begin(*words, cwd=tmp_path) for _ in range(3)]] == [
        0,
        0,
        0,
    ]
    folders = sorted((tmp_path / "runs").iterdir())
    assert [folder.name for folder in folders] == ["run-001", "run-002", "run-003"]
    assert [main(["verify", str(folder)]) for folder in folders] == [0, 0, 0]


def test_a_folder_in_the_making_is_no_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recorded(tmp_path / "run", 2)
    recorded(tmp_path / ".half.making", 2)
    assert main(["branches", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "run · ticks 0 to 2\n"


@pytest.mark.fuzz
def test_a_script_is_done_once_though_the_run_was_killed_on_the_way(tmp_path: Path) -> None:
    tell = '[[inputs]]\nat = {}\ndo = "event"\ntext = "The bell rings!"\n'
    folder = tmp_path / "runs" / "run"

    def after(tick: int) -> tuple[str, ...]:
        script = tmp_path / f"after-{tick}.toml"
        script.write_text("".join(tell.format(at) for at in (1, 3, 3) if at > tick))
        return ("--inputs", str(script), "--view", "none") if tick < 3 else ("--view", "none")

    def run() -> None:
        assert main(["run", str(SQUARE), "--ticks", "4", "--out", str(folder), *words]) == 0

    words = after(0)
    calls = count_writes(run)
    unharmed = contents(folder)
    for at in sampled_kills(calls, usual=10):
        shutil.rmtree(folder.parent)
        assert not run_killed(run, at)
        if folder.exists():
            last = Replay(folder).last
            assert main(["resume", str(folder), "--ticks", str(4 - last), *after(last)]) == 0
        else:
            run()
        assert contents(folder) == unharmed, at
