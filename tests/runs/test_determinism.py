"""The same seed, world, inputs and replies give the same log, byte for byte, whatever the
interpreter does."""

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.runs import log
from latticeville.world.load import load_world
from latticeville.world.model.world import World
from tests.laws import law
from tests.model_doubles import wild
from tests.random_worlds import feeds, worlds
from tests.runs.log_hashes import hashes
from tests.runs.runs import contents, record, taped, tearoom, write

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def short_segments(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "SEGMENT_TICKS", 3)


@pytest.mark.slow
@law(20)
@given(st.data())
def test_two_runs_write_the_same_bytes(data: st.DataObject) -> None:
    world = data.draw(worlds())
    feed = data.draw(feeds(world, 30))
    with TemporaryDirectory() as one, TemporaryDirectory() as two:
        for folder in (one, two):
            write(Path(folder), world, 30, feed=feed, minds=wild)
        assert contents(Path(one)) == contents(Path(two))


def test_another_seed_is_another_story(tmp_path: Path) -> None:
    for seed in (1, 2):
        write(tmp_path / str(seed), tearoom(seed=seed), 60, minds=wild)
    assert contents(tmp_path / "1") != contents(tmp_path / "2")


def test_two_recorded_runs_have_the_same_tape(tmp_path: Path) -> None:
    for name in ("one", "two"):
        record(tmp_path / name, 90)
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    assert len(taped(tmp_path / "one")) > 10


@pytest.mark.slow
@law(2)
@given(st.lists(worlds(people=(2, 6)), min_size=6, max_size=6))
def test_no_hash_seed_shows_in_a_log(drawn: list[World]) -> None:
    every = [*drawn, tearoom(), load_world(ROOT / "worlds" / "square")]
    files = msgspec.json.encode([dict(world.files) for world in every])
    expected = hashes(every)
    for seed in ("0", "77777"):
        made = subprocess.run(
            [sys.executable, "-m", "tests.runs.log_hashes"],
            input=files,
            capture_output=True,
            check=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
        )
        assert made.stdout.decode().split() == expected
