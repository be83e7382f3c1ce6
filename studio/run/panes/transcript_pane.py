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
from latticeville.draw.transcript_folds import Fold, fold_lines
from latticeville.models.model_notice import STUDIO_OPTION, default_notice
from studio.player.run_sources import RunSource
from studio.run.panes.run_context import RunContext
from studio.ui.command_scope import bindings
from studio.ui.dialogs.text_dialog import TextPrompt
from studio.ui.list_view import WrappedListView
from studio.ui.text import ALARM, PLAIN, QUIET, Span, TextRow, fold_sign, wrap_text

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
        self._opened: set[str] = set()

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
                _notice(context.source),
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
        """Put the cursor on the first line of the shown tick that has the letters, unfolded."""
        self._seeking, letters = False, fold(self._wanted)
        keys = (
            key
            for key, told in self._keyed()
            if told.tick == self._now and letters in fold(told.text)
        )
        key = self._unfolded(next(keys, ""))
        place = next((place for place, row in enumerate(self.rows) if row.key == key), None)
        if place is not None:
            self._move_to(place)
            self._aim = place

    def _unfolded(self, key: str) -> str:
        """Unfold the line that an event is part of; return the key of the event's own line."""
        head = next((head for head, keys, _ in self._folds() if key in keys), key)
        if head == key:
            return key
        self._opened.add(head)
        self._draw()
        return f"{head} {key}"

    def event_of(self, row: TextRow) -> TranscriptLine | None:
        """Return the event that a line is part of."""
        own = row.key.rpartition(" ")[2]
        return next((told for key, told in self._keyed() if key == own), None)

    def _folds(self) -> Iterator[tuple[str, list[str], Fold]]:
        """Yield each fold with the key of its line and those of the lines in it."""
        keys = {id(told): key for key, told in self._keyed()}
        for _, one in fold_lines(self._told):
            inside = [keys[id(told)] for told in one.lines]
            yield inside[0], inside, one

    def action_unfold(self) -> None:
        """Show each line of what is told in one."""
        head = self._head
        if any(head == key and one.is_folded for key, _, one in self._folds()):
            self._opened.add(head)
            self._draw()
            self._reveal_whole()

    def action_fold(self) -> None:
        """Tell it in one line again."""
        head = self._head
        if head in self._opened:
            self._opened.discard(head)
            self._draw()
            self._move_to_key(head)

    @property
    def _head(self) -> str:
        """The key of the line at the cursor, or of the one that it was folded into."""
        return self.rows[self.cursor].key.partition(" ")[0] if self.rows else ""

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
        for head, inside, one in self._folds():
            if one.first.minute // DAY != day:
                day = one.first.minute // DAY
                name = format_time(one.first.minute)[:3]
                rows.append(TextRow(f"day {day}", (Span(f"── {name} ──", QUIET),)))
            rows.extend(self._fold_rows(head, inside, one, cells))
        if self._trouble:
            lines = wrap_text(f"✗ The simulation stopped. {self._trouble}", cells)
            rows.extend(TextRow("trouble", (Span(line, ALARM),)) for line in lines)
        self.show_rows(rows if self._told or self._trouble else (*rows, NOTHING))

    def _fold_rows(self, head: str, inside: list[str], one: Fold, cells: int) -> Iterator[TextRow]:
        """Yield the lines of a fold, and those in it where it is open."""
        is_open = one.is_folded and head in self._opened
        sign = fold_sign(opened=is_open) if one.is_folded else NO_SIGN
        told = one.first._replace(text=one.text)
        yield from _lines(head, told, cells, sign, fresh=one.lines[-1].tick == self._now)
        for key, line in zip(inside, one.lines, strict=True) if is_open else ():
            yield from _lines(f"{head} {key}", line, cells, NEST, fresh=line.tick == self._now)


NEST, NO_SIGN = Span("  ", QUIET), Span("")
"""What stands before what is unfolded, and before what was never folded."""


@lru_cache(2048)
def _lines(
    key: str, told: TranscriptLine, cells: int, sign: Span = NO_SIGN, *, fresh: bool
) -> tuple[TextRow, ...]:
    """Return the lines that an event fills, the first of them behind a sign."""
    rows, room = [], cells - 7 - (len(told.mark) + 2 if told.mark else 0) - len(sign.text)
    style = QUIET if told.minor or told.routine is not None else PLAIN
    head, tail = Span(f"{told.time}  ", "warm" if fresh else QUIET), Span(told.mark)
    tail = tail._replace(style=ALARM if told.mark == "refused" else QUIET)
    for line in wrap_text(told.text, room):
        rows.append(TextRow(key, (head, sign, Span(line, style)), tail, told.about))
        head, sign = Span(" " * 7, head.style), Span(" " * len(sign.text), sign.style)
        tail = Span("", tail.style)
    return tuple(rows)


def _notice(source: RunSource) -> str:
    """Say who decides what people do, where no language model does."""
    if source.program:
        return f"Recorded by {source.program}: it can be read, asked and exported, not simulated."
    return default_notice(source.model, STUDIO_OPTION)
