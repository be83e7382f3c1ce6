"""Garbage collection without pauses.

States are trees of frozen values, which reference counting frees. So the automatic collector is
off, or looks in short steps at new objects only; survivors are never scanned again.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

COLLECT_INTERVAL = 1.0
"""Seconds between two looks."""
STEP, NEVER = 50_000, 1 << 30
"""New objects after which the collector looks at them: some 10 ms; and after which it looks at
those that survived."""


def disable_collector() -> None:
    """Switch the collector off; what is there by now stays."""
    gc.disable()
    gc.freeze()


def collect_in_steps() -> None:
    """Let the collector look at new objects whenever so many have come that it is a short pause."""
    gc.set_threshold(STEP, NEVER, NEVER)
    gc.enable()


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
    """Free the cycles among what is new; does nothing while the collector looks at all by
    itself."""
    if _is_tamed():
        gc.collect(0)
        gc.freeze()


def collect_all() -> None:
    """Free every cycle there is; takes a moment, so that it is done where a moment passes
    anyhow."""
    if _is_tamed():
        gc.unfreeze()
        gc.collect()
        gc.freeze()


def _is_tamed() -> bool:
    return not gc.isenabled() or gc.get_threshold()[0] == STEP
