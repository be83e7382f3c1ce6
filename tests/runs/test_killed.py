"""A run that is killed with SIGKILL loses at most the tick in progress, and ends byte for byte as
if unharmed."""

import subprocess
import sys
from pathlib import Path

import pytest

from latticeville.runs import log
from latticeville.runs.verify import ReplayDifference, verify
from tests.runs.killed_run import SEGMENT_TICKS
from tests.runs.runs import contents, record
from tests.samples import samples

pytestmark = [pytest.mark.fuzz, pytest.mark.slow]

RUNS, KILLS, UNTIL = samples(2, 20), 10, 250
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def unharmed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Return the files of a run that nobody killed."""
    folder = tmp_path_factory.mktemp("unharmed") / "run"
    short, log.SEGMENT_TICKS = log.SEGMENT_TICKS, SEGMENT_TICKS
    try:
        record(folder, UNTIL)
    finally:
        log.SEGMENT_TICKS = short
    return contents(folder)


@pytest.mark.parametrize("seed", range(RUNS))
def test_a_run_survives_being_killed(tmp_path: Path, unharmed: dict[str, bytes], seed: int) -> None:
    folder = tmp_path / "run"
    words = [
        sys.executable,
        "-m",
        "tests.runs.killed_run",
        str(folder),
        str(seed),
        str(KILLS),
        str(UNTIL),
    ]
    made = subprocess.run(words, capture_output=True, text=True, check=False, cwd=ROOT)
    assert made.returncode == 0, made.stderr
    lives = [[int(tick) for tick in line.split()] for line in made.stdout.splitlines()]
    assert len(lives) == KILLS + 1
    assert sum(UNTIL not in life for life in lives) > KILLS / 2
    done = 0
    for life in filter(None, lives):
        assert done <= life[0] <= done + 1
        assert life == list(range(life[0], life[-1] + 1))
        done = life[-1]
    assert done == UNTIL
    assert contents(folder) == unharmed
    assert not [item for item in verify(folder) if isinstance(item, ReplayDifference)]
