"""A study that is killed goes on, and ends in the same bytes; so does one with more workers."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from latticeville.cli.main import main
from latticeville.studies.study_folder import MANIFEST, ROWS
from latticeville.studies.study_tables import SUMS
from tests.studies.studies import write

FILES = (
    "rows.csv",
    "rows.json",
    "means.csv",
    "differences.csv",
    "settings.json",
    "figure.svg",
    "study.md",
    SUMS,
    MANIFEST,
)


def command(study: Path, out: Path, workers: int) -> list[str]:
    return ["study", "run", str(study), "--out", str(out), "--workers", str(workers)]


def contents(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in FILES}


def kill_after(study: Path, out: Path, rows: int) -> int:
    """Run a study with two workers, and kill the driver as soon as so many more rows are there;
    return how many there are then."""
    words = [sys.executable, "-m", "latticeville.cli", *command(study, out, 2)]
    made = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    before = count(out)
    while count(out) < before + rows and made.poll() is None:
        time.sleep(0.01)
    made.send_signal(signal.SIGKILL)
    made.wait()
    return count(out)


def count(out: Path) -> int:
    return len([*(out / ROWS).glob("*.json")])


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("whole")
    study = write(folder)
    assert main(command(study, folder / "out", 1)) == 0
    return folder / "out"


@pytest.mark.slow
def test_a_study_that_is_killed_again_and_again_ends_in_the_same_table(
    whole: Path, tmp_path: Path
) -> None:
    study, out = write(tmp_path), tmp_path / "out"
    there = [kill_after(study, out, rows) for rows in (0, 1, 2, 3)]
    assert there[-1] > there[0]
    assert main(command(study, out, 2)) == 0
    assert contents(out) == contents(whole)


def test_what_is_there_is_not_run_again_and_what_is_damaged_is(whole: Path, tmp_path: Path) -> None:
    study, out = write(tmp_path), tmp_path / "out"
    assert main(command(study, out, 1)) == 0
    first, *others = sorted((out / "runs").iterdir())
    (first / "end.json").unlink()
    logs = {path: path.stat().st_mtime_ns for path in out.glob("runs/*/segment-000.jsonl")}
    seconds = (out / "seconds.csv").read_text().count("\n")
    assert main(command(study, out, 1)) == 0
    assert (out / "seconds.csv").read_text().count("\n") == seconds + 1
    assert all(logs[path / "segment-000.jsonl"] for path in others)
    assert contents(out) == contents(whole)
