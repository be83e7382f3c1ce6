"""Measures that a world adds as expressions: their numbers, and what is told of a wrong one."""

import csv
from argparse import Namespace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.api.open_run import open_run
from latticeville.cli.main import main
from latticeville.measures.lookup import (
    UnknownMeasureError,
    check_measures,
    measures_of,
    named_measures,
)
from latticeville.measures.measure import measure_tick
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.runs.replay import Replay
from latticeville.studies.measurement import measures_of_study
from latticeville.studies.study_file import StudyFile
from latticeville.world.load import load_world
from latticeville.world.model.world import World
from studio.project.documents.project import load_project
from studio.project.project_checks import ProjectChecker
from tests.reports.runs import recorded
from tests.worlds import build

ADDED = [
    {"id": "in_yard", "expression": "in:yard"},
    {"id": "ada_moves", "expression": "event:moved and agent:ada", "unit": "steps"},
    {"id": "ada_out", "expression": "not in:ada=yard", "text": "Whether Ada is out."},
    {"id": "night_moves", "expression": "event:moved and time:20:00-06:00"},
    {"id": "records", "expression": "memories:observation"},
    {"id": "moves", "expression": "event:moved"},
]


def made(measures: Any, **more: Any) -> World:
    people = {"ada": {"start": [0, 0]}, "bob": {"start": [4, 0]}}
    return build("......", areas={"yard": [0, 0, 2, 1]}, people=people, measures=measures, **more)


def added(world: World) -> list[str]:
    return [one.name for one in measures_of(world) if one.name in {row["id"] for row in ADDED}]


def test_they_are_counted_as_by_hand(tmp_path: Path) -> None:
    world = made(ADDED)
    assert check_measures(world) == []
    assert added(world) == [row["id"] for row in ADDED]
    run = Replay(recorded(tmp_path / "run", 40, world, model=BuiltinMind()))
    measures = named_measures([row["id"] for row in ADDED], world)
    for one in run.payloads():
        state, found = one.state, measure_tick(one, measures)
        inside = [who for who, body in state.bodies.items() if body.area == "yard"]
        moved = [event for event in one.events if event.tag == "moved"]
        is_night = not 6 * 60 <= state.minute % 1440 < 20 * 60
        assert found == {
            "in_yard": len(inside),
            "ada_moves": sum(event.who == "ada" for event in moved),
            "ada_out": float("ada" not in inside),
            "night_moves": len(moved) * is_night,
            "moves": len(moved),
            "records": sum(
                each.tick > 0 and each.kind == "observation"
                for mind in state.minds.values()
                for each in mind.memory
            ),
        }


def test_units_say_what_is_counted() -> None:
    units = {one.name: (one.unit, one.counts) for one in measures_of(made(ADDED))}
    assert units["in_yard"] == ("people", False)
    assert units["ada_moves"] == ("steps", True)
    assert units["ada_out"] == ("0–1", False)
    assert units["night_moves"] == ("events", True)


def test_commands_python_and_studies_know_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = recorded(tmp_path / "run", 10, made(ADDED))
    assert main(["metrics", str(folder), "--only", "in_yard", "records", "--csv"]) == 0
    rows = list(csv.DictReader(StringIO(capsys.readouterr().out)))
    with open_run(folder) as run:
        told = run.measures("in_yard", "records")
        assert [float(row["records"]) for row in rows] == [row["records"] for row in told]
        assert "in_yard" in run.measures().columns
    study = StudyFile.model_construct(measure={})
    names = dict(measures_of_study(Namespace(), study, made(ADDED)))  # type: ignore[arg-type]
    assert (names["in_yard"].metric, names["in_yard"].unit) == ("in_yard", "people")


WRONG = [
    ("doing:sleeping annd in:yard", 15, "unexpected “annd”"),
    ("in:yrad", 3, "did you mean “yard”?"),
    ("yard", 0, "“yard” is not a term"),
]


@pytest.mark.parametrize(("expression", "column", "what"), WRONG)
def test_a_wrong_one_is_told_with_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], expression: str, column: int, what: str
) -> None:
    measures = [ADDED[0], {"id": "odd", "expression": expression}]
    world = made(measures)
    (problem,) = check_measures(world)
    line = world.files["world.toml"].split("\n")[problem.line - 1]
    assert line[problem.column - 1 :].startswith(expression[column:])
    assert what in problem.what
    folder = recorded(tmp_path / "run", 3, world)
    assert main(["metrics", str(folder)]) == 0
    out, err = capsys.readouterr()
    assert "in yard" in out
    assert f"world.toml:{problem.line}:{problem.column}: error: " in err


def test_check_and_the_studio_tell_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new", str(tmp_path / "village"), "--template", "village"]) == 0
    text = tmp_path / "village" / "world.toml"
    assert load_world(tmp_path / "village").measures
    text.write_text(text.read_text("utf-8").replace('"in:inn"', '"in:in"'), "utf-8")
    capsys.readouterr()
    assert main(["check", str(tmp_path / "village")]) == 1
    (told,) = [one for one in capsys.readouterr().out.split("\n") if "bad-expression" in one]
    project, _files = load_project(tmp_path / "village")
    (problem,) = [
        one for one in ProjectChecker().check(project).problems if one.code == "bad-expression"
    ]
    assert f"world.toml:{problem.line}:{problem.column}: " in told


def test_a_name_that_is_taken_is_refused() -> None:
    twice = [{"id": "population", "expression": "in:yard"}, ADDED[0], ADDED[0]]
    world = made(twice)
    assert [one.code for one in check_measures(world)] == ["duplicate-id", "duplicate-id"]
    assert added(world) == ["in_yard"]
    with pytest.raises(UnknownMeasureError, match="did you mean in_yard"):
        named_measures(["in_yrad"], world)


@given(st.text(max_size=40))
def test_any_text_is_read_or_told(expression: str) -> None:
    written = " ".join(expression.split()) or "x"
    try:
        world = made([{"id": "odd", "expression": written}])
    except Exception:  # noqa: BLE001 - not every text can stand in a file
        return
    found = [one.name for one in measures_of(world) if one.name == "odd"]
    assert len(found) + len(check_measures(world)) == 1
