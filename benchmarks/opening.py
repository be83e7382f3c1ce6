"""From the start of a process to what it has drawn, on a pty of 200×50: the studio beside the least
that Textual takes.

All are taken in turn, so that a busy machine slows all of them alike; what counts are the ratios.
The village is opened with an empty cache of worlds (cold) and with one that holds it (warm). A
first tick is asked for as soon as the village is drawn. Compiled modules are kept in a folder of
the benchmark's, as an installed package has them.
"""

import os
import select
import shutil
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from benchmarks.frames import ROOT, STUDIO, Driven, driven

ROUNDS = 9
VILLE = ROOT / "worlds" / "ville"
BARE = "a bare interpreter"
LEAST = "a minimal Textual app"
WIDGET = b"....."
"""What the minimal app draws."""
PANES = (b"Outline", b"Transcript")
VILLAGE = (b"tick 0", b"Market Square", "▀".encode(), b"No events yet")
"""The title, the outline, the map in pixels, and the transcript."""


def until(program: Driven, texts: Sequence[bytes], since: float) -> float:
    """Return the milliseconds from a moment to when the last of the texts was written."""
    while not all(text in program.seen for text in texts):
        if not select.select([program.file], [], [], 60)[0]:
            raise SystemExit(f"{texts!r} have not come: {program.seen[-400:]!r}")
        program.seen += os.read(program.file, 1 << 20)
    return (time.monotonic() - since) * 1e3


def started(words: Sequence[str], home: Path, texts: Sequence[bytes]) -> float:
    """Return the milliseconds from the start of a program to a text."""
    since = time.monotonic()
    with driven([sys.executable, *words], home) as program:
        return until(program, texts, since)


def studio(home: Path) -> tuple[float, float, float]:
    """Return the milliseconds to the frame of panes, to the village, and from a key for the first
    tick to that tick."""
    since = time.monotonic()
    with driven([sys.executable, *STUDIO, str(VILLE)], home) as program:
        panes = until(program, PANES, since)
        village = until(program, VILLAGE, since)
        pressed = time.monotonic()
        os.write(program.file, b".")
        return panes, village, until(program, (b"tick 1",), pressed)


def measure(home: Path) -> dict[str, float]:
    """Return what each takes in one round, in milliseconds."""
    found = {BARE: started(["-c", "print('here')"], home, (b"here",))}
    found[LEAST] = started(["-m", "benchmarks.bare"], home, (WIDGET,))
    for cache in ("cold", "warm"):
        if cache == "cold":
            shutil.rmtree(home / "cache", ignore_errors=True)
        for what, took in zip(("panes", "village", "first tick"), studio(home), strict=True):
            found[f"{what}, {cache}"] = took
    return found


def main() -> None:
    """Print the median of each, and of its ratio to the minimal app in the same round."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory() as place:
        home = Path(place)
        os.environ["PYTHONPYCACHEPREFIX"] = str(home / "compiled")
        (home / "config" / "latticeville").mkdir(parents=True)
        (home / "config" / "latticeville" / "settings.toml").write_text("greeted = true\n")
        measure(home)
        rounds = [measure(home) for _ in range(ROUNDS)]
    for what in rounds[0]:
        took, ratio = (
            median(one[what] for one in rounds),
            median(one[what] / one[LEAST] for one in rounds),
        )
        print(f"{what:<24}{took:7.0f} ms   {ratio:5.2f} times")


if __name__ == "__main__":
    main()
