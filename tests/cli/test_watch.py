"""Watching: other processes follow a run that goes on, see every tick once, and end with it."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from latticeville.cli.main import main
from latticeville.models.fake import FakeLLM
from latticeville.runs import log
from latticeville.runs.follow import LogFollower
from latticeville.runs.recorded_run import RecordedRun
from latticeville.runs.replay import Replay
from latticeville.runs.run_folder import LOCK, find_writer
from latticeville.world.load import load_world
from tests.reports.runs import SQUARE
from tests.runs.runs import contents
from tests.worlds import told

LATTICEVILLE = [sys.executable, "-m", "latticeville.cli"]


def begun(folder: Path) -> RecordedRun:
    return RecordedRun.start(folder, load_world(SQUARE), FakeLLM(), "fake")


def test_a_follower_sees_each_whole_tick_once_across_segments(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log, "SEGMENT_TICKS", 5)
    run = begun(tmp_path / "run")
    for _ in range(3):
        run.step()
    late, whole = LogFollower(tmp_path / "run"), LogFollower(tmp_path / "run", 0)
    assert [one.tick for one in late.poll()] == [3]
    seen = list(whole.poll())
    for step in range(60):
        run.step()
        seen.extend(whole.poll())
        if step % 7 == 0:
            assert [one.tick for one in late.poll()][-1] == step + 4
    begun_at = path = max((tmp_path / "run").glob("segment-*"))
    while path == begun_at:
        run.step()
        path = max((tmp_path / "run").glob("segment-*"))
    seen.extend(whole.poll())
    size = path.stat().st_size
    run.step()
    text = path.read_bytes()
    path.write_bytes(text[: size + 20])
    assert list(whole.poll()) == []
    path.write_bytes(text)
    seen.extend(whole.poll())
    assert [told(one) for one in seen] == [told(one) for one in Replay(tmp_path / "run").payloads()]
    assert not whole.is_over()
    run.close()
    assert whole.is_over()


@pytest.mark.parametrize("text", ["999999999\n", "9" * 5000, '{"pid": 1}', "what", ""])
def test_the_mark_of_a_killed_writer_does_not_count(tmp_path: Path, text: str) -> None:
    run = begun(tmp_path / "run")
    run.step()
    run.close()
    (tmp_path / "run" / LOCK).write_text(text)
    assert find_writer(tmp_path / "run") is None
    assert LogFollower(tmp_path / "run").is_over()
    RecordedRun.resume(tmp_path / "run", lambda _spec: FakeLLM()).close()
    assert not (tmp_path / "run" / LOCK).exists()


@pytest.mark.slow
def test_several_watch_a_run_to_its_end_and_leave_it_as_it_would_be(tmp_path: Path) -> None:
    folder = str(tmp_path / "run")
    maker = subprocess.Popen(
        [*LATTICEVILLE, "run", str(SQUARE), "--ticks", "400", "--out", folder, "--view", "none"],
        stderr=subprocess.PIPE,
    )
    while not list((tmp_path / "run").glob("segment-000.jsonl")) or not _grown(tmp_path / "run"):
        time.sleep(0.01)
    command = [*LATTICEVILLE, "watch", folder, "--from", "0", "--view", "json"]
    watchers = [
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(2)
    ]
    heard = [watcher.communicate(timeout=60) for watcher in watchers]
    maker.communicate(timeout=60)
    for out, said in heard:
        assert [json.loads(line)["tick"] for line in out.splitlines()] == list(range(401))
        assert b"at tick 400; the run has ended" in said
    assert [watcher.returncode for watcher in watchers] == [0, 0]
    assert (
        main(
            [
                "run",
                str(SQUARE),
                "--ticks",
                "400",
                "--out",
                str(tmp_path / "alone"),
                "--view",
                "none",
            ]
        )
        == 0
    )
    assert contents(tmp_path / "run") == contents(tmp_path / "alone")


@pytest.mark.slow
def test_a_run_that_was_killed_is_told_as_interrupted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(tmp_path / "run")
    maker = subprocess.Popen(
        [*LATTICEVILLE, "run", str(SQUARE), "--ticks", "100000", "--out", folder, "--view", "none"],
        stderr=subprocess.DEVNULL,
    )
    while not list((tmp_path / "run").glob("segment-000.jsonl")) or not _grown(tmp_path / "run"):
        time.sleep(0.01)
    watcher = subprocess.Popen(
        [*LATTICEVILLE, "watch", folder, "--view", "json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert watcher.stdout is not None
    watcher.stdout.readline()
    maker.kill()
    maker.wait(timeout=120)
    said = watcher.communicate(timeout=60)[1].decode()
    assert f"; the run was interrupted; continue with: latticeville resume {folder}\n" in said
    assert watcher.returncode == 1
    assert main(["resume", folder, "--ticks", "1", "--view", "none"]) == 0
    assert main(["watch", folder]) == 0
    assert "; the run has ended" in capsys.readouterr().err


def _grown(folder: Path) -> bool:
    return (folder / "segment-000.jsonl").read_bytes().count(b"\n") > 3


@pytest.mark.slow
def test_ctrl_c_ends_the_watching_and_not_the_run(tmp_path: Path) -> None:
    run = begun(tmp_path / "run")
    run.step()
    command = [*LATTICEVILLE, "watch", str(tmp_path / "run"), "--view", "json"]
    watcher = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert watcher.stdout is not None
    assert json.loads(watcher.stdout.readline())["tick"] == 1
    watcher.send_signal(signal.SIGINT)
    _out, said = watcher.communicate(timeout=120)
    assert watcher.returncode == 130
    assert b"Traceback" not in said
    assert b"at tick 1; stopped watching; the run continues" in said
    run.step()
    run.close()


def test_a_run_that_has_ended_or_is_not_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = begun(tmp_path / "run")
    run.step()
    run.close()
    assert main(["watch", str(tmp_path / "run"), "--from", "0", "--view", "json"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2
    assert main(["watch", str(tmp_path / "gone")]) == 2
