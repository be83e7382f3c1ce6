"""Ticks without a model, side by side with a bare Mesa step of the same neighbourhood, in processor
time.

`python -m benchmarks.ticks [social] [survival] [alone] [SIZE …]` prints a table of each; `social` is a
town beside walkers who look and remember, `survival` a valley with talk and relations beside foragers,
and `alone` people who live off the land far from each other, beside foragers on as much of it.
Ours includes the log. The parts are those of a tick of ours, in microseconds a person.
"""

import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import mesa
from mesa.space import MultiGrid

from benchmarks.survivor_worlds import APART, clearings, clearings_across, valley
from benchmarks.survivors import Foragers
from benchmarks.tick_parts import PARTS, TickParts
from benchmarks.towns import PER_ROOM, ROOM, town
from latticeville.core import gc_control
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.models.fake import FakeLLM
from latticeville.models.model import Model
from latticeville.runs.recorded_run import RecordedRun
from latticeville.world.model.world import World

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


class Kind(NamedTuple):
    """A kind of world of so many people, who answers its requests, the Mesa model beside it, and the
    ticks before the first is timed."""

    world: Callable[[int], World]
    model: Callable[[], Model]
    rival: Callable[[int], mesa.Model]
    warm_up: int


def side_of(agents: int) -> int:
    """Return the cells of the side of a valley: a thousand people on 256×256."""
    return max(16, round((agents * 65.536) ** 0.5))


KINDS = {
    "social": Kind(town, FakeLLM, Walkers, 120),
    "survival": Kind(
        lambda agents: valley(agents, side_of(agents)),
        BuiltinMind,
        lambda agents: Foragers(agents, side_of(agents)),
        20,
    ),
    "alone": Kind(
        clearings,
        BuiltinMind,
        lambda agents: Foragers(agents, APART * clearings_across(agents)),
        20,
    ),
}
SIZES = (100, 1000, 10_000)


class Measured(NamedTuple):
    """Median seconds of a tick of ours and of Mesa's, and microseconds a person by part of ours."""

    ours: float
    mesa: float
    parts: dict[str, float]


def measure(kind: Kind, agents: int, repeats: int = 5) -> Measured:
    """Return what ticks take, in turn after a warm-up of each; larger worlds have fewer of them.

    The collector is off for both, as in `latticeville run`.
    """
    ticks, warm_up = (2, 8) if agents > 2000 else (max(1, 2000 // agents), kind.warm_up)
    ours, theirs = [], []
    with tempfile.TemporaryDirectory() as folder, gc_control.collector_disabled():
        run = RecordedRun.start(Path(folder) / "run", kind.world(agents), kind.model(), "bench")
        rival = kind.rival(agents)
        for _ in range(warm_up):
            run.step()
            rival.step()
        for _ in range(repeats):
            ours.append(_seconds(run.step, ticks))
            theirs.append(_seconds(rival.step, ticks))
        with TickParts() as parts:
            _seconds(run.step, ticks)
        run.close()
    each = {name: took / ticks / agents * 1e6 for name, took in parts.seconds.items()}
    return Measured(median(ours), median(theirs), each)


def _seconds(step: Callable[[], object], ticks: int) -> float:
    """Return the seconds of processor time of a tick."""
    start = time.process_time()
    for _ in range(ticks):
        step()
    return (time.process_time() - start) / ticks


def print_table(name: str, sizes: Sequence[int]) -> None:
    """Print the table of a kind in Markdown."""
    print(f"| {name} | ours, ms | Mesa, ms | ratio | µs a person | {' | '.join(PARTS)} |")
    print("|---|" + "---:|" * (4 + len(PARTS)), flush=True)
    for agents in sizes:
        found = measure(KINDS[name], agents)
        parts = " | ".join(f"{found.parts[part]:.0f}" for part in PARTS)
        print(
            f"| {agents:,} people | {found.ours * 1e3:,.1f} | {found.mesa * 1e3:,.2f} |"
            f" {found.ours / found.mesa:.1f} | {found.ours / agents * 1e6:.0f} | {parts} |",
            flush=True,
        )


def main() -> None:
    """Print the tables."""
    sizes = [int(word) for word in sys.argv[1:] if word.isdigit()] or SIZES
    for name in [word for word in sys.argv[1:] if word in KINDS] or KINDS:
        print_table(name, sizes)
        print()


if __name__ == "__main__":
    main()
