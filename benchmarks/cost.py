"""What a day of a village asks its model: calls, tokens and batches by kind of question.

`python -m benchmarks.cost [WORLD] [--ticks N] [--seed N]` prints the table; replies are the
built-in mind's, and tokens are estimated from the letters.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

from latticeville.core.clock import DAY
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.models.model import MODEL, Reply, Request
from latticeville.models.model_call_tape import ModelCall, RecordingModel
from latticeville.reports.plain_text import plain_text
from latticeville.reports.usage import RunCost, run_cost, usage_rows
from latticeville.sim.first_state import initial_state
from latticeville.sim.run import Run
from latticeville.sim.tick import TickPayload
from latticeville.world.load import load_world


class _Reader:
    """Answers as the built-in mind does, but as a model that reads prompts."""

    def __init__(self) -> None:
        self._model = BuiltinMind()

    def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Return the replies."""
        return [Reply(reply.text, source=MODEL) for reply in self._model.answer(requests)]


def measure(folder: Path, seed: int, ticks: int) -> RunCost:
    """Return the cost of a world's first ticks, as if a model had read the prompts."""
    calls: list[ModelCall] = []
    world = load_world(folder)
    model = RecordingModel(_Reader(), calls.append)
    run = Run(TickPayload(0, initial_state(world, seed)), model, lambda _payload: None)
    for _ in range(ticks):
        run.step()
    return run_cost(calls, len(world.people), ticks * world.settings.tick_minutes / 60)


def main() -> None:
    """Print the table of a world."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("world", nargs="?", type=Path, default=Path("worlds/ville"))
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--ticks", type=int, default=DAY)
    args = parser.parse_args()
    print("\n".join(plain_text(usage_rows(measure(args.world, args.seed, args.ticks)))), flush=True)


if __name__ == "__main__":
    main()
