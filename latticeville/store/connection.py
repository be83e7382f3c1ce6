"""A connection to a store, with its tables as this version has them."""

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from latticeville.store.address import REFUSED, StoreAddress
from latticeville.store.array_dumpers import register_arrays
from latticeville.store.errors import StoreError, check_installed, named_errors
from latticeville.store.migrations import migrate

CONNECT_SECONDS = 10
"""Seconds within which a server has to answer."""
Place = StoreAddress | Mapping[str, str]
"""Where a server is: what was typed, or the parameters of one that was started here."""


def connect(place: Place) -> Any:  # noqa: ANN401 - psycopg is an extra
    """Return a connection whose tables are ready, in autocommit; StoreLostError where no server
    answers, StoreError where it has no pgvector or is newer than this version."""
    check_installed()
    import psycopg
    from pgvector.psycopg import register_vector

    logging.getLogger("psycopg").disabled = True  # its warnings name host, user and database
    with named_errors():
        connection = psycopg.connect(
            autocommit=True, client_encoding="utf8", **{**_DEFAULTS, **_parameters(place)}
        )
    try:
        with named_errors():
            connection.execute("SET search_path = latticeville, public")
            migrate(connection)
            register_vector(connection)
            register_arrays(connection)
    except BaseException:
        connection.close()
        raise
    return connection


_DEFAULTS = {"application_name": "latticeville", "connect_timeout": str(CONNECT_SECONDS)}


def _parameters(place: Place) -> Mapping[str, str]:
    if not isinstance(place, StoreAddress):
        return place
    import psycopg
    from psycopg.conninfo import conninfo_to_dict

    try:
        found: dict[str, str] = conninfo_to_dict(place.secret_text())
    except psycopg.Error:
        found = {}
    if not found:
        raise StoreError("the address of the store cannot be read") from None
    if "password" in found:
        raise StoreError(REFUSED)
    return found


@contextmanager
def read_transaction(connection: Any) -> Iterator[None]:  # noqa: ANN401
    """Hold a store as it is now, in a transaction that only reads."""
    with connection.transaction():
        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield
