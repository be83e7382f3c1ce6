"""What holds for every test: nothing is taken from the cache of parsed worlds unless a test says
so, and no process parses the same world twice."""

import gc
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from inspect import iscoroutinefunction
from pathlib import Path
from typing import Any

import pytest
from _pytest.doctest import DoctestModule
from hypothesis import settings

from latticeville.world.io.world_cache import CACHE_VARIABLE, load_cached

os.environ[CACHE_VARIABLE] = "off"
settings.register_profile(
    "latticeville", deadline=None
)  # the time of an example says how busy the machine is
settings.load_profile("latticeville")
TESTS = Path(__file__).parent
MOST_WORLDS = 64
"""The most worlds that a process keeps as parsed."""
OUTSIDE = [TESTS / name for name in ("cli", "models", "store", "studio", "web")]
"""Tests of terminals, servers, models and processes, whose timing is the machine's."""


@cache
def is_in(path: Path, *folders: Path) -> bool:
    """Tell whether a file lies in one of some folders."""
    return any(path.is_relative_to(folder) for folder in folders)


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Iterator[None]:
    """Look for no examples in files of tests that hold none."""
    found: list[pytest.Collector] = yield  # type: ignore[assignment]
    if any(isinstance(one, DoctestModule) for one in found) and ">>> " not in file_path.read_text(
        "utf-8"
    ):
        found = [one for one in found if not isinstance(one, DoctestModule)]
    return found  # type: ignore[return-value]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that start the studio, those of tests/studio that run in a loop; give those
    of what runs outside a second try, which the summary names; put first those of real models,
    which are the longest and wait for each other."""
    for item in items:
        function = getattr(item, "function", None)
        if is_in(item.path, TESTS / "studio") and iscoroutinefunction(function):
            item.add_marker(pytest.mark.ui)
        if is_in(item.path, *OUTSIDE):
            item.add_marker(pytest.mark.flaky(reruns=1))
    items.sort(key=lambda item: item.get_closest_marker("models") is None)


def pytest_xdist_auto_num_workers() -> int:
    """Start two workers for each core: a test that waits for a screen, a lock or a child leaves its
    core idle."""
    return 2 * (os.cpu_count() or 1)


def pytest_collection_finish() -> None:
    """Spare the garbage collector the modules and items of all tests, which stay to the end."""
    gc.freeze()
    gc.set_threshold(5_000, 20, 20)


@pytest.fixture(autouse=True, scope="session")
def no_better_embedder() -> Iterator[None]:
    """Let no output depend on which embedders are installed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("latticeville.models.model_notice.better_embedder", lambda _spec: "")
        yield


@pytest.fixture(autouse=True, scope="session")
def hears_sigint() -> Iterator[None]:
    """Hear SIGINT also in the background, where a shell has it ignored and children inherit that."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def pytest_configure(config: pytest.Config) -> None:
    """Parse and check the same texts once in a process, where the cache on disk is off; also those
    of the worlds that modules of tests load."""
    parsed: dict[tuple[str, ...], Any] = {}

    def parse_once(kind: object, inputs: Iterable[str], make: Callable[[], Any]) -> Any:
        if os.environ.get(CACHE_VARIABLE) != "off":
            return load_cached(kind, inputs, make)
        key = tuple(inputs)
        if key not in parsed:
            if len(parsed) == MOST_WORLDS:
                parsed.clear()
            parsed[key] = make()
        return parsed[key]

    patch = pytest.MonkeyPatch()
    patch.setattr("latticeville.world.load.load_cached", parse_once)
    config.add_cleanup(patch.undo)


@pytest.fixture
def user_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put the folders of whoever runs the tests into one of the test's."""
    for name in ("CONFIG", "STATE", "CACHE", "DATA"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    return tmp_path
