"""One embedded PostgreSQL for each process of tests, and a database of its own for each test."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from urllib.parse import quote

import pytest

from latticeville.store.address import StoreAddress
from latticeville.store.embedded import EmbeddedServer
from latticeville.store.errors import NoStoreError, StoreError

REQUIRED = "LATTICEVILLE_MODELS"
"""Set to `required`, this variable turns tests that lack the server from skipped into failed."""
_NUMBERS = count(1)


@pytest.fixture(scope="session")
def server() -> Iterator[EmbeddedServer]:
    folder = Path(tempfile.mkdtemp(prefix="lattice-store-"))
    try:
        started = EmbeddedServer(folder, {"fsync": "off"})
    except (NoStoreError, StoreError) as error:
        shutil.rmtree(folder, ignore_errors=True)
        if os.environ.get(REQUIRED) == "required":
            raise
        pytest.skip(f"no embedded PostgreSQL: {error}")
    with started:
        yield started
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def address(server: EmbeddedServer) -> StoreAddress:
    """The address of an empty database."""
    return StoreAddress(new_database(server))


def new_database(server: EmbeddedServer) -> str:
    """Make a database and return its address."""
    import psycopg

    name = f"test_{next(_NUMBERS)}"
    with psycopg.connect(**server.parameters, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return f"postgres://postgres@/{name}?host={quote(server.parameters['host'], safe='')}"
