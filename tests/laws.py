"""How hard the property tests look: `EFFORT=20 pytest …` looks further, elsewhere each time, and shrinks what fails."""

import os

from hypothesis import HealthCheck, Phase, settings

EFFORT = int(os.environ.get("EFFORT", "0"))


def law(examples: int = 60) -> settings:
    """Return the settings of a law that is tried on so many examples."""
    return settings(
        max_examples=examples * max(EFFORT, 1),
        derandomize=not EFFORT,
        database=None,
        deadline=None,
        phases=[Phase.explicit, Phase.generate, *([Phase.shrink] if EFFORT else [])],
        suppress_health_check=[HealthCheck.too_slow],
    )
