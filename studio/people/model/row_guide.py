"""Help while a row of a persona is typed: what belongs at the cursor, and names that fit."""

import re
from typing import NamedTuple

from studio.people.model.names import Names, NameTable
from studio.people.model.row_syntax import LineCell, RowSyntax

_TIME = re.compile(r"\s*\d{1,2}:\d\d(?:\s*[-–]\s*\d{1,2}:\d\d)?\s+")
_VERB = re.compile(r"\s*\w+ +")


class NamePlace(NamedTuple):
    """The part of a line where a cursor is, the letters of a name there, and where they begin."""

    cell: LineCell
    table: NameTable
    letters: str
    start: int


class RowGuide:
    """Helps to type a row of one list; a name is completed with what it is called."""

    def __init__(self, syntax: RowSyntax, names: Names) -> None:
        self.example = syntax.example
        self._syntax, self._names = syntax, names

    def hint(self, text: str, cursor: int) -> str:
        """Say what stands at the cursor."""
        return self._place(text, cursor).cell.hint

    def words(self, text: str, cursor: int) -> tuple[str, ...]:
        """Return the names that fit the letters before the cursor, the best first."""
        place = self._place(text, cursor)
        return place.table.fitting(place.letters)

    def complete(self, text: str, cursor: int) -> tuple[str, int] | None:
        """Return the line with the name at the cursor completed, and the cursor behind it; None
        where nothing fits."""
        place = self._place(text, cursor)
        words = place.table.fitting(place.letters) if place.letters else ()
        if not words or words[0] == place.letters:
            return None
        end = place.start + len(words[0])
        return text[: place.start] + words[0] + text[cursor:], end

    def mistake_at(self, text: str) -> int | None:
        """Return the column of the first name that nothing has, or None."""
        for end in [*(bar.start() for bar in re.finditer(r"[|,]", text)), len(text)]:
            place = self._place(text, end)
            said = place.letters.strip()
            if self._is_day(place):
                said = place.table.split(said)[0]
            known = not place.table.names or place.table is self._names.topics
            if said and not known and not place.table.find(said):
                return place.start
        return None

    def _is_day(self, place: NamePlace) -> bool:
        return place.table is self._names.places

    def _place(self, text: str, cursor: int) -> NamePlace:
        before = text[:cursor]
        bars = [bar.end() for bar in re.finditer(r"\|", before)]
        cells = self._syntax.cells
        cell = cells[min(len(bars), len(cells) - 1)]
        table: NameTable = getattr(self._names, cell.names) if cell.names else NameTable()
        start = bars[-1] if bars else 0
        if cell.names == "places":
            time = _TIME.match(before)
            if time is None:
                return NamePlace(cell, NameTable(), "", cursor)
            start = time.end()
        if cell.several or cell.names == "things":
            start = max(start, before.rfind(",") + 1)
        if cell.names == "things" and not cell.several:
            verb = _VERB.match(before, start)
            if verb is None:
                return NamePlace(cell, NameTable(), "", cursor)
            start = verb.end()
        start += len(before[start:]) - len(before[start:].lstrip())
        return NamePlace(cell, table, before[start:], start)
