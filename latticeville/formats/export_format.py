"""What an export format is: a world or a run as a file or a folder for others."""

from argparse import ArgumentTypeError
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from latticeville.core.disk import error_reason, is_full
from latticeville.core.file_set import write_files
from latticeville.core.progress import ProgressCallback, no_progress
from latticeville.draw.export import ExportError, ExportTicks
from latticeville.draw.tilemap.painter import MapStyle
from latticeville.reports.arg_types import id_or_name, tick, tick_count_from_one, tick_span
from latticeville.sim.first_state import initial_state
from latticeville.sim.tick import TickPayload

if TYPE_CHECKING:
    from latticeville.runs.replay import Replay
    from latticeville.world.model.world import World

STYLES = ", ".join(MapStyle)
SCALES = ("0.25", "0.5", "1", "2", "3", "4", "8")
"""What a picture may be scaled by, so that no pixel is cut."""


class ExportOption(NamedTuple):
    """What somebody may choose about an export: `--NAME` on a command line."""

    name: str
    metavar: str
    help: str
    type: Callable[[str], Any] = str
    is_part: bool = False
    """Whether it chooses a part of the map, of which there is one."""


def _style(text: str) -> MapStyle:
    if text not in [*MapStyle]:
        raise ArgumentTypeError(f"there is no style “{text[:80]}”: choose one of {STYLES}")
    return MapStyle(text)


def _scale(text: str) -> float:
    if text not in SCALES:
        raise ArgumentTypeError(f"“{text[:80]}” is no scale: choose one of {', '.join(SCALES)}")
    return float(text)


STYLE = ExportOption("style", "STYLE", f"{STYLES} (tiles; in a page pixels)", _style)
TICK = ExportOption("tick", "TICK", "the tick or time of a picture (the last)", tick)
TICKS = ExportOption(
    "ticks",
    "A:B",
    "the ticks of an animation or a page, such as 0:120 or '09:00 to 12:00' (all)",
    tick_span,
)
EVERY = ExportOption(
    "every",
    "N",
    "show only every Nth of the ticks, or one in this time, such as 10m (1, or more where a .gif "
    "would be too large); with --terrarium, the epochs between two states (10)",
    tick_count_from_one,
)
SCALE = ExportOption(
    "scale", "N", f"how many times as large a picture is: {', '.join(SCALES)} (1)", _scale
)
AREA = ExportOption("area", "ID", "show only this area, by id or name", id_or_name, is_part=True)
FOLLOW = ExportOption(
    "follow", "PERSON", "show the map around a person, by id or name", id_or_name, is_part=True
)
OF_RUNS = (TICK, TICKS, EVERY)
"""Options that have a meaning for a run alone."""


class ExportSource(NamedTuple):
    """What is exported: a world at its start, or ticks of a run.

    `looked` is told how far a long export is, and may raise to end it.
    """

    folder: Path
    first: TickPayload
    ticks: ExportTicks
    run: "Replay | None" = None
    looked: ProgressCallback = no_progress

    @classmethod
    def of_world(cls, world: "World", folder: Path) -> "ExportSource":
        """Return a world of a folder at its start."""
        start = TickPayload(0, initial_state(world))
        return cls(folder, start, ExportTicks([start]))

    @classmethod
    def of_run(
        cls, run: "Replay", first: int, last: int, every: int, looked: ProgressCallback
    ) -> "ExportSource":
        """Return some ticks of a run."""
        total = last - first + 1
        ticks = ExportTicks(islice(run.payloads(first), total), total, every)
        return cls(run.folder, run.at(first), ticks, run, looked)

    def write(self, files: Mapping[Path, bytes]) -> "Written":
        """Write files, all of them or none; ExportError where that cannot be done, OSError where
        the disk is full."""
        self.looked(self.ticks.total, self.ticks.total)
        try:
            write_files(files)
        except OSError as error:
            if is_full(error):
                raise
            raise ExportError(
                f"{error.filename} cannot be written: {error_reason(error)}"
            ) from error
        return Written(tuple(files))


class Written(NamedTuple):
    """What was written: files, a sentence that tells of a folder, and sentences on what the format
    has no equivalent for."""

    files: tuple[Path, ...]
    told: str = ""
    losses: tuple[str, ...] = ()


@dataclass(frozen=True)
class ExportFormat:
    """A format in which a world or a run is written.

    `write` writes a source to a path as options, by name, say; ExportError where it cannot.
    """

    name: str
    help: str
    """What it holds, in a few words after a verb."""
    write: Callable[[ExportSource, Path, Mapping[str, Any]], Written]
    suffix: str = ""
    """How its files end; "" where it writes a folder, which `--NAME` asks for on a command line."""
    named: bool = False
    """Whether `--NAME` chooses it, too, for a file of any extension."""
    worlds: bool = True
    runs: bool = True
    options: tuple[ExportOption, ...] = ()
    contents: str = ""
    """What its folder holds."""
    instead: str = ""
    """A command that does for a run what a format of worlds alone does not; `{run}` is the run."""

    @property
    def choice(self) -> str:
        """What chooses it: its suffix or its option."""
        return self.suffix or f"--{self.name}"
