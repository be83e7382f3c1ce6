"""A thousand survivors on 256×256 cells, beside people of a town and a bare Mesa step with the same
neighbourhood."""

import sys
import time
from collections.abc import Callable
from statistics import median

import mesa
from mesa.space import MultiGrid, PropertyLayer

from benchmarks.survivor_worlds import AGENTS, SIDE, valley
from benchmarks.towns import town
from latticeville.core import gc_control
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.models.fake import FakeLLM
from latticeville.models.model import Model
from latticeville.sim.first_state import initial_state
from latticeville.sim.run import Run
from latticeville.sim.tick import TickPayload
from latticeville.world.model.world import World

WARM_UP = 20
"""Ticks before the first is timed."""
MOST, REGROWTH, MEAL = 10, 1, 0.3
"""Units that a cell of food holds, units that grow back a step, and what one unit takes off
hunger."""


class Forager(mesa.Agent):
    """Looks at the eight cells around, walks to the one with most food, and gathers or eats."""

    def __init__(self, model: "Foragers") -> None:
        super().__init__(model)
        self.hunger, self.food = 0.3, 10

    def step(self) -> None:
        """Look, then eat, gather or move."""
        model = self.model
        self.hunger += 0.1
        around = model.grid.get_neighborhood(self.pos, moore=True, include_center=True)
        model.grid.get_cell_list_contents(around)
        best = max(around, key=lambda cell: model.stock.data[cell])
        if self.hunger > 0.6 and self.food:
            self.food -= 1
            self.hunger = max(0.0, self.hunger - MEAL)
        elif model.stock.data[self.pos] >= 1:
            units = min(5, int(model.stock.data[self.pos]))
            model.stock.data[self.pos] -= units
            self.food += units
        else:
            model.grid.move_agent(
                self, best if model.stock.data[best] else self.random.choice(around)
            )


class Foragers(mesa.Model):
    """As many foragers on as many cells, with food that grows back."""

    def __init__(self, agents: int = AGENTS, side: int = SIDE) -> None:
        super().__init__(seed=1)
        self.grid = MultiGrid(side, side, torus=False)
        self.stock = PropertyLayer("food", side, side, 0.0, dtype=float)
        self.most = self.stock.data.copy()
        for x in range(side):
            for y in range(side):
                self.most[x, y] = MOST if (x // 8 + y // 8) % 4 == 0 else 0
        self.stock.data[:] = self.most
        for _ in range(agents):
            self.grid.place_agent(
                Forager(self), (self.random.randrange(side), self.random.randrange(side))
            )

    def step(self) -> None:
        """Let everybody step once, in random order, and food grow."""
        self.agents.shuffle_do("step")
        self.stock.data[:] = (self.stock.data + REGROWTH * (self.most > 0)).clip(max=self.most)


def stepper(world: World, model: Model) -> Callable[[], object]:
    """Return what makes one tick of a world."""
    return Run(TickPayload(0, initial_state(world)), model, lambda _payload: None).step


def measure(agents: int, ticks: int = 10, repeats: int = 5) -> list[float]:
    """Return median seconds a tick of survivors, of a town and of Mesa, taken in turn after a
    warm-up of each."""
    steps = [
        stepper(valley(agents), BuiltinMind()),
        stepper(town(agents), FakeLLM()),
        Foragers(agents).step,
    ]
    took: list[list[float]] = [[] for _ in steps]
    with gc_control.collector_disabled():
        for step in steps:
            for _ in range(WARM_UP):
                step()
        for _ in range(repeats):
            for step, found in zip(steps, took, strict=True):
                start = time.perf_counter()
                for _ in range(ticks):
                    step()
                found.append((time.perf_counter() - start) / ticks)
    return [median(found) for found in took]


def main() -> None:
    """Print the table."""
    agents = int(sys.argv[1]) if len(sys.argv) > 1 else AGENTS
    survivors, social, bare = measure(agents)
    print(f"{'':>10}{'ms a tick':>11}{'µs an agent':>13}{'ratio':>7}")
    for name, took in {"survivors": survivors, "town": social, "Mesa": bare}.items():
        print(f"{name:>10}{took * 1e3:>11.1f}{took / agents * 1e6:>13.1f}{survivors / took:>7.2f}")


if __name__ == "__main__":
    main()
