"""What came of tests, in lines: one for each that holds, and for each failure where and why."""

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from latticeville.reports.rows import count
from latticeville.scenarios.kind_tests import KindTest
from latticeville.scenarios.mutation_score import MutantOutcome, MutationScore
from latticeville.scenarios.suite import ScenarioOutcome

Kept = Mapping[tuple[str, int], Path | None]
"""The folders of runs that were kept, by the file of the scenario and the seed."""


def outcome_lines(outcomes: Iterable[ScenarioOutcome], kept: Kept) -> Iterator[str]:
    """Yield the lines of scenarios."""
    for one in outcomes:
        seeds = count(len(one.results), "seed")
        yield f"{'✓' if one.passed else '✗'} {one.name} ({seeds})"
        if not one.passed:
            yield from (f"    {line}" for line in failure_lines(one, kept))


def failure_lines(outcome: ScenarioOutcome, kept: Kept) -> Iterator[str]:
    """Yield what failed in a scenario: each expectation, with seed, tick, time, cause and the command
    that opens the studio there."""
    yield f"{outcome.file}: {outcome.guards}" if outcome.guards else outcome.file
    told = -1
    for number, result in outcome.failures():
        expected, verdict = outcome.expectations[number], result.verdicts[number]
        if number != told:
            told = number
            share = f" ({expected.met} of {len(outcome.results)} seeds)" * (
                len(outcome.results) > 1
            )
            yield f"expected: {expected.text}{share}"
        cause = "; ".join(verdict.causes)
        yield f"  seed {result.seed}, tick {verdict.tick}, {verdict.when}: {cause}"
        run = kept.get((outcome.file, result.seed))
        if run is not None:
            yield f"    latticeville studio {shlex.quote(str(run))}"


def kind_test_lines(tests: Sequence[KindTest]) -> Iterator[str]:
    """Yield the lines of the tests of kinds: those that fail, or how many hold."""
    if tests and all(one.passed for one in tests):
        yield f"✓ {count(len(tests), 'test')} of kinds"
    for one in tests:
        if one.problem is not None:
            yield f"✗ {one.name}"
            yield from (f"    {line}" for line in str(one.problem).splitlines())


def count_failed(outcomes: Iterable[ScenarioOutcome], tests: Iterable[KindTest]) -> int:
    """Return how many scenarios and tests of kinds do not hold."""
    return sum(not one.passed for one in outcomes) + sum(not one.passed for one in tests)


def summary(outcomes: Sequence[ScenarioOutcome], tests: Sequence[KindTest]) -> str:
    """Return how many there are, and how many of them failed."""
    failed = count_failed(outcomes, tests)
    parts = [count(len(outcomes), "scenario")]
    parts += [count(len(tests), "test") + " of kinds"] if tests else []
    return f"{', '.join(parts)}: {f'{failed} failed' if failed else 'all passed'}"


def mutant_lines(one: MutantOutcome) -> Iterator[str]:
    """Yield what became of a mutant, and what noticed it."""
    yield f"{'✓' if one.killed else '✗'} {one.name}"
    if one.killed:
        yield f"    {one.killed}"


def score_lines(score: MutationScore) -> Iterator[str]:
    """Yield the score, and what nothing guards."""
    yield f"noticed: {score.killed} of {count(len(score.outcomes), 'mutant')}, {score.share:.0%}"
    if score.survivors:
        yield "nothing guards:"
        yield from (f"    {one.name}" for one in score.survivors)
