"""SIGKILL at random moments while somebody draws: no file is torn, and little is lost."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from studio.project.open_project import open_project
from studio.project.recovery import Recovery, restore_offer
from studio.project.world_access import WorldAccess
from tests.project.hall import FILES

pytestmark = pytest.mark.slow

TIMES = int(os.environ.get("LATTICEVILLE_KILLS", "4"))
EVERY = 0.1
"""Seconds between two recordings here; in the studio there are ten."""


@pytest.mark.parametrize("number", range(TIMES))
def test_a_killed_studio_loses_at_most_what_it_did_since_the_last_recording(
    number: int, tmp_path: Path
) -> None:
    folder = tmp_path / "hall"
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    command = [
        sys.executable,
        "-m",
        "tests.project.draw_until_killed",
        str(folder),
        str(tmp_path / "state"),
        str(EVERY),
    ]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, cwd=Path(__file__).parents[2]
    ) as drawing:
        assert drawing.stdout
        line, until = (
            drawing.stdout.readline(),
            time.monotonic() + random.Random(number).uniform(0.05, 1.2),
        )
        while time.monotonic() < until:
            line = drawing.stdout.readline()
        drawing.send_signal(signal.SIGKILL)
        told = [line, *drawing.stdout.readlines()]
    opened = open_project(folder)
    access = WorldAccess(folder, tmp_path / "state")
    assert not access.read_only
    for offer in Recovery(access.folder).read_offers():
        opened = restore_offer(opened, offer)
    access.release()
    assert {type(document).__name__ for document in opened.project.files.values()} == {
        "TomlText",
        "MapText",
    }
    assert {*opened.project.files} == {*FILES}
    *_, last = (line.split() for line in told if line.endswith(b"\n"))
    assert opened.project.data("world.toml").get("seed", 0) >= int(last[1])
    rows = [*opened.project.map]
    assert [len(row) for row in rows] == [12] * 7
