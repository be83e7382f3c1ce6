"""The studio on a real terminal, or what passes for one: opens, steps, quits, and leaves it as it
was."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

import pytest

from latticeville.models.fake import FakeLLM
from latticeville.runs.recorded_run import RecordedRun
from latticeville.world.load import load_world
from tests.studio.conftest import environment
from tests.world_folders import ROOT, SQUARE

pytestmark = pytest.mark.slow

COMMAND = [
    sys.executable,
    "-c",
    "from latticeville.cli import main; raise SystemExit(main())",
    "studio",
]


@pytest.fixture(autouse=True)
def _leave_nobody_behind() -> Iterator[None]:
    yield
    for process in Terminal.started:
        process.kill()
    Terminal.started.clear()


class Terminal:
    """A child process on a pseudo terminal."""

    started: ClassVar[list[subprocess.Popen[bytes]]] = []

    def __init__(self, *words: str, width: int = 80, height: int = 24) -> None:
        self.seen = b""
        self.file, child = pty.openpty()
        fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        self.process = subprocess.Popen(
            [*COMMAND, *words],
            stdin=child,
            stdout=child,
            stderr=child,
            cwd=ROOT,
            env=environment(),
            start_new_session=True,
        )
        self.started.append(self.process)
        os.close(child)

    def until(self, text: bytes, seconds: float = 30) -> None:
        end = time.monotonic() + seconds
        while text not in self.seen:
            if time.monotonic() > end:
                raise AssertionError(f"{text!r} has not come: {self.seen[-2000:]!r}")
            self._read(0.1)

    def press(self, keys: bytes) -> None:
        self.seen = b""
        os.write(self.file, keys)

    def ends(self, seconds: float = 30) -> int:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self._read(0.05)
            code = self.process.poll()
            if code is not None:
                self._read(0.05)
                os.close(self.file)
                return code
        raise AssertionError("it does not end")

    def _read(self, seconds: float) -> None:
        if select.select([self.file], [], [], seconds)[0]:
            try:
                self.seen += os.read(self.file, 65536)
            except OSError:
                time.sleep(seconds)


def test_it_opens_steps_and_quits(places: Path) -> None:
    terminal = Terminal("worlds/square")
    terminal.until(b"tick 0")
    terminal.until(b"space: run")
    terminal.press(b"...")
    terminal.until(b"tick 3")
    terminal.press(b"\x03")
    terminal.until(b"Press ctrl+q to quit")
    terminal.press(b"q")
    assert terminal.ends() == 0
    assert b"\x1b[?1049l" in terminal.seen
    assert b"\x1b[?25h" in terminal.seen
    run = places / "state" / "latticeville" / "runs" / "square" / "run-0001"
    assert terminal.seen.endswith(f"latticeville studio {run}\r\n".encode())


def test_it_names_no_run_where_nothing_was_made() -> None:
    terminal = Terminal("worlds/square")
    terminal.until(b"tick 0")
    terminal.press(b"\x11")
    assert terminal.ends() == 0
    assert b"replay" not in terminal.seen


def test_a_signal_ends_it_cleanly(places: Path) -> None:
    terminal = Terminal("worlds/square")
    terminal.until(b"tick 0")
    terminal.press(b".")
    terminal.until(b"tick 1")
    terminal.process.terminate()
    assert terminal.ends() == 0
    assert b"\x1b[?1049l" in terminal.seen
    assert (
        places / "state" / "latticeville" / "runs" / "square" / "run-0001" / "segment-000.jsonl"
    ).exists()


def test_it_ends_when_its_terminal_goes_away_at_full_speed() -> None:
    terminal = Terminal("worlds/square")
    terminal.until(b"tick 0")
    terminal.press(b"]]]] ")
    terminal.until(b"max")
    os.close(terminal.file)
    terminal.process.send_signal(signal.SIGHUP)
    assert terminal.process.wait(20) in (129, 1, 70, -1)


def test_it_ends_when_its_terminal_goes_away_without_a_signal() -> None:
    terminal = Terminal("worlds/square")
    terminal.until(b"tick 0")
    os.close(terminal.file)
    assert terminal.process.wait(20) == 129


@pytest.mark.parametrize(
    ("words", "sentence"),
    [(["worlds/square"], "needs a terminal"), (["worlds/nowhere"], "needs a terminal")],
)
def test_it_refuses_where_there_is_no_terminal(words: list[str], sentence: str) -> None:
    done = subprocess.run(
        [*COMMAND, *words], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr


def test_it_refuses_a_folder_that_is_not_there() -> None:
    terminal = Terminal("worlds/nowhere")
    assert terminal.ends() == 2
    assert "there is no folder “worlds/nowhere”".encode() in terminal.seen


def test_it_opens_a_run_for_looking_at(tmp_path: Path) -> None:
    run = RecordedRun.start(tmp_path / "run", load_world(SQUARE), FakeLLM(), "fake")
    run.step()
    run.close()
    terminal = Terminal(str(tmp_path / "run"), width=120)
    terminal.until(b"tick 0 of 1")
    terminal.until(b"recorded")
    terminal.press(b"..")
    terminal.until(b"End of the recorded run.")
    terminal.press(b"q")
    assert terminal.ends() == 0
    assert b"is kept" not in terminal.seen


def test_it_says_why_a_run_cannot_be_seen(tmp_path: Path) -> None:
    (tmp_path / "segment-000.jsonl").write_text("nothing\n")
    terminal = Terminal(str(tmp_path), width=120)
    terminal.until(b"1 problem")
    terminal.press(b"q")
    assert terminal.ends() == 0


def test_opening_it_imports_no_textual_before_it_must() -> None:
    code = "import sys, studio.entry; sys.exit('textual' in sys.modules)"
    assert (
        subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False, timeout=60).returncode
        == 0
    )
