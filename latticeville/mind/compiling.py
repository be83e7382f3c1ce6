"""The loops over memories: compiled where numba is installed, imported once somebody remembers enough.

To import them takes half a second, which a village whose people remember little never has to spend.
"""

from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

ENOUGH = 256
"""Memories for which loops are compiled; with fewer a retrieval by numpy takes some 0.1 ms anyway."""


def loops(size: int) -> ModuleType | None:
    """Return `kernel` where its loops are to go over so many memories, or None where numpy is to do it."""
    return _compiled() if size >= ENOUGH else None


@lru_cache(1)
def _compiled() -> ModuleType | None:
    kernel = import_module("latticeville.mind.kernel") if find_spec("numba") else None
    return kernel if kernel and kernel.COMPILED else None
