"""The dashboard and the marks of the timeline: frames, and how they follow the tick."""

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from latticeville.measures.measure import Measure, measure_tick
from latticeville.measures.registry import MEASURES
from latticeville.reports.metrics.anomalies import find_anomalies
from latticeville.reports.metrics.rows import format_value
from latticeville.rules.survival.events import Attacked, Died
from latticeville.runs.replay import Replay
from studio.run.panes.dashboard_pane import DashboardPane, MeasureReader
from studio.run.panes.timeline_pane import TimelinePane
from tests.reports.valleys import TICKS, recorded_valley
from tests.studio.conftest import Driven, studio
from tests.studio.test_frames import SIZES, named
from tests.world_folders import SQUARE


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("valley") / "run"
    recorded_valley(folder)
    return folder


async def read(driven: Driven) -> DashboardPane:
    """Wait until the whole log is read."""
    pane = driven.simulate.query_one(DashboardPane)
    end = driven.view.end
    await driven.until(lambda: reader(pane).columns.last == end and not pane._under_way)
    await driven.pilot.pause(0.1)
    return pane


def reader(pane: DashboardPane) -> MeasureReader:
    assert pane._reader is not None
    return pane._reader


def shown(pane: DashboardPane, measure: Measure) -> str:
    """Return the line of a measure."""
    rows = ("".join(span.text for span in row.spans) for row in pane.rows)
    return next(row for row in rows if row.startswith(f"{measure.title} "))


@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_dashboard(run: Path, frames: SnapshotAssertion, size: tuple[int, int]) -> None:
    async with studio(run, size) as driven:
        await driven.press("number_sign")
        await read(driven)
        await driven.press("end")
        await driven.tick(TICKS)
        assert driven.frame() == frames(name="table")
        await driven.press("down", "down", "down", "down", "down", "enter")
        await driven.pilot.pause(0.2)
        assert driven.frame() == frames(name="chart")


async def test_the_numbers_are_those_of_the_shown_tick(run: Path) -> None:
    payloads = list(Replay(run).payloads())
    async with studio(run) as driven:
        await driven.press("number_sign")
        pane = await read(driven)
        for key, tick in (("full_stop", 1), ("full_stop", 2), ("comma", 1), ("end", TICKS)):
            await driven.press(key)
            await driven.tick(tick)
            found = measure_tick(payloads[tick], MEASURES)
            for one in filter(lambda one: one.usual, MEASURES):
                assert shown(pane, one)[18:].split()[0] == format_value(found[one.name])
        assert "Anomalies" in pane.text() or "sudden deaths" in pane.text()


async def test_enter_enlarges_a_measure_and_goes_to_an_anomaly(run: Path) -> None:
    anomalies = list(find_anomalies(Replay(run).payloads(), 0, TICKS))
    async with studio(run) as driven:
        await driven.press("number_sign")
        pane = await read(driven)
        await driven.press("end")
        await driven.tick(TICKS)
        await driven.press("down", "enter", "right")
        assert pane.border_title == "Dashboard · deaths by hunger"
        await driven.press("enter")
        assert pane.rows[pane.cursor].key == "deaths_by_hunger"
        await driven.press("G", "enter")
        await driven.tick(anomalies[0].tick)
        await driven.press("number_sign")
        assert driven.simulate.focused_pane == "map"


async def test_the_timeline_has_marks_and_keys_go_from_one_to_the_next(run: Path) -> None:
    marked = {one.tick for one in find_anomalies(Replay(run).payloads(), 0, TICKS)}
    for payload in Replay(run).payloads():
        if any(isinstance(event, Died | Attacked) for event in payload.events):
            marked.add(payload.tick)
    async with studio(run) as driven:
        await read(driven)
        for tick in sorted(marked)[:6]:
            await driven.press("apostrophe")
            await driven.tick(tick)
        await driven.press("quotation_mark")
        await driven.tick(sorted(marked)[4])
        timeline = driven.simulate.query_one(TimelinePane)
        anomaly = driven.view.history.anomalies[0]
        timeline.post_message(TimelinePane.TickSought(anomaly.tick))
        await driven.tick(anomaly.tick)
        assert f"◊ {anomaly.rule}: {anomaly.text}" in str(timeline.border_subtitle)
        assert "◊" in driven.frame().splitlines()[-12]


async def test_a_social_world_is_read_only_for_the_dashboard() -> None:
    async with studio(SQUARE) as driven:
        pane = driven.simulate.query_one(DashboardPane)
        await driven.press("full_stop", "full_stop")
        await driven.tick(2)
        assert pane._reader is None
        assert "anomaly" not in driven.frame()
        await driven.press("number_sign")
        await read(driven)
        assert "utterances" in driven.frame()
        assert pane.rows[-1].tail.text == "none so far"
        await driven.press("full_stop")
        await driven.tick(3)
        await driven.until(lambda: reader(pane).columns.last == 3)
