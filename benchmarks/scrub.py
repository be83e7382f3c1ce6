"""The studio on a long run: how soon it opens, how many views a second it paints when dragged, what
memory.

Usage: python -m benchmarks.scrub [RUN] – without a run the village lives 10,000 ticks first, which
takes a minute. And python -m benchmarks.scrub --llm SPEC plays the village on a model for twenty
seconds, and prints how long screens wait.
"""

import asyncio
import resource
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from statistics import median

from latticeville.core.gc_control import collect_in_steps, disable_collector
from latticeville.models.fake import FakeLLM
from latticeville.runs.recorded_run import RecordedRun
from latticeville.world.load import load_world
from studio.app.app import Studio
from studio.entry import SWITCH
from studio.player import orders
from studio.player.frame import PlaybackFrame
from studio.run.screen import SimulateScreen

VILLE = Path(__file__).parents[1] / "worlds" / "ville"
TICKS, SIZE = 10_000, (160, 48)
SECONDS = 5.0
"""For which the run is dragged from its beginning to its end."""
PLAYED = 20.0
"""Seconds for which a village plays whose model thinks."""
BEAT = 0.005
"""Seconds between two looks at whether the screens answer."""


async def opened(app: Studio) -> SimulateScreen:
    """Wait until the first frame is painted."""
    while True:
        if isinstance(app.screen, SimulateScreen) and app.screen.frame is not None:
            return app.screen
        await asyncio.sleep(BEAT)


async def drag(folder: Path) -> None:
    """Print how a run opens and how it is dragged."""
    begun, app, painted = time.perf_counter(), Studio(folder), list[float]()
    async with app.run_test(size=SIZE) as pilot:
        simulate = await opened(app)
        print(f"open after {time.perf_counter() - begun:.2f} s")
        await pilot.pause(2)
        frame, player = simulate.frame, app.player
        if frame is None or player is None:
            raise SystemExit("the run did not open")
        see = simulate.see

        def seen(shown: PlaybackFrame) -> None:
            painted.append(time.perf_counter())
            see(shown)

        simulate.see = seen  # type: ignore[method-assign]
        start = time.perf_counter()
        while (now := time.perf_counter() - start) < SECONDS:
            player.do(orders.Seek(int(now / SECONDS * frame.end)))
            await asyncio.sleep(1 / 60)
        gaps = [after - before for before, after in pairwise(painted)]
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{frame.end} ticks: {len(painted) / SECONDS:.0f} views a second,", end=" ")
    print(f"median {median(gaps) * 1e3:.0f} ms, {memory:.0f} MB")


async def think(llm: str) -> None:
    """Print the worst wait of a village that plays on a model."""
    app, beats = Studio(VILLE, llm=llm), list[float]()
    async with app.run_test(size=SIZE):
        simulate = await opened(app)
        simulate.action_play()
        start = last = time.perf_counter()
        while last - start < PLAYED:
            await asyncio.sleep(BEAT)
            now = time.perf_counter()
            beats.append(now - last - BEAT)
            last = now
        ticks = simulate.frame.payload.tick if simulate.frame else 0
    beats.sort()
    print(
        f"{llm}: {ticks} ticks in {PLAYED:.0f} s; waits: 99 of 100 under "
        f"{beats[-len(beats) // 100] * 1e3:.0f} ms,",
        end=" ",
    )
    print(f"the worst {beats[-1] * 1e3:.0f} ms")


def main() -> None:
    """Run what was asked for, with collector and threads as the studio has them."""
    disable_collector()
    collect_in_steps()
    sys.setswitchinterval(SWITCH)
    words = sys.argv[1:]
    if words[:1] == ["--llm"]:
        asyncio.run(think(words[1]))
        return
    with tempfile.TemporaryDirectory() as place:
        folder = Path(words[0]) if words else Path(place) / "run"
        if not words:
            run = RecordedRun.start(folder, load_world(VILLE), FakeLLM(), "fake")
            for _ in range(TICKS):
                run.step()
            run.close()
        asyncio.run(drag(folder))


if __name__ == "__main__":
    main()
