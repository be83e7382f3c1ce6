"""The folder of a study: its rows, written one by one, each whole or not at all."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from latticeville.core.decoders import decode_json
from latticeville.core.disk import write_atomic
from latticeville.runs.lines import DamageError
from latticeville.runs.run_end import read_end
from latticeville.studies.run_task import RUNS, RunRow, Seconds
from latticeville.studies.tasks import RunTask

ROWS, MANIFEST, SECONDS = "rows", "manifest.jsonl", "seconds.csv"


class StudyFolder:
    """The rows of a study on disk; one process writes them."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for name in (RUNS, ROWS):
            (root / name).mkdir(parents=True, exist_ok=True)

    def known_row(self, task: RunTask) -> RunRow | None:
        """Return the row of a task, if it is of the same run and agrees with what is on disk; one
        that failed is one, too."""
        try:
            row = decode_json(self._path(task.name).read_bytes(), RunRow)
        except (OSError, ValueError):
            return None
        if row.key != task.key:
            return None
        return row if row.status == "failed" or self._is_on_disk(row) else None

    def _is_on_disk(self, row: RunRow) -> bool:
        try:
            end = read_end(self.root / RUNS / row.name)
        except DamageError:
            return False
        return end is not None and end.log.digest == row.digest and end.tick == row.ticks

    def put(self, row: RunRow, seconds: Seconds) -> None:
        """Write the row of a task, and how long it took."""
        write_atomic(self._path(row.name), msgspec.json.encode(row, order="deterministic") + b"\n")
        line = (
            f"{row.name},{row.ticks},{seconds.begin:.3f},{seconds.ticks:.3f},{seconds.measures:.3f}"
        )
        with (self.root / SECONDS).open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")

    def write_manifest(self, tasks: Iterable[RunTask], rows: Sequence[RunRow]) -> None:
        """Write what became of each task, in the order of the plan."""
        known = {row.name: row for row in rows}
        lines = [
            msgspec.json.encode(
                {
                    "run": task.name,
                    "from": task.parent,
                    "forked": task.forked,
                    "ticks": task.ticks,
                    "seed": task.seed,
                    "world": task.world.digest,
                    "model": task.model,
                    "status": known[task.name].status if task.name in known else "pending",
                    "digest": known[task.name].digest if task.name in known else "",
                    "error": known[task.name].error if task.name in known else "",
                }
            )
            for task in tasks
        ]
        write_atomic(self.root / MANIFEST, b"".join(line + b"\n" for line in lines))

    def _path(self, name: str) -> Path:
        return self.root / ROWS / f"{name}.json"


def known_rows(root: Path, tasks: Iterable[RunTask]) -> dict[str, RunRow]:
    """Return the rows of tasks in the folder of a study, by run; nothing is made where there is no
    such folder."""
    if not root.is_dir():
        return {}
    folder = StudyFolder(root)
    rows = map(folder.known_row, tasks)
    return {row.name: row for row in rows if row is not None}


def names_of_done(rows: Iterable[RunRow]) -> list[str]:
    """Return the names of the runs that succeeded."""
    return [row.name for row in rows if row.status == "succeeded"]
