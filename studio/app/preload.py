"""Modules that the first frame does not need, imported once it is drawn."""

import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from importlib import import_module

MODULES = (
    "latticeville.mind.retrieval.memory_index",
    "studio.app.palette",
    "studio.app.help",
    "latticeville.runs.fork",
    "studio.project.workspace",
    "studio.map.screen",
    "studio.people.screen",
    "studio.objects.screen",
)
"""What the first tick, the palette, help, a branch and the workbenches bring, in the order of their
likely use."""
PAUSE = 0.01
"""Seconds between two imports, in which whatever waits is done."""


def import_all(names: Iterable[str], stopped: Callable[[], bool]) -> None:
    """Import modules in a thread until it is stopped; one that cannot be had is told where it is
    used."""
    for name in names:
        if stopped():
            return
        with suppress(ImportError):
            import_module(name)
        time.sleep(PAUSE)
