"""What the collector looks at."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from latticeville.core import gc_control


class Node:
    """Refers to itself, so that only the collector frees it."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture(autouse=True)
def restored() -> Iterator[None]:
    """Leave the collector as it was."""
    enabled, thresholds = gc.isenabled(), gc.get_threshold()
    yield
    gc.set_threshold(*thresholds)
    (gc.enable if enabled else gc.disable)()
    gc.unfreeze()


def cycle() -> weakref.ref[Node]:
    """Make a cycle that nobody holds."""
    return weakref.ref(Node())


def test_in_steps_cycles_are_freed_before_anybody_asks() -> None:
    gc_control.disable_collector()
    gc_control.collect_in_steps()
    lost = cycle()
    held: list[list[int]] = [[] for _ in range(2 * gc_control.STEP)]
    assert len(held) > gc_control.STEP
    assert lost() is None


def test_a_young_cycle_is_freed_and_an_old_one_only_with_all() -> None:
    gc_control.disable_collector()
    old = Node()
    held = weakref.ref(old)
    gc_control.collect_young()
    del old
    lost = cycle()
    gc_control.collect_young()
    assert lost() is None
    assert held() is not None
    gc_control.collect_all()
    assert held() is None


def test_a_collector_that_works_by_itself_is_left_alone() -> None:
    gc.enable()
    gc.set_threshold(1 << 30)
    lost = cycle()
    gc_control.collect_young()
    assert lost() is not None
