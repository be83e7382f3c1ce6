"""Recency: powers of a decay, the same on every machine, measured so that time does not change
them.

Normalised by minimum and maximum, an exponential recency exp(-λ(t - last)) does not depend on t:
the factor exp(-λt) is in value, minimum and maximum alike and cancels. So levels are measured from
a fixed mark after the newest access, and stay the same until something is accessed.
"""

from decimal import Decimal, localcontext
from functools import lru_cache

import numpy as np

from latticeville.mind.retrieval.profiles import HOUR, RANK, WHOLE_HOUR, Decay
from latticeville.mind.retrieval.relevance import Floats, Ints

BITS, FINE, _COARSE = 10, 1024, 4096
"""Powers at every step of the first 1024, and at every 1024th: ages beyond their product count as
that old."""


def decay_powers(decay: Decay, minutes: int, ages: Ints) -> Floats:
    """Return recency at ages in ticks of so many minutes; at ranks, where the decay counts those.

    Only table lookups and one multiplication a value, both exact or rounded as IEEE 754 says, so
    that the last bits of no machine's exp or pow decide an order.
    """
    steps = np.minimum(
        ages * minutes // 60 if decay.unit == WHOLE_HOUR else ages, FINE * _COARSE - 1
    )
    fine, coarse = _power_tables(decay, minutes)
    values: Floats = coarse.take(steps >> BITS)
    values *= fine.take(steps & (FINE - 1))
    return values


@lru_cache(maxsize=64)
def _power_tables(decay: Decay, minutes: int) -> tuple[Floats, Floats]:
    with localcontext(prec=40):
        step = Decimal(minutes) / 60 if decay.unit == HOUR else Decimal(1)
        factor = Decimal(repr(decay.base)) ** (step / decay.span)
        return _power_table(factor, FINE), _power_table(factor**FINE, _COARSE)


def _power_table(factor: Decimal, size: int) -> Floats:
    values, power = np.empty(size), Decimal(1)
    for place in range(size):
        values[place] = float(power)
        power *= factor
    return values


def recency_origin(newest: int) -> int:
    """Return the tick from which levels are measured: the next multiple of 1024 after the newest
    access."""
    return ((newest >> BITS) + 1) << BITS


def relative_recency(decay: Decay, minutes: int, last: Ints, origin: int) -> Floats:
    """Return recency, but for a factor that all share, from ticks of last access; seen from a mark,
    or from now."""
    if decay.unit == RANK:
        return decay_powers(decay, 1, access_ranks(last))
    return decay_powers(decay, minutes, origin - last)


def access_ranks(last: Ints) -> Ints:
    """Return places from 1, the least recently accessed, on; the older of two accessed at once
    comes first."""
    places = np.empty(len(last), np.int64)
    places[np.argsort(last, kind="stable")] = np.arange(1, len(last) + 1)
    return places
