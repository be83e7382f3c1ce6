"""All scenarios of a world in all their seeds, in processes, and what came of each."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import msgspec

from latticeville.core.gc_control import collector_disabled
from latticeville.core.process_pool import run_jobs
from latticeville.core.progress import ProgressCallback, no_progress
from latticeville.scenarios.minds import open_minds
from latticeville.scenarios.scenario_file import CompiledScenario, read_scenario
from latticeville.scenarios.simulation import SeedResult, simulate
from latticeville.world.load import build_unchecked
from latticeville.world.model.world import World

Texts = Mapping[str, str]
"""Texts by their files."""


class SeedJob(msgspec.Struct, frozen=True):
    """One seed of scenarios with the same mind: the texts of the world in a folder, and those of
    the scenarios."""

    folder: str
    files: Texts
    scenarios: Texts
    mind: str
    seed: int


class ExpectationOutcome(msgspec.Struct, frozen=True):
    """What came of an expectation: in how many seeds it must be met, and in how many it is."""

    text: str
    needed: int
    met: int

    @property
    def passed(self) -> bool:
        """Whether it is met in enough seeds."""
        return self.met >= self.needed


class ScenarioOutcome(msgspec.Struct, frozen=True):
    """What came of a scenario: its expectations, and its runs in the order of its seeds."""

    file: str
    name: str
    guards: str
    expectations: tuple[ExpectationOutcome, ...]
    results: tuple[SeedResult, ...]

    @property
    def passed(self) -> bool:
        """Whether all is as expected."""
        return all(one.passed for one in self.expectations)

    def failures(self) -> Iterable[tuple[int, SeedResult]]:
        """Yield the number of each expectation that is not met, with each run in which it was
        not."""
        for number, expectation in enumerate(self.expectations):
            if not expectation.passed:
                failed = (one for one in self.results if not one.verdicts[number].passed)
                yield from ((number, result) for result in failed)


def run_scenarios(
    folder: Path,
    world: World,
    scenarios: Sequence[CompiledScenario],
    texts: Texts,
    processes: int = 1,
    looked: ProgressCallback = no_progress,
) -> list[ScenarioOutcome]:
    """Return what came of scenarios, in their order; `folder` is that of the world, `texts` are
    theirs."""
    jobs = seed_jobs(folder, world.files, scenarios, texts)
    lengths = {one.file: one.end.last_tick(world) for one in scenarios}
    ticks = sum(max(lengths[file] for file in job.scenarios) for job in jobs)
    results = run_jobs(run_seed, jobs, processes, ticks, looked)
    found = {(one.file, one.seed): one for some in results for one in some}
    return [_outcome(one, [found[one.file, seed] for seed in one.seeds]) for one in scenarios]


def seed_jobs(
    folder: Path, files: Texts, scenarios: Iterable[CompiledScenario], texts: Texts
) -> list[SeedJob]:
    """Return a job for each mind and seed, with the scenarios that it is of."""
    parts: dict[tuple[str, int], dict[str, str]] = {}
    for one in scenarios:
        for seed in one.seeds:
            parts.setdefault((one.written.mind, seed), {})[one.file] = texts[one.file]
    return [SeedJob(str(folder), files, part, mind, seed) for (mind, seed), part in parts.items()]


def run_seed(job: SeedJob) -> list[SeedResult]:
    """Do a job: return the results of its scenarios in the order in which they end."""
    world, folder = build_once(tuple(job.files.items())), Path(job.folder)
    scenarios = compile_all(job.scenarios, world, folder)
    with collector_disabled():
        return simulate(world, job.seed, scenarios, lambda: open_minds(job.mind, world, folder))


@lru_cache(maxsize=2)
def build_once(files: tuple[tuple[str, str], ...]) -> World:
    """Return the world of some texts, built once in a process."""
    world, problems = build_unchecked(dict(files))
    if world is None:
        raise ValueError(f"the texts are no world: {problems[:1]}")
    return world


def compile_all(texts: Texts, world: World, folder: Path) -> list[CompiledScenario]:
    """Return the scenarios of some texts that can be read for the world of a folder, in order."""
    found = (read_scenario(file, text, world, folder)[0] for file, text in texts.items())
    return [one for one in found if one is not None]


def _outcome(scenario: CompiledScenario, results: Sequence[SeedResult]) -> ScenarioOutcome:
    expectations = tuple(
        ExpectationOutcome(
            str(one.written),
            one.written.in_seeds[0] or len(results),
            sum(result.verdicts[number].passed for result in results),
        )
        for number, one in enumerate(scenario.expected)
    )
    guards = scenario.written.guards.strip()
    return ScenarioOutcome(scenario.file, scenario.name, guards, expectations, tuple(results))
