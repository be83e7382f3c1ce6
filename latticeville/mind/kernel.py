"""The loops of a ranking, compiled by numba where it is installed: to the bit what numpy gives, in one pass.

What is rare is left to numpy: near ties by the hundred, a cosine too near to the middle between two digits, parts
that are not finite, and a ranking in which nothing scores.
"""

from collections.abc import Callable
from math import isfinite, sqrt
from typing import Any, TypeVar

import numpy as np

from latticeville.mind.parts import DIGITS, DOUBT, ROUNDING, Ends, Flags, Floats, Ints, Vectors, Weights
from latticeville.mind.recency import BITS, FINE

try:
    from numba import njit
except ImportError:  # then these are plain functions, which serve tests
    njit = None

COMPILED = njit is not None
"""Whether the loops are compiled; numba may be there and refuse the numpy that it finds."""
_ROOM = 120
"""Memories that may be among the best, at most: with more, numpy is as quick."""
_MEASURED = ", ".join(["f8[::1], UniTuple(f8, 2)"] * 3 + ["UniTuple(f8, 3), f8"])
"""The types of the three parts with their ends, their weights, and what a part counts where all are the same."""
_POSITIVE = 0x7FFF_FFFF_FFFF_FFFF
"""What is turned round in a negative float64, so that whole numbers of the same bits are in its order."""
_Loop = TypeVar("_Loop", bound=Callable[..., Any])


def _loop(signature: str) -> Callable[[_Loop], _Loop]:
    """Compile a function for arguments of just these types, and keep what was compiled on disk, if that can be."""

    def compiled(function: _Loop) -> _Loop:
        if not njit:
            return function
        loop: _Loop
        try:
            loop = njit(signature, cache=True, error_model="numpy")(function)
        except (OSError, RuntimeError):  # there is nowhere to write
            loop = njit(signature, error_model="numpy")(function)
        return loop

    return compiled


@_loop("f8(f4[::1])")
def scale(unit: Vectors) -> float:
    """Scale a vector to length 1, unless it is zero; return its square, summed one after the other as by `cumsum`."""
    square = 0.0
    for number in unit:
        square += np.float64(number) * np.float64(number)
    length = sqrt(square)
    for place in range(len(unit)):
        unit[place] = np.float64(unit[place]) / (length if length > 0 else 1.0)
    return square


@_loop("UniTuple(f8, 2)(f4[::1], f8[::1])")
def widen(values: Vectors, found: Floats) -> Ends:
    """Fill in values in float64; return the least and the greatest."""
    low = high = np.float64(values[0])
    for place in range(len(values)):
        found[place] = value = np.float64(values[place])
        low, high = min(low, value), max(high, value)
    return low, high


@_loop("f8(f8, UniTuple(f8, 2))")
def _slope(weight: float, ends: Ends) -> float:
    """Return how much a score rises with a part as it is."""
    return weight / (ends[1] - ends[0]) if ends[1] > ends[0] else 0.0


@_loop("f8(f8, UniTuple(f8, 2))")
def _far(slope: float, ends: Ends) -> float:
    """Return the most that a part as it is adds to a score or takes from it."""
    return abs(slope) * max(abs(ends[0]), abs(ends[1]))


@_loop("f8(f8, UniTuple(f8, 2), f8)")
def _normal(value: float, ends: Ends, flat: float) -> float:
    """Return a value normalised by the least and the greatest."""
    return (value - ends[0]) / (ends[1] - ends[0]) if ends[1] > ends[0] else flat


@_loop("f8(f8, UniTuple(f8, 2), f8, UniTuple(f8, 2), UniTuple(f8, 3), f8)")
def _still(value: float, relevances: Ends, rating: float, importances: Ends, weights: Weights, flat: float) -> float:
    """Return the parts of a score that no touch moves."""
    return _normal(value, relevances, flat) * weights[1] + _normal(rating, importances, flat) * weights[2]


@_loop("f8(f4[::1], f8[::1])")
def _product(row: Vectors, wide: Floats) -> float:
    """Return a product in float64, of four sums, so that none waits for another."""
    one = two = three = four = 0.0
    whole = len(wide) // 4 * 4
    for place in range(0, whole, 4):
        one += row[place] * wide[place]
        two += row[place + 1] * wide[place + 1]
        three += row[place + 2] * wide[place + 2]
        four += row[place + 3] * wide[place + 3]
    for place in range(whole, len(wide)):
        one += row[place] * wide[place]
    return (one + two) + (three + four)


@_loop("f8(f8[::1], f8[::1], f8[::1], UniTuple(f8, 3), i8)")
def _reached(level: Floats, values: Floats, importance: Floats, slopes: Weights, wanted: int) -> float:
    """Return what so many memories reach by first readings; the newest, often the best, are looked at first."""
    top = np.full(wanted, -np.inf)
    for place in range(len(values) - 1, -1, -1):
        rough = level[place] * slopes[0] + values[place] * slopes[1] + importance[place] * slopes[2]
        if rough > top[0]:
            turn = 1
            while turn < wanted and top[turn] < rough:
                top[turn - 1] = top[turn]
                turn += 1
            top[turn - 1] = rough
    return float(top[0])


@_loop("b1(f8[::1], b1[::1], f4[:, ::1], f8[::1], i8)")
def _read(values: Floats, known: Flags, vectors: Vectors, wide: Floats, place: int) -> bool:
    """Read a cosine exactly, and tell whether that could be done without doubt."""
    if not known[place]:
        scaled = _product(vectors[place], wide) * DIGITS
        whole = np.rint(scaled)
        if abs(scaled - whole) > 0.5 - (len(wide) + 8) * DOUBT:
            return False
        values[place], known[place] = whole / DIGITS + 0.0, True
    return True


@_loop("i8(i8, i8, f8, b1, i8[::1], f8[::1])")
def _place(filled: int, place: int, score: float, newest_first: bool, ids: Ints, scores: Floats) -> int:  # noqa: FBT001
    """Put a memory among the best so far, if it belongs there; return how many these are then."""
    spot = filled
    while spot > 0 and (
        scores[spot - 1] < score
        or (scores[spot - 1] == score and (ids[spot - 1] < place if newest_first else ids[spot - 1] > place))
    ):
        spot -= 1
    if spot == len(ids):
        return filled
    filled = min(filled + 1, len(ids))
    for after in range(filled - 1, spot, -1):
        ids[after], scores[after] = ids[after - 1], scores[after - 1]
    ids[spot], scores[spot] = place, score
    return filled


@_loop(
    f"Tuple((b1, UniTuple(f8, 2), f8))({_MEASURED}, b1[::1], b1, f4[:, ::1], f8[::1], f8, b1, "
    "i8[::1], f8[::1], i8[::1], f8[::1])"
)
def best(
    level: Floats,
    levels: Ends,
    values: Floats,
    relevances: Ends,
    importance: Floats,
    importances: Ends,
    weights: Weights,
    flat: float,
    known: Flags,
    sure: bool,  # noqa: FBT001 - what is compiled takes arguments by place
    vectors: Vectors,
    wide: Floats,
    slack: float,
    newest_first: bool,  # noqa: FBT001
    ids: Ints,
    scores: Floats,
    then_ids: Ints,
    then_scores: Floats,
) -> tuple[bool, Ends, float]:
    """Fill in the best and their scores, and how these stand once all of them are touched.

    Whatever decides them is read exactly. Return whether that could be done, the least and the greatest relevance,
    and the least level of the best.
    """
    total = abs(weights[0]) + abs(weights[1]) + abs(weights[2])
    slopes = _slope(weights[0], levels), _slope(weights[1], relevances), _slope(weights[2], importances)
    steep, slope, slant = slopes
    far = _far(steep, levels) + _far(slope, relevances) + _far(slant, importances)
    if not isfinite(2 * (far + abs(slope)) + total) or not (sure or relevances[0] < relevances[1]):
        return False, relevances, 0.0
    margin = (2 if sure else 4) * slack * abs(slope) + ROUNDING * (far + total)
    bound = _reached(level, values, importance, slopes, len(ids)) - margin
    lower, upper = (-np.inf, np.inf) if sure else (relevances[0] + 2 * slack, relevances[1] - 2 * slack)
    low, high = np.inf, -np.inf
    near, count = np.empty(_ROOM, np.int64), 0
    for place in range(len(values)):
        among = level[place] * steep + values[place] * slope + importance[place] * slant >= bound
        outer = values[place] <= lower or values[place] >= upper
        if (among or outer) and (count == _ROOM or not _read(values, known, vectors, wide, place)):
            return False, relevances, 0.0
        if outer:
            low, high = min(low, values[place]), max(high, values[place])
        if among:
            near[count] = place
            count += 1
    ends, filled = relevances if sure else (low, high), 0
    for place in near[:count]:
        still = _still(values[place], ends, importance[place], importances, weights, flat)
        score = _normal(level[place], levels, flat) * weights[0] + still
        filled = _place(filled, place, score, newest_first, ids, scores)
    least, filled = np.inf, 0
    for place in ids:
        still = _still(values[place], ends, importance[place], importances, weights, flat)
        filled = _place(filled, place, weights[0] + still, newest_first, then_ids, then_scores)
        least = min(least, level[place])
    return scores[0] != 0, ends, least


@_loop("f8(i8, i8, f8[::1], f8[::1])")
def _power(age: int, minutes: int, fine: Floats, coarse: Floats) -> float:
    steps = min(age * minutes // 60 if minutes else age, len(fine) * len(coarse) - 1)
    return float(coarse[steps >> BITS] * fine[steps & (FINE - 1)])


@_loop("UniTuple(f8, 2)(f8[::1], i8[::1], i8[::1], i8[::1], i8, i8, f8[::1], f8[::1], f8[::1])")
def recencies(
    level: Floats,
    first: Ints,
    ids: Ints,
    ticks: Ints,
    since: int,
    minutes: int,
    fine: Floats,
    coarse: Floats,
    found: Floats,
) -> Ends:
    """Fill in levels of recency after memories were added and some touched; return the least and the greatest.

    Ages are in ticks, or in whole hours where a tick is given its minutes.
    """
    found[: len(level)] = level
    for place in range(len(first)):
        found[len(level) + place] = _power(since - first[place], minutes, fine, coarse)
    for place in range(len(ids)):
        found[ids[place]] = _power(since - ticks[place], minutes, fine, coarse)
    return found.min(), found.max()


@_loop(f"void({_MEASURED}, i8[::1], i8, i8, f8[::1], f8[::1], i8[::1], f8[:, ::1], f8[:, ::1], f8[::1])")
def explain(
    level: Floats,
    levels: Ends,
    values: Floats,
    relevances: Ends,
    importance: Floats,
    importances: Ends,
    weights: Weights,
    flat: float,
    last: Ints,
    now: int,
    minutes: int,
    fine: Floats,
    coarse: Floats,
    ids: Ints,
    raw: Floats,
    normal: Floats,
    scores: Floats,
) -> None:
    """Fill in recency, relevance and importance of memories, as they are and normalised, and their scores.

    Recency is by `minutes` as for `recencies`; where there are no powers, it is the level.
    """
    for turn in range(len(ids)):
        place = ids[turn]
        raw[0, turn] = _power(now - last[place], minutes, fine, coarse) if len(fine) else level[place]
        raw[1, turn], raw[2, turn] = values[place], importance[place]
        normal[0, turn] = _normal(level[place], levels, flat)
        normal[1, turn] = _normal(values[place], relevances, flat)
        normal[2, turn] = _normal(importance[place], importances, flat)
        still = normal[1, turn] * weights[1] + normal[2, turn] * weights[2]
        scores[turn] = normal[0, turn] * weights[0] + still


@_loop("i8(i8)")
def _bits(size: int) -> int:
    """Return how many bits hold every place below a size."""
    bits = 0
    while size >> bits:
        bits += 1
    return bits


@_loop("void(f8[::1], b1, i8[::1])")
def keys(scores: Floats, newest_first: bool, found: Ints) -> None:  # noqa: FBT001
    """Fill in whole numbers that ascend as scores descend, whose last bits are the place, or that from the end."""
    whole, bits, last = (scores + 0.0).view(np.int64), _bits(len(scores)), len(scores) - 1
    for place in range(len(scores)):
        descending = ~(whole[place] ^ (whole[place] >> 63 & _POSITIVE))
        found[place] = descending >> bits << bits | (last - place if newest_first else place)


@_loop("void(i8[::1], f8[::1], b1, i8[::1])")
def ranks(places: Ints, scores: Floats, newest_first: bool, found: Ints) -> None:  # noqa: FBT001
    """Fill in ranks from 1, by sorted keys, which become places; what differs in the bits left out is put right."""
    below, last = (1 << _bits(len(scores))) - 1, len(scores) - 1
    for turn in range(len(places)):
        place, spot = places[turn] & below, turn
        place = last - place if newest_first else place
        while spot > 0 and scores[places[spot - 1]] < scores[place]:
            places[spot] = places[spot - 1]
            spot -= 1
        places[spot] = place
    for turn in range(len(places)):
        found[places[turn]] = turn + 1
