"""The numbered migrations of a store: `sql/NNNN_NAME.sql`, each done once, in order."""

import re
from importlib.resources import files
from typing import Any, NamedTuple

from latticeville.store.errors import StoreError

_NAME = re.compile(r"(\d{4})_(\w+)\.sql")
_LOCK = 0x1A771CE
"""The number of the lock under which one process at a time migrates."""


class Migration(NamedTuple):
    """A step of the schema: its number, from 1, its name and its statements."""

    number: int
    name: str
    statements: str


def list_migrations() -> list[Migration]:
    """Return all migrations, in order."""
    listed = files("latticeville.store").joinpath("sql").iterdir()
    named = [(match, file) for file in listed if (match := _NAME.fullmatch(file.name))]
    return sorted(Migration(int(m[1]), m[2], file.read_text("utf-8")) for m, file in named)


def migrate(connection: Any) -> None:  # noqa: ANN401 - psycopg is an extra
    """Bring the tables of a store to this version, all steps or none; StoreError where a newer
    version made them."""
    known = list_migrations()
    if _version(connection) == known[-1].number:
        return
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        done = _version(connection)
        if done > known[-1].number:
            raise StoreError(
                f"the store has the tables of a newer Latticeville (version {done} of them, this "
                f"one knows {known[-1].number}): update Latticeville"
            )
        for one in known[done:]:
            connection.execute(one.statements)
            connection.execute(
                "INSERT INTO latticeville.migrations VALUES (%s, %s)", [one.number, one.name]
            )


def _version(connection: Any) -> int:  # noqa: ANN401
    """Return the number of the newest migration that is done; 0 for none."""
    there = connection.execute("SELECT to_regclass('latticeville.migrations')").fetchone()[0]
    if there is None:
        return 0
    newest = connection.execute("SELECT max(version) FROM latticeville.migrations").fetchone()[0]
    return int(newest or 0)
