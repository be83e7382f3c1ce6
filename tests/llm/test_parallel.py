"""Calls in parallel: in order, all errors told, and nobody waited for once the caller is interrupted."""

import threading
import time

import pytest

from latticeville.llm.parallel import map_threads


def test_results_come_in_the_order_of_the_items() -> None:
    def late(item: int) -> int:
        time.sleep(0.002 * (5 - item))
        return item * item

    assert map_threads(late, range(5), 3) == [0, 1, 4, 9, 16]
    assert map_threads(late, [], 3) == []


def test_an_error_of_a_call_is_raised_and_no_further_call_begins() -> None:
    asked, go = [], threading.Event()

    def call(item: int) -> None:
        asked.append(item)
        if item == 0:
            raise KeyError(item)
        go.wait(5)

    begun = time.monotonic()
    with pytest.raises(KeyError):
        map_threads(call, range(50), 2)
    assert time.monotonic() - begun < 4
    go.set()
    time.sleep(0.05)
    assert len(asked) <= 3
