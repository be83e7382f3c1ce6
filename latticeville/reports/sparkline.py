"""Values as a line of bars."""

from collections.abc import Sequence

BARS = "▁▂▃▄▅▆▇"
"""Bars of growing height, none of which touches the line above."""


def sparkline(values: Sequence[float | None], least_span: float = 0.0) -> str:
    """Return values as bars from the lowest to the highest, a space for None; zeros alone are low
    bars.

    With a `least_span`, values that differ by less do not use all heights.

    >>> sparkline([0.1, 0.2, 0.5]), sparkline([0.5, 0.51], 0.2), sparkline([3, None, 3]), sparkline([0, 0])
    ('▁▂▇', '▄▄', '▄ ▄', '▁▁')
    """
    known = [value for value in values if value is not None]
    if not known:
        return " " * len(values)
    span = max(max(known) - min(known), least_span) or 1
    middle = (min(known) + max(known)) / 2 if any(known) else span / 2
    return "".join(
        " " if value is None else _bar((value - middle) / span + 0.5) for value in values
    )


def _bar(share: float) -> str:
    return BARS[min(int(share * len(BARS)), len(BARS) - 1)]
