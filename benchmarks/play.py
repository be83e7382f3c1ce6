"""Frames a second while the village plays in tiles, with bubbles, in a terminal of 160×48: `python -m benchmarks.play`.

A frame is one synchronized update that the program writes to its pty.
"""

import sys
import tempfile
from pathlib import Path
from statistics import median

from benchmarks.frames import ROOT, STUDIO, driven

SIZE = (160, 48)
SPEEDS = {"×1": 0, "×4": 2, "×16": 4}
"""How many times the key for a faster play is pressed, by the speed that it leads to."""
FRAME_START = b"\x1b[?2026h"
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
            return median(_count(program.take(SECONDS)) / SECONDS for _ in range(ROUNDS))


def _count(seen: bytes) -> int:
    return seen.count(FRAME_START)


def main() -> None:
    """Print a line a speed."""
    for name, presses in SPEEDS.items():
        print(f"{name:>4}  {frames_a_second(presses):5.1f} frames a second", flush=True)


if __name__ == "__main__":
    main()
