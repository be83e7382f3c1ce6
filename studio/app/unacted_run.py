"""Repeat a run without what was acted in it, as a branch beside it."""

from pathlib import Path

from studio.player.run_sources import PURPOSE
from studio.task import Task


def repeat_unacted(parent: Path, folder: Path, task: Task) -> str:
    """Make a branch of a run up to its last tick, with all inputs but those of acting; return why
    it cannot be made, or ""."""
    from latticeville.models.cache_registry import shared_embedder, shared_model
    from latticeville.models.model import ModelError
    from latticeville.models.spec import UnknownModelError
    from latticeville.runs.fork import ForkChanges, ForkError, discard_branch, fork
    from latticeville.runs.lines import DamageError
    from latticeville.runs.replay import Replay
    from latticeville.runs.unacted_inputs import unacted_inputs
    from latticeville.sim.inputs import WorldReloaded

    try:
        replay = Replay(parent)
        unacted = unacted_inputs(replay)
        if unacted is None:
            return "You have acted as nobody in this run: a acts as the selected person."
        run = fork(
            replay,
            unacted.before,
            folder,
            ForkChanges(),
            shared_model,
            shared_embedder,
            task.report_progress,
            purpose=PURPOSE,
        )
    except (DamageError, ForkError, ModelError, UnknownModelError, OSError) as error:
        return f"Cannot repeat the run: {error}"
    try:
        for tick in range(unacted.before + 1, replay.last + 1):
            for item in unacted.inputs.get(tick, ()):
                named = replay.world(item.digest) if isinstance(item, WorldReloaded) else None
                run.feed(item, named)
            run.step()
            task.report_progress(tick - unacted.before, replay.last - unacted.before)
    except (DamageError, ModelError, OSError) as error:
        run.close()
        return f"Cannot repeat the run: {error}"
    except BaseException:
        run.close()
        discard_branch(folder)
        raise
    run.close()
    return ""
