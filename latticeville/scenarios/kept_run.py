"""The run in which an expectation failed, made again up to that tick in a folder of its own."""

from collections.abc import Iterable
from itertools import count
from pathlib import Path

import msgspec

from latticeville.mind.run_models import choose_specs
from latticeville.models.embed import HASH_EMBEDDER
from latticeville.runs.origin import origin_of
from latticeville.runs.recorded_run import RecordedRun
from latticeville.runs.run_folder import begin_in_first_free
from latticeville.scenarios import SUFFIX
from latticeville.scenarios.minds import BUILTIN, CACHE, TAPE, open_minds
from latticeville.scenarios.suite import ScenarioOutcome, Texts, build_once, compile_all
from latticeville.sim.input_script import Script


class KeptRunJob(msgspec.Struct, frozen=True):
    """A run to make again: the world in a folder, its texts, the scenario, the seed, and the last
    tick; in a folder below `out`."""

    folder: str
    files: Texts
    scenario: tuple[str, str]
    """The file and its text."""
    seed: int
    tick: int
    out: str


def kept_run_jobs(
    folder: Path, files: Texts, texts: Texts, outcomes: Iterable[ScenarioOutcome], out: Path
) -> dict[tuple[str, int], KeptRunJob]:
    """Return a job for each scenario and seed in which something failed, up to the first failure."""
    found: dict[tuple[str, int], KeptRunJob] = {}
    for outcome in outcomes:
        for number, result in outcome.failures():
            key, tick = (outcome.file, result.seed), result.verdicts[number].tick
            before = found.get(key)
            if before is None or tick < before.tick:
                scenario = outcome.file, texts[outcome.file]
                found[key] = KeptRunJob(str(folder), files, scenario, result.seed, tick, str(out))
    return found


def keep_run(job: KeptRunJob) -> Path | None:
    """Make a run, and return its folder; None where its mind is a tape, which is a run itself."""
    world, folder = build_once(tuple(job.files.items())), Path(job.folder)
    (scenario,) = compile_all(dict([job.scenario]), world, folder)
    mind = scenario.written.mind
    if mind.startswith(TAPE):
        return None
    minds = open_minds(mind, world, folder)
    spec = HASH_EMBEDDER if mind == BUILTIN else choose_specs(world)[1]

    def begin(out: Path) -> RecordedRun:
        return RecordedRun.start(
            out,
            world,
            minds.model,
            mind.removeprefix(CACHE),
            job.seed,
            (spec, minds.embedder),
            purpose="latticeville test",
            origin=origin_of(folder, world.digest, out),
        )

    run = begin_in_first_free(_folders(Path(job.out), job), begin)
    try:
        _step(run, scenario.script, job.tick)
    finally:
        run.close()
    return run.folder


def _step(run: RecordedRun, script: Script, last: int) -> None:
    for tick in range(1, last + 1):
        run.feed_due(script.get(tick, ()))
        run.step()


def _folders(out: Path, job: KeptRunJob) -> Iterable[Path]:
    name = f"{Path(job.scenario[0]).name.removesuffix(SUFFIX)}-seed-{job.seed}"
    return (out / (name if n == 1 else f"{name}-{n}") for n in count(1))
