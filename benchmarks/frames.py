"""Keys to painted frames, encoding included, through a pty of 200×50: panning and painting beside peers, in one run.

What is counted is the processor's time of the whole program a key, from the key's bytes to the frame's bytes; of three
rounds the least. The checks that follow a stroke once it rests are not part of it. The peers: a plain ScrollView that
emits runs, with as many cells of map and nothing beside it; textual-paint's canvas, in an environment of its own
(LATTICEVILLE_PAINT names its python; without it one is made).
"""

import contextlib
import fcntl
import os
import pty
import random
import select
import struct
import subprocess
import sys
import tempfile
import termios
import time
import venv
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
SIZE = (200, 50)
AMONG, ALONE = (126, 44), (198, 44)
"""Cells of the map among the other panes, and alone."""
KEYS = 60
PACE = 0.04
"""Seconds between two keys: more than a frame takes, so that each is painted."""
TICKS = os.sysconf("SC_CLK_TCK")
STUDIO = ["-c", "from latticeville.cli import main; raise SystemExit(main())", "studio"]
LEGEND = {",": "grass", ".": "earth", ":": "stone", "T": "leaf", "~": "water"}


class Driven:
    """A program on a pty."""

    def __init__(self, words: Sequence[str], home: Path) -> None:
        self.file, child = pty.openpty()
        fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", SIZE[1], SIZE[0], 0, 0))
        kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")}
        places = {f"XDG_{name}_HOME": str(home / name.lower()) for name in ("CONFIG", "STATE", "CACHE", "DATA")}
        shown = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "PYTHONPATH": str(ROOT)}
        self.process = subprocess.Popen(
            [*words], stdin=child, stdout=child, stderr=child, cwd=home, env={**kept, **places, **shown},
            start_new_session=True,
        )  # fmt: skip
        os.close(child)
        self.seen = b""

    def read(self, seconds: float) -> int:
        """Take what is written in so many seconds; return how many bytes it was."""
        end, before = time.monotonic() + seconds, len(self.seen)
        while (left := end - time.monotonic()) > 0:
            if select.select([self.file], [], [], left)[0]:
                try:
                    self.seen += os.read(self.file, 1 << 20)
                except OSError:
                    break
        return len(self.seen) - before

    def press(self, keys: bytes, seconds: float = 0.6) -> None:
        """Send keys, and let the program answer."""
        os.write(self.file, keys)
        self.read(seconds)

    def until(self, text: bytes) -> None:
        """Wait for a text."""
        end = time.monotonic() + 60
        while text not in self.seen:
            if time.monotonic() > end:
                raise SystemExit(f"{text!r} has not come: {self.seen[-400:]!r}")
            self.read(0.1)

    def cost(self, keys: Callable[[int], bytes]) -> tuple[float, int]:
        """Return the processor's milliseconds a key, the least of three rounds, and the bytes a key."""
        best, sent = float("inf"), 0
        for turn in range(3):
            start, written = self._spent(), 0
            for number in range(KEYS):
                os.write(self.file, keys(turn * KEYS + number))
                written += self.read(PACE)
            best, sent = min(best, (self._spent() - start) / KEYS * 1000), written // KEYS
            self.read(1.0)
        return best, sent

    def _spent(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def close(self) -> None:
        """End it."""
        self.process.kill()
        self.process.wait()
        os.close(self.file)


@contextlib.contextmanager
def driven(words: Sequence[str], home: Path) -> Iterator[Driven]:
    """Run a program while something is measured."""
    program = Driven(words, home)
    try:
        yield program
    finally:
        program.close()


def world(folder: Path, width: int, height: int) -> Path:
    """Write a world of mixed ground."""
    chance = random.Random(1)
    rows = ["".join(chance.choices(",.:T~", (60, 15, 15, 7, 3), k=width // 4 + 1)) for _ in range(height)]
    folder.mkdir(parents=True)
    (folder / "world.map").write_text("\n".join("".join(g * 4 for g in row)[:width] for row in rows) + "\n")
    legend = "\n".join(f'"{glyph}" = {{ name = "{name}", color = "{name}" }}' for glyph, name in LEGEND.items())
    (folder / "world.toml").write_text(f'name = "Meadow"\n\n[legend]\n{legend}\n')
    return folder


def ours(folder: Path, home: Path) -> tuple[float, float, float]:
    """Return what panning costs in the map workbench, with the map among the other panes and alone, and painting."""
    with driven([sys.executable, *STUDIO, str(folder)], home) as program:
        program.until(b"tick 0")
        program.press(b"1")
        program.until(b"Legend")
        program.read(6 if "great" in folder.name else 2)
        program.press(b"g")
        pan, _ = program.cost(_pans)
        program.press(b"gp")
        paint, _ = _drag(program, 60, 20, 60)
        program.press(b"Zg")
        alone, _ = program.cost(_pans)
    return pan, alone, paint


def _pans(number: int) -> bytes:
    return b"L" if number % 8 < 4 else b"H"


def _drag(program: Driven, x: int, y: int, width: int) -> tuple[float, int]:
    """Return what a cell costs that is drawn with the mouse."""
    program.press(f"\x1b[<0;{x};{y}M".encode())
    cost = program.cost(lambda n: f"\x1b[<32;{x + n % width};{y + n // width}M".encode())
    program.press(f"\x1b[<0;{x};{y}m".encode())
    return cost


def plain(folder: Path, home: Path, size: tuple[int, int]) -> tuple[float, int]:
    """Return what panning costs in a plain ScrollView of so many cells."""
    words = [sys.executable, "-m", "benchmarks.plain", str(folder / "world.map"), *map(str, size)]
    with driven(words, home) as program:
        program.read(2)
        return program.cost(_pans)


def paint(python: str, home: Path) -> tuple[float, int]:
    """Return what a cell costs in textual-paint."""
    with driven([python, "-m", "textual_paint.paint"], home) as program:
        program.read(5)
        return _drag(program, 30, 10, 40)


def bare(home: Path) -> tuple[float, int]:
    """Return what a cell costs in the barest program that Textual can make."""
    with driven([sys.executable, "-m", "benchmarks.bare"], home) as program:
        program.read(2)
        return _drag(program, 60, 20, 60)


def peer(home: Path) -> str:
    """Return a python that has textual-paint."""
    known = os.environ.get("LATTICEVILLE_PAINT")
    if known:
        return known
    venv.create(home / "paint", with_pip=True)
    python = str(home / "paint" / "bin" / "python")
    subprocess.run([python, "-m", "pip", "install", "--quiet", "textual-paint"], check=True)
    return python


def main() -> None:
    """Print what each costs, and the ratios."""
    with tempfile.TemporaryDirectory() as place:
        home = Path(place)
        small, great = world(home / "worlds" / "small", 400, 200), world(home / "worlds" / "great", 2000, 2000)
        pan, alone, cell = ours(small, home)
        far_pan, _, far_cell = ours(great, home)
        (among, _), (whole, _) = plain(small, home, AMONG), plain(small, home, ALONE)
        canvas, _ = paint(peer(home), home)
        least, _ = bare(home)
    for told, mine, theirs in (("panes", pan, among), ("alone", alone, whole)):
        print(f"pan, {told} studio {mine:6.2f} ms   ScrollView    {theirs:6.2f} ms   {theirs / mine:5.2f} times faster")
    print(f"a cell     studio {cell:6.2f} ms   textual-paint {canvas:6.2f} ms   {canvas / cell:5.2f} times faster")
    print(f"           of which {least:.2f} ms are what one bare widget of Textual's costs")
    print(f"2000×2000  pan {far_pan:.2f} ms, {far_pan / pan:.2f} times that of 400×200;")
    print(f"           a cell {far_cell:.2f} ms, {far_cell / cell:.2f} times")


if __name__ == "__main__":
    main()
