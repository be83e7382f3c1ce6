"""The transcript: events up to the shown tick, the newest last."""

from collections.abc import Iterator
from functools import lru_cache
from typing import ClassVar

from textual import work
from textual.binding import BindingType
from textual.message import Message

from latticeville.core.clock import DAY, format_time
from latticeville.core.text_fold import fold
from latticeville.draw.transcript import TranscriptLine
from latticeville.models.model_notice import STUDIO_OPTION, default_notice
from studio.run.panes.run_context import RunContext
from studio.ui.command_scope import bindings
from studio.ui.dialogs.text_dialog import TextPrompt
from studio.ui.list_view import WrappedListView
from studio.ui.text import ALARM, PLAIN, QUIET, Span, TextRow, wrap_text

NOTHING = TextRow("", (Span("No events yet.  ", QUIET), Span("space: run", "warm")))
"""Stands for a story that has not begun."""


class TranscriptPane(WrappedListView):
    """One line an event; enter goes to its tick and selects who did it."""

    where = "transcript"
    BINDINGS: ClassVar[list[BindingType]] = bindings("transcript")
    BORDER_TITLE = "Transcript"
    stuck = True

    class Sought(Message):
        """Somebody wants to see a tick of which some letters are told."""

        def __init__(self, letters: str, way: int) -> None:
            super().__init__()
            self.letters, self.way = letters, way

    class ImpactAsked(Message):
        """Somebody wants to know what the words of a line moved."""

        def __init__(self, tick: int, who: str) -> None:
            super().__init__()
            self.tick, self.who = tick, who

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._told: tuple[TranscriptLine, ...] = ()
        self._now, self._trouble, self._notice = -1, "", ""
        self._wanted, self._seeking = "", False
        self._aim = -1

    def show(self, context: RunContext) -> None:
        """Show another frame."""
        if not self.display:
            return
        frame = context.frame
        known = (self._told, self._now, self._trouble)
        if not self.rows or known != (frame.lines, frame.payload.tick, frame.trouble):
            if self.cursor == self._aim and frame.payload.tick != self._now:
                self.cursor, self._aim = len(self.rows) - 1, -1
            self._trouble, self._notice = (
                frame.trouble,
                default_notice(context.source.model, STUDIO_OPTION),
            )
            self._told, self._now = frame.lines, frame.payload.tick
            self._draw()
        if self._seeking and not frame.playing:
            self._settle()

    @work
    async def action_find(self) -> None:
        """Ask for letters of a line, and go to the newest tick that has them."""
        dialog = TextPrompt("Search the transcript", "text of a line", self._wanted)
        self._find(await self.app.push_screen_wait(dialog) or "")

    def action_impact(self) -> None:
        """Ask what the words of the line moved."""
        told = self.event_of(self.rows[self.cursor]) if self.rows else None
        if told is not None:
            self.post_message(self.ImpactAsked(told.tick, told.about))

    def action_find_next(self) -> None:
        """On to the next tick that fits."""
        self._find(self._wanted, 1)

    def action_find_previous(self) -> None:
        """Back to the tick before that fits."""
        self._find(self._wanted, -1)

    def _find(self, wanted: str, way: int = 0) -> None:
        if wanted:
            self._wanted, self._seeking = wanted, True
            self.post_message(self.Sought(wanted, way))

    def _settle(self) -> None:
        """Put the cursor on the first line of the shown tick that has the letters."""
        self._seeking, letters = False, fold(self._wanted)
        keys = (
            key
            for key, told in self._keyed()
            if told.tick == self._now and letters in fold(told.text)
        )
        key = next(keys, None)
        place = next((place for place, row in enumerate(self.rows) if row.key == key), None)
        if place is not None:
            self._move_to(place)
            self._aim = place

    def event_of(self, row: TextRow) -> TranscriptLine | None:
        """Return the event that a line is part of."""
        return next((told for key, told in self._keyed() if key == row.key), None)

    def _keyed(self) -> Iterator[tuple[str, TranscriptLine]]:
        """Yield each event with a key that stays its own as the story grows."""
        tick, count = -1, 0
        for told in self._told:
            tick, count = told.tick, (count + 1 if told.tick == tick else 0)
            yield f"{tick}/{count}", told

    def _draw(self) -> None:
        cells = self.size.width
        rows = [
            TextRow("notice", (Span(line, QUIET),))
            for line in wrap_text(self._notice, cells)
            if line
        ]
        day = -1
        for key, told in self._keyed():
            if told.minute // DAY != day:
                day = told.minute // DAY
                rows.append(
                    TextRow(f"day {day}", (Span(f"── {format_time(told.minute)[:3]} ──", QUIET),))
                )
            rows.extend(_lines(key, told, cells, fresh=told.tick == self._now))
        if self._trouble:
            lines = wrap_text(f"✗ The simulation stopped. {self._trouble}", cells)
            rows.extend(TextRow("trouble", (Span(line, ALARM),)) for line in lines)
        self.show_rows(rows if self._told or self._trouble else (*rows, NOTHING))


@lru_cache(2048)
def _lines(key: str, told: TranscriptLine, cells: int, *, fresh: bool) -> tuple[TextRow, ...]:
    """Return the lines that an event fills."""
    rows = []
    room = cells - 7 - (len(told.mark) + 2 if told.mark else 0)
    for turn, line in enumerate(wrap_text(told.text, room)):
        tail = Span(told.mark if turn == 0 else "", ALARM if told.mark == "refused" else QUIET)
        style = QUIET if told.minor else PLAIN
        head = Span(f"{told.time}  " if turn == 0 else " " * 7, "warm" if fresh else QUIET)
        rows.append(TextRow(key, (head, Span(line, style)), tail, told.about))
    return tuple(rows)
