"""What came of a study: a row for each configuration, means by condition, and comparisons."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from latticeville.studies.design import Configuration, Design
from latticeville.studies.intervals import MeanInterval, PairedComparison, compare, mean_interval
from latticeville.studies.measurement import Measures, unit_of
from latticeville.studies.run_task import RunRow, Status

_DIGITS = 9


class StudyRow(msgspec.Struct, frozen=True):
    """A configuration with what came of its run."""

    condition: str
    values: Mapping[str, Any]
    replicate: int
    seed: int
    run: str
    status: Status
    ticks: int
    digest: str
    measures: Mapping[str, float | None]
    error: str

    def record(self) -> dict[str, object]:
        """Return the row as it stands in a table."""
        return {
            "condition": self.condition,
            **self.values,
            "replicate": self.replicate,
            "seed": self.seed,
            "run": self.run,
            "status": self.status,
            "ticks": self.ticks,
            "digest": self.digest,
            **self.measures,
            "error": self.error,
        }


class ConditionMean(msgspec.Struct, frozen=True):
    """The mean of a measure over the runs of a condition."""

    measure: str
    unit: str
    condition: str
    mean: MeanInterval


class ConditionDifference(msgspec.Struct, frozen=True):
    """How a measure of a condition differs from that of the control."""

    measure: str
    condition: str
    comparison: PairedComparison


class StudyOutcome(msgspec.Struct, frozen=True):
    """All that came of a study; a function of its design and rows alone."""

    control: str
    rows: tuple[StudyRow, ...]
    means: tuple[ConditionMean, ...]
    differences: tuple[ConditionDifference, ...]

    def count(self, status: Status) -> int:
        """Return how many configurations have a status."""
        return sum(row.status == status for row in self.rows)


def study_outcome(design: Design, measures: Measures, rows: Mapping[str, RunRow]) -> StudyOutcome:
    """Return the outcome of the rows that there are; a configuration without one is pending."""
    names = [name for name, _ in measures]
    factors = design.factors
    told = tuple(_row(one, factors, names, rows.get(one.run)) for one in design.configurations)
    by_condition: dict[str, list[StudyRow]] = {one.name: [] for one in design.conditions}
    for row in told:
        by_condition[row.condition].append(row)
    means = _means(measures, by_condition)
    differences = _differences(names, by_condition, design.control)
    return StudyOutcome(design.control, told, means, differences)


def _means(
    measures: Measures, by_condition: Mapping[str, Sequence[StudyRow]]
) -> tuple[ConditionMean, ...]:
    return tuple(
        ConditionMean(
            name, unit_of(measure), condition, _mean([*_values(some, name)], name, condition)
        )
        for name, measure in measures
        for condition, some in by_condition.items()
    )


def _differences(
    names: Sequence[str], by_condition: Mapping[str, Sequence[StudyRow]], control: str
) -> tuple[ConditionDifference, ...]:
    return tuple(
        ConditionDifference(name, condition, found)
        for name in names
        for condition, some in by_condition.items()
        if condition != control
        and (found := _compare(some, by_condition[control], name, condition))
    )


def _row(
    one: Configuration, factors: Sequence[str], names: Sequence[str], found: RunRow | None
) -> StudyRow:
    row = found or RunRow(one.run, "", "pending")
    values = {key: one.values.get(key, "") for key in factors}
    measures = {name: row.values.get(name) for name in names}
    return StudyRow(
        one.condition,
        values,
        one.replicate,
        one.seed,
        one.run,
        row.status,
        row.ticks,
        row.digest,
        measures,
        row.error,
    )


def _values(rows: Sequence[StudyRow], name: str) -> Iterator[float]:
    """Yield the values of a measure, of the runs that have one."""
    return (value for row in rows if (value := row.measures[name]) is not None)


def _mean(values: Sequence[float], name: str, condition: str) -> MeanInterval:
    return _rounded(mean_interval(values, f"{name}\x1f{condition}"))


def _compare(
    treated: Sequence[StudyRow], control: Sequence[StudyRow], name: str, condition: str
) -> PairedComparison | None:
    """Return how a measure differs over the replicates in which both have it."""
    pairs = [
        (one.measures[name], other.measures[name])
        for one, other in zip(treated, control, strict=True)
    ]
    whole = [(one, other) for one, other in pairs if one is not None and other is not None]
    sides = [one for one, _ in whole], [other for _, other in whole]
    found = compare(*sides, f"{name}\x1f{condition}")
    return found and msgspec.structs.replace(
        found, paired=_rounded(found.paired), unpaired=_rounded(found.unpaired)
    )


def _rounded(one: MeanInterval) -> MeanInterval:
    ends = (one.mean, one.low, one.high)
    return MeanInterval(
        one.count, *(None if each is None else round(each, _DIGITS) for each in ends)
    )
