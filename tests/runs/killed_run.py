"""`python -m tests.runs.killed_run FOLDER SEED KILLS UNTIL`: record a run that is killed again and
again, to its end.

Imports everything once and forks a child for each life. A child resumes the run, or starts it, says
with which tick, and then says each tick that it has finished before it goes on. It is killed at a
moment that the seed chooses.
"""

import os
import shutil
import signal
import sys
import time
from pathlib import Path
from random import Random

from latticeville.runs import log
from latticeville.runs.lines import DamageError
from latticeville.runs.recorded_run import RecordedRun
from tests.model_doubles import Scripted
from tests.runs.runs import go, tearoom

SEGMENT_TICKS = 5
"""Segments are short, so that many a kill falls where one ends and another begins."""


def main(folder: Path, seed: int, kills: int, until: int) -> None:
    """Live and be killed, then live to the end; write what every life said, a line each."""
    log.SEGMENT_TICKS = SEGMENT_TICKS
    chance = Random(seed)
    for _ in range(kills):
        said = life(folder, until, chance, until // kills)
        sys.stdout.write(f"{said}\n")
    sys.stdout.write(f"{life(folder, until, None, 0)}\n")


def life(folder: Path, until: int, chance: Random | None, ticks: int) -> str:
    """Fork a child, kill it after a few ticks and a moment, and return what it said; without chance
    let it be."""
    awaited = until if chance is None else chance.choice((0, chance.randint(1, 2 * ticks)))
    ear, mouth = os.pipe()
    leave, grant = os.pipe()
    os.write(grant, b"." * (awaited + 3))
    child = os.fork()
    if child == 0:
        live(folder, until, mouth, leave)
        os._exit(0)
    os.close(mouth)
    said = b""
    if chance is not None:
        while said.count(b" ") < awaited and (heard := os.read(ear, 100)):
            said += heard
        time.sleep(chance.random() * (0.002 if awaited else 0.02))
        os.kill(child, signal.SIGKILL)
    while heard := os.read(ear, 65536):
        said += heard
    os.waitpid(child, 0)
    for end in (ear, leave, grant):
        os.close(end)
    return said.decode()


def live(folder: Path, until: int, mouth: int, leave: int) -> None:
    """Go on with the run and say each tick as it is done, with leave for each."""
    try:
        run = begin(folder)
        os.write(mouth, b"%d " % run.payload.tick)
        while run.payload.tick < until and os.read(leave, 1):
            go(run, run.payload.tick + 1)
            os.write(mouth, b"%d " % run.payload.tick)
        run.close()
    except BaseException as error:  # noqa: BLE001 - whatever it is, the parent must hear of it
        os.write(mouth, f"{error!r} ".encode())


def begin(folder: Path) -> RecordedRun:
    """Take a run up again, or begin it where nothing of it is left."""
    try:
        return RecordedRun.resume(folder, lambda _name: Scripted())
    except DamageError as error:
        if "no run log" not in str(error):
            raise
        shutil.rmtree(folder, ignore_errors=True)
        return RecordedRun.start(folder, tearoom(), Scripted(), "scripted")


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(int, sys.argv[2:5]))
