"""Pairs of arms with the same random seed, run on one core or on several."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from latticeville.core.process_pool import cores, note_progress, run_jobs
from latticeville.core.progress import ProgressCallback
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.models.embed import HashEmbedder
from latticeville.reports.impact.experiment import Experiment, MemoryNumber, UtteranceTick
from latticeville.reports.report import built_in_minds
from latticeville.runs.replay import Replay

if TYPE_CHECKING:
    from latticeville.models.embed import Embedder
    from latticeville.models.model import Model

Taken = UtteranceTick | MemoryNumber
"""What is taken out."""
Pair = tuple[dict[str, float], dict[str, float]]
"""The numbers of the arm with it, and of the arm without it."""
LEAST_TICKS = 10_000
"""The ticks of all arms from which on it pays to begin processes."""


class PairJob(NamedTuple):
    """A pair that the built-in minds run in a process of its own: of which run, what is taken out,
    and for how many ticks with which seed."""

    folder: Path
    taken: Taken
    ticks: int
    seed: int


def run_pairs(
    run: Replay,
    taken: Taken,
    ticks: int,
    seeds: Sequence[int],
    minds: "tuple[Model, Embedder]",
    looked: ProgressCallback,
) -> list[Pair]:
    """Return the pairs of these seeds; on all cores where the built-in minds answer, which are the
    same in each process."""
    whole = 2 * len(seeds) * ticks
    is_built_in = isinstance(minds[0], BuiltinMind) and isinstance(minds[1], HashEmbedder)
    if is_built_in and whole >= LEAST_TICKS:
        jobs = [PairJob(run.folder, taken, ticks, seed) for seed in seeds]
        return run_jobs(run_job, jobs, cores(), whole, looked)
    experiment = taken.experiment(run)
    return run_jobs(lambda seed: run_pair(experiment, ticks, seed, minds), seeds, 1, whole, looked)


def run_job(job: PairJob) -> Pair:
    """Run the pair of a job."""
    experiment = job.taken.experiment(Replay(job.folder))
    return run_pair(experiment, job.ticks, job.seed, built_in_minds())


def run_pair(
    experiment: Experiment, ticks: int, seed: int, minds: "tuple[Model, Embedder]"
) -> Pair:
    """Run both arms with a random seed, noting each tick."""
    arms = []
    for has_it in (True, False):
        for values in experiment.run_arm(ticks, seed, minds, has_it=has_it):
            note_progress()
            if values is not None:
                arms.append(values)
    return arms[0], arms[1]
