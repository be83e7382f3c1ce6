"""What viewers ask of a run: its world, ticks, people, reports and tables."""

from argparse import Action
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from latticeville.api.open_run import Frame, OpenRun
from latticeville.core.geometry import Box
from latticeville.draw.map_cells import MapCells
from latticeville.draw.map_frame import FramePainter
from latticeville.draw.page_lines import PageLine, page_lines
from latticeville.draw.tilemap.painter import MapStyle
from latticeville.draw.transcript import TranscriptLine, tell
from latticeville.reports.report import ReportError
from latticeville.runs.replay import UnknownTickError
from latticeville.sim.state import State
from latticeville.sim.tick import TickPayload
from latticeville.web.log_stream import LogStream
from latticeville.web.request_problem import RequestProblem

if TYPE_CHECKING:
    from latticeville.api.report_calls import ReportAnswer
    from latticeville.draw.map_frame import MapFrame
    from latticeville.store.address import StoreAddress
    from latticeville.tables.database import SqlAnswer, SqlLimits

MOST_ROWS, MOST_SECONDS = 1000, 5.0
"""Most rows of a statement's answer, and seconds that it may take."""
MOST_TOLD = 4096
"""Ticks whose lines of the transcript are kept."""
_UNASKED = frozenset(
    {"llm", "embedder", "cache", "calls", "tokens", "seconds", "on_failure", "store"}
)
"""Arguments of reports that nobody may set from outside: they cost, or reach other machines."""


class RunReader:
    """A run as it is read, one request at a time; its newest ticks are those of the stream.

    What was opened stays open until a later tick is asked for, since it keeps what it read.
    Statements and reports read from a store, where there is one that has what they ask for.
    """

    def __init__(
        self, folder: Path, stream: LogStream, store: "StoreAddress | None" = None
    ) -> None:
        self.folder, self._stream, self._store = folder, stream, store
        self._lock = Lock()
        self._run = OpenRun(folder)
        self._painters = dict[str, FramePainter]()
        self._cells = dict[str, MapCells]()
        self._told = dict[int, list[TranscriptLine]]()

    def frame(self, tick: str = "newest") -> Frame:
        """Return a tick by number, time, or “newest”; RequestProblem where there is none."""
        if tick == "newest":
            return Frame(self._stream.payload)
        try:
            kept = self._kept(tick)
            if kept is not None:
                return Frame(kept)
            with self._lock:
                return self._recorded(tick)
        except (UnknownTickError, ValueError) as error:
            raise RequestProblem(
                404, "no such tick", str(error), "ticks/newest is the newest"
            ) from error

    def _kept(self, tick: str) -> TickPayload | None:
        """Return a tick by number, if it is one of the newest."""
        is_number = tick.isascii() and tick.isdecimal()
        return self._stream.payloads.get(int(tick)) if is_number else None

    def _recorded(self, tick: str) -> Frame:
        """Return a tick, which may have been written since the run was opened."""
        try:
            return self._run.frame(tick)
        except UnknownTickError:
            self._refresh()
            return self._run.frame(tick)

    def state(self, tick: str = "newest") -> State:
        """Return the state at the end of a tick."""
        return self.frame(tick).payload.state

    def picture(self, tick: str, style: str) -> tuple[str, "MapFrame"]:
        """Return the name of the world, and the map at the end of a tick in a style."""
        state = self.state(tick)
        with self._lock:
            if style not in self._painters:
                self._painters[style] = FramePainter(state.world, MapStyle(style))
            return state.world.name, self._painters[style].paint(state)

    def cells(self, tick: str, style: str, known: int) -> dict[str, Any]:
        """Return the numbers of the cells of the map at a tick, and the cells from a number on."""
        state = self.state(tick)
        grid = state.world.grid
        with self._lock:
            if style not in self._cells:
                self._cells[style] = MapCells(state, MapStyle(style))
            found = self._cells[style]
            numbers = found.paint(state, Box(0, 0, grid.width, grid.height))
            return {"known": known, "numbers": numbers, **found.cells(known)}

    def lines(self, tick: str, ticks: int) -> list[PageLine]:
        """Return what happened in so many ticks up to one."""
        until = self.frame(tick).payload.tick
        with self._lock:
            first = max(self._run.replay.first, until - ticks + 1)
            for one in range(first, until + 1):
                if one not in self._told:
                    self._told[one] = self._tell(one)
            if len(self._told) > MOST_TOLD:
                self._told = {one: self._told[one] for one in range(first, until + 1)}
            return page_lines(line for one in range(first, until + 1) for line in self._told[one])

    def _tell(self, tick: int) -> list[TranscriptLine]:
        """Return what happened in a tick."""
        before = self._payload(tick - 1).state if tick > self._run.replay.first else None
        return tell(self._payload(tick), before)

    def _payload(self, tick: int) -> TickPayload:
        """Return a tick: of the newest ones, or from the log."""
        kept = self._stream.payloads.get(tick)
        if kept is None and tick > self._run.last:
            self._refresh()
        return kept or self._run.replay.at(tick)

    def first_and_last(self) -> tuple[int, int]:
        """Return the first and the newest tick."""
        return self._run.replay.first, self._stream.payload.tick

    def person(self, state: State, who: str) -> str:
        """Return the id of somebody; RequestProblem where there is nobody of that id."""
        if who not in state.bodies:
            raise RequestProblem(404, "no such person", who, f"one of {', '.join(state.bodies)}")
        return who

    def report(self, name: str, options: Mapping[str, object]) -> "ReportAnswer":
        """Return what a report says; RequestProblem where it cannot be asked so."""
        from latticeville.reports.registry import report_names

        if name not in report_names():
            raise RequestProblem(404, "no such report", name, f"one of {', '.join(report_names())}")
        wrong = [one for one in options if one not in self.options_of(name)]
        if wrong:
            known = ", ".join(self.options_of(name)) or "none"
            raise RequestProblem(422, "no such option", wrong[0], f"one of {known}")
        with self._lock:
            self._refresh()
            try:
                return self._ask_report(name, self._with_flags(name, options))
            except (ReportError, UnknownTickError, ValueError, SystemExit) as error:
                raise RequestProblem(422, "the report cannot be asked so", str(error)) from error

    def _ask_report(self, name: str, options: Mapping[str, object]) -> "ReportAnswer":
        from latticeville.api import report_calls
        from latticeville.reports.registry import load_report

        if self._store is not None and load_report(name).tables:
            from latticeville.store.errors import StoreError

            with suppress(StoreError, ReportError):  # then the log answers, which says the same
                store = self._store.secret_text()
                return report_calls.ask(name, self._run, **options, store=store)
        return report_calls.ask(name, self._run, **options)

    def options_of(self, name: str) -> list[str]:
        """Return the options of a report that may be set from outside: those that write no file and
        ask no model."""
        return [
            option.lstrip("-")
            for action in _actions(name)
            for option in action.option_strings[-1:]
            if _is_harmless(action)
        ]

    def _with_flags(self, name: str, options: Mapping[str, object]) -> dict[str, object]:
        """Return options, with what is true or false instead of “true” and “false” for those that
        take no value."""
        flags = {word for one in _actions(name) if one.nargs == 0 for word in one.option_strings}
        told: dict[object, bool] = {"true": True, "false": False}
        return {
            one: told.get(value, value) if f"--{one}" in flags else value
            for one, value in options.items()
        }

    def sql(self, statement: str) -> "SqlAnswer":
        """Return the answer of a SELECT, under limits; RequestProblem where it is wrong."""
        from latticeville.tables.database import SqlLimits
        from latticeville.tables.parquet_cache import NoTablesError
        from latticeville.tables.sql_errors import SqlError

        with self._lock:
            self._refresh()
            try:
                limits = SqlLimits(rows=MOST_ROWS, seconds=MOST_SECONDS)
                return self._ask_tables(statement, limits)
            except SqlError as error:
                raise RequestProblem(422, "the statement cannot be answered", str(error)) from error
            except NoTablesError as error:
                raise RequestProblem(501, "no tables here", str(error)) from error

    def _ask_tables(self, statement: str, limits: "SqlLimits") -> "SqlAnswer":
        from latticeville.tables.database import Database
        from latticeville.tables.parquet_cache import open_tables
        from latticeville.tables.row_stream import run_name

        if self._store is not None:
            from latticeville.store.database import StoreDatabase, StoreRuns
            from latticeville.store.errors import StoreError
            from latticeville.store.open_store import open_store
            from latticeville.store.writer import tick_of_run

            with (
                suppress(StoreError),  # then the log answers
                open_store(self._store, self.folder) as connect,
                closing(connect()) as connection,
            ):
                if tick_of_run(connection, self._run.replay) >= self._run.last:
                    found = StoreRuns(connection, (run_name(self._run.replay),))
                    return StoreDatabase([found], limits).ask(statement)
        with Database([open_tables(self._run.replay)], limits) as database:
            return database.ask(statement)

    def _refresh(self) -> None:
        """See what was written since."""
        if self._run.last < self._stream.payload.tick:
            self._run = OpenRun(self.folder)


def _actions(name: str) -> list[Action]:
    from argparse import ArgumentParser

    from latticeville.cli.report_command import ReportCommand
    from latticeville.reports.registry import load_report

    parser = ArgumentParser(add_help=False)
    ReportCommand(load_report(name)).add_arguments(parser)
    return parser._actions  # noqa: SLF001 - argparse lists its options nowhere else


def _is_harmless(action: Action) -> bool:
    kind: Callable[[str], Any] | Any = action.type
    return kind is not Path and action.dest not in _UNASKED | {"json", "csv", "out"}
