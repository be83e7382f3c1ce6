"""The callback by which a long task reports its progress."""

from collections.abc import Callable

ProgressCallback = Callable[[int, int], object]
"""Is told how much of how much is done, and may raise to end the work."""


def no_progress(_done: int, _of: int) -> None:
    """Look away."""
