"""Paint glyphs on the map, whichever tool chose the cells, and keep what is painted as stamps."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

import msgspec

from latticeville.core.geometry import Cell
from studio.project.documents.cell_shapes import CellSpan
from studio.project.documents.document import parse_document
from studio.project.documents.project import STAMPS_FILE, Project
from studio.project.documents.stamp import HOLE, Stamp
from studio.project.edits.edit import Edit, EditRefusedError, SingleEdit
from studio.project.formats.map_text import GlyphRun


class Paint(msgspec.Struct, frozen=True):
    """Glyphs in runs; two of one gesture, a number that is not 0, are one stroke."""

    adds_up: ClassVar[bool] = True

    runs: tuple[GlyphRun, ...]
    label: str = "paint"
    gesture: int = 0

    def apply(self, project: Project) -> Project:
        """Paint; what lies off the map is left out."""
        if any("\n" in run.glyphs or "\r" in run.glyphs for run in self.runs):
            raise EditRefusedError("a line break is not a glyph")
        return project.with_map(project.map.paint(self.runs)) if project.map.height else project

    def absorb(self, later: Edit) -> Edit | None:
        """Take in the next piece of the same stroke."""
        if isinstance(later, Paint) and self.gesture and self.gesture == later.gesture:
            return Paint((*self.runs, *later.runs), self.label, self.gesture)
        return None


def paint_cells(cells: Iterable[Cell], glyph: str, label: str = "paint", gesture: int = 0) -> Paint:
    """Paint one glyph on cells."""
    return Paint(_joined({Cell(*cell): glyph for cell in cells}), label, gesture)


def paint_spans(
    spans: Iterable[CellSpan], glyph: str, label: str = "fill", gesture: int = 0
) -> Paint:
    """Paint one glyph on spans."""
    return Paint(
        tuple(GlyphRun(y, start, glyph * (stop - start)) for y, start, stop in spans),
        label,
        gesture,
    )


def paint_glyphs(found: Mapping[Cell, str], label: str = "paint", gesture: int = 0) -> Paint:
    """Paint a glyph of its own on each cell, as a stamp or a text does."""
    return Paint(_joined(found), label, gesture)


def _joined(found: Mapping[Cell, str]) -> tuple[GlyphRun, ...]:
    """Join neighbours in a row into runs."""
    runs, letters, begin, last = list[GlyphRun](), list[str](), Cell(0, 0), Cell(0, 0)
    for cell in sorted(found, key=lambda cell: (cell[1], cell[0])):
        if letters and (cell[1], cell[0]) != (last[1], last[0] + 1):
            runs.append(GlyphRun(begin[1], begin[0], "".join(letters)))
            letters = []
        begin = begin if letters else cell
        letters.append(found[cell])
        last = cell
    if letters:
        runs.append(GlyphRun(begin[1], begin[0], "".join(letters)))
    return tuple(runs)


class PadRows(SingleEdit, frozen=True):
    """Fill the ends of short rows, so that all are equally long."""

    glyph: str

    @property
    def label(self) -> str:
        """What it does."""
        return f"fill short rows with “{self.glyph}”"

    def apply(self, project: Project) -> Project:
        """Fill."""
        rows = project.map
        short = {
            y: row.ljust(rows.width, self.glyph)
            for y, row in enumerate(rows)
            if len(row) < rows.width
        }
        return project.with_map(rows.with_rows(short))


_OPENINGS = "·¤¬¶§"
"""Signs for a cell through which the map shows; the first that the stamp does not have is taken."""


class SaveStamp(SingleEdit, frozen=True):
    """Keep a stamp under a name; one of that name is written over."""

    name: str
    stamp: Stamp

    @property
    def label(self) -> str:
        """What it does."""
        return f"save stamp {self.name}"

    def apply(self, project: Project) -> Project:
        """Keep it, in a file that is made where there is none."""
        if not self.name or not self.name.isprintable():
            raise EditRefusedError("a stamp needs a name with visible characters")
        if STAMPS_FILE not in project.files:
            project = project.with_file(STAMPS_FILE, parse_document(STAMPS_FILE, ""))
        drawn = "".join(self.stamp.rows)
        hole = next((sign for sign in _OPENINGS if sign not in drawn), "")
        if HOLE in drawn and not hole:
            raise EditRefusedError("this stamp uses too many different glyphs to be saved")
        table: dict[str, object] = {"rows": [row.replace(HOLE, hole) for row in self.stamp.rows]}
        return project.put(
            STAMPS_FILE, ("stamps", self.name), table | ({"hole": hole} if HOLE in drawn else {})
        )


class DeleteStamp(SingleEdit, frozen=True):
    """Let a stamp go."""

    name: str

    @property
    def label(self) -> str:
        """What it does."""
        return f"delete stamp {self.name}"

    def apply(self, project: Project) -> Project:
        """Forget it."""
        if self.name not in read_stamps(project):
            raise EditRefusedError(f"there is no stamp “{self.name}”")
        return project.drop(STAMPS_FILE, ("stamps", self.name))


def read_stamps(project: Project) -> dict[str, Stamp]:
    """Return the stamps by name; what is none is left out."""
    found = project.data(STAMPS_FILE).get("stamps")
    made = {name: _stamp(table) for name, table in found.items()} if isinstance(found, dict) else {}
    return {name: stamp for name, stamp in made.items() if stamp is not None}


def _stamp(table: object) -> Stamp | None:
    if not isinstance(table, Mapping):
        return None
    rows: Any = table.get("rows")
    hole = table.get("hole")
    if (
        not isinstance(rows, list)
        or not rows
        or not all(isinstance(row, str) and row for row in rows)
    ):
        return None
    whole = Stamp.from_lines("\n".join(rows))
    if not isinstance(hole, str) or len(hole) != 1:
        return whole
    return Stamp(tuple(row.replace(hole, HOLE) for row in whole.rows))
