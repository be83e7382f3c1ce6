"""The figure of a study: each measure with its runs, means and intervals by condition."""

from collections.abc import Callable, Iterator, Sequence

from latticeville.draw.figure import ALARM, HUES, INK, LINE, QUIET, dot, figure, stroke, text
from latticeville.studies.design import Design
from latticeville.studies.outcome import ConditionMean, StudyOutcome

WIDTH, LEFT, RIGHT, ROW, HEAD, FOOT = 900, 280, 40, 26, 44, 30
"""Pixels: in all, for names, beside the right end, for a condition, above and below a measure."""
LONGEST = 42
"""Letters of a name that are shown."""


def study_svg(design: Design, outcome: StudyOutcome) -> bytes:
    """Return a panel for each measure: a dot for each run, and the mean with its interval."""
    panels: dict[str, list[ConditionMean]] = {}
    for one in outcome.means:
        panels.setdefault(one.measure, []).append(one)
    parts = [text((14, 22), design.study.question[:130], size=14)]
    top = 34
    for means in panels.values():
        parts += _panel(outcome, means, top)
        top += HEAD + ROW * len(means) + FOOT
    return figure(design.study.question, WIDTH, top + 10, parts)


def _panel(outcome: StudyOutcome, means: Sequence[ConditionMean], top: int) -> Iterator[str]:
    measure, unit = means[0].measure, means[0].unit
    values = [value for row in outcome.rows if (value := row.measures[measure]) is not None]
    low, high = min(values, default=0.0), max(values, default=0.0)
    span = (high - low) or 1.0

    def across(value: float) -> float:
        return LEFT + (value - low) / span * (WIDTH - LEFT - RIGHT)

    yield text((14, top + 24), f"{measure}, {unit}" if unit else measure, INK, 13)
    floor = top + HEAD + ROW * len(means)
    yield stroke((LEFT, floor), (WIDTH - RIGHT, floor), QUIET, 1)
    for value in (low, high) if values else ():
        yield text((across(value), floor + 16), f"{value:g}", QUIET, 10, "middle")
    for place, one in enumerate(means):
        ink = LINE if one.condition == outcome.control else HUES[1 + place % (len(HUES) - 1)]
        yield from _runs(outcome, one, top + HEAD + place * ROW + ROW // 2, ink, across)


def _runs(
    outcome: StudyOutcome, one: ConditionMean, y: int, ink: str, across: Callable[[float], float]
) -> Iterator[str]:
    """Yield the runs of a condition, and their mean with its interval."""
    name = one.condition if len(one.condition) <= LONGEST else f"{one.condition[:LONGEST]}…"
    yield text((LEFT - 12, y + 4), name, ink, anchor="end")
    for row in outcome.rows:
        value = row.measures[one.measure]
        if row.condition == one.condition and value is not None:
            yield dot((across(value), y + 5), QUIET, 2.5, f"seed {row.seed}: {value:g}")
    found = one.mean
    if found.mean is None:
        yield text((LEFT, y + 4), "no run has it", ALARM, 10)
        return
    if found.low is not None and found.high is not None:
        yield stroke((across(found.low), y - 4), (across(found.high), y - 4), ink, 3)
    yield dot((across(found.mean), y - 4), ink, 4.5, f"mean {found.mean:g}")
