"""The charts pane: frames of each chart, and how it follows the tick and the selection."""

import pytest
from msgspec.structs import replace
from syrupy.assertion import SnapshotAssertion

from latticeville.reports.chart.charts import CHARTS, DayBar, DayChart, DayRow, LineChart, Series
from latticeville.sim.first_state import initial_state
from latticeville.world.load import load_world
from studio.player.history import TickIndex
from studio.run.panes.chart_plot import series_letters
from studio.run.panes.charts_pane import ChartsPane
from studio.run.panes.day_rows import LABEL, NOW, building_hues, day_heads, day_rows
from studio.run.panes.world_outline import activity_bars
from studio.ui.text import span_width
from tests.studio.conftest import Driven, studio
from tests.studio.test_agent_panes import ada
from tests.studio.test_frames import SIZES, named
from tests.world_folders import SQUARE

DAY = DayChart(
    "Mon",
    0,
    1440,
    600,
    (
        DayRow(
            "a",
            "Ada",
            planned=True,
            bars=(
                DayBar(0, 480, "sleeping", "Bed", "House"),
                DayBar(480, 1440, "reading", "Desk", "Library"),
            ),
        ),
        DayRow(
            "a",
            "Ada",
            planned=False,
            bars=(
                DayBar(0, 500, "sleeping", "Bed", "House"),
                DayBar(500, 520, "walking", "", ""),
                DayBar(520, 700, "drinking", "Bar", "Inn", elsewhere=True),
            ),
        ),
        DayRow("b", "日本[b]", planned=True, bars=()),
        DayRow("b", "日本[b]", planned=False, bars=()),
    ),
)


@pytest.mark.parametrize("cells", [40, 66, 146])
def test_a_day_fills_the_width_with_the_shown_minute_in_one_column(cells: int) -> None:
    rows = day_rows(DAY, cells, building_hues(DAY))
    assert [row.link for row in rows] == ["a", "a", "b", "b"]
    texts = ["".join(span.text for span in row.spans) for row in rows]
    assert {span_width(row.spans) for row in rows} == {cells}
    place = LABEL + 600 * (cells - LABEL) // 1440
    assert {text[place] for text in texts} == {NOW}
    assert "sleeping" in texts[0]
    assert "≠" in texts[1]
    assert "≠" not in texts[0]
    assert span_width(day_heads(DAY, cells).spans) == cells
    assert "10:00" in "".join(span.text for span in day_heads(DAY, cells).spans)


def test_the_same_building_has_the_same_colour_in_plan_and_day() -> None:
    hues = building_hues(DAY)
    assert len({*hues.values()}) == len(hues) == 3
    plan, did = ({span.style for span in row.spans} for row in day_rows(DAY, 120, hues)[:2])
    assert f"bar {hues['House']}" in plan & did


def test_letters_of_series_differ() -> None:
    letters = series_letters([Series(name, ()) for name in ("cups", "c", "cc", "日本")])
    assert len({*letters.values()}) == 4


async def charted(driven: Driven, name: str) -> ChartsPane:
    """Show a chart, and wait until it is that of what is shown."""
    pane = driven.simulate.query_one(ChartsPane)
    if driven.simulate.focused_pane != "charts":
        await driven.press("D")
    while CHARTS[pane.at].name != name:
        await driven.press("right")
    await driven.until(lambda: pane._chart is not None and not pane._under_way)
    await driven.pilot.pause(0.1)
    return pane


@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_charts(frames: SnapshotAssertion, size: tuple[int, int]) -> None:
    async with ada(size) as driven:
        await charted(driven, "day")
        assert driven.frame() == frames(name="day")
        await charted(driven, "importance")
        assert driven.frame() == frames(name="importance")
        await charted(driven, "retrieval")
        assert driven.frame() == frames(name="retrieval")
        driven.simulate.select("coffee_machine")
        await charted(driven, "counters")
        assert driven.frame() == frames(name="counters")


async def test_a_chart_follows_the_tick_and_the_selection() -> None:
    async with ada() as driven:
        pane = await charted(driven, "importance")
        first = pane._chart
        await driven.press("full_stop")
        await driven.until(lambda: pane._chart is not first and not pane._under_way)
        chart = pane._chart
        assert isinstance(chart, LineChart)
        state = driven.view.payload.state
        x, y = chart.series[0].points[-1]
        assert [x, y] == [state.minute, state.minds["ada"].inner.stirred]
        driven.simulate.select("byron")
        await driven.until(lambda: pane._chart is not None and "Byron" in pane._chart.title)
        driven.simulate.select("")
        await driven.until(lambda: "Select a person" in driven.frame())
        await driven.press("left")
        await driven.until(lambda: isinstance(pane._chart, DayChart))
        await driven.press("escape")
        assert driven.simulate.focused_pane == "map"


async def test_enter_selects_the_person_of_the_line() -> None:
    async with studio(SQUARE, (80, 24)) as driven:
        await charted(driven, "day")
        await driven.press("down", "down", "enter")
        assert driven.simulate.selected == [*driven.view.payload.state.bodies][1]


def test_bars_of_activity_have_one_scale_and_end_at_the_shown_tick() -> None:
    world = load_world(SQUARE)
    state = replace(initial_state(world), tick=300)
    index, (mina, otto) = TickIndex(), [*state.bodies]
    for tick in (10, 11, 12, 13, 70, 299, 301, 400):
        index.add(tick, [mina])
    index.add(299, [otto])
    assert state.minute == 13 * 60
    bars = activity_bars(index, state, state.bodies)
    assert bars == {mina: "  █▂▂", otto: "    ▂"}
    assert activity_bars(TickIndex(), state, state.bodies) == {}
