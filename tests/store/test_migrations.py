"""The migrations make the tables of the registry, once, and refuse those of a newer version."""

import pytest

from latticeville.store.address import StoreAddress
from latticeville.store.connection import connect
from latticeville.store.errors import StoreError
from latticeville.store.migrations import list_migrations
from latticeville.store.table_copy import STORE_TABLES

pytestmark = pytest.mark.postgres


def test_they_are_numbered_without_a_gap() -> None:
    assert [one.number for one in list_migrations()] == [*range(1, len(list_migrations()) + 1)]


def test_they_make_the_tables_of_the_registry(address: StoreAddress) -> None:
    with connect(address) as connection:
        for table in STORE_TABLES:
            found = connection.execute(
                "SELECT attname::text, format_type(atttypid, atttypmod) FROM pg_attribute WHERE "
                "attrelid = %s::regclass AND attnum > 0 ORDER BY attnum",
                [f"latticeville.{table.name}"],
            ).fetchall()
            names = {"bigint": "int8", "double precision": "float8", "boolean": "bool"}
            types = [
                names.get(kind.removesuffix("[]"), kind.removesuffix("[]"))
                + kind[-2:] * ("[]" in kind)
                for _, kind in found
            ]
            assert [(name, kind) for (name, _), kind in zip(found, types, strict=True)] == [
                *zip(table.columns, table.types, strict=True)
            ]


def test_they_are_done_once(address: StoreAddress) -> None:
    for _ in range(2):
        with connect(address) as connection:
            done = connection.execute("SELECT version, name FROM migrations ORDER BY 1").fetchall()
            assert done == [(one.number, one.name) for one in list_migrations()]


def test_tables_of_a_newer_version_are_refused(address: StoreAddress) -> None:
    with connect(address) as connection:
        connection.execute("INSERT INTO migrations VALUES (1000, 'later')")
    with pytest.raises(StoreError, match="newer Latticeville"):
        connect(address)
