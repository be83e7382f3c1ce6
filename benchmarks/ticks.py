"""Ticks without a model, side by side with a bare Mesa step of move, look and remember."""

import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

import mesa
from mesa.space import MultiGrid

from benchmarks.towns import PER_ROOM, ROOM, town
from latticeville.core import gc_control
from latticeville.models.fake import FakeLLM
from latticeville.runs.recorded_run import RecordedRun

WARM_UP = 120
"""Ticks of ours before the first is timed."""
LOOK = 3
"""Cells that a Mesa agent looks around, about as many as one of our rooms has."""


class Walker(mesa.Agent):
    """Moves to a neighbouring cell, looks around and remembers whom it sees."""

    def __init__(self, model: mesa.Model) -> None:
        super().__init__(model)
        self.memory: list[Any] = []

    def step(self) -> None:
        """Move, look, remember."""
        grid = self.model.grid
        grid.move_agent(self, self.random.choice(grid.get_neighborhood(self.pos, moore=False)))
        seen = [
            (other.unique_id, other.pos)
            for other in grid.get_neighbors(self.pos, moore=True, radius=LOOK)
        ]
        self.memory.append((self.model.steps, seen))


class Walkers(mesa.Model):
    """As many walkers on as much ground as a town has."""

    def __init__(self, agents: int) -> None:
        super().__init__(seed=1)
        side = max(2, round((agents / PER_ROOM) ** 0.5 + 0.499)) * ROOM
        self.grid = MultiGrid(side, side, torus=False)
        for _ in range(agents):
            self.grid.place_agent(
                Walker(self), (self.random.randrange(side), self.random.randrange(side))
            )

    def step(self) -> None:
        """Let everybody step once, in random order."""
        self.agents.shuffle_do("step")


def measure(agents: int, ticks: int = 20, repeats: int = 7) -> tuple[float, float]:
    """Return median seconds a tick of ours, log included, and of Mesa's, taken in turn, after a
    warm-up of each.

    Every size is measured over the same simulated hours, so that the same share of people walks and
    rests. The collector is off for both, as in `latticeville run`.
    """
    world = town(agents)
    ours, theirs = [], []
    with tempfile.TemporaryDirectory() as folder, gc_control.collector_disabled():
        run = RecordedRun.start(Path(folder) / "run", world, FakeLLM(), "fake")
        model = Walkers(agents)
        for _ in range(WARM_UP):
            run.step()
        for _ in range(ticks):
            model.step()
        for _ in range(repeats):
            start = time.process_time()
            for _ in range(ticks):
                run.step()
            middle = time.process_time()
            for _ in range(ticks):
                model.step()
            ours.append((middle - start) / ticks)
            theirs.append((time.process_time() - middle) / ticks)
        run.close()
    return median(ours), median(theirs)


def main() -> None:
    """Print the table."""
    sizes = [int(word) for word in sys.argv[1:]] or [10, 100, 1000, 10_000]
    print(f"{'agents':>7}{'ours ms':>10}{'Mesa ms':>10}{'ratio':>7}{'µs/agent':>10}")
    found: dict[int, tuple[float, float]] = {}
    for agents in sizes:
        found[agents] = ours, theirs = measure(agents, *((4, 3) if agents > 2000 else ()))
        line = f"{ours * 1e3:>10.2f}{theirs * 1e3:>10.2f}{ours / theirs:>7.2f}{ours / agents * 1e6:>10.1f}"
        print(f"{agents:>7}{line}")
    for few, many in pairwise(sizes):
        ours, theirs = (more / less for less, more in zip(found[few], found[many], strict=True))
        print(f"t({many})/t({few}): ours {ours:.1f}, Mesa {theirs:.1f}")


if __name__ == "__main__":
    main()
