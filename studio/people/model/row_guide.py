"""Help while a row of a persona is typed: what belongs at the cursor, and names that fit."""

import re
from typing import NamedTuple

from studio.people.model.names import Names, NameTable
from studio.people.model.row_syntax import LineCell, RowSyntax
from studio.ui.dialogs.line_guide import LineGuide, LinePlace

_TIME = re.compile(r"\s*\d{1,2}:\d\d(?:\s*[-–]\s*\d{1,2}:\d\d)?\s+")
_VERB = re.compile(r"\s*\w+ +")


class NamePlace(NamedTuple):
    """The part of a line where a cursor is, the names that may stand there, and where the name
    begins."""

    cell: LineCell
    table: NameTable
    start: int


class RowGuide(LineGuide):
    """Helps to type a row of one list; a name is completed with what it is called."""

    def __init__(self, syntax: RowSyntax, names: Names) -> None:
        self.example = syntax.example
        self._syntax, self._names = syntax, names

    def place(self, text: str, cursor: int) -> LinePlace:
        """Return where in the line the cursor is; the names that fit stand there, the best
        first."""
        here = self._name_place(text, cursor)
        letters = text[here.start : cursor]
        return LinePlace(here.cell.hint, letters, here.table.fitting(letters))

    def mistake_at(self, text: str) -> int | None:
        """Return the column of the first name that nothing has, or None."""
        for end in [*(bar.start() for bar in re.finditer(r"[|,]", text)), len(text)]:
            here = self._name_place(text, end)
            said = text[here.start : end].strip()
            if here.table is self._names.places:
                said = here.table.split(said)[0]
            is_free = not here.table.names or here.table is self._names.topics
            if said and not is_free and not here.table.find(said):
                return here.start
        return None

    def _name_place(self, text: str, cursor: int) -> NamePlace:
        before = text[:cursor]
        bars = [bar.end() for bar in re.finditer(r"\|", before)]
        cell = self._syntax.cells[min(len(bars), len(self._syntax.cells) - 1)]
        start = _name_start(cell, before, bars[-1] if bars else 0)
        if start is None or not cell.names:
            return NamePlace(cell, NameTable(), cursor)
        start += len(before[start:]) - len(before[start:].lstrip())
        return NamePlace(cell, getattr(self._names, cell.names), start)


def _name_start(cell: LineCell, before: str, start: int) -> int | None:
    """Return where the name at the end of a text begins; None before a time or a verb is whole."""
    if cell.names == "places":
        time = _TIME.match(before)
        return time.end() if time else None
    if cell.several or cell.names == "things":
        start = max(start, before.rfind(",") + 1)
    if cell.names == "things" and not cell.several:
        verb = _VERB.match(before, start)
        return verb.end() if verb else None
    return start
