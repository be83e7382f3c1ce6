"""Every report answers where nobody types its arguments, as a pane asks it."""

from argparse import ArgumentParser
from pathlib import Path

import pytest

from latticeville.reports.plain_text import section_text
from latticeville.reports.registry import BUILT_IN, load_report
from latticeville.reports.report import Asked
from latticeville.runs.replay import Replay
from tests.reports.runs import recorded

OWN = {"impact": ("--memory", "mina.0", "--ticks", "2", "--seeds", "8")}
"""Arguments of a report that has none for a pane."""


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return recorded(tmp_path_factory.mktemp("reports") / "run", 12)


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_report_answers_with_its_usual_arguments(name: str, run: Path) -> None:
    report, replay = load_report(name), Replay(run)
    assert (report.name, report.help) == (name, BUILT_IN[name])
    parser = ArgumentParser(add_help=False)
    report.declare(parser)
    who = "mina" if report.person else ""
    runs = (replay, replay) if report.subject == "runs" else (replay,)
    asked = Asked(runs, replay.at(), who, parser.parse_args(OWN.get(name, report.usual)))
    assert list(section_text(report.tell(asked, report.ask(asked))))


@pytest.mark.parametrize("name", [name for name in BUILT_IN if load_report(name).of_state])
def test_a_report_of_the_state_needs_no_run(name: str, run: Path) -> None:
    report, replay = load_report(name), Replay(run)
    parser = ArgumentParser(add_help=False)
    report.declare(parser)
    options = parser.parse_args(report.usual)
    told = [
        list(section_text(report.tell(asked, report.ask(asked))))
        for runs in ((), (replay,))
        for asked in (Asked(runs, replay.at(), "mina", options),)
    ]
    assert told[0] == told[1] != []
