"""What a table of a run is: its columns, its key, and the function that makes its rows."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from latticeville.runs.replay import Replay
    from latticeville.sim.tick import TickPayload

INTEGER, DOUBLE, TEXT, BOOLEAN = "BIGINT", "DOUBLE", "VARCHAR", "BOOLEAN"
TEXTS, INTEGERS = "VARCHAR[]", "BIGINT[]"
"""The types of columns, as SQL names them."""
TICK, MINUTE, SHARE = "tick", "simulated minute", "0–1"
"""Units: a tick of the run, a minute since Monday 00:00 of the first week, a share."""

Row = tuple[object, ...]
"""A value for each column of a table, in their order; None for nothing."""
RowMaker = Callable[["TickPayload"], Iterable[Row]]
"""Returns the rows of a tick; it is given every tick of a run in order, once."""


class TableRows(Protocol):
    """Tables of a run that are made already: files, or those in a store."""

    def rows(
        self, table: str, columns: Sequence[str], where: tuple[str, str] | None = None
    ) -> Iterator[tuple[Any, ...]]:
        """Yield rows of a table by tick, with these columns alone; with `where` those in which one
        column has a value."""


TableFinder = Callable[["Replay"], TableRows | None]
"""Returns the tables of a run where they are made already."""


class TableColumn(NamedTuple):
    """A column: its name, its type, what it holds, and its unit ("" for none)."""

    name: str
    type: str
    text: str
    unit: str = ""


RUN = TableColumn("run", TEXT, "the run, by the name of its folder")
"""The first column of every table. It is that of the statement, and in no file."""


class RunTable(NamedTuple):
    """A table of a run.

    `key` names the columns, beside `run`, that no two rows share; `make` is given the run and
    returns what makes its rows.
    """

    name: str
    text: str
    key: tuple[str, ...]
    columns: tuple[TableColumn, ...]
    make: "Callable[[Replay], RowMaker]"

    @property
    def column_names(self) -> tuple[str, ...]:
        """The names of all columns, `run` first."""
        return (RUN.name, *(one.name for one in self.columns))

    def records(self, run: str, rows: Iterable[Row]) -> Iterable[Mapping[str, object]]:
        """Yield rows as values by name."""
        names = self.column_names
        return (dict(zip(names, (run, *row), strict=True)) for row in rows)
