"""Measures as rows and charts, and the command `metrics`."""

import csv
import io
import json
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from latticeville.cli.main import main
from latticeville.measures.measure import measure_tick
from latticeville.measures.registry import MEASURES as ALL
from latticeville.reports.metrics.anomalies import RULES
from latticeville.reports.metrics.rows import measure_chart, measure_lines, measure_rows
from latticeville.reports.metrics.series import MeasureColumns
from latticeville.reports.plain_text import plain_text
from latticeville.runs.replay import Replay
from tests.model_doubles import Instead
from tests.reports.valleys import recorded_valley
from tests.runs.runs import write
from tests.sim.test_survival import valley

MEASURES = tuple(one for one in ALL if one.usual)


@pytest.fixture(scope="module")
def valley_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("valley") / "run"
    recorded_valley(folder)
    return folder


def printed(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> str:
    assert main(["metrics", *words]) == code
    out, err = capsys.readouterr()
    return err if code else out


def test_the_table_has_a_line_for_each_measure_of_the_world(
    valley_folder: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = printed(capsys, str(valley_folder)).splitlines()
    assert lines[0] == "ticks 0–60 (Mon 08:00 – Mon 09:00)"
    assert [line[:18].strip() for line in lines[2:]] == [one.title for one in MEASURES]
    social = printed(capsys, str(folder)).splitlines()
    assert [line[:18].strip() for line in social[2:4]] == ["population", "utterances"]
    assert len(printed(capsys, str(valley_folder), "--only", "gifts", "deaths").splitlines()) == 4


def test_json_and_csv_have_the_same_rows(
    valley_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [str(valley_folder), "--from", "5", "--until", "45", "--every", "10"]
    rows = [json.loads(line) for line in printed(capsys, *words, "--json").splitlines()]
    assert [row["tick"] for row in rows] == [10, 20, 30, 40, 45]
    table = list(csv.DictReader(printed(capsys, *words, "--csv").splitlines()))
    assert [*table[0]] == [*rows[0]] == ["tick", "minute", *(one.name for one in MEASURES)]
    for row, cells in zip(rows, table, strict=True):
        assert {name: "" if value is None else str(value) for name, value in row.items()} == cells


def test_a_file_holds_what_would_be_printed(
    valley_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in (["--csv"], ["--anomalies"], ["--anomalies", "--json"], []):
        out = tmp_path / "found"
        told = printed(capsys, str(valley_folder), *words)
        assert printed(capsys, str(valley_folder), *words, "--out", str(out)) == f"{out}\n"
        assert out.read_text("utf-8") == told


def test_a_run_without_anomalies_says_so(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        printed(capsys, str(folder), "--anomalies", "--until", "1") == "no anomalies in ticks 0–1\n"
    )
    assert printed(capsys, str(folder), "--anomalies", "--until", "1", "--json") == ""


def test_anomalies_name_their_rule_and_tick(
    valley_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = [
        json.loads(line)
        for line in printed(capsys, str(valley_folder), "--anomalies", "--json").splitlines()
    ]
    assert {one["rule"] for one in told} <= {rule.name for rule in RULES}
    lines = printed(capsys, str(valley_folder), "--anomalies").splitlines()
    assert [int(line[:7]) for line in lines] == [one["tick"] for one in told]


def test_json_is_valid_where_the_encoding_lacks_letters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = {f"p{number}": {"start": [0, 0], "name": f"Zoé {number}"} for number in range(3)}
    world = valley(people, {"start_hunger": 1.0, "starvation": 1.0})
    write(tmp_path, world, 2, model=Instead(lambda _request: "wait"))
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii"))
    assert main(["metrics", str(tmp_path), "--anomalies", "--json"]) == 0
    told = [json.loads(line) for line in raw.getvalue().splitlines()]
    assert any("Zoé" in one["text"] for one in told)


def test_the_list_names_all_measures_and_rules(capsys: pytest.CaptureFixture[str]) -> None:
    told = printed(capsys, "--list")
    assert all(f"{one.name} " in told and one.definition in told for one in MEASURES)
    assert all(f"{rule.name} " in told and rule.definition in told for rule in RULES)
    found = json.loads(printed(capsys, "--list", "--only", "gini_goods", "--json"))
    assert [one["name"] for one in found["measures"]] == ["gini_goods"]
    assert "Gini 1912" in found["measures"][0]["source"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--only", "populaton"], "did you mean population"),
        (
            ["--until", "61"],
            "tick 61 is not in this run: it goes from Mon 08:00 (tick 0) to Mon 09:00 (tick 60)\n",
        ),
        (["--from", "9", "--until", "8"], "there is no tick from 9 until 8"),
    ],
)
def test_what_cannot_be_measured_is_a_sentence(
    valley_folder: Path, capsys: pytest.CaptureFixture[str], words: Sequence[str], told: str
) -> None:
    assert told in printed(capsys, str(valley_folder), *words, code=2)


def test_a_run_must_be_named_and_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "name the folder of a run" in printed(capsys, code=2)
    assert str(tmp_path / "none") in printed(capsys, str(tmp_path / "none"), code=2)


def test_a_damaged_line_is_named(
    valley_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for path in valley_folder.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    log = tmp_path / "segment-000.jsonl"
    log.write_bytes(log.read_bytes().replace(b'"tick":12,', b'"tick":13,', 1))
    assert "segment-000.jsonl:14" in printed(capsys, str(tmp_path), "--csv", code=1)


def test_rows_and_charts_end_at_the_shown_tick(valley_folder: Path) -> None:
    columns = MeasureColumns(MEASURES)
    payloads = list(Replay(valley_folder).payloads())
    for payload in payloads:
        columns.add(payload)
    measure = next(one for one in MEASURES if one.name == "food_in_hands")
    for tick in (0, 12, 60):
        now = measure_tick(payloads[tick], [measure])["food_in_hands"]
        (line,) = measure_lines(columns, [measure], tick, 20)
        assert (line.stats.value, len(line.samples), line.samples[-1]) == (
            now,
            min(20, tick + 1),
            now,
        )
        assert "food in hands" in list(plain_text(measure_rows([line])))[1]
        assert measure_chart(columns, measure, tick).series[0].points[-1] == (
            payloads[tick].state.minute,
            now,
        )
