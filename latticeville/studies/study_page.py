"""The page of a study: question, hypothesis, prediction, and what came, as Markdown."""

from collections.abc import Iterator, Sequence

from latticeville import __version__
from latticeville.core.printable import make_printable
from latticeville.studies.design import Design
from latticeville.studies.intervals import MeanInterval
from latticeville.studies.measurement import Measures
from latticeville.studies.outcome import ConditionDifference, StudyOutcome

CLEAR = 0.05
"""The chance below which a difference is told as one."""
_SHOWN = 12
"""Failures that are listed."""
_LEGEND = (
    "Intervals hold 95 % of 2,000 bootstrap means. *Paired* is the interval of differences within a "
    "seed, *unpaired* what the same runs would give without that. *Runs saved* is how many more "
    "unpaired runs an interval as narrow needs; “all” where differences do not vary. *Chance* is how "
    "often signs at random give a difference as large, for each row alone. Raw rows: rows.csv."
)


def study_page(design: Design, measures: Measures, outcome: StudyOutcome) -> bytes:
    """Return the page."""
    lines = map(make_printable, _lines(design, measures, outcome))
    return ("\n".join(lines) + "\n").encode()


def _lines(design: Design, measures: Measures, outcome: StudyOutcome) -> Iterator[str]:
    study = design.study
    yield f"# {study.question}"
    for title, words in (("Hypothesis", study.hypothesis), ("Prediction", study.prediction)):
        if words:
            yield from ("", f"**{title}.** {words}")
    yield from ("", "## What was run", "")
    yield (
        f"{len(design.conditions)} conditions × {len(design.seeds)} seeds, up to "
        f"{max(one.ticks for one in design.configurations)} ticks each, with Latticeville "
        f"{__version__}. The control is “{design.control}”. Runs of one replicate have the same "
        "seed, and so the same draws by tick, person and purpose."
    )
    told = (
        f"{outcome.count(status)} {status}"
        for status in ("succeeded", "failed", "aborted", "pending")
        if outcome.count(status)
    )
    yield from ("", f"Runs: {', '.join(told)}.")
    yield from _failures(outcome)
    yield from ("", "## What came", "", "![Runs, means and intervals](figure.svg)")
    for name, _ in measures:
        yield from _measure(name, outcome)
    yield from ("", "## What it says", "")
    yield from _sentences(outcome)
    yield from ("", _LEGEND)


def _failures(outcome: StudyOutcome) -> Iterator[str]:
    failed = [row for row in outcome.rows if row.error]
    if failed:
        yield ""
    for row in failed[:_SHOWN]:
        yield f"- {row.condition}, seed {row.seed}: {row.status}: {row.error}"
    if len(failed) > _SHOWN:
        yield f"- and {len(failed) - _SHOWN} more"


def _measure(name: str, outcome: StudyOutcome) -> Iterator[str]:
    means = [one for one in outcome.means if one.measure == name]
    differences = {one.condition: one for one in outcome.differences if one.measure == name}
    unit = f", {means[0].unit}" if means[0].unit else ""
    yield from ("", f"### {name}{unit}", "")
    yield "| condition | runs | mean | difference | paired | unpaired | runs saved | chance |"
    yield "|---|--:|--:|--:|--:|--:|--:|--:|"
    for one in means:
        cells = [one.condition, str(one.mean.count), f"{_number(one.mean.mean)} {_ends(one.mean)}"]
        yield f"| {' | '.join([*cells, *_difference_cells(differences.get(one.condition))])} |"


def _difference_cells(found: ConditionDifference | None) -> Sequence[str]:
    if found is None:
        return ("", "", "", "", "")
    one = found.comparison
    return (
        _number(one.paired.mean, sign=True),
        _ends(one.paired),
        _ends(one.unpaired),
        "all" if one.runs_saved is None else str(one.runs_saved),
        f"{one.chance:.3f}",
    )


def _sentences(outcome: StudyOutcome) -> Iterator[str]:
    """Yield what differs, and what no number of these runs tells from chance."""
    if not outcome.differences:
        yield "There is nothing to compare yet."
    for one in outcome.differences:
        found = one.comparison
        mean = found.paired.mean or 0.0
        if not mean:
            told = "is the same"
        elif found.chance <= CLEAR:
            told = f"is {'higher' if mean > 0 else 'lower'} by {_number(abs(mean))}"
        else:
            told = f"may be the same: {_number(mean, sign=True)} is what chance gives, too"
        yield (
            f"- {one.measure} with “{one.condition}” {told} "
            f"({found.paired.count} pairs, chance {found.chance:.3f})."
        )


def _ends(one: MeanInterval) -> str:
    return "" if one.low is None else f"[{_number(one.low)}, {_number(one.high)}]"


def _number(value: float | None, *, sign: bool = False) -> str:
    if value is None:
        return "–"
    return (f"{value:+.4g}" if sign else f"{value:.4g}").replace("-", "−")
