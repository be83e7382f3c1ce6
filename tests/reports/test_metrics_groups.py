"""Measures by person and by place, and of several runs side by side."""

import csv
import json
from argparse import Namespace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from latticeville.cli.main import main
from latticeville.measures.registry import MEASURES
from latticeville.reports.metrics.groups import group_tick
from latticeville.reports.places import _ask as ask_places
from latticeville.reports.report import Asked
from latticeville.runs.replay import Replay
from latticeville.sim.tick import TickPayload
from latticeville.world.model.world import World
from tests.random_worlds import worlds
from tests.reports.valleys import recorded_valley
from tests.runs.runs import write

WITH_PARTS = tuple(one for one in MEASURES if one.parts is not None)


@pytest.fixture(scope="module")
def valley_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("valley") / "valley"
    recorded_valley(folder)
    return folder


def printed(capsys: pytest.CaptureFixture[str], *words: object, code: int = 0) -> str:
    assert main(["metrics", *map(str, words)]) == code
    out, err = capsys.readouterr()
    return err if code else out


def assert_parts_are_whole(payload: TickPayload) -> None:
    for one in WITH_PARTS:
        if one.parts is None or not one.applies_to(payload.state.world):
            continue
        value, parts = (
            one.at(payload.state, payload.events),
            list(one.parts(payload.state, payload.events)),
        )
        total = sum(part.value for part in parts)
        if one.is_mean:
            assert value == (pytest.approx(total / len(parts)) if parts else None)
            continue
        assert value == total
        for by in ("person", "place"):
            groups = group_tick(payload, [one], by)
            assert sum(values[one.name] or 0 for values in groups.values()) == value


@settings(max_examples=10, suppress_health_check=[HealthCheck.too_slow])
@given(world=worlds())
def test_parts_make_the_whole_in_drawn_worlds(
    world: World, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("drawn") / "run"
    for payload in write(folder, world, 5):
        assert_parts_are_whole(payload)


def test_parts_make_the_whole_in_the_valley(valley_folder: Path) -> None:
    for payload in Replay(valley_folder).payloads():
        assert_parts_are_whole(payload)


def test_utterances_by_person_are_those_that_they_said(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = [
        event.who
        for payload in Replay(folder).payloads()
        for event in payload.events
        if event.is_speech
    ]
    out = printed(capsys, folder, "--only", "utterances", "--by", "person", "--json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert said
    assert {row["person"]: row["utterances"] for row in rows} == {
        who: said.count(who) for who in Replay(folder).at().state.bodies
    }


def test_presence_by_place_is_what_places_counts(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = Replay(folder)
    expected = {
        one.area: (one.minutes, one.refused)
        for one in ask_places(Asked((run,), run.at(), "", Namespace()))
    }
    out = printed(capsys, folder, "--only", "presence", "refusals", "--by", "place", "--csv")
    rows = {row["place"]: row for row in csv.DictReader(out.splitlines())}
    for area, (minutes, refused) in expected.items():
        assert float(rows[area]["presence"]) == minutes
        assert float(rows[area]["refusals"]) == refused


def test_rows_by_person_of_spans_add_up(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = (folder, "--only", "presence", "--by", "person", "--json")
    whole, spans = (
        [json.loads(line) for line in printed(capsys, *words, *more).splitlines()]
        for more in ((), ("--every", "4"))
    )
    assert len(spans) > len(whole)
    for row in whole:
        assert row["presence"] == sum(
            one["presence"] for one in spans if one["person"] == row["person"]
        )


def test_several_runs_have_a_column_each(
    folder: Path, valley_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = (folder, valley_folder, "--only", "population", "gifts")
    titles, population, gifts = printed(capsys, *words).splitlines()
    assert titles.split() == ["measure", folder.name, "valley"]
    people = [len(Replay(one).at().state.bodies) for one in (folder, valley_folder)]
    assert population.split()[1] == str(people[0])
    assert gifts.split()[1] == "–"
    rows = [json.loads(line) for line in printed(capsys, *words, "--json").splitlines()]
    assert {row["run"] for row in rows} == {folder.name, "valley"}
    sections = printed(capsys, *words, "--by", "person").split("\n\n")
    assert [one.splitlines()[0] for one in sections] == ["population (people)", "gifts (events)"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--only", "gini_goods", "--by", "place"], "gini_goods has no value by person or place"),
        (["--anomalies", "--by", "person"], "--anomalies are of one run over time"),
    ],
)
def test_what_has_no_parts_says_so(
    folder: Path, capsys: pytest.CaptureFixture[str], words: list[str], told: str
) -> None:
    assert told in printed(capsys, folder, *words, code=2)
