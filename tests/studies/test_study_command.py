"""The command: a plan with caps, runs that fail as rows, and what it writes."""

import csv
import json
from pathlib import Path

import pytest

from latticeville.cli.main import main
from latticeville.models import cache_registry
from latticeville.models.model import ModelError
from latticeville.studies import run_task
from latticeville.studies.design import make_design
from latticeville.studies.measurement import measures_of_study
from latticeville.studies.study_file import open_study, shipped_studies
from tests.studies.studies import TEA, write


def rows_of(out: Path) -> list[dict[str, str]]:
    with (out / "rows.csv").open(encoding="utf-8") as file:
        return [*csv.DictReader(file)]


def test_a_plan_lists_configurations_and_a_cap_refuses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    study = write(tmp_path)
    words = ["study", "plan", str(study), "seed=1,2"]
    assert main([*words, "--json"]) == 0
    plan = json.loads(capsys.readouterr().out)
    assert [one["condition"] for one in plan["runs"]][:3] == [
        "whole minds",
        "no memory",
        "whispered to",
    ]
    assert [one["shared"] for one in plan["runs"]][:3] == [74, 39, 74]
    assert len(plan["prefixes"]) == 4
    assert plan["ticks"] == 2 * (39 + 35 + 16 + 16 + 51)
    assert plan["seconds"] > 0
    assert plan["tokens"] == 0
    assert main([*words, "--max-runs", "3"]) == 1
    assert "refused: 10 runs, and --max-runs is 3" in capsys.readouterr().err
    assert main(["study", "run", str(study), "seed=1", "--max-seconds", "0"]) == 1
    assert "refused: about" in capsys.readouterr().err
    assert not (tmp_path / "studies").exists()


def test_a_plan_counts_the_tokens_of_a_model_without_asking_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = 'question = "?"\nworld = "square"\nticks = 60\nmodel = "server:http://127.0.0.1:9#m"\n'
    study = write(tmp_path, text)
    assert main(["study", "plan", str(study), "seed=1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["tokens"] > 1000
    assert main(["study", "plan", str(study), "seed=1", "--max-tokens", "100"]) == 1


def test_a_run_that_fails_is_a_row_and_is_run_again_when_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    study, out = write(tmp_path, TEA.replace("apart = 40\n", "")), tmp_path / "out"
    words = ["study", "run", str(study), "seed=1,2", "--out", str(out), "--workers", "1"]
    prepare = cache_registry.prepare_model
    calls: list[str] = []

    def refuse_second(spec: str) -> object:
        calls.append(spec)
        if len(calls) == 2:
            raise ModelError("the server is gone")
        return prepare(spec)

    monkeypatch.setattr(run_task, "prepare_model", refuse_second)
    assert main(words) == 1
    found = rows_of(out)
    assert [one["status"] for one in found].count("failed") == 1
    assert [one["error"] for one in found if one["error"]] == ["the server is gone"]
    assert "the server is gone" in (out / "study.md").read_text("utf-8")
    assert main(words) == 1
    assert main([*words, "--retry"]) == 0
    assert {one["status"] for one in rows_of(out)} == {"succeeded"}
    capsys.readouterr()


def test_a_run_stops_where_its_condition_is_met(tmp_path: Path) -> None:
    study, out = (
        write(tmp_path, TEA.replace("ticks = 90", 'ticks = 90\nuntil = "state:kettle=hot"')),
        tmp_path / "out",
    )
    assert main(["study", "run", str(study), "seed=7", "--out", str(out), "--workers", "1"]) == 0
    found = rows_of(out)
    assert {one["ticks"] for one in found} == {one["whistle"][:-2] for one in found}
    assert {int(one["ticks"]) for one in found} < {*range(90)}


def test_a_study_writes_question_prediction_and_what_came(tmp_path: Path) -> None:
    text = TEA.replace("world =", 'prediction = "She drinks less."\nworld =', 1)
    study, out = write(tmp_path, text), tmp_path / "out"
    assert main(["study", "run", str(study), "seed=1,2", "--out", str(out), "--workers", "1"]) == 0
    page = (out / "study.md").read_text("utf-8")
    assert page.startswith("# Does Mina drink more tea when she forgets?\n")
    assert "**Prediction.** She drinks less." in page
    assert "| whole minds | 2 |" in page
    assert (out / "figure.svg").read_bytes().count(b"<circle") > 12
    sums = (out / "sums.txt").read_text()
    assert "  study.md\n" in sums
    settings = json.loads((out / "settings.json").read_text("utf-8"))
    assert settings["seeds"] == [1, 2]
    assert settings["conditions"][0]["name"] == "whole minds"
    manifest = [json.loads(line) for line in (out / "manifest.jsonl").read_text().splitlines()]
    assert {one["status"] for one in manifest} == {"succeeded"}


def test_another_measure_is_taken_of_the_same_runs(tmp_path: Path) -> None:
    study, out = write(tmp_path), tmp_path / "out"
    words = ["study", "run", str(study), "seed=1", "--out", str(out), "--workers", "1"]
    assert main(words) == 0
    before = {one["run"]: one["digest"] for one in rows_of(out)}
    write(tmp_path, TEA + 'people = { report = "usage", of = "total.calls" }\n')
    assert main(words) == 0
    found = rows_of(out)
    assert {one["run"]: one["digest"] for one in found} == before
    assert all(float(one["people"]) > 0 for one in found)


def test_the_shipped_studies_have_ten_seeds_and_three_conditions(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert {*shipped_studies()} == {"party", "mayor", "coordination"}
    for path in shipped_studies().values():
        text, study = open_study(path)
        found = make_design(text, study)
        assert (len(found.conditions), len(found.seeds)) == (3, 10)
        assert study.prediction
        world = found.configurations[0].world
        assert [*measures_of_study(text, study, world)]
    assert main(["study", "plan", "partie"]) == 2
    assert "did you mean party?" in capsys.readouterr().err
