"""Garbage collection without pauses.

States are trees of frozen values, which reference counting frees. So the automatic collector is
off. Once a second, the studio collects new objects only; survivors are never scanned again.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

COLLECT_INTERVAL = 1.0
"""Seconds between two looks."""


def disable_collector() -> None:
    """Switch the collector off; what is there by now stays."""
    gc.disable()
    gc.freeze()


@contextmanager
def collector_disabled() -> Iterator[None]:
    """Switch the collector off for a while."""
    was = gc.isenabled()
    disable_collector()
    try:
        yield
    finally:
        if was:
            gc.unfreeze()
            gc.enable()


def collect_young() -> None:
    """Free the cycles among what is new; does nothing while the collector works by itself."""
    if not gc.isenabled():
        gc.collect(0)
        gc.freeze()


def collect_all() -> None:
    """Free every cycle there is; takes a moment, so that it is done where a moment passes
    anyhow."""
    if not gc.isenabled():
        gc.unfreeze()
        gc.collect()
        gc.freeze()
