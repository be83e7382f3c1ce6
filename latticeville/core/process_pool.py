"""Jobs in processes of this machine: they open no port, and end with the process that began
them."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing import connection, get_context, parent_process
from threading import Thread
from typing import TYPE_CHECKING, Any, TypeVar

from latticeville.core.progress import ProgressCallback, no_progress

if TYPE_CHECKING:
    from multiprocessing.sharedctypes import Synchronized

Job = TypeVar("Job")
Result = TypeVar("Result")
ONE_THREAD: Mapping[str, str] = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"), "1"
)
"""The environment of a worker: it computes with one thread."""
_INTERVAL = 0.2
"""Seconds between two looks at how far the workers are."""


class _Meter:
    """Where the work of this process is counted."""

    add: Callable[[int], object] = staticmethod(lambda _units: None)


def note_progress(units: int = 1) -> None:
    """Count units of work that a job has done."""
    _Meter.add(units)


def cores() -> int:
    """Return how many processes can compute at once here."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run_jobs(
    work: Callable[[Job], Result],
    jobs: Sequence[Job],
    processes: int,
    units: int = 0,
    looked: ProgressCallback = no_progress,
) -> list[Result]:
    """Return the results of jobs in their order, as `iterate_jobs` yields them."""
    return [*iterate_jobs(work, jobs, processes, units, looked)]


def iterate_jobs(
    work: Callable[[Job], Result],
    jobs: Sequence[Job],
    processes: int,
    units: int = 0,
    looked: ProgressCallback = no_progress,
) -> Iterator[Result]:
    """Yield the results of jobs in their order, each as soon as it and those before it are there;
    `looked` is told how many of the `units` of work that jobs count are done.

    With one process, or one job, all is done here. `work` is a function of a module. The error of
    a job is raised in its place, and ends the others.
    """
    if processes <= 1 or len(jobs) <= 1:
        with _counted_here(units, looked):
            yield from map(work, jobs)
        return
    context = get_context("spawn")
    done = context.Value("q", 0)
    with (
        single_threads(),
        _closed(ProcessPoolExecutor(min(processes, len(jobs)), context, _begin, (done,))) as pool,
    ):
        for future in [pool.submit(work, job) for job in jobs]:
            while wait((future,), _INTERVAL).not_done:
                looked(done.value, units)
            yield future.result()
        looked(done.value, units)


@contextmanager
def _counted_here(units: int, looked: ProgressCallback) -> Iterator[None]:
    done = 0

    def add(more: int) -> None:
        nonlocal done
        done += more
        looked(done, units)

    before, _Meter.add = _Meter.add, staticmethod(add)
    try:
        yield
    finally:
        _Meter.add = staticmethod(before)


@contextmanager
def single_threads() -> Iterator[None]:
    """Let the processes that begin meanwhile compute with one thread each."""
    before = {name: os.environ.get(name) for name in ONE_THREAD}
    os.environ.update(ONE_THREAD)
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name)
            os.environ.update({} if value is None else {name: value})


@contextmanager
def _closed(pool: ProcessPoolExecutor) -> Iterator[ProcessPoolExecutor]:
    """Close a pool in the end; after an error without waiting for what its processes do."""
    try:
        yield pool
    except BaseException:
        terminate(pool)
        raise
    pool.shutdown()


def terminate(pool: ProcessPoolExecutor) -> None:
    """End the processes of a pool at once, those that work with SIGTERM."""
    working = [*(pool._processes or {}).values()]  # noqa: SLF001 - only there from 3.14 on
    pool.shutdown(wait=False, cancel_futures=True)
    for process in working:
        process.terminate()


def _begin(done: "Synchronized[Any]") -> None:
    """Begin a worker: it counts into a shared number, and ends as soon as its parent does."""

    def add(units: int) -> None:
        with done.get_lock():
            done.value += units

    _Meter.add = staticmethod(add)
    end_with_parent()


def end_with_parent() -> None:
    """Let this process end as soon as the one that began it does, however that ends."""
    parent = parent_process()
    if parent is not None:
        sentinel = parent.sentinel
        Thread(target=lambda: (connection.wait([sentinel]), os._exit(1)), daemon=True).start()
