"""SIGKILL at random moments while somebody draws in the studio: at most ten seconds of strokes are
gone."""

import os
import random
import shutil
import signal
import time
from itertools import pairwise
from pathlib import Path

import pytest

from latticeville.core.geometry import Cell
from studio.project.open_project import open_project
from studio.project.recovery import EVERY, Recovery, RecoveryOffer, restore_offer
from studio.project.world_access import WorldAccess
from tests.studio.test_terminal import Terminal
from tests.world_folders import SQUARE

pytestmark = pytest.mark.slow

TIMES = int(os.environ.get("LATTICEVILLE_KILLS", "2"))
SLACK = 2.5
"""Seconds that a look at the clock, once a second, and a key may be late on a busy machine."""
WIDTH, HEIGHT = 24, 10


def snake() -> list[tuple[bytes, Cell]]:
    """Return the keys by which a pencil goes over a whole map, and the cell that each draws."""
    path = [
        Cell(x if y % 2 == 0 else WIDTH - 1 - x, y) for y in range(HEIGHT) for x in range(WIDTH)
    ]
    keys = [b"j" if a.y != b.y else b"l" if b.x > a.x else b"h" for a, b in pairwise(path)]
    return list(zip(keys, path[1:], strict=True))


def left(folder: Path) -> list[RecoveryOffer]:
    """Return what a studio that was killed has left, as the next one finds it."""
    access = WorldAccess(folder)
    assert not access.read_only
    access.release()
    return Recovery(access.folder).read_offers()


def drawing(folder: Path) -> Terminal:
    """Return a terminal with the map workbench open and the pencil down on the first cell."""
    terminal = Terminal(str(folder), width=100, height=30)
    terminal.until(b"tick 0")
    terminal.press(b"1")
    terminal.until(b"Legend")
    terminal.press(b"gp")
    terminal.until("▸".encode())
    terminal.press(b"\r")
    terminal.until(b"down")
    return terminal


@pytest.mark.parametrize("number", range(TIMES))
def test_a_killed_studio_loses_ten_seconds_at_most(number: int, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(SQUARE, tmp_path / "worlds" / "square"))
    before = open_project(folder).project.map.text
    dice = random.Random(number)
    terminal = drawing(folder)
    end = time.monotonic() + dice.uniform(0.2, 15)
    sent: list[tuple[float, Cell]] = []
    for key, cell in snake():
        terminal.press(key)
        sent.append((time.monotonic(), cell))
        if dice.random() < 0.01:
            terminal.press(b"\x13")
        terminal._read(0.08)
        if time.monotonic() > end:
            break
    killed = time.monotonic()
    terminal.process.send_signal(signal.SIGKILL)
    terminal.process.wait()
    opened = open_project(folder)
    assert [len(row) for row in opened.project.map] == [WIDTH] * HEIGHT
    offers = left(folder)
    assert len(offers) <= 1
    for offer in offers:
        opened = restore_offer(opened, offer)
    assert not opened.project.unread
    drawn = opened.project.map
    assert [len(row) for row in drawn] == [WIDTH] * HEIGHT
    lost = [when for when, cell in sent if drawn.glyph(cell) != "#"]
    assert not lost or killed - lost[0] <= EVERY + SLACK
    assert len(sent) < 150 or drawn.text != before


def kill(terminal: Terminal) -> None:
    terminal.process.send_signal(signal.SIGKILL)
    terminal.process.wait()


def test_the_first_change_after_a_save_is_kept_after_a_second_and_asked_about_until_there_is_an_answer(
    tmp_path: Path,
) -> None:
    folder = Path(shutil.copytree(SQUARE, tmp_path / "worlds" / "square"))
    terminal = drawing(folder)
    terminal.press(b"l")
    terminal.until(b"unsaved")
    terminal.press(b"\x13")
    terminal.until(b"Saved")
    terminal.press(b"l")
    end = time.monotonic() + 1.0 + SLACK / 2
    while time.monotonic() < end:
        terminal._read(0.1)
    kill(terminal)
    assert len(left(folder)) == 1
    for _ in range(2):
        terminal = Terminal(str(folder), width=100, height=30)
        terminal.until(b"Unsaved changes found")
        kill(terminal)
    assert len(left(folder)) == 1
