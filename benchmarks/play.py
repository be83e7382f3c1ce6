"""Frames a second while the village plays in tiles, with bubbles, in a terminal of 160×48: `python
-m benchmarks.play`.

A frame is one that the program writes to its pty with another tick in its header.
"""

import re
import sys
import tempfile
from pathlib import Path
from statistics import median

from benchmarks.frames import ROOT, STUDIO, Driven, driven

SIZE = (160, 48)
SPEEDS = {"×1": 0, "×4": 2, "×16": 3, "max": 4}
"""How many times the key for a faster play is pressed, by the speed that it leads to."""
TICK = re.compile(rb"tick (\d+)")
ROUNDS, SECONDS = 5, 2.0


def frames_a_second(presses: int) -> float:
    """Return the median over a few rounds of the frames that are painted in a second."""
    with tempfile.TemporaryDirectory() as home:
        words = [sys.executable, *STUDIO, str(ROOT / "worlds" / "ville")]
        with driven(words, Path(home), SIZE) as program:
            program.until(b"Transcript")
            program.press(b"\r", 1.0)
            for _ in range(presses):
                program.press(b"]", 0.2)
            program.press(b" ", 1.0)
            return median(_count(program) / SECONDS for _ in range(ROUNDS))


def _count(program: Driven) -> int:
    """Return how many frames are written in a round."""
    before = len(program.seen)
    program.read(SECONDS)
    return len({*TICK.findall(program.seen[before:])})


def main() -> None:
    """Print a line a speed."""
    for name, presses in SPEEDS.items():
        print(f"{name:>4}  {frames_a_second(presses):5.1f} frames a second", flush=True)


if __name__ == "__main__":
    main()
