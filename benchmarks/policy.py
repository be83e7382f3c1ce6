"""What it costs to ask for every action: requests and tokens per person and hour, by `minds.act`,
`react` and `cache`.

`python -m benchmarks.policy [WORLD]` simulates two hours on the built-in mind; tokens are estimated
from the letters.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from latticeville.mind.builtin.model import BuiltinMind
from latticeville.models.model import Reply, Request
from latticeville.models.tokens import estimate_tokens
from latticeville.sim.first_state import initial_state
from latticeville.sim.run import Run
from latticeville.sim.tick import TickPayload
from latticeville.world.load import load_world

MODES: Sequence[Mapping[str, object]] = (
    {},
    {"react": "always"},
    {"act": "model"},
    {"act": "model", "react": "always"},
    {"cache": True},
    {"act": "model", "cache": True},
    {"act": "model", "react": "always", "cache": True},
)
HOURS = 2


class CountedModel:
    """The built-in mind, with the number of its requests, tokens and batches."""

    def __init__(self) -> None:
        self._model = BuiltinMind()
        self.requests, self.asked, self.said = 0, 0, 0
        self.batches: dict[int, int] = {}

    def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Return the replies."""
        replies = self._model.answer(requests)
        self.batches[requests[0].tick] = self.batches.get(requests[0].tick, 0) + 1
        self.requests += len(requests)
        self.asked += sum(estimate_tokens(one.system + one.prompt) for one in requests)
        self.said += sum(estimate_tokens(one.text) for one in replies)
        return replies


def measure(folder: Path, mode: Mapping[str, object]) -> str:
    """Return the row of a mode."""
    world = load_world(folder)
    world = replace(world, minds=replace(world.minds, **mode))
    model = CountedModel()
    run = Run(TickPayload(0, initial_state(world)), model, lambda _payload: None)
    ticks = HOURS * 60 // world.settings.tick_minutes
    for _ in range(ticks):
        run.step()
    share = len(world.people) * HOURS
    name = ", ".join(f"{key} = {json.dumps(value)}" for key, value in mode.items()) or "defaults"
    counts = (
        f"{model.requests / share:>9,.1f}{model.asked / share:>11,.0f}{model.said / share:>12,.0f}"
    )
    return f"{name:<50}{counts}{max(model.batches.values()):>9}"


def main() -> None:
    """Print a row for each mode."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "worlds/ville")
    print(
        f"{'per person and hour':<50}{'requests':>9}{'tokens in':>11}{'tokens out':>12}{'batches':>9}"
    )
    for mode in MODES:
        print(measure(folder, mode))


if __name__ == "__main__":
    main()
