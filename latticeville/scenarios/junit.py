"""Outcomes of tests as JUnit XML, which build servers read."""

import re
from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

from latticeville.scenarios.kind_tests import KindTest
from latticeville.scenarios.outcome_text import Kept, count_failed, failure_lines
from latticeville.scenarios.suite import ScenarioOutcome

_FORBIDDEN = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 cannot hold."""


def junit_xml(
    world: str, outcomes: Sequence[ScenarioOutcome], tests: Sequence[KindTest], kept: Kept
) -> str:
    """Return one suite: a case for each scenario and for each test of a kind."""
    cases = [_case(world, one.name, _failure(one, kept)) for one in outcomes]
    cases += [_case(f"{world}.kinds", one.name, str(one.problem or "")) for one in tests]
    failed = count_failed(outcomes, tests)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<testsuites tests="{len(cases)}" failures="{failed}">\n'
        f'  <testsuite name={_quoted(world)} tests="{len(cases)}" failures="{failed}">\n'
        f"{''.join(cases)}  </testsuite>\n</testsuites>\n"
    )


def _failure(outcome: ScenarioOutcome, kept: Kept) -> str:
    return "" if outcome.passed else "\n".join(failure_lines(outcome, kept))


def _case(group: str, name: str, failure: str) -> str:
    begin = f"    <testcase classname={_quoted(group)} name={_quoted(name)}"
    if not failure:
        return f"{begin}/>\n"
    first = failure.splitlines()[0]
    body = escape(_FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", failure))
    return f"{begin}>\n      <failure message={_quoted(first)}>{body}</failure>\n    </testcase>\n"


def _quoted(text: str) -> str:
    return quoteattr(_FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text))
