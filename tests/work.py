"""How much work a call is, counted in lines of Python that it runs: about the same on every
machine, busy or not."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any, TypeVar

T = TypeVar("T")


class TooMuchWorkError(AssertionError):
    """A call runs more lines than it may."""


def within(most: int, call: Callable[[], T]) -> T:
    """Return what a call in this thread returns; raise as soon as it has run more lines than it
    may."""
    lines = 0

    def count(_frame: FrameType, event: str, _argument: object) -> Any:
        nonlocal lines
        lines += event == "line"
        if lines > most:
            raise TooMuchWorkError(f"more than {most:,} lines")
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        return call()
    finally:
        sys.settrace(before)
