"""The rows of a run's tables, in one pass of its log."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar

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


class OfTick(Protocol):
    """Something of a tick."""

    @property
    def tick(self) -> int:
        """The tick."""
        ...


_OfTick = TypeVar("_OfTick", bound=OfTick)


def ticks_until(
    ticks: Iterable[_OfTick], first: int, last: int, looked: ProgressCallback = no_progress
) -> Iterator[_OfTick]:
    """Yield what is of the ticks from a first up to a last; `looked` is told how far it is, and may
    raise."""
    for one in ticks:
        if one.tick > last:
            return
        looked(one.tick - first, max(1, last - first))
        yield one


def rows_by_tick(rows: Iterator[tuple[Any, ...]]) -> Callable[[int], list[tuple[Any, ...]]]:
    """Return the function that takes the rows of a tick, which is their first value; ticks are
    asked for in order."""
    waiting = next(rows, None)

    def take(tick: int) -> list[tuple[Any, ...]]:
        nonlocal waiting
        found = []
        while waiting is not None and waiting[0] == tick:
            found.append(waiting)
            waiting = next(rows, None)
        return found

    return take


def read_records(
    replay: Replay, table: RunTable, looked: ProgressCallback = no_progress
) -> Iterator[Mapping[str, object]]:
    """Yield the rows of one table as values by name."""
    for (rows,) in row_stream(replay, (table,), looked):
        yield from table.records(run_name(replay), rows)


def run_name(replay: Replay) -> str:
    """Return the name of a run in the column `run`: that of its folder."""
    return replay.folder.resolve().name.encode(errors="replace").decode()
