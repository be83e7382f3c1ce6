"""How hard the property tests look.

`make quick` takes 20 samples of each law, `make test` all that the law names, `make fuzz` five
times as many. `EFFORT=20 pytest …` looks further, elsewhere each time, and shrinks what fails.
"""

import os
from collections.abc import Callable
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, Phase, settings

from tests.samples import FEW, FUZZ

EFFORT = int(os.environ.get("EFFORT", "5" if FUZZ else "0"))
QUICK = 20
"""The most samples of a law in a quick run."""
Test = TypeVar("Test", bound=Callable[..., Any])


def law(examples: int = 60) -> Callable[[Test], Test]:
    """Return a decorator that tries a law on so many examples, on fewer in a quick run."""
    chosen = settings(
        max_examples=min(examples, QUICK) if FEW else examples * (EFFORT or 1),
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
