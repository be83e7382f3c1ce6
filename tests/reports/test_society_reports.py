"""`talk`, `plans` and `places`, counted again without them."""

import csv
from argparse import Namespace
from collections import Counter
from io import StringIO
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pyarrow.parquet import read_table

from latticeville.cli.main import main
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.reports import places, plans, talk
from latticeville.reports.report import Asked
from latticeville.runs.replay import Replay
from latticeville.sim.events import Refused
from latticeville.sim.inputs import ActAs, Release, SimulatorInput
from latticeville.tables.mind_tables import PLANS
from latticeville.tables.parquet_cache import find_tables, open_tables
from latticeville.tables.row_stream import read_records
from tests.random_worlds import worlds
from tests.reports import runs
from tests.reports.test_diffusion import recorded, say
from tests.reports.valleys import recorded_valley
from tests.world_folders import VILLE, shared_world

FELLED = "The big oak by the pond was felled today."


def asked(folder: Path, tick: int | None = None) -> Asked:
    run = Replay(folder)
    return Asked((run,), run.at(tick), "", Namespace())


def check_places(folder: Path) -> None:
    payloads = list(Replay(folder).payloads())[1:]
    minutes, refused = Counter[str](), Counter[str]()
    for one in payloads:
        minutes.update(body.area for body in one.state.bodies.values() if not body.is_dead)
        refused.update(event.at or event.area for event in one.events if isinstance(event, Refused))
    found = places.REPORT.ask(asked(folder))
    step = payloads[-1].state.world.settings.tick_minutes
    assert {one.area: one.minutes for one in found if one.minutes} == {
        area: ticks * step for area, ticks in minutes.items()
    }
    assert {one.area: one.refused for one in found if one.refused} == refused
    for use in found:
        if use.most_tick is not None:
            there = payloads[use.most_tick - payloads[0].tick].state.bodies.values()
            assert sum(body.area == use.area and not body.is_dead for body in there) == use.most


def check_plans(folder: Path) -> None:
    found: Any = plans.REPORT.ask(asked(folder))
    for counts in (found.levels, found.people):
        for one in counts:
            ended = one.kept + one.missed + one.over + one.dropped
            assert 0 <= ended <= one.planned
    assert sum(one.steps for one in found.causes) == sum(one.dropped for one in found.levels)


def test_they_work_where_people_die(tmp_path: Path) -> None:
    recorded_valley(tmp_path / "run")
    check_places(tmp_path / "run")
    check_plans(tmp_path / "run")
    talk.REPORT.ask(asked(tmp_path / "run"))


def check_tables(folder: Path, ticks: int) -> None:
    """Check that answers from the files of tables are those from the log, at the end and before."""
    reports = [one.REPORT for one in (talk, plans, places)]
    moments = (None, ticks // 2)
    logged = [one.ask(asked(folder, tick)) for one in reports for tick in moments]
    assert find_tables(Replay(folder)) is None
    open_tables(Replay(folder))
    assert [one.ask(asked(folder, tick)) for one in reports for tick in moments] == logged


def test_they_read_the_same_from_tables_as_from_the_log(tmp_path: Path) -> None:
    run = runs.recorded(tmp_path / "ville", 400, shared_world(VILLE), model=BuiltinMind())
    check_tables(run, 400)
    recorded_valley(tmp_path / "valley")
    check_tables(tmp_path / "valley", Replay(tmp_path / "valley").last)


def test_they_read_no_line_of_the_log_where_there_are_tables(
    village: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "run"
    copytree(village, folder)
    open_tables(Replay(folder))
    run = Replay(folder)
    question = Asked((run,), run.at(), "", Namespace())

    def refuse(*_args: object) -> object:
        raise AssertionError("it reads the log")

    monkeypatch.setattr(Replay, "payloads", refuse)
    monkeypatch.setattr(Replay, "read_log", refuse)
    for one in (talk, plans, places):
        assert one.REPORT.ask(question)


@settings(max_examples=5, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_they_work_in_any_world(tmp_path_factory: pytest.TempPathFactory, data: Any) -> None:
    folder = tmp_path_factory.mktemp("drawn") / "run"
    runs.recorded(folder, 12, data.draw(worlds()))
    check_places(folder)
    check_plans(folder)
    check_tables(folder, 12)


@pytest.fixture(scope="module")
def village(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("village") / "run"
    return runs.recorded(folder, 90, shared_world(VILLE), model=BuiltinMind())


def test_plans_of_a_morning_are_kept_and_the_rows_of_the_table_are_those(village: Path) -> None:
    check_places(village)
    check_plans(village)
    found: Any = plans.REPORT.ask(asked(village))
    rows = [*read_records(Replay(village), PLANS)]
    assert {one.name: one.planned for one in found.levels} == Counter(
        row["level"] for row in rows if row["state"] == "planned"
    )
    assert sum(one.dropped for one in found.people) == sum(
        row["state"] == "dropped" for row in rows
    )
    assert sum(one.kept for one in found.levels) > sum(one.missed for one in found.levels) > 0


def test_talk_is_counted_by_hand(tmp_path: Path) -> None:
    script: dict[int, list[SimulatorInput]] = {
        1: [ActAs("ann"), ActAs("bob")],
        2: [say("ann", "bob", FELLED)],
        30: [say("ann", "bob", FELLED)],
        60: [Release("ann")],
    }
    run = recorded(tmp_path / "run", script, 40)
    said = [
        (one.tick, event.who, event.words)
        for one in run.payloads()
        for event in one.events
        if event.is_speech
    ]
    found: Any = talk.REPORT.ask(asked(tmp_path / "run"))
    assert found.utterances == len(said)
    told = next(one for one in found.sentences_repeated_most if "oak by the pond" in one.what)
    at = [tick for tick, _who, words in said if FELLED in words]
    assert (told.times, told.people, told.first) == (len(at), 1, at[0])
    assert len(at) == 2
    assert talk.REPORT.ask(asked(tmp_path / "run", at[0])).sentences_repeated_most == ()


@pytest.mark.parametrize("name", ["talk", "plans", "places"])
def test_csv_has_a_row_for_each_value(
    village: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    assert main([name, str(village), "--csv"]) == 0
    rows = list(csv.reader(StringIO(capsys.readouterr().out)))
    assert len(rows) > 1
    assert {len(row) for row in rows} == {len(rows[0])}


@pytest.mark.parametrize("words", [["talk"], ["plans"], ["places"], ["metrics"], ["diffusion"]])
def test_parquet_has_the_rows_of_the_csv(
    village: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    file = tmp_path / "rows.parquet"
    assert main([*words, str(village), "--parquet", str(file)]) == 0
    assert capsys.readouterr().out == f"{file}\n"
    assert main([*words, str(village), "--csv"]) == 0
    rows = [*csv.DictReader(StringIO(capsys.readouterr().out))]
    stored = read_table(file)
    assert stored.column_names == [*rows[0]]
    assert len(rows) == stored.num_rows > 0
    for told, held in zip(rows, stored.to_pylist(), strict=True):
        for name, text in told.items():
            value = held[name]
            if isinstance(value, int | float) and not isinstance(value, bool):
                assert float(text) == value
            else:
                assert text == ("" if value is None else str(value))


def test_parquet_needs_its_packages(
    village: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    file = tmp_path / "rows.parquet"
    assert main(["talk", str(village), "--parquet", str(file)]) == 2
    assert "pip install 'latticeville[sql]'" in capsys.readouterr().err
    assert not file.exists()
