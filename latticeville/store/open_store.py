"""The store that was asked for: at an address, or in the folder of a run."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from latticeville.store.address import StoreAddress
from latticeville.store.connection import connect
from latticeville.store.embedded import EMBEDDED_PACKAGES, EmbeddedServer
from latticeville.store.errors import check_installed


@contextmanager
def open_store(address: StoreAddress, folder: Path) -> Iterator[Callable[[], Any]]:
    """Yield what opens a connection to a store, again where one was lost; a server in the run's
    folder is there as long as the context."""
    check_installed()
    if not address.is_embedded:
        yield lambda: connect(address)
        return
    with EmbeddedServer(folder) as server:
        yield server.connect


def check_reachable(address: StoreAddress) -> None:
    """Raise StoreError where a server at an address cannot be used, NoStoreError where packages are
    missing."""
    check_installed(*EMBEDDED_PACKAGES if address.is_embedded else ())
    if not address.is_embedded:
        connect(address).close()
