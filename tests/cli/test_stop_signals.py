"""Real processes and real signals: a run, or any command, ends soon whatever a model does, with its
log whole."""

import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from latticeville.cli.main import main
from latticeville.runs.replay import Replay
from tests.models.hanging_server import Hanging, Manner, full_server, hanging_server
from tests.samples import samples

pytestmark = pytest.mark.slow

SQUARE = str(Path(__file__).parents[1] / "studio" / "data" / "square")
SOON = 1.9
"""Seconds in which a process ends by itself; after two it would be ended by force."""
STUCK = """
import hashlib, sys
from pathlib import Path
from latticeville.cli.run_loop import go
from latticeville.runs.recorded_run import RecordedRun
from latticeville.models.fake import FakeLLM
from tests.hamlet import baker, hamlet

class Stuck(FakeLLM):
    def answer(self, requests):
        if requests[0].tick > 3:
            print("stuck", flush=True)
            if sys.argv[2] == "native":
                hashlib.pbkdf2_hmac("sha256", b"a", b"b", 10**9)
            while True:
                pass
        return super().answer(requests)

world = hamlet(start="Mon 06:00", ada=baker(0), bob=baker(2))
sys.exit(go(RecordedRun.start(Path(sys.argv[1]), world, Stuck(), "stuck"), 50, ["none"]))
"""


@contextmanager
def begun(*command: str) -> Iterator["subprocess.Popen[str]"]:
    """Begin a process, and see to it that it ends."""
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def latticeville(*words: str) -> tuple[str, ...]:
    return (sys.executable, "-m", "latticeville.cli", *words)


def ended(process: "subprocess.Popen[str]") -> tuple[str, float]:
    """Return what a process said on stderr, and how long it took to end."""
    start = time.monotonic()
    _out, said = process.communicate(timeout=120)
    return said, time.monotonic() - start


def make(folder: Path, ticks: int) -> None:
    assert main(["run", SQUARE, "--ticks", str(ticks), "--out", str(folder), "--view", "none"]) == 0


def ready(command: str, folder: Path, server: Hanging) -> tuple[str, ...]:
    """Return the words of a command that makes a run in a folder and asks the server."""
    out = ("--out", str(folder), "--view", "none", "--llm", server.spec)
    if command == "run":
        return latticeville("run", SQUARE, *out)
    make(folder.parent / "before", 3)
    return latticeville("fork", str(folder.parent / "before"), *out)


@pytest.mark.parametrize(
    ("command", "manner", "number"),
    [
        ("run", "silent", signal.SIGINT),
        ("run", "slow", signal.SIGTERM),
        ("run", "slow head", signal.SIGINT),
        ("fork", "silent", signal.SIGTERM),
    ],
)
def test_the_second_signal_cuts_a_request_and_the_log_is_whole(
    command: str, manner: Manner, number: signal.Signals, tmp_path: Path
) -> None:
    folder = tmp_path / "run"
    with hanging_server(manner) as server, begun(*ready(command, folder, server)) as process:
        assert server.asked.wait(120)
        process.send_signal(number)
        assert process.stderr is not None
        said = ""
        while "again to stop now" not in said:
            said = process.stderr.readline()
        last = Replay(folder).last
        assert said == f"finishing tick {last + 1}; ctrl+c again to stop now\n"
        process.send_signal(number)
        said, seconds = ended(process)
    assert seconds < SOON
    assert process.returncode == 130
    assert f"ended after tick {last}; continue with: latticeville resume {folder}\n" in said
    assert "Traceback" not in said
    assert main(["verify", str(folder)]) == 0


def test_resume_is_cut_as_a_run_is_and_can_be_resumed_again(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with hanging_server("silent") as server:
        for words in (
            ready("run", folder, server),
            latticeville("resume", str(folder), "--view", "none"),
        ):
            server.asked.clear()
            with begun(*words) as process:
                assert server.asked.wait(120)
                process.send_signal(signal.SIGTERM)
                process.send_signal(signal.SIGINT)
                said, seconds = ended(process)
            assert seconds < SOON
            assert (process.returncode, "ended after tick" in said) == (130, True)
    assert main(["verify", str(folder)]) == 0


@pytest.mark.parametrize("command", ["interview", "models"])
def test_one_signal_ends_a_command_that_makes_no_ticks(command: str, tmp_path: Path) -> None:
    make(tmp_path / "run", 3)
    with hanging_server("silent") as server:
        words = {
            "interview": (
                "interview",
                str(tmp_path / "run"),
                "--ask",
                "How are you?",
                "--llm",
                server.spec,
            ),
            "models": ("models", server.spec),
        }[command]
        with begun(*latticeville(*words)) as process:
            assert server.asked.wait(120)
            process.send_signal(signal.SIGINT)
            said, seconds = ended(process)
    assert seconds < SOON
    assert (process.returncode, said.strip()) == (130, "")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_one_signal_ends_a_run_that_asks_whether_a_model_is_there(
    number: signal.Signals, tmp_path: Path
) -> None:
    words = (SQUARE, "--out", str(tmp_path / "run"), "--llm")
    with (
        hanging_server("silent", lists=False) as server,
        begun(*latticeville("run", *words, server.spec)) as process,
    ):
        assert server.asked.wait(120)
        process.send_signal(number)
        said, seconds = ended(process)
    assert seconds < SOON
    assert (process.returncode, said.strip()) in {(130, ""), (-signal.SIGTERM, "")}
    assert not (tmp_path / "run").exists()


def test_one_signal_ends_a_command_whose_server_takes_no_connection() -> None:
    with full_server() as spec, begun(*latticeville("models", spec)) as process:
        time.sleep(1.5)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        _said, seconds = ended(process)
    assert seconds < SOON
    assert process.returncode == 130


@pytest.mark.parametrize(
    ("how", "signals", "least", "most"),
    [("python", 2, 0, 1.5), ("native", 2, 1.5, 5), ("native", 3, 0, 1)],
)
def test_a_model_in_this_process_is_cut_and_one_that_cannot_be_is_ended_by_force(
    how: str, signals: int, least: float, most: float, tmp_path: Path
) -> None:
    folder = tmp_path / "run"
    with begun(sys.executable, "-c", STUCK, str(folder), how) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "stuck\n"
        for _ in range(signals):
            process.send_signal(signal.SIGINT)
            time.sleep(0.1)
        said, seconds = ended(process)
    assert least <= seconds < most
    assert process.returncode == 130
    assert f"continue with: latticeville resume {folder}\n" in said
    last = Replay(folder).last
    assert last >= 3
    assert main(["verify", str(folder)]) == 0


@pytest.mark.fuzz
@pytest.mark.parametrize("seed", range(samples(2, 60)))
def test_two_signals_at_any_moment_leave_whole_ticks_and_name_the_last(
    seed: int, tmp_path: Path
) -> None:
    dice, folder = random.Random(seed), tmp_path / "run"
    log = folder / "segment-000.jsonl"
    words = latticeville(
        "run", SQUARE, "--ticks", "1000000", "--view", "none", "--out", str(folder)
    )
    with begun(*words) as process:
        while not log.exists() or log.read_bytes().count(b"\n") < 3:
            time.sleep(0.01)
        time.sleep(dice.random() / 2)
        process.send_signal(signal.SIGINT)
        time.sleep(dice.choice((0, 0.0005, 0.002)) * dice.random())
        process.send_signal(signal.SIGTERM)
        said, seconds = ended(process)
    assert seconds < SOON
    assert process.returncode == 130
    replay = Replay(folder)
    assert f"ended after tick {replay.last}; continue with" in said
    assert replay.torn_bytes == 0
    assert main(["resume", str(folder), "--ticks", "2", "--view", "none"]) == 0
    assert main(["verify", str(folder)]) == 0
