"""Measures over time: rows of a run for tables, and columns of it that grow by a tick at a time."""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from math import isnan, nan
from typing import TYPE_CHECKING

import msgspec

from latticeville.measures.measure import Measure, MeasureRow, Values, measure_tick
from latticeville.runs.replay import Replay
from latticeville.sim.state import State
from latticeville.sim.tick import TickPayload

if TYPE_CHECKING:
    from latticeville.sim.event import Event


class MeasureStats(msgspec.Struct, frozen=True):
    """A measure up to a tick: its value there, the least, the greatest, and the sum; None where it
    had no value."""

    value: float | None = None
    least: float | None = None
    most: float | None = None
    total: float = 0.0

    def with_value(self, value: float | None) -> "MeasureStats":
        """Return the same one tick later."""
        if value is None:
            return MeasureStats(None, self.least, self.most, self.total)
        least, most = (value if one is None else one for one in (self.least, self.most))
        return MeasureStats(value, min(least, value), max(most, value), self.total + value)


def combine(before: Values, after: Values, measures: Sequence[Measure]) -> dict[str, float | None]:
    """Return the values of two spans of ticks as those of one: counts are added, the rest is as
    after the second."""
    found = dict(after)
    for one in measures:
        earlier, later = before.get(one.name), after[one.name]
        if one.counts and earlier is not None:
            found[one.name] = earlier + (later or 0)
    return found


def values_up_to(
    replay: Replay, state: State, measures: Sequence[Measure], first: int
) -> dict[str, float | None]:
    """Return each measure at a state of a run, None where it has none; what counts is summed from
    the first tick on."""
    valid = [one for one in measures if one.applies_to(state.world)]
    counted = [one for one in valid if one.counts]
    values: dict[str, float | None] = dict.fromkeys(one.name for one in measures)
    values.update({one.name: one.at(state, ()) for one in valid})
    for then, events in _told_up_to(replay, state, counted, first):
        found = {one.name: one.at(then, events) for one in counted}
        values = combine(values, {**values, **found}, counted)
    return values


def _told_up_to(
    replay: Replay, state: State, counted: Sequence[Measure], first: int
) -> "Iterator[tuple[State, tuple[Event, ...]]]":
    """Yield the events of each tick up to a state with the state of that tick, or with the last one
    where what is counted needs none."""
    if any(one.needs_state for one in counted):
        for payload in takewhile(lambda one: one.tick <= state.tick, replay.payloads(first)):
            yield payload.state, payload.events
    elif counted:
        for tick in takewhile(lambda one: one.tick <= state.tick, replay.summaries(first)):
            yield state, tick.events


def sampled_rows(
    rows: Iterable[MeasureRow], measures: Sequence[Measure], end: int, every: int = 1
) -> Iterator[MeasureRow]:
    """Yield a row for each tick that `every` divides, and for the last, which is `end`; what counts
    is summed over the ticks since the row before."""
    values: dict[str, float | None] = {}
    for row in rows:
        values = combine(values, row.values, measures)
        if row.tick % every == 0 or row.tick == end:
            yield MeasureRow(row.tick, row.minute, values)
            values = {}


def measure_span(
    rows: Iterable[MeasureRow], measures: Sequence[Measure]
) -> dict[str, float | None]:
    """Return measures over some ticks: the sum of what counts, the rest at the end."""
    values: dict[str, float | None] = {}
    for row in rows:
        values = combine(values, row.values, measures)
    return values


def summarize(
    rows: Iterable[MeasureRow], measures: Sequence[Measure], start: int, end: int, count: int
) -> dict[str, tuple[MeasureStats, list[float | None]]]:
    """Return each measure over the ticks from `start` to `end`, with up to `count` values over
    time."""
    count = min(count, end - start + 1)
    stats = {one.name: MeasureStats() for one in measures}
    bins: list[Values] = [{}] * count
    for row in rows:
        place = (row.tick - start) * count // (end - start + 1)
        stats = {name: stats[name].with_value(value) for name, value in row.values.items()}
        bins[place] = combine(bins[place], row.values, measures)
    return {one.name: (stats[one.name], [each.get(one.name) for each in bins]) for one in measures}


class MeasureColumns:
    """Columns of numbers by the name of a measure, with a place for each tick from `first` on; NaN
    where it has none.

    The least, the greatest and the sum so far stand beside each value, so that `stats` and
    `samples` of any tick cost the same.
    """

    def __init__(self, measures: Sequence[Measure]) -> None:
        self.measures, self.first, self.minutes = measures, 0, array("q")
        self.values = {one.name: array("d") for one in measures}
        self._least, self._most, self._totals = (
            {one.name: array("d") for one in measures} for _ in range(3)
        )

    def __len__(self) -> int:
        return len(self.minutes)

    @property
    def last(self) -> int:
        """The newest tick; one before `first` where there is none."""
        return self.first + len(self) - 1

    def add(self, payload: TickPayload) -> None:
        """Add the next tick."""
        if not self.minutes:
            self.first = payload.tick
        for name, value in measure_tick(payload, self.measures).items():
            before = self._stats(name, len(self) - 1) if len(self) else MeasureStats()
            after = before.with_value(value)
            self._least[name].append(_number(after.least))
            self._most[name].append(_number(after.most))
            self._totals[name].append(after.total)
            self.values[name].append(_number(value))
        self.minutes.append(payload.state.minute)

    def stats(self, name: str, tick: int) -> MeasureStats:
        """Return a measure up to a tick, or up to the newest before it."""
        place = min(tick, self.last) - self.first
        return self._stats(name, place) if place >= 0 else MeasureStats()

    def _stats(self, name: str, place: int) -> MeasureStats:
        least, most = (_value(column[name][place]) for column in (self._least, self._most))
        return MeasureStats(
            _value(self.values[name][place]), least, most, self._totals[name][place]
        )

    def samples(self, measure: Measure, tick: int, count: int) -> list[tuple[int, float | None]]:
        """Return the minute and the value at up to `count` ticks, evenly spaced; counts are summed
        between them.

        The last one is `tick`, or the newest before it.
        """
        length = min(tick, self.last) - self.first + 1
        count = min(count, length)
        ends = [length * (turn + 1) // count - 1 for turn in range(count)] if count > 0 else []
        values, totals = self.values[measure.name], self._totals[measure.name]
        if not measure.counts:
            return [(self.minutes[end], _value(values[end])) for end in ends]
        starts = [0.0, *(totals[end] for end in ends)]
        return [
            (self.minutes[end], totals[end] - before)
            for end, before in zip(ends, starts, strict=False)
        ]


def _number(value: float | None) -> float:
    return nan if value is None else value


def _value(number: float) -> float | None:
    return None if isnan(number) else number
