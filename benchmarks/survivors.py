"""A thousand survivors on 256×256 cells, beside people of a town and a bare Mesa step with the same
neighbourhood."""

import random
import sys
import time
from collections.abc import Callable, Sequence
from math import ceil
from statistics import median

import mesa
from mesa.space import MultiGrid, PropertyLayer

from benchmarks.towns import town
from latticeville.core import gc_control
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.models.fake import FakeLLM
from latticeville.models.model import Model
from latticeville.sim.first_state import initial_state
from latticeville.sim.run import Run
from latticeville.sim.tick import TickPayload
from latticeville.world.load import build_unchecked
from latticeville.world.model.world import World

SIDE, AGENTS = 256, 1000
WARM_UP = 20
"""Ticks before the first is timed."""
APART, CLEARING, FIRST = 12, 3, 4
"""Cells from one clearing to the next, those of its side, and those before it."""
LONELY = (
    "talk = false\n[simulation]\nradius = 2\nhearing = 2\n"
    "[survival]\ngather = 2\n[survival.resources]\nfood = { regrowth = 0.01 }\n"
)
"""Settings of people who neither talk nor see far."""
MOST, REGROWTH, MEAL = 10, 1, 0.3
"""Units that a cell of food holds, units that grow back a step, and what one unit takes off
hunger."""


def valley(agents: int = AGENTS, side: int = SIDE) -> World:
    """Return a valley in which every fourth patch of cells has food, with people all over it."""
    chance = random.Random(1)
    rows = [
        "".join("f" if (x // 8 + y // 8) % 4 == 0 else "." for x in range(side))
        for y in range(side)
    ]
    starts = [(chance.randrange(side), chance.randrange(side)) for _ in range(agents)]
    return _grassland(rows, starts)


def clearings(agents: int = AGENTS) -> World:
    """Return a wood in which everybody has a clearing with food of their own, too far from others for
    sight and words."""
    chance = random.Random(1)
    across = clearings_across(agents)
    row = "".join("f" if FIRST <= x < FIRST + CLEARING else "." for x in range(APART))
    band = [row if FIRST <= y < FIRST + CLEARING else "." * APART for y in range(APART)]
    starts = [
        tuple(APART * at + FIRST + chance.randrange(CLEARING) for at in divmod(number, across))
        for number in range(agents)
    ]
    return _grassland([line * across for line in band] * across, starts, LONELY)


def clearings_across(agents: int) -> int:
    """Return how many clearings so many people have beside each other, in both directions."""
    return ceil(agents**0.5)


def _grassland(rows: Sequence[str], starts: Sequence[tuple[int, ...]], more: str = "") -> World:
    """Return grass with cells of food, and people who stand somewhere on it; `more` are further tables
    of its settings."""
    head = (
        'name = "Valley"\nseed = 1\nrules = ["survival"]\n[minds]\nplan = "none"\nact = '
        '"model"\nreflect = false\n'
    )
    lines = [
        head
        + more
        + '[legend]\n"." = { name = "grass" }\n"f" = { name = "berries", resources = { food = 10 '
        "} }"
    ]
    for number, (x, y) in enumerate(starts):
        lines.append(f'[[people]]\nid = "p{number}"\npersona = "anybody"\nstart = [{x}, {y}]')
    files = {"world.map": "\n".join(rows), "world.toml": "\n".join(lines), "kinds.toml": ""}
    world, problems = build_unchecked(files | {"personas/anybody.toml": 'name = "Anybody"'})
    if world is None:
        raise SystemExit("\n".join(map(str, problems[:5])))
    return world


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
