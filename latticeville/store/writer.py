"""Brings a store up to the log of a run: ticks in transactions, each of which moves `progress`."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

from latticeville.core import gc_control
from latticeville.core.progress import ProgressCallback, no_progress
from latticeville.runs.follow import LogFollower
from latticeville.runs.log_line import HEADER, read_line
from latticeville.runs.log_records import Header
from latticeville.runs.replay import Replay
from latticeville.sim.tick import TickPayload
from latticeville.store.errors import StoreError, named_errors
from latticeville.store.table_copy import (
    MEMORIES,
    RUNS,
    STORE_TABLES,
    copy_rows,
    memory_texts,
    run_row,
    sent_rows,
    with_vectors,
)
from latticeville.store.text_vectors import TextVectors
from latticeville.tables.registry import TABLES
from latticeville.tables.row_stream import run_name

BATCH_TICKS = 500
"""Ticks that a transaction holds at most."""
Rows = Sequence[list[Sequence[Any]]]
"""The rows of each table, in the order of `STORE_TABLES`."""


class StoredTicks(NamedTuple):
    """What a store has of a run: the first tick, the last, and the digest of the log's line of
    that."""

    first: int
    tick: int
    digest: str


class _Made(NamedTuple):
    """The rows of a tick that wait for a transaction."""

    tick: int
    digest: str
    header: Header
    rows: Rows


class RowMakers:
    """Makes the rows of a run's tables from its ticks, which it is given in order."""

    def __init__(self, replay: Replay) -> None:
        self.run = run_name(replay)
        self._makers = [table.make(replay) for table in TABLES]

    def make(self, payload: TickPayload) -> Rows:
        """Return the rows of a tick, with the run, memories without their vectors."""
        run = self.run
        return [[(run, *row) for row in make(payload)] for make in self._makers]

    def skip(self, payload: TickPayload) -> None:
        """Take in a tick whose rows nobody wants."""
        for make in self._makers:
            deque(make(payload), maxlen=0)


class StoreWriter:
    """Reads the log of a run from its first tick on and sends what a store lacks; `connect` opens a
    connection, and may be called again where one is lost.

    `stored` is the newest tick in the store, `read_tick` the newest that was read.
    """

    def __init__(self, folder: Path, connect: Callable[[], Any]) -> None:
        self._folder, self._open = folder, connect
        self._connection: Any = None
        self._begin()
        self.run = self._makers.run

    def _begin(self) -> None:
        """Go to the first tick of the log."""
        self._replay = Replay(self._folder)
        self._log = LogFollower(self._folder, self._replay.first)
        self._makers, self._vectors = RowMakers(self._replay), TextVectors(self._replay)
        self._polling: Iterator[TickPayload] = iter(())
        self._waiting = deque[_Made]()
        self._run_row: Sequence[Any] = ()
        self._unembedded = set[str]()
        self.stored = self.read_tick = self._replay.first - 1

    def connect(self) -> None:
        """Connect, and see how far the store is; StoreError where it holds another run by the
        name."""
        self.close()
        self._connection = self._open()
        with named_errors():
            found = stored_ticks(self._connection, self.run)
            unembedded = _texts_without_vector(self._connection, self.run)
        if found is not None:
            check_same_run(Replay(self._folder), self.run, found)
        there = self._replay.first - 1 if found is None else found.tick
        while self._waiting and self._waiting[0].tick <= there:
            self._waiting.popleft()
        if there < (self._waiting[0].tick - 1 if self._waiting else self.read_tick):
            self._begin()  # a crash of the server, or another process, took what was stored
        self.stored = there
        self._unembedded |= unembedded

    def read(self, most: int = BATCH_TICKS) -> bool:
        """Read ticks that are in the log by now, until so many wait; False where there is none
        more."""
        is_fresh = False
        while len(self._waiting) < most:
            payload = next(self._polling, None)
            if payload is not None:
                self._take(payload)
            elif is_fresh:
                return False
            else:
                self._polling, is_fresh = self._log.poll(), True
        return True

    def _take(self, payload: TickPayload) -> None:
        self.read_tick = payload.tick
        if self._run_row and payload.tick <= self.stored:
            self._makers.skip(payload)
            return
        rows = self._makers.make(payload)
        if not self._run_row:
            (self._run_row,) = rows[_RUNS]
        if payload.tick > self.stored:
            self._waiting.append(_Made(payload.tick, self._log.digest, self._log.header, rows))

    def commit(self) -> None:
        """Send what waits in one transaction; StoreLostError where the connection is lost: whether
        it was stored then shows after `connect`."""
        if not self._waiting:
            return
        self._vectors.take()
        with named_errors(), self._connection.transaction():
            found = stored_ticks(self._connection, self.run, lock=True)
            self._check_between(found)
            made = [one for one in self._waiting if found is None or one.tick > found.tick]
            if made:
                self._send(made, self._replay.first if found is None else found.first)
        self.stored = self._waiting[-1].tick
        self._waiting.clear()

    def _check_between(self, found: StoredTicks | None) -> None:
        """Raise StoreError where another process stored another run by the name since, or dropped
        what was stored."""
        digests = {one.tick: one.digest for one in self._waiting}
        there = self._replay.first - 1 if found is None else found.tick
        if there < self.stored or (found and digests.get(there, found.digest) != found.digest):
            raise _other_run_error(self.run)

    def _send(self, made: Sequence[_Made], first: int) -> None:
        newest = made[-1]
        for place, table in enumerate(STORE_TABLES):
            rows: Sequence[Sequence[Any]] = [row for one in made for row in one.rows[place]]
            rows = sent_rows(table, rows)
            if table.name == MEMORIES:
                rows = self._embedded(rows)
            elif table.name == RUNS:
                self._connection.execute(_FORGET_RUN, [self.run])
                row = run_row(self._run_row, newest.header, newest.tick)
                rows = sent_rows(table, [row])
            if rows:
                copy_rows(self._connection, table, rows)
        progress = [self.run, first, newest.tick, newest.digest]
        self._connection.execute(_MOVE_PROGRESS, progress)

    def _embedded(self, rows: Sequence[Sequence[Any]]) -> Sequence[Sequence[Any]]:
        """Return memories with their vectors; those that are there without one get it where it is
        known by now."""
        late = self._vectors.of(self._unembedded)
        for text, (vector, scale) in late.items():
            self._connection.execute(_EMBED, [vector, scale, self.run, text])
        texts = memory_texts(rows)
        found = self._vectors.of(texts)
        self._unembedded = (self._unembedded | texts) - found.keys() - late.keys()
        return with_vectors(rows, found)

    def fill(self, most: int = BATCH_TICKS, looked: ProgressCallback = no_progress) -> int:
        """Connect and bring the store up to the newest tick of the log; return how many ticks were
        added."""
        self.connect()
        before, last = self.stored, self._replay.last
        while self.read(most):
            self.commit()
            gc_control.collect_young()
            looked(self.read_tick - self._replay.first + 1, last - self._replay.first + 1)
        self.commit()
        return self.stored - before

    def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


_RUNS = next(place for place, table in enumerate(STORE_TABLES) if table.name == RUNS)
_FORGET_RUN = "DELETE FROM latticeville.runs WHERE run = %s"
_MOVE_PROGRESS = """
INSERT INTO latticeville.progress VALUES (%s, %s, %s, %s)
ON CONFLICT (run) DO UPDATE SET tick = excluded.tick, digest = excluded.digest
"""
_EMBED = """
UPDATE latticeville.memories SET embedding = %s, embedding_scale = %s
WHERE run = %s AND text = %s AND embedding IS NULL
"""
_UNEMBEDDED = """
SELECT DISTINCT text FROM latticeville.memories
WHERE run = %s AND embedding IS NULL AND text IS NOT NULL
"""


def stored_ticks(connection: Any, run: str, *, lock: bool = False) -> StoredTicks | None:  # noqa: ANN401 - psycopg is an extra
    """Return what a store has of a run; None for nothing. With `lock` no other process moves it
    until the transaction ends."""
    statement = "SELECT first, tick, digest FROM latticeville.progress WHERE run = %s"
    row = connection.execute(f"{statement}{' FOR UPDATE' * lock}", [run]).fetchone()
    return None if row is None else StoredTicks(*row)


def _texts_without_vector(connection: Any, run: str) -> set[str]:  # noqa: ANN401
    return {text for (text,) in connection.execute(_UNEMBEDDED, [run])}


def check_same_run(replay: Replay, run: str, found: StoredTicks, *, is_cut: bool = False) -> Header:
    """Return the header under which the newest tick of a store is written; StoreError unless what
    it has of a run is of this log, of which with `is_cut` the oldest ticks may be deleted."""
    if replay.first != found.first and not (is_cut and found.first < replay.first <= found.tick):
        raise StoreError(
            f"the store has the run “{run}” from tick {found.first} to {found.tick}, and this log "
            f"begins at tick {replay.first}: ticks are numbered and compared from the first on, so "
            "none can be added\n"
            "    fix: keep what the store has, and give this log a folder of another name to fill "
            "what is left of it; or latticeville store drop RUN, then fill it"
        )
    digest, header = _first_line(replay, found.tick)
    if digest != found.digest:
        raise _other_run_error(run)
    return header


def _other_run_error(run: str) -> StoreError:
    return StoreError(
        f"the store has another run by the name “{run}”, or another course of it\n"
        "    why: its newest tick is not in this log\n"
        "    fix: rename the folder of this run, or forget the other: latticeville store drop RUN"
    )


def _first_line(replay: Replay, tick: int) -> tuple[str, Header]:
    """Return the digest of the first line of a log with a tick, and the header that it stands
    under; "" for the digest where there is none."""
    before = [one for one in replay.segments if one.header.tick < tick]
    for segment in replay.segments[max(len(before) - 1, 0) :]:
        for line in replay.lines(segment):
            known = read_line(line, segment.header.rules)
            if known.kind != HEADER and known.tick == tick:
                return line.digest, segment.header
    return "", replay.header


def drop_run(connection: Any, run: str) -> int:  # noqa: ANN401
    """Remove all rows of a run from a store, and return how many there were."""
    count = 0
    with named_errors(), connection.transaction():
        for table in STORE_TABLES:
            statement = f"DELETE FROM latticeville.{table.name} WHERE run = %s"
            count += connection.execute(statement, [run]).rowcount
        connection.execute("DELETE FROM latticeville.progress WHERE run = %s", [run])
    return count


def tick_of_run(connection: Any, replay: Replay) -> int:  # noqa: ANN401
    """Return the newest tick that a store has of a run; StoreError where it has none, or another
    run by the name."""
    with named_errors():
        found = stored_ticks(connection, run_name(replay))
    if found is None:
        raise StoreError(
            f"{replay.folder}: the store has nothing of this run\n"
            f"    fix: latticeville store fill {replay.folder}"
        )
    check_same_run(replay, run_name(replay), found)
    return found.tick
