"""Paint glyphs on the map, whichever tool chose the cells."""

from collections.abc import Iterable, Mapping
from typing import ClassVar

import msgspec

from latticeville.core.geometry import Cell
from studio.project.documents.cell_shapes import CellSpan
from studio.project.documents.project import Project
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
