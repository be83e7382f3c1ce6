"""What a window of scenarios keeps while it is closed, and the work of trying them."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from studio.storage import locations
from studio.task import Task

if TYPE_CHECKING:
    from latticeville.scenarios.collection import Collection
    from latticeville.scenarios.scenario_file import CompiledScenario
    from latticeville.scenarios.suite import ScenarioOutcome

FAILED = "failed"
"""The folder, beside the runs that the studio keeps of a world, of those in which scenarios failed."""
TAPE_RUN = "The replies of this scenario are a tape: open the run that it names."


class Failure(NamedTuple):
    """An expectation that was not met in a run: of which scenario, with which seed, when, and why."""

    file: str
    number: int
    seed: int
    tick: int
    when: str
    expected: str
    cause: str


class Attempt(NamedTuple):
    """A scenario that was tried: its text and the texts of the world then, and what came of it."""

    text: str
    files: dict[str, str]
    outcome: "ScenarioOutcome"


class ScenarioSession:
    """What there is to try, and what was tried last."""

    def __init__(self) -> None:
        self.tests: Collection | None = None
        """The scenarios as they were read last."""
        self.attempts: dict[str, Attempt] = {}
        """What came of each scenario, by its file."""
        self.kept: dict[Failure, Path] = {}
        """The runs that were made of failures."""
        self.key = ""
        """The line under the cursor."""

    @property
    def scenarios(self) -> "tuple[CompiledScenario, ...]":
        """The scenarios that can be tried."""
        return self.tests.scenarios if self.tests is not None else ()

    def failures(self, file: str) -> Iterator[Failure]:
        """Yield what failed in a scenario when it was tried last."""
        attempt = self.attempts.get(file)
        if attempt is None:
            return
        outcome = attempt.outcome
        for number, result in outcome.failures():
            verdict, text = result.verdicts[number], outcome.expectations[number].text
            cause = "; ".join(verdict.causes)
            yield Failure(file, number, result.seed, verdict.tick, verdict.when, text, cause)


class ScenarioTrial(NamedTuple):
    """What came of trying scenarios: the scenarios as they are now, attempts, or a trouble."""

    tests: "Collection | None" = None
    attempts: dict[str, Attempt] = {}  # noqa: RUF012 - a default that nobody changes
    trouble: str = ""


def read_scenarios(folder: Path) -> ScenarioTrial:
    """Return the scenarios of the world in a folder, or why they cannot be tried."""
    from latticeville.scenarios.collection import collect

    try:
        tests = collect(folder)
    except OSError as error:
        return ScenarioTrial(trouble=f"The world cannot be read: {error}")
    if tests.world is None:
        return ScenarioTrial(tests, trouble="The world on the disk has errors: mend them first.")
    return ScenarioTrial(tests)


def try_scenarios(folder: Path, file: str, task: Task) -> ScenarioTrial:
    """Read the scenarios of a world and try one of them, or all for ""; TaskStoppedError where it is
    cancelled."""
    from latticeville.models.model import ModelError
    from latticeville.models.spec import UnknownModelError
    from latticeville.runs.lines import DamageError
    from latticeville.scenarios.suite import run_scenarios

    task.begin("Reading the scenarios")
    read = read_scenarios(folder)
    tests = read.tests
    if tests is None or tests.world is None:
        return read
    wanted = [one for one in tests.scenarios if file in ("", one.file)]
    task.begin("Trying the scenarios")
    try:
        outcomes = run_scenarios(
            folder, tests.world, wanted, tests.texts, looked=task.report_progress
        )
    except (ModelError, UnknownModelError, DamageError, OSError) as error:
        return read._replace(trouble=str(error))
    files = dict(tests.world.files)
    return ScenarioTrial(
        tests, {one.file: Attempt(tests.texts[one.file], files, one) for one in outcomes}
    )


def make_failed_run(folder: Path, attempt: Attempt, failure: Failure) -> Path | str:
    """Make the run of a failure again up to its tick, beside the runs of the world; return its folder,
    or why there is none."""
    from latticeville.models.model import ModelError
    from latticeville.models.spec import UnknownModelError
    from latticeville.runs.lines import DamageError
    from latticeville.scenarios.kept_run import keep_run, kept_run_jobs

    out = locations.runs_folder(folder) / FAILED
    texts = {failure.file: attempt.text}
    jobs = kept_run_jobs(folder, attempt.files, texts, [attempt.outcome], out)
    job = replace(jobs[failure.file, failure.seed], tick=failure.tick)
    try:
        return keep_run(job) or TAPE_RUN
    except (ModelError, UnknownModelError, DamageError, OSError) as error:
        return f"The run cannot be made again: {error}"
