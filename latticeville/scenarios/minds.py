"""Who thinks in a scenario: the built-in mind, a tape, or the stored replies of a model."""

from pathlib import Path
from typing import NamedTuple

from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.run_models import choose_specs
from latticeville.models.embed import Embedder
from latticeville.models.model import Model
from latticeville.world.model.world import World

BUILTIN, TAPE, CACHE = "builtin", "tape:", "cache:"
"""The built-in mind, and how the others begin."""


class Minds(NamedTuple):
    """A model, and an embedder, None for the built-in one."""

    model: Model
    embedder: Embedder | None = None


def mind_fault(mind: str, folder: Path) -> str:
    """Return what is wrong with the word for a mind, "" for nothing; `folder` is that of the
    world."""
    if mind == BUILTIN or mind.removeprefix(CACHE) not in ("", mind):
        return ""
    run = mind.removeprefix(TAPE)
    if run in ("", mind):
        return f"“{mind[:80]}” is no mind: write “builtin”, “tape:RUN” or “cache:SPEC”"
    return "" if (folder / run).is_dir() else f"there is no run “{run[:200]}” beside the world"


def open_minds(mind: str, world: World, folder: Path) -> Minds:
    """Return who thinks; nobody outside is asked. DamageError where a tape cannot be read."""
    if mind == BUILTIN:
        return Minds(BuiltinMind())
    if mind.startswith(TAPE):
        from latticeville.models.model_call_tape import ReplayingModel
        from latticeville.runs.replay import Replay
        from latticeville.runs.tape import model_calls
        from latticeville.runs.vectors import replay_embedder

        run = folder / mind.removeprefix(TAPE)
        spec = Replay(run).header.embedder
        return Minds(ReplayingModel(model_calls(run)), replay_embedder(run, spec))
    from latticeville.models.cache_registry import cached_embedder, prepare_model

    embedder = choose_specs(world)[1]
    return Minds(prepare_model(mind.removeprefix(CACHE), "strict"), cached_embedder(embedder))
