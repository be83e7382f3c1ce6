"""What is computed of a value once, and kept with it."""

from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def keep(owner: object, name: str, make: Callable[[], T]) -> T:
    """Return what is computed of a frozen value under a name: made when it is first asked for, and kept
    with it as its cached properties are."""
    kept: dict[str, T] = vars(owner)
    if name not in kept:
        kept[name] = make()
    return kept[name]
