"""Measures by person or by place."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from latticeville.measures.measure import Measure, Part, Values
from latticeville.reports.metrics.series import combine
from latticeville.reports.report import ReportError
from latticeville.sim.tick import TickPayload

GroupBy = Literal["person", "place"]
"""Whether parts are added by who they are of, or by the innermost area where they are."""


class GroupRow(NamedTuple):
    """The values of a person or an area at a tick; what counts is summed over the ticks since the
    rows before."""

    tick: int
    minute: int
    id: str
    values: Values


def check_groups(measures: Iterable[Measure]) -> None:
    """Raise ReportError for a measure without parts."""
    for one in measures:
        if one.parts is None:
            raise ReportError(
                f"{one.name} has no value by person or place: it is of everybody at once; leave "
                "out --by"
            )


def group_tick(
    payload: TickPayload, measures: Sequence[Measure], by: GroupBy
) -> dict[str, dict[str, float | None]]:
    """Return the values of measures with parts at a tick, by person or area; everybody is named,
    and each area that has a part.

    A mean of nothing is None, as is what has no meaning in the world of the tick.
    """
    state, values = payload.state, defaultdict[tuple[str, str], list[float]](list)
    groups = dict.fromkeys(state.bodies if by == "person" else ())
    valid = [one for one in measures if one.applies_to(state.world)]
    for one in valid:
        for part in one.parts(state, payload.events) if one.parts else ():
            key = _group(part, by)
            groups[key] = None
            values[key, one.name].append(part.value)
    none: dict[str, float | None] = dict.fromkeys(one.name for one in measures)
    return {
        key: none | {one.name: _total(values[key, one.name], one) for one in valid}
        for key in groups
    }


def _group(part: Part, by: GroupBy) -> str:
    return part.who if by == "person" else part.area


def _total(values: Sequence[float], measure: Measure) -> float | None:
    """Return the sum of values, or their mean, None for a mean of none."""
    if not measure.is_mean:
        return sum(values)
    return sum(values) / len(values) if values else None


def group_rows(
    payloads: Iterable[TickPayload],
    measures: Sequence[Measure],
    by: GroupBy,
    end: int,
    every: int | None = None,
) -> Iterator[GroupRow]:
    """Yield rows by id for each tick that `every` divides, and for the last, up to `end`; None for
    the last alone. One state is in memory."""
    values: dict[str, dict[str, float | None]] = {}
    none = {one.name: None if one.is_mean else 0 for one in measures}
    for payload in payloads:
        now = group_tick(payload, measures, by)
        for key in dict.fromkeys((*values, *now)):
            values[key] = combine(values.get(key, {}), now.get(key, none), measures)
        if payload.tick == end or (every is not None and payload.tick % every == 0):
            for key in sorted(values):
                yield GroupRow(payload.tick, payload.state.minute, key, values[key])
            values = {}
        if payload.tick >= end:
            return
