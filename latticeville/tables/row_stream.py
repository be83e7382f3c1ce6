"""The rows of a run's tables, in one pass of its log."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from latticeville.core.progress import ProgressCallback, no_progress
from latticeville.runs.replay import Replay
from latticeville.tables.table import Row, RunTable


def row_stream(
    replay: Replay, tables: Sequence[RunTable], looked: ProgressCallback = no_progress
) -> Iterator[Sequence[Iterable[Row]]]:
    """Yield for each tick of a run, up to the newest at the time of asking, the rows of each table.

    The rows of a tick are to be read before the next is asked for. `looked` is told how far it is,
    and may raise.
    """
    makers, last = [table.make(replay) for table in tables], replay.last
    for payload in replay.payloads():
        if payload.tick > last:
            return
        yield [make(payload) for make in makers]
        looked(payload.tick - replay.first + 1, last - replay.first + 1)


def read_records(
    replay: Replay, table: RunTable, looked: ProgressCallback = no_progress
) -> Iterator[Mapping[str, object]]:
    """Yield the rows of one table as values by name."""
    for (rows,) in row_stream(replay, (table,), looked):
        yield from table.records(run_name(replay), rows)


def run_name(replay: Replay) -> str:
    """Return the name of a run in the column `run`: that of its folder."""
    return replay.folder.resolve().name.encode(errors="replace").decode()
