"""What the studio's screens cost with many people: `python -m benchmarks.screens [PEOPLE [TICKS]]`.

A town lives a few ticks, its run is opened in 160×48, and keys are pressed one after the other, each
once the one before is drawn. What is printed are milliseconds of the thread that draws, in which
nothing else can be answered: the processor's, so that a busy machine does not change them.
"""

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from textual.pilot import Pilot

from benchmarks.scrub import SIZE, opened
from benchmarks.towns import town
from latticeville.core.gc_control import collect_in_steps, disable_collector
from latticeville.models.fake import FakeLLM
from latticeville.runs.recorded_run import RecordedRun
from studio.app.app import Studio
from studio.entry import SWITCH

REST, IDLE = 0.05, 0.004
"""Seconds between two looks at whether all is drawn, and the processor's at most in between."""
ACTIONS = {
    "a tick on": ".",
    "a tick back": ",",
    "zoom out": "-",
    "to the overview": "-",
    "a tick, overview": ".",
    "the whole map": "z",
    "a tick, whole map": ",",
    "back": "z",
    "next person": "f6",
    "next person again": "f6",
    "follow": "F",
    "a tick, followed": ".",
    "a tick back, followed": ",",
    "search": "slash",
    "a letter": "7",
    "go": "enter",
    "palette": "ctrl+p",
    "first letter": "7",
    "second letter": "7",
    "close": "escape",
}
"""Keys by what they do."""
PANES = ("beliefs", "memory", "why", "charts", "dashboard", "numbers", "chronicle")
"""Panes that are opened, and then shown another tick."""


async def _settle(pilot: Pilot[None]) -> None:
    """Wait until nothing is left to draw or to read."""
    while True:
        await pilot.pause()
        spent = time.process_time()
        await asyncio.sleep(REST)
        if time.process_time() - spent < IDLE:
            return


async def measure(folder: Path) -> None:
    """Print a line an action."""
    start, app = time.thread_time(), Studio(folder)

    def tell(what: str) -> None:
        nonlocal start
        print(f"{what:>22} {1e3 * (time.thread_time() - start):6.0f} ms", flush=True)
        start = time.thread_time()

    async with app.run_test(size=SIZE) as pilot:
        simulate = await opened(app)
        await _settle(pilot)
        tell("open")
        for what, key in ACTIONS.items():
            await pilot.press(key)
            await _settle(pilot)
            tell(what)
        for turn, name in enumerate(PANES):
            getattr(simulate, f"action_{name}")()
            await _settle(pilot)
            tell(name)
            await pilot.press(".,"[turn % 2])
            await _settle(pilot)
            tell("another tick")
            await pilot.press("escape")
            await _settle(pilot)
            start = time.thread_time()


def main() -> None:
    """Make a run, and open it."""
    people, ticks = (int(word) for word in (*sys.argv[1:], *("10000", "4")[len(sys.argv) - 1 :]))
    disable_collector()
    collect_in_steps()
    sys.setswitchinterval(SWITCH)
    with tempfile.TemporaryDirectory() as place:
        run = RecordedRun.start(Path(place) / "run", town(people), FakeLLM(), "fake")
        for _ in range(ticks):
            run.step()
        run.close()
        asyncio.run(measure(run.folder))


if __name__ == "__main__":
    main()
