"""A run that is served inside the process of a test."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from starlette.testclient import TestClient

from latticeville.api import new_run, step
from latticeville.store.address import StoreAddress
from latticeville.web.app import make_app
from latticeville.web.guard import Tokens

HOST = "127.0.0.1:8765"
TOKENS = Tokens("may-look", "may-act")
API = "/api/v1"
STREAM = f"ws://{HOST}{API}/stream"


def recorded(folder: Path, ticks: int = 42) -> Path:
    """Return the folder of a run of the little square."""
    with new_run("square", folder / "run", seed=7) as run:
        step(run, ticks)
    return folder / "run"


@contextmanager
def served(
    folder: Path,
    token: str = TOKENS.act,
    beside: Path | None = None,
    store: StoreAddress | None = None,
) -> Iterator[TestClient]:
    """Serve a run to a client that has a token; "" for none."""
    app = make_app(folder, TOKENS, [HOST], beside, store)
    headers = {"authorization": f"Bearer {token}"} if token else {}
    with TestClient(
        app, f"http://{HOST}", headers=headers, raise_server_exceptions=False
    ) as client:
        yield client
