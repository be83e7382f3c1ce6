"""What is wrong with a statement: where, what, and how to write it."""

import json
import re

from latticeville.core.closest_match import closest_match
from latticeville.core.word_list import list_words
from latticeville.tables.registry import TABLES

_NAMES = ("exception_message", "exception_type", "error_subtype", "name", "type", "position")
_NO_TABLE = re.compile(r'Referenced table "([^"]+)" not found')
_NO_COLUMN = re.compile(
    r'Referenced column "([^"]+)" not found|(?:does not have a column named|Column) "([^"]+)"'
)
_LISTED = re.compile(r'Candidate (?:bindings|tables):[ :]*"([^"]+)"')
_SHUT_WORDS = ("file system operations", "external extensions", "has been locked")
"""Words of the messages about what is shut."""


class SqlError(Exception):
    """A statement cannot be answered; the sentence says where it is wrong, why, and what to
    write."""


def too_long(seconds: float) -> SqlError:
    """Return the error of a statement that takes longer than it may."""
    return SqlError(f"the statement took longer than {seconds:g} s")


def too_large(megabytes: int) -> SqlError:
    """Return the error of a statement that needs more memory than it may."""
    return SqlError(
        f"the statement needs more than {megabytes:,} MB of memory\n"
        "    fix: ask for fewer rows or columns, or put WHERE or GROUP BY before ORDER BY"
    )


def read_error(error: Exception, statement: str, megabytes: int) -> SqlError:
    """Return an error of DuckDB in our words, with its place in the statement."""
    found = _fields(error)
    kind, message = str(found.get("exception_type", "")), str(found.get("exception_message", error))
    if kind == "Out of Memory":
        return too_large(megabytes)
    if kind == "INTERRUPT":
        return SqlError("the statement was interrupted")
    if kind in {"Permission", "Extension Autoloading"} or any(
        words in message for words in _SHUT_WORDS
    ):
        what, fix = (
            (
                "a statement reads the tables of the runs and nothing else: no files, addresses, "
                "extensions or settings"
            ),
            f"read from {_tables()}",
        )
    else:
        what, fix = _told(found, message)
    place, mark = _place(statement, found.get("position"))
    return SqlError(f"{place}{what}{mark}" + (f"\n    fix: {fix}" if fix else ""))


def _fields(error: Exception) -> dict[str, object]:
    """Return what an error says as JSON; nothing where it does not."""
    _, _, text = str(error).partition("{")
    try:
        found = json.loads("{" + text)
    except ValueError:
        return {}
    return {name: found[name] for name in _NAMES if name in found}


def _place(statement: str, position: object) -> tuple[str, str]:
    """Return line and column of a byte of a statement, and that line with a mark below it."""
    if position is None:
        return "statement: ", ""
    before = statement.encode()[: int(str(position))].decode(errors="ignore")
    row, column = before.count("\n"), len(before) - before.rfind("\n") - 1
    line = statement.split("\n")[row]
    return f"statement:{row + 1}:{column + 1}: ", f"\n    {line}\n    {' ' * column}^"


def _told(found: dict[str, object], message: str) -> tuple[str, str]:
    """Return what is wrong and how to write it."""
    name, kind = str(found.get("name", "")), str(found.get("type", ""))
    if kind == "Table" and found.get("error_subtype") == "MISSING_ENTRY":
        return f"there is no table “{name}”", _near(name, _table_names()) or f"read {_tables()}"
    if kind.endswith("Function"):
        hint = re.search(r'Did you mean "([^"]+)"', message)
        return f"there is no function “{name}”", f"write {hint[1]}" if hint else ""
    return _told_by_message(message)


def _told_by_message(message: str) -> tuple[str, str]:
    """Return what a message says is wrong, and how to write it."""
    if named := _NO_TABLE.search(message):
        fix = _near(named[1], _table_names()) or _listed(message)
        return f"there is no table “{named[1]}” here", fix
    if named := _NO_COLUMN.search(message):
        word = named[1] or named[2]
        fix = _elsewhere(word) or _near(word, _column_names()) or _listed(message)
        return f"there is no column “{word}” here", fix
    first, _, rest = message.partition("\n")
    return first, " ".join(rest.split())


def _listed(message: str) -> str:
    """Return the first name that a message of DuckDB suggests; "" for none."""
    listed = _LISTED.search(message)
    return f"write {listed[1]}" if listed else ""


def _elsewhere(column: str) -> str:
    """Return in which tables a column is; "" for none."""
    tables = [one.name for one in TABLES if column.lower() in one.column_names]
    return f"it is in {list_words(tables)}" if tables else ""


def _near(word: str, names: list[str]) -> str:
    """Return the suggestion of the name that looks most like a word; "" for none."""
    near = closest_match(word.lower(), names)
    return f"write {near}" if near else ""


def _table_names() -> list[str]:
    return [one.name for one in TABLES]


def _column_names() -> list[str]:
    return sorted({name for one in TABLES for name in one.column_names})


def _tables() -> str:
    return ", ".join(_table_names())
