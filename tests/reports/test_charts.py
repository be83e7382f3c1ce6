"""Charts as values, and as lines of text and JSON on the command line."""

import json
from pathlib import Path

import pytest

from latticeville.cli.main import main
from latticeville.mind.retrieval.profiles import PROFILES
from latticeville.models.embed import HashEmbedder
from latticeville.reports.chart.charts import (
    CHARTS,
    ChartError,
    ChartRequest,
    DayChart,
    LineChart,
    chart_text,
)
from latticeville.reports.memories.retrievals import ScoredRetrieval, repeat_retrievals
from latticeville.runs.replay import Replay
from tests.reports.conftest import TICKS


def request_for(folder: Path, about: str, tick: int = TICKS) -> ChartRequest:
    replay = Replay(folder)
    payload = replay.at(tick)

    def retrievals() -> list[ScoredRetrieval]:
        return repeat_retrievals(payload, about, HashEmbedder(), None, None, None)

    return ChartRequest(payload, about, lambda: replay, retrievals)


def kind(name: str) -> int:
    return [one.name for one in CHARTS].index(name)


def test_every_chart_has_a_name_of_its_own() -> None:
    assert len({one.name for one in CHARTS}) == len(CHARTS)


def test_the_parts_of_a_score_add_up_to_it(folder: Path) -> None:
    replay = Replay(folder)
    tick, who = next(
        (one.tick, who)
        for one in replay.payloads()
        for who, thought in one.thoughts.items()
        if thought.recalls
    )
    request = request_for(folder, who, tick)
    chart = CHARTS[kind("retrieval")].make(request)
    assert isinstance(chart, LineChart)
    assert chart.stacked
    call = request.retrievals()[0]
    assert chart.marks[0].at == call.k + 0.5
    for place, one in enumerate(call.memories):
        parts = [series.points[place] for series in chart.series]
        lost = PROFILES[call.profile].diversity * one.row.likeness
        assert sum(y for _, y in parts) == pytest.approx(one.row.score + lost)
        assert [x for x, _ in parts] == [one.row.rank] * 3


def test_importance_ends_at_the_shown_tick_with_the_sum_of_the_mind(folder: Path) -> None:
    request = request_for(folder, "mina")
    chart = CHARTS[kind("importance")].make(request)
    assert isinstance(chart, LineChart)
    state = request.state
    x, y = chart.series[0].points[-1]
    assert [x, y] == [state.minute, state.minds["mina"].inner.stirred]
    assert chart.levels[0].at == 100


def test_the_day_has_two_rows_for_everybody(folder: Path) -> None:
    request = request_for(folder, "")
    chart = CHARTS[kind("day")].make(request)
    assert isinstance(chart, DayChart)
    people = [*request.state.minds]
    assert [(row.who, row.planned) for row in chart.rows] == [
        (who, way) for who in people for way in (True, False)
    ]
    assert chart.start <= chart.now < chart.end
    assert all(row.bars for row in chart.rows)


def test_a_chart_of_nothing_says_what_to_select(folder: Path) -> None:
    for name, about in (("importance", ""), ("retrieval", "kettle"), ("counters", "mina")):
        with pytest.raises(ChartError, match="Select"):
            CHARTS[kind(name)].make(request_for(folder, about))


def test_text_has_a_line_for_each_value(folder: Path) -> None:
    chart = CHARTS[kind("importance")].make(request_for(folder, "mina"))
    assert isinstance(chart, LineChart)
    assert len(list(chart_text(chart))) == len(chart.series[0].points) + 4


def test_the_command_prints_every_chart(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["chart", str(folder), "day", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["chart"] == "day"
    assert main(["chart", str(folder), "day", "--agent", "Mina", "--json"]) == 0
    assert {row["who"] for row in json.loads(capsys.readouterr().out)["rows"]} == {"mina"}
    assert main(["chart", str(folder), "importance", "--agent", "Mina"]) == 0
    assert "importance until the next reflection" in capsys.readouterr().out
    assert main(["chart", str(folder), "importance"]) == 2
    assert "--agent" in capsys.readouterr().err
    assert main(["chart", str(folder), "counters", "--object", "nothing"]) == 2
    assert main(["chart", str(folder), "importance", "--agent", "nobody"]) == 2
    assert main(["chart", str(folder), "day", "--tick", "9999"]) == 2
