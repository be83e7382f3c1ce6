"""The editor of a statement, which offers tables and columns while one types."""

import re
from collections.abc import Callable
from typing import ClassVar

from rich.text import Text
from textual.binding import BindingType
from textual.geometry import Offset
from textual.message import Message
from textual.strip import Strip

from latticeville.tables.completion import WORDS, Completion, Completions, complete
from studio.ui.command_scope import CommandScope, StyledSurface, bindings
from studio.ui.text import PLAIN, QUIET, STRONG, WARM, Span, TextStyles, draw_line
from studio.ui.text_area import MultilineField

OFFERS = 5
"""Most completions that are seen at once."""
_TOKENS = re.compile(r"(?P<quiet>--.*)|(?P<text>'(?:[^']|'')*'?)|(?P<word>[A-Za-z_]\w*)")
_SQL = frozenset(word.casefold() for word in WORDS)


class StatementEditor(MultilineField, CommandScope):
    """A text area for SQL; while completions are shown, up and down mark one and tab takes it."""

    where = "statement"
    BINDINGS: ClassVar[list[BindingType]] = bindings("statement")

    class Offered(Message):
        """Other completions are to be shown, with one marked."""

        def __init__(self, offers: tuple[Completion, ...], marked: int) -> None:
            super().__init__()
            self.offers, self.marked = offers, marked

    def __init__(self, text: str, leave: Callable[[], object]) -> None:
        super().__init__(
            text,
            id="statement",
            tab_behavior="focus",
            soft_wrap=True,
            show_line_numbers=False,
            highlight_cursor_line=False,
        )
        self._leave = leave
        self._found, self._marked = Completions(), 0

    @property
    def menu_offset(self) -> Offset:
        """The place of the cursor."""
        return self.cursor_screen_offset

    def get_line(self, line_index: int) -> Text:
        """Return a line with words of SQL, texts and comments in styles of their own."""
        line = super().get_line(line_index)
        styles = TextStyles(self.app.theme_variables, ansi=self.app.native_ansi_color)
        for found in _TOKENS.finditer(line.plain):
            if found["word"] is None:
                line.stylize(styles[QUIET if found["quiet"] else "@leaf"], *found.span())
            elif found["word"].casefold() in _SQL:
                line.stylize(styles[WARM], *found.span())
        return line

    def on_text_area_changed(self) -> None:
        """Offer what fits behind what was typed."""
        row, column = self.cursor_location
        above = self.document.lines[:row]
        place = sum(map(len, above)) + row + column
        self._offer(complete("\n".join(self.document.lines), place))

    def _offer(self, found: Completions, marked: int = 0) -> None:
        self._found, self._marked = found, marked
        self.post_message(self.Offered(found.offers, marked))

    def hide_offers(self) -> bool:
        """Hide the completions; tell whether there were any."""
        had = bool(self._found.offers)
        self._offer(Completions())
        return had

    def on_blur(self) -> None:
        """Offer nothing where nobody types."""
        self.hide_offers()

    def action_cursor_up(self, select: bool = False) -> None:  # noqa: FBT001, FBT002 - as Textual has it
        """Mark the completion above; without any, go a line up."""
        if not self._mark(-1):
            super().action_cursor_up(select)

    def action_cursor_down(self, select: bool = False) -> None:  # noqa: FBT001, FBT002 - as Textual has it
        """Mark the completion below; without any, go a line down."""
        if not self._mark(1):
            super().action_cursor_down(select)

    def _mark(self, way: int) -> bool:
        count = len(self._found.offers)
        if count:
            self._offer(self._found, (self._marked + way) % count)
        return count > 0

    def action_next_pane(self) -> None:
        """Take the marked completion; without any, go to the rows."""
        if not self._found.offers:
            self._leave()
            return
        word, letters = self._found.offers[self._marked].word, self._found.letters
        row, column = self.cursor_location
        self.replace(word, (row, column - letters), (row, column))
        self.hide_offers()


class OfferLines(StyledSurface):
    """The completions that are offered, each with its sentence."""

    DEFAULT_CSS = "OfferLines { height: 0; background: $panel; color: $foreground; }"

    def __init__(self) -> None:
        super().__init__(id="offers")
        self._offers: tuple[Completion, ...] = ()
        self._marked = 0

    def show(self, offers: tuple[Completion, ...], marked: int) -> None:
        """Show other completions, with one marked."""
        self._offers, self._marked = offers, marked
        self.styles.height = min(OFFERS, len(offers))
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Draw a completion: its mark, its word, and what it is."""
        place = y + max(0, min(self._marked - OFFERS + 1, len(self._offers) - OFFERS))
        if place >= len(self._offers):
            return Strip.blank(self.size.width, self.ground)
        word, text = self._offers[place]
        marked = place == self._marked
        more = len(self._offers) - OFFERS
        tail = f"{more} more" if y == OFFERS - 1 and more > 0 and not marked else ""
        spans = (
            Span("› " if marked else "  ", WARM),
            Span(f"{word:<14} ", STRONG if marked else PLAIN),
            Span(text, QUIET),
        )
        return draw_line(
            spans, Span(tail, QUIET), self.size.width, self.styles_by_name, self.ground
        )
