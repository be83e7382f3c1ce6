"""The tables of a run as a store has them: their columns, their rows, and how they are sent."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from latticeville.runs.log_records import Header
from latticeville.tables.registry import BY_NAME, TABLES
from latticeville.tables.table import (
    BOOLEAN,
    DOUBLE,
    INTEGER,
    INTEGERS,
    TEXT,
    TEXTS,
    RunTable,
)

if TYPE_CHECKING:
    from latticeville.store.text_vectors import TextVector

TYPES = {
    INTEGER: "int8",
    DOUBLE: "float8",
    TEXT: "text",
    BOOLEAN: "bool",
    TEXTS: "text[]",
    INTEGERS: "int8[]",
}
"""The types of columns, as PostgreSQL names them."""
_PLAIN = frozenset((int, float, bool, type(None)))
MEMORIES, RUNS = "memories", "runs"
EMBEDDING = (("embedding", "vector"), ("embedding_scale", "float8"))
"""What a memory has here beside the columns of the table: its vector in whole numbers, and one over
the length of that."""
_TICK_COLUMNS = {RUNS: "first_tick", "agents": "since", MEMORIES: "since"}
_TEXT_PLACE = BY_NAME[MEMORIES].column_names.index("text")


class StoreTable(NamedTuple):
    """A table as a store has it: its columns, `run` first, their types, and which says from which
    tick on a row is."""

    name: str
    columns: tuple[str, ...]
    types: tuple[str, ...]
    tick: str

    @property
    def listed(self) -> str:
        """The columns as SQL lists them."""
        return ", ".join(f'"{name}"' for name in self.columns)


def _store_table(table: RunTable) -> StoreTable:
    more = EMBEDDING if table.name == MEMORIES else ()
    return StoreTable(
        table.name,
        (*table.column_names, *(name for name, _ in more)),
        ("text", *(TYPES[one.type] for one in table.columns), *(kind for _, kind in more)),
        _TICK_COLUMNS.get(table.name, "tick"),
    )


STORE_TABLES = tuple(map(_store_table, TABLES))
"""All tables, in the order of the registry."""


def order_of(table: str) -> Any:  # noqa: ANN401 - psycopg is an extra
    """Return how rows of a table are ordered: by tick and key, texts as in Python."""
    from psycopg import sql

    found = next(one for one in STORE_TABLES if one.name == table)
    kinds = dict(zip(found.columns, found.types, strict=True))
    names = dict.fromkeys((found.tick, *BY_NAME[table].key))
    return sql.SQL(", ").join(
        sql.Identifier(name) + sql.SQL(' COLLATE "C"' * (kinds[name] == "text")) for name in names
    )


def stored_rows(rows: Iterable[Sequence[Any]]) -> list[Sequence[Any]]:
    """Return rows as the driver reads them: lists for tuples, texts that PostgreSQL can hold."""
    return [[value if type(value) in _PLAIN else _cell(value) for value in row] for row in rows]


def sent_rows(table: StoreTable, rows: Sequence[Sequence[Any]]) -> Sequence[Sequence[Any]]:
    """Return rows of which PostgreSQL can hold every text: mostly the same."""
    return rows if all(map(_holds_text, _texts(table, rows))) else stored_rows(rows)


def _texts(table: StoreTable, rows: Sequence[Sequence[Any]]) -> Iterator[str]:
    """Yield for each column of texts, or of lists of them, all of these as one."""
    for place, kind in enumerate(table.types):
        if kind in ("text", "text[]"):
            values = filter(None, map(itemgetter(place), rows))
            yield "".join(values if kind == "text" else chain.from_iterable(values))


def _holds_text(text: str) -> bool:
    r"""Tell whether PostgreSQL can hold a text.

    >>> [_holds_text(one) for one in ("Zo\u00eb", "a\0", "\ud800")]
    [True, False, False]
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return "\0" not in text


def memory_texts(rows: Iterable[Sequence[Any]]) -> set[str]:
    """Return the texts of rows of memories."""
    return {row[_TEXT_PLACE] for row in rows if row[_TEXT_PLACE] is not None}


def with_vectors(
    rows: Iterable[Sequence[Any]], vectors: Mapping[str, "TextVector"]
) -> list[Sequence[Any]]:
    """Return rows of memories with vector and scale; null where there is none."""
    return [(*row, *vectors.get(row[_TEXT_PLACE], (None, None))) for row in rows]


def run_row(row: Sequence[Any], header: Header, last: int) -> list[Any]:
    """Return the row of a run as it is at a tick, whatever tick it was made at."""
    newest = {
        "model": header.model,
        "embedder": header.embedder,
        "engine": header.engine,
        "last_tick": last,
    }
    names = BY_NAME[RUNS].column_names
    return [newest.get(name, value) for name, value in zip(names, row, strict=True)]


def copy_rows(connection: Any, table: StoreTable, rows: Iterable[Sequence[Any]]) -> None:  # noqa: ANN401 - psycopg is an extra
    """Add rows to a table."""
    statement = f"COPY latticeville.{table.name} ({table.listed}) FROM STDIN (FORMAT BINARY)"
    with connection.cursor() as cursor, cursor.copy(statement) as copy:
        copy.set_types(table.types)
        for row in rows:
            copy.write_row(row)


def _cell(value: object) -> object:
    if type(value) is str:
        return value if value.isascii() and "\0" not in value else _clean(value)
    if isinstance(value, tuple | list):
        return [*map(_cell, value)]
    return value


def _clean(text: str) -> str:
    r"""Return a text without what UTF-8 or PostgreSQL cannot hold.

    >>> _clean("Zoë\0\ud800")
    'Zoë\ufffd?'
    """
    return text.replace("\0", "\ufffd").encode(errors="replace").decode()
