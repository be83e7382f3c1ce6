"""A run that another program recorded, as its readers hand it on."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import msgspec

from latticeville.core.geometry import Cell
from latticeville.formats.report import ImportReport, SourceFolder, SourceValue
from latticeville.world.original.values import one_line, parse_whole

ROOT = ""
"""The key of the place in which somebody is who is in no area."""


class RecordedMemory(msgspec.Struct, frozen=True):
    """A memory: the tick in which it was made, an importance from 1 to 10 (0 where nobody rated
    it), and the positions of the memories of the same person that it cites."""

    tick: int
    kind: str
    text: str
    importance: int = 0
    cites: tuple[int, ...] = ()


class RecordedPerson(msgspec.Struct, frozen=True):
    """Somebody in a recording; `folder` leads to files of Generative Agents about them."""

    key: str
    name: str
    folder: str = ""
    memories: tuple[RecordedMemory, ...] = ()


class RecordedPosition(msgspec.Struct, frozen=True):
    """Where somebody is: the key of an area, and the cell where the recording knows it."""

    area: str
    cell: Cell | None = None


class RecordedUtterance(msgspec.Struct, frozen=True):
    """Words from somebody to somebody, by their keys."""

    who: str
    to: str
    words: str


class RecordedPlan(msgspec.Struct, frozen=True):
    """What somebody planned to do from a tick until another, and the key of the area."""

    start: int
    end: int
    area: str
    text: str


class RecordedBelief(msgspec.Struct, frozen=True):
    """Where somebody believes a person to be, by keys."""

    key: str
    area: str


class RecordedTick(msgspec.Struct, frozen=True):
    """The end of a tick: where everybody is, what they do and plan, and what was said in it.

    `steps` are the cells that somebody came by on the way, oldest first, and `targets` the keys of
    the areas where they go. `recalled` are the texts of the memories that were retrieved.
    """

    positions: Mapping[str, RecordedPosition]
    doing: Mapping[str, str] = {}
    said: tuple[RecordedUtterance, ...] = ()
    plans: Mapping[str, RecordedPlan] = {}
    recalled: Mapping[str, tuple[str, ...]] = {}
    beliefs: Mapping[str, tuple[RecordedBelief, ...]] = {}
    steps: Mapping[str, tuple[Cell, ...]] = {}
    targets: Mapping[str, str] = {}

    @property
    def cells(self) -> Iterator[Cell]:
        """Every cell in which somebody was."""
        for position in self.positions.values():
            if position.cell is not None:
                yield position.cell
        for steps in self.steps.values():
            yield from steps


class PlaceName(msgspec.Struct, frozen=True):
    """An area or object by its key: how it is called, and the key of the area that holds it."""

    key: str
    name: str
    area: str = ROOT


class Recording(msgspec.Struct, frozen=True):
    """A whole recording; `ticks` is asked once for each pass, and its first value is tick 0.

    `start` is the minute of tick 0 since Monday 00:00. `lacks` are sentences on what the format
    does not hold. `matrix` is the folder of the map, where there is one.
    """

    program: str
    name: str
    source: SourceFolder
    start: int
    tick_minutes: int
    areas: tuple[PlaceName, ...]
    objects: tuple[PlaceName, ...]
    people: tuple[RecordedPerson, ...]
    ticks: Callable[[], Iterator[RecordedTick]]
    lacks: tuple[str, ...] = ()
    matrix: Path | None = None


_MOST = 100_000
"""A cell lies below this number in both directions."""


def read_cell(at: SourceValue, who: str, given: object, report: ImportReport) -> Cell:
    """Return the cell of a pair of whole numbers; UnreadableError where it is none."""
    pair = given if isinstance(given, list) and len(given) == 2 else (None, None)
    x, y = map(parse_whole, pair)
    if x is None or y is None or not (0 <= x < _MOST and 0 <= y < _MOST):
        what = f"the position of “{one_line(who, 60)}” is not a cell"
        raise report.make_error(at, "bad-value", what, "write [x, y] with whole numbers from 0")
    return Cell(x, y)
