"""Memory of many people on a large map: `python -m benchmarks.crowd [PEOPLE] [SIDE] [TICKS]`.

The map is that of a valley of survivors with a quarter of its cells full of food; people have no
needs and follow no plan, so that what is measured is what everybody costs who merely lives.
"""

import resource
import sys
import tempfile
import time
from pathlib import Path

from msgspec.structs import replace

from benchmarks.survivor_worlds import valley
from latticeville.core import gc_control
from latticeville.models.fake import FakeLLM
from latticeville.runs.recorded_run import RecordedRun

MIB = 2**20


class Meter:
    """Prints the memory by now, the most so far, and the processor time since the last line."""

    def __init__(self) -> None:
        self._since = time.process_time()

    def tell(self, what: str) -> None:
        """Print a line."""
        pages = int(Path("/proc/self/statm").read_text("utf-8").split()[1])
        now = pages * resource.getpagesize() / MIB
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        took = time.process_time() - self._since
        print(f"{what:>8} {now:7.0f} MiB, at most {most:7.0f} MiB {took:8.1f} s", flush=True)
        self._since = time.process_time()


def main() -> None:
    """Print a line a tick."""
    agents, side, ticks = (int(word) for word in sys.argv[1:] or ("10000", "632", "3"))
    meter = Meter()
    meter.tell("program")
    world = valley(agents, side)
    meter.tell("world")
    world = replace(world, minds=replace(world.minds, act="plan"), rules=("social",))
    with tempfile.TemporaryDirectory() as folder, gc_control.collector_disabled():
        run = RecordedRun.start(Path(folder) / "run", world, FakeLLM(), "bench")
        meter.tell("start")
        for number in range(ticks):
            run.step()
            meter.tell(f"tick {number + 1}")
        run.close()


if __name__ == "__main__":
    main()
