"""A measure and an anomaly of another package: in `metrics`, its list and the dashboard."""

import json
from pathlib import Path

import pytest

from studio.run.panes.dashboard_pane import DashboardPane
from tests.cli.test_installed_reports import call, write_package
from tests.reports.runs import recorded
from tests.studio.conftest import studio
from tests.world_folders import SQUARE

MODULE = """
from latticeville.reports.metrics.anomalies import AnomalyRule
from latticeville.measures.measure import Measure

WALKS = Measure("minds_at_work", "people", "People with a plan.", lambda state, events: len(state.minds))
OURS = Measure("population", "crowds", "Something else.", lambda state, events: 7)


def watch():
    return lambda payload: [("Five ticks are over.", ("mina",))] if payload.tick == 5 else []


FIVE = AnomalyRule("five", "The fifth tick.", watch)
"""
ENTRY = """[latticeville.measures]
minds_at_work = gauges:WALKS
population = gauges:OURS
broken = gauges:MISSING
[latticeville.anomalies]
five = gauges:FIVE
"""
BROKEN = (
    "the measure “broken” of gauges:MISSING cannot be loaded: AttributeError: module 'gauges' has "
    "no attribute 'MISSING'\n"
)


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """Return a folder with a distribution that brings measures and an anomaly."""
    write_package(tmp_path / "packages", "gauges", MODULE, ENTRY)
    return tmp_path / "packages"


def test_an_installed_measure_is_one_of_the_table(elsewhere: Path, tmp_path: Path) -> None:
    run = recorded(tmp_path / "run", 12)
    told = call(elsewhere, "metrics", run)
    assert (told.returncode, told.stderr) == (0, BROKEN)
    row = next(row for row in told.stdout.splitlines() if row.startswith("minds at work"))
    assert row.split()[3:6] == ["2", "2", "2"]
    assert "crowds" not in told.stdout
    found = call(elsewhere, "metrics", run, "--only", "minds_at_work", "--json").stdout
    assert json.loads(found.splitlines()[-1])["minds_at_work"] == 2
    wrong = call(elsewhere, "metrics", run, "--only", "broken")
    assert (wrong.returncode, wrong.stdout, wrong.stderr) == (2, "", BROKEN)
    listed = call(elsewhere, "metrics", "--list").stdout
    assert "minds_at_work       people  People with a plan." in listed
    assert "five                The fifth tick." in listed


def test_an_installed_anomaly_is_found(elsewhere: Path, tmp_path: Path) -> None:
    run = recorded(tmp_path / "run", 12)
    told = call(elsewhere, "metrics", run, "--anomalies", "--json").stdout
    assert [(one["tick"], one["rule"]) for one in map(json.loads, told.splitlines())] == [
        (5, "five")
    ]


async def test_the_dashboard_has_both(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(elsewhere))
    async with studio(SQUARE) as driven:
        for tick in range(1, 7):
            await driven.press("full_stop")
            await driven.tick(tick)
        await driven.press("number_sign")
        pane = driven.simulate.query_one(DashboardPane)
        await driven.until(lambda: "Five ticks are over." in pane.text())
        assert "minds at work" in driven.frame()
