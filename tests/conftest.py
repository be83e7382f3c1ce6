"""What holds for every test: nothing is taken from the cache of parsed worlds unless a test says so."""

import os
from inspect import iscoroutinefunction

import pytest

from latticeville.world.io.world_cache import CACHE_VARIABLE

os.environ[CACHE_VARIABLE] = "off"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that start the studio: those of tests/studio that run in a loop."""
    for item in items:
        function = getattr(item, "function", None)
        if "studio" in item.path.parts and iscoroutinefunction(function):
            item.add_marker(pytest.mark.ui)
