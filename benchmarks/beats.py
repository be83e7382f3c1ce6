"""What becomes of the matters and storylines of a village by Friday evening, by seed.

`python -m benchmarks.beats [WORLD] [SEED …]` prints one row a seed, and how often each ends how.
"""

import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from latticeville.core.clock import DAY
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.sim.beats.events import Decided
from latticeville.sim.first_state import initial_state
from latticeville.sim.run import Run
from latticeville.sim.state import State
from latticeville.sim.tick import TickPayload
from latticeville.world.load import load_world
from latticeville.world.model.beats import BeatState
from latticeville.world.model.world import World

END = 4 * DAY + 21 * 60
"""Friday 21:00, in minutes since Monday 00:00."""
SEEDS = range(1, 11)


class Week(NamedTuple):
    """What five days came to: the state at their end, and the decisions in between."""

    state: State
    decisions: list[Decided]


def live(world: World, seed: int) -> Week:
    """Return what a run comes to by Friday evening."""
    decisions: list[Decided] = []

    def keep(payload: TickPayload) -> None:
        decisions.extend(one for one in payload.events if isinstance(one, Decided))

    run = Run(TickPayload(0, initial_state(world, seed)), BuiltinMind(), keep)
    while run.payload.state.minute < END:
        run.step()
    return Week(run.payload.state, decisions)


def ends_of(state: State) -> Mapping[str, BeatState]:
    """Return the matters and storylines of a state that are over."""
    beats = state.world.beats
    named = (*(one.id for one in beats.matters), *(one.id for one in beats.storylines))
    return {name: state.beats[name] for name in named if name in state.beats}


def main(args: list[str]) -> None:
    """Print the outcomes of each seed, and how often each was reached."""
    folder = Path(args[0]) if args else Path("worlds/ville")
    world = load_world(folder)
    tally: Counter[tuple[str, str]] = Counter()
    for seed in [*map(int, args[1:])] or SEEDS:
        week = live(world, seed)
        told = []
        for name, one in ends_of(week.state).items():
            votes = f" {len(one.likes)}:{len(one.dislikes)}" if one.likes or one.dislikes else ""
            told.append(f"{name} {one.stage}{votes}{'' if one.is_over else ' …'}")
            tally[name, one.stage if one.is_over else "…"] += 1
        print(f"seed {seed}: {', '.join(told)}", flush=True)
    for (name, stage), count in sorted(tally.items()):
        print(f"{name:12} {stage:16} {count}")


if __name__ == "__main__":
    main(sys.argv[1:])
