"""Processes of this machine that run tasks: they open no port, and end with their parent."""

from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from multiprocessing import get_context
from pathlib import Path
from typing import Protocol

from latticeville.core.process_pool import end_with_parent, single_threads, terminate
from latticeville.studies.run_task import RunRow, Seconds, run_task
from latticeville.studies.tasks import RunTask

Outcome = tuple[RunRow, Seconds]
"""What comes of a task."""


class TaskExecutor(Protocol):
    """Where tasks run: so many at once."""

    slots: int

    def submit(self, task: RunTask, root: Path) -> "Future[Outcome]":
        """Begin a task for the folder of a study."""

    def is_lost(self, error: BaseException) -> bool:
        """Tell whether an error says that a worker ended, after which the task can be begun
        again."""

    def close(self) -> None:
        """End all workers at once."""


class SameProcess:
    """Runs each task where it is submitted."""

    slots = 1

    def submit(self, task: RunTask, root: Path) -> "Future[Outcome]":
        """Run a task."""
        done: Future[Outcome] = Future()
        done.set_result(run_task(task, root))
        return done

    def is_lost(self, _error: BaseException) -> bool:
        """Tell that nothing is lost."""
        return False

    def close(self) -> None:
        """Do nothing."""


class LocalPool:
    """A pool of processes; where one of them is killed, all are begun anew."""

    def __init__(self, workers: int) -> None:
        self.slots = workers
        self._environment = ExitStack()
        self._environment.enter_context(single_threads())
        self._pool = self._begin()

    def _begin(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.slots, get_context("spawn"), end_with_parent)

    def submit(self, task: RunTask, root: Path) -> "Future[Outcome]":
        """Begin a task in the next free process."""
        try:
            return self._pool.submit(run_task, task, root)
        except BrokenProcessPool:
            self._pool = self._begin()
            return self._pool.submit(run_task, task, root)

    def is_lost(self, error: BaseException) -> bool:
        """Tell whether a process was killed."""
        return isinstance(error, BrokenProcessPool)

    def close(self) -> None:
        """End the processes, those that work with SIGTERM."""
        terminate(self._pool)
        self._environment.close()
