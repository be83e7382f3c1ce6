"""The two tests of Generative Agents (Park et al. 2023, section 7) with the built-in mind: a party
and an election.

One person is told something on Monday at 08:00. `python -m benchmarks.diffusion [WORLD]` prints, by
seed, who knows it two days later and from whom, and who came to the party and how they knew.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from latticeville.core.clock import DAY
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.memory import MemoryRecord
from latticeville.sim.first_state import initial_state
from latticeville.sim.inputs import Whisper
from latticeville.sim.run import Run
from latticeville.sim.state import State
from latticeville.sim.tick import TickPayload
from latticeville.world.load import load_world

SEEDS, TICKS = (7, 8, 9), 2 * DAY
HOST, PLACE, PARTY = (
    "hugo",
    "inn",
    "You are giving a party at the inn tomorrow at five. Invite everybody you meet.",
)
HOURS = range(DAY + 17 * 60, DAY + 18 * 60)
"""The minutes of the party: Tuesday from 17:00."""
CANDIDATE, ELECTION = "ines", "You have decided to stand for mayor against Edda."


def tell(folder: Path, seed: int, who: str, text: str) -> tuple[State, dict[str, str]]:
    """Return the state two days after somebody was told something, and who was at the party and
    why."""
    came: dict[str, str] = {}

    def watch(payload: TickPayload) -> None:
        state = payload.state
        if state.minute in HOURS:
            area = state.world.areas.by_id.get(PLACE)
            here = [
                one for one, body in state.bodies.items() if area is not None and body.cell in area
            ]
            for one in here:
                if any(held.at.place == PLACE for held in state.minds[one].commitments):
                    came[one] = "agreed"
                came.setdefault(one, "by chance")

    run = Run(TickPayload(0, initial_state(load_world(folder), seed)), BuiltinMind(), watch)
    run.feed(Whisper(who, text))
    for _ in range(TICKS):
        run.step()
    return run.payload.state, came


def knowing(state: State, who: str, text: str) -> Iterator[tuple[str, str]]:
    """Yield who knows what somebody was told, and from whom."""
    memory = state.minds[who].memory
    root = next(one for one in memory if one.text == text)
    keys = {
        one.topic.key
        for one in memory
        if one.topic is not None and (one is root or root.id in one.cites)
    }
    for name, mind in sorted(state.minds.items()):
        first = next((one for one in mind.memory if _tells(one, keys) and name != who), None)
        if first is not None and first.topic is not None:
            yield name, first.topic.source


def _tells(memory: MemoryRecord, keys: set[str]) -> bool:
    return memory.topic is not None and memory.topic.key in keys


def rows(folder: Path) -> Iterator[str]:
    """Yield the lines of the report."""
    for seed in SEEDS:
        state, came = tell(folder, seed, HOST, PARTY)
        known = dict(knowing(state, HOST, PARTY))
        yield f"seed {seed}, party: {len(known)} know ({_sources(known)})"
        agreed = sorted(name for name, how in came.items() if how == "agreed" and name != HOST)
        strangers = len({*agreed} - known.keys())
        yield (
            f"  came because they agreed: {', '.join(agreed) or 'nobody'}; without knowing: "
            f"{strangers}"
        )
        state, _ = tell(folder, seed, CANDIDATE, ELECTION)
        known = dict(knowing(state, CANDIDATE, ELECTION))
        yield f"  election: {len(known)} know ({_sources(known)})"


def _sources(known: dict[str, str]) -> str:
    return ", ".join(f"{name} from {source}" for name, source in known.items())


def main() -> None:
    """Print the report of a world."""
    for row in rows(Path(sys.argv[1] if len(sys.argv) > 1 else "worlds/ville")):
        print(row, flush=True)


if __name__ == "__main__":
    main()
