"""How hard the property tests look.

`make quick` takes 10 samples of each law, `make test` a third of what the law names and at least
10, the same each time, and `make fuzz` five times what it names. `EFFORT=20 pytest …` looks further, elsewhere each
time, and shrinks what fails.
"""

import os
from collections.abc import Callable
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, Phase, settings

from tests.samples import FEW, FUZZ

EFFORT = int(os.environ.get("EFFORT", "5" if FUZZ else "0"))
QUICK = 10
"""The most samples of a law in a quick run."""
Test = TypeVar("Test", bound=Callable[..., Any])


def law(examples: int = 60) -> Callable[[Test], Test]:
    """Return a decorator that tries a law on so many examples times the effort; without one on a
    third of them, in a quick run on few."""
    few = min(examples, QUICK)
    chosen = settings(
        max_examples=examples * EFFORT or (few if FEW else max(few, examples // 3)),
        derandomize=not EFFORT,
        database=None,
        deadline=None,
        phases=[Phase.explicit, Phase.generate, *([Phase.shrink] if EFFORT else [])],
        suppress_health_check=[HealthCheck.too_slow],
    )

    def decorate(test: Test) -> Test:
        marked: Test = pytest.mark.fuzz(chosen(test))
        return marked

    return decorate
