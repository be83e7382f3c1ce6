"""`import latticeville`: light, typed, and the same numbers as the command line."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import latticeville as lv
from latticeville.cli.main import main
from latticeville.reports.report import ReportError
from latticeville.sim.inputs import Whisper
from tests.docs.runner import ROOT
from tests.world_folders import SQUARE

HEAVY = {"numpy", "pyarrow", "duckdb", "textual", "rich", "pydantic", "msgspec", "studio"}


def fresh(code: str, folder: Path = ROOT) -> set[str]:
    """Return the top modules that a fresh interpreter has loaded after some code."""
    told = f"{code}\nimport sys\nprint(*sys.modules, sep='\\n')"
    made = subprocess.run(
        [sys.executable, "-c", told], capture_output=True, text=True, check=True, cwd=folder
    )
    return {name.partition(".")[0] for name in made.stdout.split()}


def test_nothing_heavy_is_imported_before_use() -> None:
    assert not HEAVY & fresh("import latticeville\ndir(latticeville)")


def test_no_screen_is_imported_at_all(tmp_path: Path) -> None:
    code = (
        "import latticeville as lv\n"
        f"run = lv.new_run({str(SQUARE)!r}, {str(tmp_path / 'run')!r})\n"
        "lv.step(run, 5)\nrun._repr_html_()\nrun.events()\nlv.reports.novelty(run)\n"
        "lv.reports.timeline(run)\nrun.frame(3).person('mina')\nrun.close()"
    )
    assert not {"textual", "rich", "studio", "duckdb"} & fresh(code)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> lv.OpenRun:
    run = lv.new_run(lv.open_world(SQUARE), tmp_path_factory.mktemp("api") / "run", seed=3)
    lv.step(run, 60)
    run.close()
    return run


def test_a_run_is_made_continued_fed_and_forked(tmp_path: Path) -> None:
    with lv.new_run(SQUARE, tmp_path / "run") as run:
        assert lv.step(run, 8).payload.tick == run.last == 8
        lv.feed(run, Whisper("mina", "The lamp is broken."))
        lv.step(run)
    again = lv.open_run(tmp_path / "run")
    heard = [one["who"] for one in again.events() if one["kind"] == "whispered"]
    assert heard == ["mina"]
    with lv.fork(again, 4, tmp_path / "other", seed=5) as branch:
        lv.step(branch, 2)
        assert branch.last == 6
    assert main(["verify", str(tmp_path / "run")]) == 0


def test_numbers_are_the_same_by_api_sql_and_command(
    run: lv.OpenRun, capsys: pytest.CaptureFixture[str]
) -> None:
    (row,) = lv.sql("SELECT count(*) AS said FROM utterances", run)
    said = len(run.table("utterances"))
    assert row["said"] == said > 0
    counted = run.measures("utterances")
    assert sum(int(str(one["utterances"])) for one in counted) == said
    assert main(["novelty", str(run.folder), "--json"]) == 0
    assert lv.reports.novelty(run).value == json.loads(capsys.readouterr().out)


def test_a_report_of_records_has_those_that_its_command_writes(
    run: lv.OpenRun, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["metrics", str(run.folder), "--by", "person", "--json"]) == 0
    written = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert written
    assert lv.reports.metrics(run, by="person").value == written


def test_an_answer_has_all_its_rows(run: lv.OpenRun) -> None:
    assert len(lv.sql("SELECT a.range FROM range(12000) AS a", run)) == 12_000


def test_reports_take_the_options_of_their_commands(run: lv.OpenRun) -> None:
    assert "Mina" in lv.reports.why(run, agent="mina", tick=20).text
    assert lv.reports.cast(lv.open_world(SQUARE)).value
    with pytest.raises(ReportError, match="there is no person"):
        lv.reports.why(run, agent="nobody", tick=20)
    with pytest.raises(AttributeError, match="there is no report “nonsense”"):
        lv.reports.nonsense  # noqa: B018


def test_tables_are_dicts_and_arrow(run: lv.OpenRun) -> None:
    events = run.events()
    assert events[0]["run"] == "run"
    assert events[:3].columns == events.columns
    assert events.arrow().num_rows == len(events)
    with pytest.raises(KeyError):
        run.table("nonsense")


def test_notebooks_show_maps_tables_and_charts(run: lv.OpenRun) -> None:
    assert lv.open_world(SQUARE)._repr_html_().startswith("<svg")
    assert "<svg" in run._repr_html_()
    assert run.frame("Mon 08:20").payload.tick == 20
    assert "Mina" in run.frame(20).person("mina")
    table = lv.sql("SELECT '<b>' AS a", run)._repr_html_()
    assert "&lt;b&gt;" in table
    assert "<polyline" in run.measures("mean_trust").svg("tick")


def test_what_is_missing_is_said() -> None:
    with pytest.raises(FileNotFoundError, match="did you mean ville"):
        lv.open_world("vile")
    with pytest.raises(AttributeError, match="no attribute “nonsense”"):
        lv.nonsense  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.slow
def test_the_notebook_runs(tmp_path: Path) -> None:
    import nbformat
    from nbclient import NotebookClient

    book = nbformat.read(ROOT / "docs" / "notebook.ipynb", as_version=4)  # type: ignore[no-untyped-call]
    NotebookClient(book, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    shown = str([one["outputs"] for one in book.cells if one["cell_type"] == "code"])
    assert shown.count("<polyline") > 2
    assert "strangers" in shown
