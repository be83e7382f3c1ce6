"""A large map with few houses far apart, whose people walk across the country: `check`, the first
tick, later ones."""

import random
import sys
import time
from statistics import median

from benchmarks.towns import PER_ROOM, ROOM, THINGS, town, town_files
from latticeville.core import gc_control
from latticeville.models.fake import FakeLLM
from latticeville.sim.first_state import initial_state
from latticeville.sim.run import Run
from latticeville.sim.tick import TickPayload
from latticeville.world.load import build_unchecked, check_texts_in_context
from latticeville.world.model.world import World


def country_files(side: int, agents: int) -> dict[str, str]:
    """Return the texts of a square map of houses in rows, each with one door, whose people work in
    any other."""
    chance = random.Random(1)
    houses = -(-agents // PER_ROOM)
    across = int(houses**0.5) + 1
    rows = [bytearray(b"." * side) for _ in range(side)]
    head = (
        'name = "Country"\nseed = 1\n[minds]\ntalk = false\nreflect = false\n[legend]\n"." = { '
        'name = "grass" }\n'
    )
    lines = [head + '"#" = { name = "wall", walkable = false, opaque = true }']
    for house in range(houses):
        x, y = (2 + at * (side // across) for at in (house % across, house // across))
        for down in range(ROOM):
            whole = down in (0, ROOM - 1)
            rows[y + down][x : x + ROOM] = b"#" * ROOM if whole else b"#" + b"." * (ROOM - 2) + b"#"
        across_door, down_door = chance.choice([(0, 3), (ROOM - 1, 3), (3, 0), (3, ROOM - 1)])
        rows[y + down_door][x + across_door] = ord(".")
        lines.append(
            f'[[areas]]\nid = "r{house}"\nname = "House {house}"\nboxes = [[{x}, {y}, {ROOM}, '
            f"{ROOM}]]"
        )
        for kind, (dx, dy) in {"shelf": (1, 1), "stove": (6, 1), "lamp": (1, 6)}.items():
            lines.append(
                f'[[objects]]\nid = "{kind}{house}"\nkind = "{kind}"\ncell = [{x + dx}, {y + dy}]'
            )
    for number in range(agents):
        home, work = f"r{number // PER_ROOM}", f"r{chance.randrange(houses)}"
        lines.append(
            f'[[people]]\nid = "p{number}"\npersona = "shift{number % 10}"\nknows = ["{home}", '
            f'"{work}"]'
        )
        lines.append(f'home = "{home}"\nwork = "{work}"')
    personas = {name: text for name, text in town_files(1).items() if name.startswith("personas/")}
    text = "\n".join(row.decode() for row in rows)
    return personas | {"world.map": text, "world.toml": "\n".join(lines), "kinds.toml": THINGS}


def ticks(world: World, count: int) -> tuple[float, float]:
    """Return the seconds of the first tick, and of a later one in the middle."""
    run = Run(TickPayload(0, initial_state(world)), FakeLLM(), lambda _payload: None)
    took = []
    with gc_control.collector_disabled():
        for _ in range(count):
            start = time.perf_counter()
            run.step()
            took.append(time.perf_counter() - start)
    return took[0], median(took[1:])


def main() -> None:
    """Print how long each takes, and a tick of as many people in a town of their size."""
    side, agents = (int(word) for word in sys.argv[1:3] or ("2000", "3000"))
    files = country_files(side, agents)
    start = time.perf_counter()
    check_texts_in_context(files)
    print(f"check {time.perf_counter() - start:.2f} s")
    world, _ = build_unchecked(files)
    if world is not None:
        print("first tick {:.2f} s, a later one {:.3f} s".format(*ticks(world, 80)))
    print("in a town: first tick {:.2f} s, a later one {:.3f} s".format(*ticks(town(agents), 80)))


if __name__ == "__main__":
    main()
