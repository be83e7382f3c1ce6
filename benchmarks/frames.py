"""Keys to painted frames, encoding included, through a pty of 200×50: panning and painting beside
peers, in one run.

What is counted is the processor's time of the whole program a key, from the key's bytes to the
frame's bytes, in rounds that are taken in turn. The checks that follow a stroke once it rests are
not part of it. The peers: a plain ScrollView that emits runs, with as many cells of map and nothing
beside it; textual-paint's canvas, in an environment of its own (LATTICEVILLE_PAINT names its
python; without it one is made).
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
from statistics import median

ROOT = Path(__file__).parents[1]
SIZE = (200, 50)
AMONG, ALONE = (126, 44), (198, 44)
"""Cells of the map among the other panes, and alone."""
PRESSES, ROUNDS = 60, 7
LEAST = 50
"""Bytes a key below which nothing was painted."""
PACE = 0.04
"""Seconds between two keys: more than a frame takes, so that each is painted."""
Keys = Callable[[int], bytes]
"""The bytes of a key by its number."""
STUDIO = ["-c", "from latticeville.cli import main; raise SystemExit(main())", "studio"]
LEGEND = {",": "grass", ".": "earth", ":": "stone", "T": "leaf", "~": "water"}


class Driven:
    """A program on a pty."""

    def __init__(self, words: Sequence[str], home: Path, size: tuple[int, int] = SIZE) -> None:
        self.file, child = pty.openpty()
        fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
        kept = {
            name: value
            for name, value in os.environ.items()
            if name not in ("COLUMNS", "LINES", "NO_COLOR")
        }
        places = {
            f"XDG_{name}_HOME": str(home / name.lower())
            for name in ("CONFIG", "STATE", "CACHE", "DATA")
        }
        shown = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "PYTHONPATH": str(ROOT)}
        self.process = subprocess.Popen(
            [*words],
            stdin=child,
            stdout=child,
            stderr=child,
            cwd=home,
            env={**kept, **places, **shown},
            start_new_session=True,
        )
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

    def round(self, keys: Keys, start: int) -> float:
        """Press keys, each once the one before is painted; return the processor's milliseconds a
        key."""
        self.read(0.3)
        before, written = self.spent(), 0
        for number in range(start, start + PRESSES):
            os.write(self.file, keys(number))
            written += self.read(PACE)
        if written < PRESSES * LEAST:
            raise SystemExit(f"only {written} bytes for {PRESSES} keys: {self.seen[-400:]!r}")
        return (self.spent() - before) / PRESSES / 1e6

    def spent(self) -> int:
        """Return the nanoseconds that all threads have run."""
        threads = Path(f"/proc/{self.process.pid}/task").iterdir()
        return sum(int((thread / "schedstat").read_text().split()[0]) for thread in threads)

    def close(self) -> None:
        """End it."""
        self.process.kill()
        self.process.wait()
        os.close(self.file)


@contextlib.contextmanager
def driven(words: Sequence[str], home: Path, size: tuple[int, int] = SIZE) -> Iterator[Driven]:
    """Run a program while something is measured."""
    program = Driven(words, home, size)
    try:
        yield program
    finally:
        program.close()


def world(folder: Path, width: int, height: int) -> Path:
    """Write a world of mixed ground."""
    chance = random.Random(1)
    rows = [
        "".join(chance.choices(",.:T~", (60, 15, 15, 7, 3), k=width // 4 + 1))
        for _ in range(height)
    ]
    folder.mkdir(parents=True)
    (folder / "world.map").write_text(
        "\n".join("".join(g * 4 for g in row)[:width] for row in rows) + "\n"
    )
    legend = "\n".join(
        f'"{glyph}" = {{ name = "{name}", color = "{name}" }}' for glyph, name in LEGEND.items()
    )
    (folder / "world.toml").write_text(f'name = "Meadow"\n\n[legend]\n{legend}\n')
    return folder


def in_turn(*programs: tuple[Driven, Keys]) -> list[float]:
    """Return what a key costs in each, in milliseconds: the median of several rounds, taken in
    turn."""
    rounds = [
        [program.round(keys, turn * PRESSES) for program, keys in programs]
        for turn in range(ROUNDS)
    ]
    return [median(costs) for costs in zip(*rounds, strict=True)]


def pans(number: int) -> bytes:
    """Return a key that pans."""
    return b"L" if number % 8 < 4 else b"H"


@contextlib.contextmanager
def drawing(program: Driven, x: int, y: int, width: int) -> Iterator[tuple[Driven, Keys]]:
    """Hold the mouse's button down for a while, to draw cells from a place on, so many in a row."""
    program.press(f"\x1b[<0;{x};{y}M".encode())
    yield program, lambda n: f"\x1b[<32;{x + n % width};{y + n // width}M".encode()
    program.press(f"\x1b[<0;{x};{y}m".encode())


@contextlib.contextmanager
def workbench(folder: Path, home: Path) -> Iterator[Driven]:
    """Open the map workbench on a world."""
    with driven([sys.executable, *STUDIO, str(folder)], home) as program:
        program.until(b"tick 0")
        program.press(b"1")
        program.until(b"Legend")
        program.read(6 if "great" in folder.name else 2)
        program.press(b"g")
        yield program


@contextlib.contextmanager
def running(home: Path, *words: str) -> Iterator[Driven]:
    """Run a peer."""
    with driven(words, home) as found:
        found.read(4)
        yield found


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
        small, like, great = (
            world(home / "worlds" / name, *size)
            for name, size in {
                "small": (400, 200),
                "like": (400, 200),
                "great": (2000, 2000),
            }.items()
        )
        plain = [sys.executable, "-m", "benchmarks.plain", str(small / "world.map")]
        with workbench(small, home) as studio:
            with running(home, *plain, *map(str, AMONG)) as view:
                _tell("pan, panes", "a ScrollView", *in_turn((studio, pans), (view, pans)))
            studio.press(b"Zg")
            with running(home, *plain, *map(str, ALONE)) as view:
                _tell("pan, alone", "a ScrollView", *in_turn((studio, pans), (view, pans)))
            studio.press(b"Zgp")
            with (
                running(home, peer(home), "-m", "textual_paint.paint") as canvas,
                running(home, sys.executable, "-m", "benchmarks.bare") as bare,
                drawing(studio, 60, 20, 60) as ours,
                drawing(canvas, 30, 10, 40) as theirs,
                drawing(bare, 60, 20, 60) as least,
            ):
                cell, other, floor = in_turn(ours, theirs, least)
            _tell("a cell", "textual-paint", cell, other)
            print(f"{'':<12}of which {floor:.2f} ms are what one bare widget of Textual's costs")
        with workbench(like, home) as near, workbench(great, home) as far:
            _tell("pan", "2000×2000", *in_turn((near, pans), (far, pans)))
            near.press(b"gp")
            far.press(b"gp")
            with drawing(near, 60, 20, 60) as here, drawing(far, 60, 20, 60) as there:
                _tell("a cell", "2000×2000", *in_turn(here, there))


def _tell(what: str, other: str, ours: float, theirs: float) -> None:
    print(
        f"{what:<12}studio {ours:5.2f} ms   {other:<14}{theirs:5.2f} ms   {theirs / ours:5.2f} "
        "times"
    )


if __name__ == "__main__":
    main()
