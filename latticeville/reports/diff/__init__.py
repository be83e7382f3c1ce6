"""`diff`: the tick at which two runs diverge, why, how they end, and what differs from there on."""

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from latticeville.reports.diff.compare import NAMES, Comparison, Divergence, compare, compare_all
from latticeville.reports.diff.outcome import OutcomeComparison, compare_outcomes
from latticeville.reports.diff.rows import comparison_rows, divergence_rows, summary
from latticeville.reports.registry import BUILT_IN
from latticeville.reports.report import Asked, Report, ReportError, ReportSection
from latticeville.runs.lines import DamageError


class DiffAnswer(NamedTuple):
    """Where two runs of these names diverge, and how they end; with `--all` all that differs."""

    names: tuple[str, str]
    parting: Divergence
    outcome: OutcomeComparison | None = None
    whole: Comparison | None = None


def _declare(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--all",
        action="store_true",
        help="compare all ticks after the divergence: people, places, events, numbers",
    )


def _ask(asked: Asked) -> DiffAnswer:
    """Compare; ReportError where a run cannot be read."""
    one, other = asked.runs
    a, b = one.folder, other.folder
    is_json = getattr(asked.options, "json", False)
    names = NAMES if is_json or a.name == b.name else (a.name, b.name)
    try:
        if asked.options.all:
            whole = compare_all(a, b, names=names)
            return DiffAnswer(names, whole.parting, whole=whole)
        parting = compare(a, b, names)
        outcome = compare_outcomes(one, other) if parting.tick is not None else None
    except DamageError as error:
        raise ReportError(str(error)) from error
    return DiffAnswer(names, parting, outcome)


def _tell(_asked: Asked, answer: DiffAnswer) -> Iterator[ReportSection]:
    names, whole = answer.names, answer.whole
    yield ReportSection(
        "",
        divergence_rows(answer.parting, names, answer.outcome)
        if whole is None
        else comparison_rows(whole, names),
    )


def _json(answer: DiffAnswer) -> dict[str, Any]:
    if answer.whole is None:
        return {**msgspec.structs.asdict(answer.parting), "outcome": answer.outcome}
    verdict = list(summary(answer.whole, answer.names))
    return {**msgspec.structs.asdict(answer.whole), "verdict": verdict}


REPORT = Report(
    "diff",
    BUILT_IN["diff"],
    _ask,
    _tell,
    "diff runs/monday runs/what-if --all",
    subject="runs",
    declare=_declare,
    json=_json,
    fails=lambda answer: answer.parting.tick is not None,
)
