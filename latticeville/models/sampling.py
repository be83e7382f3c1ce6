"""Pick a token from logits: the likeliest, or a seeded random one with a temperature."""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from latticeville.core.rng import rng
from latticeville.models.model import Request

Logits: TypeAlias = NDArray[np.float32]
TokenSampler: TypeAlias = Callable[[Logits], int]


def token_sampler(request: Request, temperature: float) -> TokenSampler:
    """Return the way in which a request's tokens are picked; equal requests are picked for
    alike."""
    if temperature <= 0:
        return lambda logits: int(logits.argmax())
    chance = rng(request.seed, 0, "", request.digest)

    def draw(logits: Logits) -> int:
        weights = np.exp((logits.astype(np.float64) - float(logits.max())) / temperature)
        sums = weights.cumsum()
        return min(
            int(np.searchsorted(sums, chance.uniform() * sums[-1], side="right")), len(sums) - 1
        )

    return draw
