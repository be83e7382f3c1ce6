"""Hand out the tasks of a study as they become ready, and keep what comes of each."""

import time
from collections import Counter, deque
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait

from latticeville.studies.local_pool import Outcome, TaskExecutor
from latticeville.studies.run_task import RunRow, Seconds, measured_key
from latticeville.studies.study_folder import StudyFolder
from latticeville.studies.tasks import RunTask

ATTEMPTS = 3
"""How often a task is begun whose worker is killed."""
_LOOK = 0.2
"""Seconds between two looks at whether it is to go on."""
_EVERY = 1.0
"""Seconds between two manifests while a study runs."""
RowCallback = Callable[[RunRow], object]
"""Is told of each row that was not there before."""


class Driver:
    """Runs the tasks of a study."""

    def __init__(
        self,
        folder: StudyFolder,
        tasks: Sequence[RunTask],
        tell: RowCallback,
        *,
        retry: bool = False,
    ) -> None:
        self._folder, self._tasks, self._tell = folder, tasks, tell
        self.rows: dict[str, RunRow] = {}
        self._futures: dict[Future[Outcome], RunTask] = {}
        self._attempts = Counter[str]()
        self._written = 0.0
        for task in tasks:
            row = folder.known_row(task)
            if row is not None and self._counts(row, task, retry=retry):
                self.rows[task.name] = row
        self._waiting = deque(one for one in tasks if one.name not in self.rows)

    def _counts(self, row: RunRow, task: RunTask, *, retry: bool) -> bool:
        if row.status == "failed":
            return not retry
        return not task.measures or row.measured == measured_key(task)

    def run(self, executor: TaskExecutor, check: Callable[[], object] = lambda: None) -> None:
        """Run what is not there yet; `check` is asked now and then, and may raise. What is
        interrupted counts as aborted in the manifest."""
        self._write_manifest()
        try:
            while self._waiting or self._futures:
                self._submit(executor)
                done, _ = wait(self._futures, _LOOK, FIRST_COMPLETED)
                check()
                for one in done:
                    self._take(executor, one, self._futures.pop(one))
                if time.monotonic() - self._written > _EVERY:
                    self._write_manifest()
        except BaseException:
            for task in self._futures.values():
                self.rows[task.name] = RunRow(task.name, task.key, "aborted")
            raise
        finally:
            self._write_manifest()

    def _submit(self, executor: TaskExecutor) -> None:
        """Begin tasks whose parent is there, as many as there is room for."""
        for task in [*self._waiting]:
            if len(self._futures) >= executor.slots:
                return
            parent = self.rows.get(task.parent) if task.parent else None
            if task.parent and parent is None:
                continue
            self._waiting.remove(task)
            if parent is not None and parent.status != "succeeded":
                why = f"the run that it forks from, {parent.name}, {parent.status}: {parent.error}"
                self._put(RunRow(task.name, task.key, "failed", error=why), Seconds())
                continue
            self._attempts[task.name] += 1
            self._futures[executor.submit(task, self._folder.root)] = task

    def _take(self, executor: TaskExecutor, done: "Future[Outcome]", task: RunTask) -> None:
        """Keep what came of a task; one whose worker was lost waits again."""
        error = done.exception()
        if error is None:
            self._put(*done.result())
        elif not executor.is_lost(error):
            raise error
        elif self._attempts[task.name] < ATTEMPTS:
            self._waiting.appendleft(task)
        else:
            why = f"its worker was killed {ATTEMPTS} times"
            self._put(RunRow(task.name, task.key, "aborted", error=why), Seconds())

    def _put(self, row: RunRow, seconds: Seconds) -> None:
        self.rows[row.name] = row
        self._folder.put(row, seconds)
        self._tell(row)

    def _write_manifest(self) -> None:
        self._folder.write_manifest(self._tasks, [*self.rows.values()])
        self._written = time.monotonic()
