"""Calls in parallel: in order, all errors told, and nobody waited for once the caller is
interrupted."""

import threading

import pytest

from latticeville.models.parallel import map_threads


def test_results_come_in_the_order_of_the_items() -> None:
    done = [threading.Event() for _ in range(5)]

    def late(item: int) -> int:
        """Return after the next item of three in flight, the last of these at once."""
        assert item % 3 == 2 or item == 4 or done[item + 1].wait(60)
        done[item].set()
        return item * item

    assert map_threads(late, range(5), 3) == [0, 1, 4, 9, 16]
    assert map_threads(late, [], 3) == []


def test_an_error_of_a_call_is_raised_and_no_further_call_begins() -> None:
    asked, ended, go, before = (
        list[int](),
        list[bool](),
        threading.Event(),
        {*threading.enumerate()},
    )

    def call(item: int) -> None:
        asked.append(item)
        if item == 0:
            raise KeyError(item)
        ended.append(go.wait(60))

    with pytest.raises(KeyError):
        map_threads(call, range(50), 2)
    assert not ended
    go.set()
    for thread in {*threading.enumerate()} - before:
        thread.join(60)
    assert len(asked) <= 3
