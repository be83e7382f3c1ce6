"""What a window of statements keeps while it is closed, and the work of answering one."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from latticeville.runs.lines import DamageError
from latticeville.runs.replay import Replay
from latticeville.tables.database import Database, SqlAnswer
from latticeville.tables.parquet_cache import NoTablesError, check_installed, open_tables
from latticeville.tables.registry import TABLES
from latticeville.tables.sql_errors import SqlError
from latticeville.tables.table import TICK
from studio.task import Task

FIRST = "SELECT tick, who, words\nFROM utterances\nORDER BY tick"
"""The statement that stands there before one was typed."""
TICKS = tuple(
    dict.fromkeys(one.name for table in TABLES for one in table.columns if one.unit == TICK)
)
"""The columns that hold ticks, in the order of the tables."""
PEOPLE = ("who", "other", "source")
"""The columns that hold people, the one that a row is about first."""


class QuerySession:
    """The statements of a session, the newest last, and the last answer."""

    def __init__(self) -> None:
        self.text = FIRST
        """The statement as it is typed."""
        self.history: list[str] = []
        self.answer: SqlAnswer | None = None
        self.row = 0
        """The row of the answer under the cursor."""
        self._place = 0

    def keep(self, statement: str) -> None:
        """Add a statement that is run to the history, unless it is the newest."""
        if self.history[-1:] != [statement]:
            self.history.append(statement)
        self._place = len(self.history) - 1

    def go(self, way: int) -> str | None:
        """Return the statement before (-1) or after (1) the one that was shown last; None at the
        end."""
        place = self._place + way
        if self.history and self.text.strip() != self.history[self._place].strip() and way < 0:
            place = len(self.history) - 1  # what is typed now is behind all of them
        if not 0 <= place < len(self.history):
            return None
        self._place = place
        return self.history[place]


class RowTarget(NamedTuple):
    """Where a row of an answer leads: a tick, if it has one, and a person, if it has one."""

    tick: int | None
    who: str


def row_target(values: Mapping[str, object], is_person: Callable[[str], bool]) -> RowTarget:
    """Return the tick and the person of a row, by the names of its columns."""
    tick = next((one for one in map(values.get, TICKS) if isinstance(one, int)), None)
    named = (*map(values.get, PEOPLE), *values.values())
    who = next((one for one in named if isinstance(one, str) and is_person(one)), "")
    return RowTarget(None if tick is None else max(0, tick), who)


def missing_packages() -> str:
    """Return how to install what SQL needs, or ""."""
    try:
        check_installed()
    except NoTablesError as error:
        return str(error)
    return ""


class StatementResult(NamedTuple):
    """What came of a statement: the answer, or why there is none."""

    answer: SqlAnswer | None
    trouble: str = ""


def ask(folder: Path, statement: str, task: Task) -> StatementResult:
    """Answer a statement from a run up to its newest tick; TaskStoppedError where it is cancelled."""
    try:
        check_installed()
        tables = open_tables(Replay(folder), task.report_progress)
        task.begin("Running the statement")
        with Database((tables,)) as database:
            return StatementResult(database.ask(statement, task.check_stopped))
    except (SqlError, NoTablesError, DamageError, OSError) as error:
        return StatementResult(None, str(error))
