"""The mutation score of a world: how many of its mutants the scenarios and tests of kinds notice."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Literal

import msgspec

from latticeville.core.gc_control import collector_disabled
from latticeville.core.problems import select_errors
from latticeville.core.process_pool import iterate_jobs
from latticeville.core.progress import ProgressCallback, no_progress
from latticeville.scenarios.faults import draw_mutants
from latticeville.scenarios.kind_tests import FAILS
from latticeville.scenarios.minds import open_minds
from latticeville.scenarios.mutants import Mutant, Texts, thinker
from latticeville.scenarios.scenario_file import CompiledScenario
from latticeville.scenarios.simulation import SeedResult, simulate
from latticeville.scenarios.suite import compile_all, seed_jobs
from latticeville.world.load import check_texts
from latticeville.world.model.world import World


class MutantJob(msgspec.Struct, frozen=True):
    """A mutant to try: the folder and the texts of the world, the scenarios that hold in it, and the
    mutant."""

    folder: str
    files: Texts
    scenarios: Texts
    mutant: Mutant


class MutantOutcome(msgspec.Struct, frozen=True):
    """What became of a mutant: `killed` says what noticed it and where; one that is no world without
    errors is `unfit`, and does not count."""

    name: str
    fate: Literal["killed", "survived", "unfit"]
    killed: str = ""


class MutationScore(msgspec.Struct, frozen=True):
    """The mutants that were tried, in the order in which they were drawn."""

    outcomes: tuple[MutantOutcome, ...]

    @property
    def killed(self) -> int:
        """How many of them were noticed."""
        return sum(one.fate == "killed" for one in self.outcomes)

    @property
    def survivors(self) -> tuple[MutantOutcome, ...]:
        """Those that nothing notices."""
        return tuple(one for one in self.outcomes if one.fate == "survived")

    @property
    def share(self) -> float:
        """The share that is noticed, from 0 to 1; 0 without a mutant."""
        return self.killed / len(self.outcomes) if self.outcomes else 0.0


def try_mutants(
    folder: Path,
    world: World,
    scenarios: Texts,
    wanted: int,
    seed: int,
    processes: int = 1,
    looked: ProgressCallback = no_progress,
) -> Iterator[MutantOutcome]:
    """Yield what becomes of so many mutants that a seed draws, each as soon as it is known; fewer
    where there are no more. `scenarios` are the texts of those that hold in the world itself;
    `looked` is told how many mutants are done."""
    drawn, done = draw_mutants(world, seed), 0
    while done < wanted:
        jobs = [
            MutantJob(str(folder), world.files, scenarios, mutant)
            for mutant in islice(drawn, wanted - done)
        ]
        if not jobs:
            return
        for one in iterate_jobs(try_mutant, jobs, processes):
            if one.fate != "unfit":
                done += 1
                looked(done, wanted)
                yield one


def try_mutant(job: MutantJob) -> MutantOutcome:
    """Do a job: stop at the first thing that notices the mutant."""
    files = {**job.files, **job.mutant.files}
    world, problems = check_texts(files)
    errors = select_errors(problems)
    if world is None or any(one.code != FAILS for one in errors):
        return MutantOutcome(job.mutant.name, "unfit")
    killed = f"test of a kind: {errors[0].what}" if errors else ""
    if not killed:
        with collector_disabled():
            killed = next(_notices(job, files, world), "")
    return MutantOutcome(job.mutant.name, "killed" if killed else "survived", killed)


def _notices(job: MutantJob, files: Texts, world: World) -> Iterator[str]:
    """Yield what notices a mutant, the earliest of each seed."""
    folder = Path(job.folder)
    scenarios = {one.file: one for one in compile_all(job.scenarios, world, folder)}
    for file in job.scenarios:
        if file not in scenarios:
            yield f"{file} cannot be read any more"
    failed: dict[tuple[str, int], int] = {}
    for seed_job in seed_jobs(folder, files, scenarios.values(), job.scenarios):
        some = [scenarios[file] for file in seed_job.scenarios]
        results = simulate(
            world,
            seed_job.seed,
            some,
            partial(open_minds, seed_job.mind, world, folder),
            lambda result: bool(_fault(scenarios[result.file], [result], failed)),
            thinker(job.mutant),
        )
        if results:
            fault = _fault(scenarios[results[-1].file], results[-1:], {})
            yield from [fault] if fault else []


def _fault(
    scenario: CompiledScenario, results: Sequence[SeedResult], failed: dict[tuple[str, int], int]
) -> str:
    """Return what in a run is not as expected in so many seeds as are wanted; "" for nothing.

    `failed` counts the seeds in which an expectation that may fail in some of them did.
    """
    for result in results:
        for number, verdict in enumerate(result.verdicts):
            if verdict.passed:
                continue
            key = scenario.file, number
            failed[key] = failed.get(key, 0) + 1
            least = scenario.expected[number].written.in_seeds[0] or len(scenario.seeds)
            if failed[key] > len(scenario.seeds) - least:
                return f"{scenario.name}: seed {result.seed}, tick {verdict.tick}, {verdict.when}"
    return ""
