"""The stories of a checkout as hashes, a line a world: run it in two checkouts, and compare with `diff`.

`python -m benchmarks.stories [--drawn N] [--ticks N] [--first N] > FILE` lets the built-in mind live in
every shipped world, in a town, in a valley of survivors who talk, in clearings where everybody is alone
and in N random small worlds, and hashes every byte that each run writes, its tape included. Random
worlds are also lived with minds that get garbled replies and with random actions, and are reloaded into
one another half way.
With `--events`, only what happened, who did what and why, and the state after the last tick are hashed,
for a change of what is written of it.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from benchmarks.survivor_worlds import clearings, valley
from benchmarks.towns import town
from latticeville.core.disk import content_hash
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.runs.recorded_run import RecordedRun
from latticeville.sim.first_state import initial_state
from latticeville.sim.run import Run
from latticeville.sim.tick import TickPayload
from latticeville.world.load import load_world
from latticeville.world.model.world import World
from tests.random_worlds import worlds
from tests.runs.log_hashes import hashes
from tests.runs.runs import contents, short_segments
from tests.sim.test_survival_laws import survival_worlds

HERE = Path(__file__).resolve().parents[1]
CROWD, SIDE = 30, 14
"""People of a valley, and the cells of its sides: few enough that they meet."""


def drawn_worlds(count: int, first: int) -> list[World]:
    """Return so many random worlds, some of them of survivors; the same ones for a `first`."""
    found: list[World] = []

    @seed(first)
    @settings(
        max_examples=count,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(st.one_of(worlds(people=(2, 6)), survival_worlds()))
    def collect(world: World) -> None:
        found.append(world)

    if count:
        collect()
    return found


def large_worlds(ticks: int) -> Iterator[tuple[str, World, int]]:
    """Yield the shipped worlds, a town, a valley and clearings, with their names and the ticks to live."""
    for folder in sorted((HERE / "worlds").iterdir()):
        if (folder / "world.toml").exists():
            yield folder.name, load_world(folder), ticks
    yield "town", town(60), ticks
    yield "valley", valley(CROWD, SIDE), ticks
    yield "clearings", clearings(CROWD), ticks


def _encode(value: object) -> bytes:
    return msgspec.json.encode(value, enc_hook=list, order="deterministic")


def events_of(world: World, ticks: int) -> str:
    """Return the hash of what happens to people with the built-in mind, of their choices, and of what
    they are in the end."""
    run = Run(TickPayload(0, initial_state(world)), BuiltinMind(), lambda _payload: None)
    told = []
    for _ in range(ticks):
        payload = run.step()
        done = [(who, one.why, one.action) for who, one in sorted(payload.thoughts.items())]
        told.append(_encode((payload.events, done)))
    after = payload.state
    told.append(_encode((dict(after.bodies), after.things, dict(after.minds))))
    return content_hash(b"".join(told), 8)


def story(world: World, ticks: int) -> str:
    """Return the hash of all that a run with the built-in mind writes."""
    with TemporaryDirectory() as folder:
        run = RecordedRun.start(Path(folder) / "run", world, BuiltinMind(), "builtin")
        for _ in range(ticks):
            run.step()
        run.close()
        return content_hash(repr(contents(Path(folder) / "run")).encode(), 8)


def main() -> None:
    """Print the hashes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--drawn", type=int, default=200)
    parser.add_argument("--ticks", type=int, default=120)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--events", action="store_true")
    args = parser.parse_args()
    hash_of = events_of if args.events else story
    for name, world, ticks in large_worlds(args.ticks):
        print(name, ticks, hash_of(world, ticks), flush=True)
    random_ones = drawn_worlds(args.drawn, args.first)
    if args.events:
        for at, world in enumerate(random_ones):
            print(f"drawn {at}", events_of(world, 40), flush=True)
        return
    with short_segments(20):
        others = hashes(random_ones)
    for at, world in enumerate(random_ones):
        print(f"drawn {at}", story(world, 40), *others[2 * at : 2 * at + 2], flush=True)


if __name__ == "__main__":
    main()
