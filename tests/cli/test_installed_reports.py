"""A report of another package: its command, its help, its JSON, and what is said where it is
broken."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.reports.runs import recorded

MODULE = """
from latticeville.reports.report import Report, ReportError, ReportSection
from latticeville.reports.rows import TickTarget, TextPart, ViewRow, line


def ask(asked):
    if asked.who == "otto" and asked.options.strict:
        raise ReportError("Otto tells nobody")
    return {"who": asked.who, "tick": asked.payload.tick, "memories": len(asked.state.minds[asked.who].memory)}


def tell(asked, answer):
    below = lambda: [line("below", "the first row below")]
    rows = [ViewRow("count", (TextPart(f"{answer['memories']} memories"),), children=below),
            ViewRow("start", (TextPart("to the start"),), target=TickTarget(0))]
    yield ReportSection(f"What {answer['who']} keeps", rows)


def declare(parser):
    parser.add_argument("--strict", action="store_true", help="let Otto be silent")


KEEPSAKES = Report("keepsakes", "count what a person keeps in mind", ask, tell, "keepsakes runs/monday --agent ada",
                   person="required", at_tick=True, declare=declare)
NOTHING = 7
"""
ENTRY = """[latticeville.reports]
keepsakes = keepers:KEEPSAKES
nothing = keepers:NOTHING
broken = keepers_gone:REPORT
why = keepers:KEEPSAKES
"""


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """Return a folder with a distribution that brings reports: a whole one, two broken ones, one of
    a name of ours."""
    write_package(tmp_path / "packages")
    return tmp_path / "packages"


def write_package(
    folder: Path, name: str = "keepers", module: str = MODULE, entry: str = ENTRY
) -> None:
    """Write a distribution with one module, as an installer leaves it."""
    known = folder / f"{name}-1.dist-info"
    known.mkdir(parents=True)
    (folder / f"{name}.py").write_text(module)
    (known / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
    (known / "entry_points.txt").write_text(entry)


def call(folder: Path, *words: object) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, "-m", "latticeville.cli", *map(str, words)]
    environment = {**os.environ, "PYTHONPATH": path}
    return subprocess.run(
        command, capture_output=True, text=True, check=False, env=environment, timeout=60
    )


def test_an_installed_report_is_a_command(elsewhere: Path, tmp_path: Path) -> None:
    run = recorded(tmp_path / "run", 12)
    told = call(elsewhere, "keepsakes", run, "--agent", "Mina", "--tick", 8)
    assert (told.returncode, told.stderr) == (0, "")
    title, count, below, start = told.stdout.splitlines()
    assert (title, below.strip(), start) == (
        "What mina keeps",
        "the first row below",
        "to the start",
    )
    data = json.loads(
        call(elsewhere, "keepsakes", run, "--agent", "mina", "--tick", 8, "--json").stdout
    )
    assert data == {"who": "mina", "tick": 8, "memories": int(count.split()[0])}
    assert data["memories"] > 0


def test_an_installed_report_refuses_as_ours_do(elsewhere: Path, tmp_path: Path) -> None:
    run = recorded(tmp_path / "run", 5)
    nobody = call(elsewhere, "keepsakes", run, "--agent", "nobody")
    assert (nobody.returncode, nobody.stderr) == (
        2,
        "there is no person “nobody”: choose one of mina, otto\n",
    )
    silent = call(elsewhere, "keepsakes", run, "--agent", "otto", "--strict")
    assert (silent.returncode, silent.stderr) == (2, "Otto tells nobody\n")


def test_the_help_lists_installed_reports_and_ours_once(elsewhere: Path) -> None:
    told = call(elsewhere, "--help").stdout
    assert "a report of keepers:KEEPSAKES" in told
    assert told.count("\n  why ") == 1
    own = call(elsewhere, "keepsakes", "--help").stdout
    assert "example: latticeville keepsakes runs/monday --agent ada" in own
    assert "--strict" in own


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("nothing", "the report “nothing” of keepers:NOTHING cannot be loaded: it is no Report\n"),
        (
            "broken",
            (
                "the report “broken” of keepers_gone:REPORT cannot be loaded: "
                "ModuleNotFoundError: No module named 'keepers_gone'\n"
            ),
        ),
    ],
)
def test_a_broken_report_is_told_in_a_sentence(
    elsewhere: Path, tmp_path: Path, name: str, says: str
) -> None:
    told = call(elsewhere, name, tmp_path)
    assert (told.returncode, told.stdout, told.stderr) == (1, "", says)
