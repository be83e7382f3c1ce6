"""What a window of studies keeps while it is closed, and the work of planning and running one."""

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from studio.storage import locations
from studio.task import Task

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from latticeville.studies.design import Design
    from latticeville.studies.measurement import Measures
    from latticeville.studies.outcome import StudyOutcome
    from latticeville.studies.plan import StudyPlan
    from latticeville.studies.run_task import RunRow
    from latticeville.studies.tasks import RunTask

FOLDER = "studies"
"""The folder of a world's that holds its studies, and that of its runs that holds theirs."""


class OpenStudy(NamedTuple):
    """A study that was read: its design, what it measures, and its tasks; `root` is the folder of
    its runs."""

    design: "Design"
    measures: "Measures"
    tasks: "Sequence[RunTask]"
    root: Path

    def outcome(self, rows: "Mapping[str, RunRow]") -> "StudyOutcome":
        """Return what came of it so far."""
        from latticeville.studies.outcome import study_outcome

        return study_outcome(self.design, self.measures, rows)


@dataclass(frozen=True)
class StudyEntry:
    """A study as the window shows it: read, or with why it cannot be; the rows that are there, and
    its plan once it was made."""

    name: str
    study: OpenStudy | None
    trouble: str = ""
    rows: "Mapping[str, RunRow]" = field(default_factory=dict)
    plan: "StudyPlan | None" = None

    @cached_property
    def outcome(self) -> "StudyOutcome | None":
        """What came of the study so far; None where it cannot be run."""
        return None if self.study is None else self.study.outcome(self.rows)


class StudiesSession:
    """The studies of a world, and where one is among them."""

    def __init__(self) -> None:
        self.entries: dict[str, StudyEntry] = {}
        """The studies by name, as they were read last."""
        self.opened = ""
        """The study whose runs and measures are seen."""
        self.marked = ""
        """The run that another is to be compared with."""
        self.key = ""
        """The line under the cursor."""


def read_studies(folder: Path, task: Task) -> dict[str, StudyEntry]:
    """Return the studies of the world in a folder by name, with the rows that are there."""
    from latticeville.studies.study_file import SUFFIX

    found: dict[str, StudyEntry] = {}
    paths = sorted((folder / FOLDER).glob(f"*{SUFFIX}"))
    for done, path in enumerate(paths):
        task.report_progress(done, len(paths))
        name = path.name.removesuffix(SUFFIX)
        found[name] = _read(path, name, folder)
    return found


def _read(path: Path, name: str, world: Path) -> StudyEntry:
    from latticeville.studies.design import make_design
    from latticeville.studies.measurement import measures_of_study
    from latticeville.studies.study_file import StudyError, open_study
    from latticeville.studies.study_folder import known_rows
    from latticeville.studies.tasks import make_tasks

    try:
        text, written = open_study(path)
        design = make_design(text, written)
        measures = measures_of_study(text, written, design.configurations[0].world)
    except StudyError as error:
        return StudyEntry(name, None, str(error).replace(f"{world}/", ""))
    root = locations.runs_folder(world) / FOLDER / name
    study = OpenStudy(design, measures, make_tasks(design.configurations, measures), root)
    return StudyEntry(name, study, rows=known_rows(root, study.tasks))


def plan_study(study: OpenStudy, rows: "Mapping[str, RunRow]") -> "StudyPlan":
    """Return what a study still costs; a short run of some conditions is timed."""
    from latticeville.core.process_pool import cores
    from latticeville.studies.plan import make_plan
    from latticeville.studies.study_folder import names_of_done

    done = names_of_done(rows.values())
    return make_plan(study.design, study.measures, study.tasks, done, cores())


def run_study(study: OpenStudy, task: Task, came: "Callable[[RunRow], object]") -> str:
    """Make the runs of a study that are not there yet, in processes, and write its tables; return
    why it could not, "" where it did. `came` is told of each row; TaskStoppedError where it is
    cancelled: what is there stays."""
    from latticeville.core.file_lock import FileLock, LockedError
    from latticeville.core.process_pool import cores
    from latticeville.studies.driver import Driver
    from latticeville.studies.local_pool import LocalPool
    from latticeville.studies.run_task import PURPOSE
    from latticeville.studies.study_folder import StudyFolder
    from latticeville.studies.study_tables import write_outcome

    folder = StudyFolder(study.root)
    try:
        lock = FileLock(study.root / ".lock", PURPOSE)
    except LockedError as error:
        return f"{error.holder} runs this study."
    with lock:

        def tell(row: "RunRow") -> None:
            came(row)
            task.report_progress(len(driver.rows), len(study.tasks))

        driver = Driver(folder, study.tasks, tell, retry=True)
        pool = LocalPool(cores())
        try:
            driver.run(pool, task.check_stopped)
        finally:
            pool.close()
        write_outcome(study.root, study.design, study.measures, study.outcome(driver.rows))
    return ""
