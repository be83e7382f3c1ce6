"""A studio without screens that draws until it is killed: says every edit, records and saves as the
studio does."""

import sys
import time
from pathlib import Path

from latticeville.core.geometry import Cell
from studio.project.edits.paint import paint_cells
from studio.project.edits.values import SetValue
from studio.project.open_project import open_project, save
from studio.project.recovery import EVERY, Recovery
from studio.project.world_access import WorldAccess


def main(folder: str, state: str, every: float) -> None:
    """Draw cell after cell and number them in world.toml; save now and then; tell which number the
    disk has."""
    opened, number, kept = open_project(Path(folder)), 0, 0
    recovery = Recovery(WorldAccess(Path(folder), Path(state)).folder)
    while True:
        number += 1
        opened = opened.do(
            paint_cells(
                [Cell(number % 12, number // 12 % 7)], ".#,"[number % 3], "pencil", number // 9
            )
        )
        opened = opened.do(SetValue("world.toml", ("seed",), number))
        if recovery.write_if_due(opened, time.monotonic() * EVERY / every):
            kept = number
        if number % 40 == 0:
            opened = save(opened).opened
            recovery.write(opened)
            kept = number
        sys.stdout.write(f"{number} {kept}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], float(sys.argv[3]))
