"""Frames a second while a world plays, and how soon a key is answered meanwhile, in a terminal of
160×48.

`python -m benchmarks.play [PEOPLE]` plays the village, or a town of so many people. A frame is one
that the program writes to its pty with another tick in its header; a key is answered once the words
that it brings are written. The processor's time is that of all threads, so that a busy machine does
not change it; between a key and its answer, it is how long that takes where nothing else runs.
"""

import os
import re
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import NamedTuple

from benchmarks.frames import ROOT, STUDIO, Driven, driven
from benchmarks.towns import town_files

SIZE = (160, 48)
SPEEDS = {"×1": 0, "×4": 2, "×16": 3, "max": 4}
"""How many times the key for a faster play is pressed, by the speed that it leads to."""
TICK = re.compile(rb"tick (\d+)")
ROUNDS, SECONDS = 5, 2.0
KEY, ANSWER = b"^", b"Roofs: "
"""A key that draws the map otherwise and says so."""
KEYS, PATIENCE = 15, 5.0
"""Keys that are pressed, and most seconds that an answer is waited for."""


class Played(NamedTuple):
    """Medians while a world plays: frames a second, the processor's milliseconds a frame, and the
    milliseconds until a key is answered, by the clock and the processor's."""

    frames: float
    cost: float
    key: float
    key_cost: float


def play(world: Path, home: Path, presses: int) -> Played:
    """Play a world at a speed."""
    with driven([sys.executable, *STUDIO, str(world)], home, SIZE) as program:
        program.until(b"tick 0")
        program.read(2.0)
        program.press(b"\r", 1.0)
        for _ in range(presses):
            program.press(b"]", 0.2)
        program.press(b" ", 1.0)
        rounds = [_count(program) for _ in range(ROUNDS)]
        answers = [_answer(program, number) for number in range(KEYS)]
    return Played(
        median(frames for frames, _ in rounds) / SECONDS,
        median(spent / frames for frames, spent in rounds if frames),
        median(waited for waited, _ in answers),
        median(spent for _, spent in answers),
    )


def _count(program: Driven) -> tuple[int, float]:
    """Return how many frames are written in a round, and the processor's milliseconds."""
    before, spent = len(program.seen), program.spent()
    program.read(SECONDS)
    frames = len({*TICK.findall(program.seen[before:])})
    return frames, (program.spent() - spent) / 1e6


def _answer(program: Driven, number: int) -> tuple[float, float]:
    """Return the milliseconds from a key to its answer, and the processor's."""
    program.read(0.15 + 0.01 * number)
    before, spent, start = len(program.seen), program.spent(), time.monotonic()
    os.write(program.file, KEY)
    while ANSWER not in program.seen[before:] and time.monotonic() - start < PATIENCE:
        program.read(0.002)
    return (time.monotonic() - start) * 1e3, (program.spent() - spent) / 1e6


def main() -> None:
    """Print a line a speed."""
    people = int(sys.argv[1]) if sys.argv[1:] else 0
    with tempfile.TemporaryDirectory() as place:
        home, world = Path(place), ROOT / "worlds" / "ville"
        if people:
            world = home / "town"
            for name, text in town_files(people).items():
                path = world / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, "utf-8")
        for name, presses in SPEEDS.items():
            found = play(world, home, presses)
            print(
                f"{name:>4}  {found.frames:5.1f} frames a second  {found.cost:5.0f} ms of the "
                f"processor a frame  a key after {found.key:5.0f} ms, "
                f"{found.key_cost:4.0f} ms of the processor",
                flush=True,
            )


if __name__ == "__main__":
    main()
