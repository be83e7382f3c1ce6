"""The lines of a window of scenarios."""

from collections.abc import Iterator

from latticeville.reports.rows import count
from latticeville.scenarios.scenario_file import CompiledScenario
from studio.run.scenarios.session import Failure, ScenarioSession
from studio.ui.text import ALARM, PLAIN, QUIET, STRONG, Span, TextRow, clean, hanging_rows

NONE = "No scenarios: write scenarios/NAME.scenario.toml in the folder of the world."


def scenario_rows(session: ScenarioSession, cells: int) -> Iterator[TextRow]:
    """Yield the lines of all scenarios, broken to a width, with what is wrong with them, and their
    failures."""
    tests = session.tests
    if tests is None:
        return
    for problem in tests.problems:
        text = str(problem).splitlines()[0]
        yield from hanging_rows(text, "✗ ", text, cells, ALARM)
    for one in tests.scenarios:
        yield from _scenario(session, one, cells)
    if not tests.scenarios and not tests.problems:
        yield from hanging_rows("none", "", NONE, cells, QUIET)


def _scenario(session: ScenarioSession, one: CompiledScenario, cells: int) -> Iterator[TextRow]:
    attempt = session.attempts.get(one.file)
    sign, verdict, style = "·", "not tried", QUIET
    if attempt is not None:
        passed = attempt.outcome.passed
        sign, verdict, style = ("✓", "passed", PLAIN) if passed else ("✗", "failed", ALARM)
    tail = Span(f"{count(len(one.seeds), 'seed')} · {verdict}", style)
    spans = Span(f"{sign} ", style), Span(clean(one.name), STRONG)
    yield TextRow(one.file, spans, tail, one.file)
    if guards := one.written.guards.strip():
        yield from hanging_rows(one.file, "  ", guards, cells, QUIET, one.file)
    for failure in session.failures(one.file):
        where = f"seed {failure.seed}, tick {failure.tick}, {failure.when}: {failure.cause}"
        yield from hanging_rows(failure_key(failure), "    ✗ ", where, cells, ALARM)
        expected = f"expected: {failure.expected}"
        yield from hanging_rows(failure_key(failure), "      ", expected, cells, QUIET)


def failure_key(one: Failure) -> str:
    """Return the key of the line of a failure."""
    return f"{one.file} {one.number} {one.seed}"
