"""The lines of a window of studies."""

from collections import Counter
from collections.abc import Iterator

from latticeville.core.text_width import fit, pad
from latticeville.reports.rows import count
from latticeville.studies.outcome import ConditionMean, StudyOutcome, StudyRow
from latticeville.studies.plan import StudyPlan
from studio.run.studies.session import OpenStudy, StudiesSession, StudyEntry
from studio.ui.text import (
    ALARM,
    PLAIN,
    QUIET,
    STRONG,
    Span,
    TextRow,
    clean,
    fold_sign,
    hanging_rows,
)

NONE = "No studies: write studies/NAME.study.toml in the folder of the world (docs/studies.md)."
SIGNS = {"succeeded": "✓", "failed": "✗", "aborted": "✗", "pending": "·"}
"""What stands before a run, by its status."""
NAMED, TOLD, LEAST = 28, 36, 12
"""Cells for the name of a condition and for the numbers behind its scale; the fewest of a scale."""


def study_rows(session: StudiesSession, cells: int) -> Iterator[TextRow]:
    """Yield the lines of all studies, broken to a width; of the one that is open also its measures
    and runs."""
    for entry in session.entries.values():
        yield from _entry(session, entry, cells)
    if not session.entries:
        yield from hanging_rows("none", "", NONE, cells, QUIET)


def _entry(session: StudiesSession, entry: StudyEntry, cells: int) -> Iterator[TextRow]:
    study, outcome, is_open = entry.study, entry.outcome, session.opened == entry.name
    spans = fold_sign(opened=is_open), Span(clean(entry.name), STRONG)
    if study is None or outcome is None:
        yield TextRow(entry.name, spans, Span("cannot be run", ALARM))
        for line in entry.trouble.splitlines():
            yield from hanging_rows(entry.name, "  ✗ ", line, cells, ALARM)
        return
    yield TextRow(entry.name, spans, Span(_counts(outcome), QUIET))
    yield from hanging_rows(entry.name, "  ", study.design.study.question, cells, QUIET)
    if entry.plan is not None:
        yield from hanging_rows(entry.name, "  ", _plan(entry.plan), cells, PLAIN)
    if is_open:
        yield from _opened(session, study, outcome, cells)


def _counts(outcome: StudyOutcome) -> str:
    numbers = Counter[str](row.status for row in outcome.rows)
    told = (f"{numbers[one]} {one}" for one in SIGNS if numbers[one])
    return " · ".join((count(len(outcome.rows), "run"), *told))


def _plan(plan: StudyPlan) -> str:
    told = (
        f"Left: {plan.ticks:,} ticks, {plan.seconds:.0f} s of a processor, about "
        f"{plan.clock:.0f} s with {count(plan.workers, 'worker')}, {plan.tokens:,} tokens"
    )
    return f"{told}; the model's own time comes on top." if plan.asks_a_model else f"{told}."


def _opened(
    session: StudiesSession, study: OpenStudy, outcome: StudyOutcome, cells: int
) -> Iterator[TextRow]:
    """Yield prediction, measures and runs of a study."""
    if prediction := study.design.study.prediction:
        yield from hanging_rows("prediction", "  ", f"Predicted: {prediction}", cells, QUIET)
    for name, _measure in study.measures:
        yield from _measure_rows(outcome, name, cells)
    names = [name for name, _ in study.measures]
    yield TextRow("runs", (Span("  Runs", STRONG),))
    for row in outcome.rows:
        yield _run(session, row, names)
        if row.error:
            yield from hanging_rows(run_key(row), "      ", row.error, cells, ALARM)


def _measure_rows(outcome: StudyOutcome, name: str, cells: int) -> Iterator[TextRow]:
    """Yield a measure: a scale for each condition with its runs, mean and interval."""
    means = [one for one in outcome.means if one.measure == name]
    values = [value for row in outcome.rows if (value := row.measures[name]) is not None]
    bounds = min(values, default=0.0), max(values, default=0.0)
    title = ", ".join(filter(None, (name, means[0].unit)))
    span = f"{bounds[0]:g} to {bounds[1]:g}" if values else "no run has it yet"
    yield TextRow(f"measure {name}", (Span(f"  {clean(title)}", STRONG),), Span(span, QUIET))
    for one in means:
        head = pad(fit(clean(one.condition), NAMED), NAMED)
        scale = _scale(outcome, one, bounds, max(LEAST, cells - NAMED - TOLD))
        style = QUIET if one.condition == outcome.control else PLAIN
        spans = Span(f"    {head} ", style), Span(scale, style)
        tail = Span(_mean(one) + _difference(outcome, one), QUIET)
        yield TextRow(f"mean {name} {one.condition}", spans, tail)


def _difference(outcome: StudyOutcome, one: ConditionMean) -> str:
    """Return by how much a condition differs from the control within a seed."""
    for each in outcome.differences:
        mean = each.comparison.paired.mean
        if (each.measure, each.condition) == (one.measure, one.condition) and mean is not None:
            return f"  {mean:+.3g}"
    return ""


def _mean(one: ConditionMean) -> str:
    found = one.mean
    if found.mean is None:
        return ""
    ends = f" [{found.low:.3g}, {found.high:.3g}]" if found.low is not None else ""
    return f"{found.mean:.3g}{ends}"


def _scale(
    outcome: StudyOutcome, one: ConditionMean, bounds: tuple[float, float], cells: int
) -> str:
    """Draw the runs of a condition as dots, its interval as a line, and its mean."""
    low, high = bounds
    signs = [" "] * cells

    def place(value: float) -> int:
        return round((value - low) / ((high - low) or 1.0) * (cells - 1))

    found = one.mean
    if found.low is not None and found.high is not None:
        first, last = place(found.low), place(found.high)
        signs[first : last + 1] = "─" * (last + 1 - first)
    for row in outcome.rows:
        value = row.measures[one.measure]
        if row.condition == one.condition and value is not None:
            signs[place(value)] = "·" if signs[place(value)] == " " else "┼"
    if found.mean is not None:
        signs[place(found.mean)] = "●"
    return "".join(signs)


def _run(session: StudiesSession, row: StudyRow, names: list[str]) -> TextRow:
    is_wrong = row.status in ("failed", "aborted")
    sign = "*" if row.run == session.marked else SIGNS[row.status]
    values = ((name, row.measures[name]) for name in names)
    told = ", ".join(f"{name} {value:g}" for name, value in values if value is not None)
    spans = (
        Span(f"    {sign} ", ALARM if is_wrong else PLAIN),
        Span(clean(f"{row.condition}, seed {row.seed}")),
    )
    return TextRow(run_key(row), spans, Span(clean(told) or row.status, QUIET))


def run_key(row: StudyRow) -> str:
    """Return the key of the line of a run."""
    return f"run {row.replicate} {row.condition}"
