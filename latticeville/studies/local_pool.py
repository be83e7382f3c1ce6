"""Processes of this machine that run tasks: they open no port, and end with their parent."""

import os
from collections.abc import Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from pathlib import Path
from threading import Thread
from typing import Protocol

from latticeville.studies.run_task import RunRow, Seconds, run_task
from latticeville.studies.tasks import RunTask

Outcome = tuple[RunRow, Seconds]
"""What comes of a task."""
ONE_THREAD: Mapping[str, str] = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"), "1"
)
"""The environment of a worker: each computes with one thread."""


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
        self._before = {name: os.environ.get(name) for name in ONE_THREAD}
        os.environ.update(ONE_THREAD)
        self._pool = self._begin()

    def _begin(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.slots, get_context("spawn"), _end_with_parent)

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
        working = [*(self._pool._processes or {}).values()]  # noqa: SLF001 - only there from 3.14 on
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in working:
            process.terminate()
        for name, value in self._before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def _end_with_parent() -> None:
    """Let this process end as soon as the one that began it does, however that ends."""
    parent = parent_process()
    if parent is not None:
        sentinel = parent.sentinel
        Thread(target=lambda: (wait([sentinel]), os._exit(1)), daemon=True).start()
