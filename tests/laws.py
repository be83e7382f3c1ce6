"""How hard the property tests look.

`EFFORT=20 pytest …` looks further, elsewhere each time, and shrinks what fails.
`make fuzz` takes an effort of 5.
"""

import os
from collections.abc import Callable
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, Phase, settings

from tests.samples import FUZZ

EFFORT = int(os.environ.get("EFFORT", "5" if FUZZ else "0"))
USUAL = 0.5
"""The share of the examples that a run without an effort takes."""
Test = TypeVar("Test", bound=Callable[..., Any])


def law(examples: int = 60) -> Callable[[Test], Test]:
    """Return a decorator that tries a law on so many examples, on half of them without an effort."""
    chosen = settings(
        max_examples=round(examples * (EFFORT or USUAL)),
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
