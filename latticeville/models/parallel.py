"""Parallel calls in threads that an interrupted caller does not wait for."""

from collections import deque
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from threading import Thread
from typing import TypeVar

A = TypeVar("A")
B = TypeVar("B")


def map_threads(function: Callable[[A], B], items: Sequence[A], at_once: int) -> list[B]:
    """Return the function's results in the order of the items, at most `at_once` calls at a time.

    The threads are daemons: an exception in the caller (ctrl+c) begins no further call and waits
    for none under way.
    """
    left, results = deque(enumerate(items)), dict[int, B]()
    done: SimpleQueue[BaseException | None] = SimpleQueue()

    def work() -> None:
        while True:
            try:
                place, item = left.popleft()
            except IndexError:
                return
            try:
                results[place] = function(item)
            except BaseException as error:  # noqa: BLE001 - raised again in the caller
                done.put(error)
            else:
                done.put(None)

    try:
        for number in range(min(at_once, len(items))):
            Thread(target=work, name=f"call-{number}", daemon=True).start()
        for _ in items:
            error = done.get()
            if error is not None:
                raise error
    finally:
        left.clear()
    return [results[place] for place in range(len(items))]
