"""What goes wrong with a store, as sentences of ours: the server's own name hosts, users and
databases."""

from collections.abc import Iterator
from contextlib import contextmanager

INSTALL = "pip install 'latticeville[postgres]'"
_LOST = ("08", "57P", "53", "25P03")
"""How the codes of errors begin after which a connection is worth another try."""
_REASONS = (
    (
        "password authentication failed",
        "the server refused the password: set PGPASSWORD, or write it into ~/.pgpass",
    ),
    (
        "no password supplied",
        "the server wants a password: set PGPASSWORD, or write it into ~/.pgpass",
    ),
    ("pg_hba.conf", "the server does not let this user in from here"),
    ("certificate", "the server's certificate cannot be verified"),
    ("SSL", "the server and this address do not agree on TLS"),
    ("role", "the server does not know the user"),
    ("database", "the server has no such database: create it first"),
    ("resolve", "no computer is known by the name in it"),
    ("translate host name", "no computer is known by the name in it"),
    ("Name or service not known", "no computer is known by the name in it"),
    ("refused", "no server answers there"),
    ("No such file", "no server answers there"),
    ("timeout", "no server answers there in time"),
    ("timed out", "no server answers there in time"),
    ("too many", "the server has no connection left"),
)
"""Words of messages about a connection that cannot be made, with what we say."""
_SENTENCES = {
    "28P01": "the server refused the password: set PGPASSWORD, or write it into ~/.pgpass",
    "3D000": "the server has no such database: create it first",
    "42501": "the user may not do this: let it create schemas in the database, and run CREATE "
    "EXTENSION vector there",
    "58P01": "the server has no pgvector: install it there, then run CREATE EXTENSION vector",
    "0A000": "the server has no pgvector: install it there, then run CREATE EXTENSION vector",
    "53100": "the disk of the server is full",
}


class StoreError(Exception):
    """A store cannot be used as was asked; the sentence names neither its address nor a
    password."""


class StoreLostError(StoreError):
    """The connection to a store was lost, or could not be made; another try may succeed."""


class NoStoreError(StoreError):
    """The packages of the extra `postgres` are not installed."""


def check_installed(*more: str) -> None:
    """Raise NoStoreError where a package is missing."""
    from importlib.util import find_spec

    missing = [name for name in ("psycopg", "pgvector", *more) if find_spec(name) is None]
    if missing:
        raise NoStoreError(f"a store needs {' and '.join(missing)}: {INSTALL}")


@contextmanager
def named_errors() -> Iterator[None]:
    """Turn errors of the driver into StoreError, or StoreLostError where the connection is gone.

    What the driver says is dropped, with its chain: it holds the address.
    """
    import psycopg

    try:
        yield
    except psycopg.Error as error:
        found = _error_of(error.sqlstate, str(error), isinstance(error, psycopg.OperationalError))
    else:
        return
    raise found from None


def _error_of(code: str | None, message: str, is_operational: bool) -> StoreError:  # noqa: FBT001 - said in one place
    if code is None:
        reason = next((said for word, said in _REASONS if word in message), "")
        if is_operational:
            return StoreLostError(f"the store cannot be reached{reason and f': {reason}'}")
        return StoreError(f"the store cannot be used{reason and f': {reason}'}")
    told = _SENTENCES.get(code, f"PostgreSQL reports error {code}")
    kind = StoreLostError if code.startswith(_LOST) else StoreError
    return kind(f"the store: {told}")
