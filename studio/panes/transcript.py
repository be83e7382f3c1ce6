"""The transcript: what happened up to the shown tick, the newest at the end."""

from collections.abc import Iterator
from functools import lru_cache
from typing import ClassVar

from textual.binding import BindingType

from latticeville.core.clock import DAY, stamp
from latticeville.render.transcript import Told
from studio.session import View
from studio.widgets.lines import Lines
from studio.widgets.part import bindings
from studio.widgets.spans import ALARM, PLAIN, QUIET, Row, Span, wrap

NOTHING = Row("", (Span("Nothing has happened yet.  ", QUIET), Span("space: let them live", "warm")))
"""Stands for a story that has not begun."""


class Transcript(Lines):
    """One line an event; enter goes to its tick and selects who did it."""

    where = "transcript"
    BINDINGS: ClassVar[list[BindingType]] = bindings("transcript")
    BORDER_TITLE = "Transcript"
    stuck = True

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._told: tuple[Told, ...] = ()
        self._now, self._trouble = -1, ""

    def show(self, view: View) -> None:
        """Show another payload."""
        known = (self._told, self._now, self._trouble)
        if not self.rows or known != (view.lines, view.payload.tick, view.trouble):
            self._trouble = view.trouble
            self._told, self._now = view.lines, view.payload.tick
            self._draw()

    def told(self, row: Row) -> Told | None:
        """Return the event that a line is part of."""
        return next((told for key, told in self._keyed() if key == row.key), None)

    def on_resize(self) -> None:
        """Break the lines anew."""
        self._draw()
        super().on_resize()

    def _keyed(self) -> Iterator[tuple[str, Told]]:
        """Yield each event with a key that stays its own as the story grows."""
        tick, count = -1, 0
        for told in self._told:
            tick, count = told.tick, (count + 1 if told.tick == tick else 0)
            yield f"{tick}/{count}", told

    def _draw(self) -> None:
        cells = self.size.width
        rows: list[Row] = []
        day = -1
        for key, told in self._keyed():
            if told.minute // DAY != day:
                day = told.minute // DAY
                rows.append(Row(f"day {day}", (Span(f"── {stamp(told.minute)[:3]} ──", QUIET),)))
            rows.extend(_lines(key, told, cells, fresh=told.tick == self._now))
        if self._trouble:
            lines = wrap(f"✗ The simulation stopped. {self._trouble}", cells)
            rows.extend(Row("trouble", (Span(line, ALARM),)) for line in lines)
        self.show_rows(rows or (NOTHING,))


@lru_cache(2048)
def _lines(key: str, told: Told, cells: int, *, fresh: bool) -> tuple[Row, ...]:
    """Return the lines that an event fills."""
    rows = []
    room = cells - 7 - (len(told.mark) + 2 if told.mark else 0)
    for turn, line in enumerate(wrap(told.text, room)):
        tail = Span(told.mark if turn == 0 else "", ALARM if told.mark == "refused" else QUIET)
        style = QUIET if told.minor else PLAIN
        head = Span(f"{told.time}  " if turn == 0 else " " * 7, "warm" if fresh else QUIET)
        rows.append(Row(key, (head, Span(line, style)), tail, told.about))
    return tuple(rows)
