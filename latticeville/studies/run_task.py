"""What a worker does: make one run of a study, measure it, and return its row."""

import shutil
import time
from contextlib import suppress
from pathlib import Path
from typing import Literal

import msgspec

from latticeville.core import gc_control
from latticeville.measures.expression import parse
from latticeville.models.cache_registry import cached_embedder, prepare_model
from latticeville.models.embed import Embedder
from latticeville.models.limits import BudgetError
from latticeville.models.model import Model, ModelError
from latticeville.reports.report import ReportError
from latticeville.runs.fork import ForkChanges, ForkError, fork
from latticeville.runs.lines import DamageError
from latticeville.runs.recorded_run import RecordedRun
from latticeville.runs.replay import Replay
from latticeville.runs.run_end import read_end
from latticeville.runs.run_folder import RunInUseError
from latticeville.runs.segments import holds_run
from latticeville.sim.tick import TickPayload
from latticeville.studies.measurement import measure_run
from latticeville.studies.tasks import RunTask

PURPOSE = "latticeville study"
RUNS = "runs"
"""The folder of a study in which its runs lie."""
Status = Literal["pending", "succeeded", "failed", "aborted"]
_TIDY = 100
_WAIT, _TRIES = 0.1, 100
"""Seconds between two attempts to write a run whose killed writer is still ending, and how many."""


class Seconds(msgspec.Struct, frozen=True):
    """Seconds of processor time: until the first tick, for ticks, for measures."""

    begin: float = 0.0
    ticks: float = 0.0
    measures: float = 0.0

    @property
    def total(self) -> float:
        """All of them."""
        return self.begin + self.ticks + self.measures


class RunRow(msgspec.Struct, frozen=True):
    """What came of a task: its last tick, the digest of the end of its log, and its measures."""

    name: str
    key: str
    status: Status
    ticks: int = 0
    digest: str = ""
    values: dict[str, float | None] = {}
    measured: str = ""
    """The digest of what was measured."""
    error: str = ""


def run_task(task: RunTask, root: Path, *, resume: bool = True) -> tuple[RunRow, Seconds]:
    """Make the run of a task in the folder of a study, or go on with it, and measure it.

    What a model, a measure or a disk refuses becomes a row that failed.
    """
    begun = time.process_time()
    try:
        recorded = _open(task, root / RUNS, resume=resume)
        started = time.process_time()
        with gc_control.collector_disabled():
            _live(task, recorded)
        lived = time.process_time()
        row = measure_task(task, root)
    except (ModelError, BudgetError, ForkError, DamageError, ReportError, OSError) as error:
        return RunRow(task.name, task.key, "failed", error=_sentence(error)), Seconds()
    ended = time.process_time()
    return row, Seconds(started - begun, lived - started, ended - lived)


def _sentence(error: Exception) -> str:
    return str(error).split("\n", 1)[0] or type(error).__name__


def measure_task(task: RunTask, root: Path) -> RunRow:
    """Return the row of a finished run; DamageError where it is not whole."""
    folder = root / RUNS / task.name
    replay = Replay(folder)
    end = read_end(folder)
    if end is None:
        raise DamageError(f"{folder}: the run has not ended")
    values = measure_run(replay, task.measures)
    return RunRow(
        task.name, task.key, "succeeded", replay.last, end.log.digest, values, measured_key(task)
    )


def measured_key(task: RunTask) -> str:
    """Return what says whether two tasks measure the same."""
    return repr([(name, one.model_dump(exclude_unset=True)) for name, one in task.measures])


def _open(task: RunTask, runs: Path, *, resume: bool) -> RecordedRun:
    """Begin the run of a task, fork it, or go on with what a killed worker left of it."""
    folder, model = runs / task.name, prepare_model(task.model)
    vectors = cached_embedder(task.embedder)
    if folder.exists() and resume and holds_run(folder):
        try:
            return _resume(folder, model, vectors)
        except DamageError:
            pass
    shutil.rmtree(folder, ignore_errors=True)
    if task.parent:
        parent = Replay(runs / task.parent)
        tick = min(task.forked, parent.last)
        return fork(
            parent, tick, folder, ForkChanges(), lambda _: model, lambda _: vectors, purpose=PURPOSE
        )
    known = (task.embedder, vectors)
    return RecordedRun.start(folder, task.world, model, task.model, task.seed, known, PURPOSE)


def _resume(folder: Path, model: Model, vectors: Embedder | None) -> RecordedRun:
    def resume() -> RecordedRun:
        return RecordedRun.resume(folder, lambda _: model, lambda _: vectors, purpose=PURPOSE)

    for _ in range(_TRIES):
        with suppress(RunInUseError):
            return resume()
        time.sleep(_WAIT)
    return resume()


def _live(task: RunTask, recorded: RecordedRun) -> None:
    """Make the ticks of a run, until its condition is met."""
    try:
        until = parse(task.until, recorded.payload.state.world) if task.until else None

        def is_over(payload: TickPayload) -> bool:
            if until is None or not payload.tick:
                return False
            return until.met(payload.state, payload.events) is not None

        script = task.inputs
        payload = recorded.payload
        while payload.tick < task.ticks and not is_over(payload):
            recorded.feed_due(script.get(payload.tick + 1, ()), task.worlds)
            payload = recorded.step()
            if payload.tick % _TIDY == 0:
                gc_control.collect_young()
    finally:
        recorded.close()
