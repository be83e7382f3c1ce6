"""A list of rows with a cursor that draws only what is visible."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from rich.style import Style
from textual import events
from textual.geometry import Offset, Region
from textual.message import Message
from textual.strip import Strip

from studio.ui.command_scope import RIGHT, CommandScope, StyledSurface
from studio.ui.lazy_rows import name_rows
from studio.ui.text import ELLIPSIS, WARM, Span, TextRow, draw_line, wrap_text


class ListView(CommandScope, StyledSurface, can_focus=True):
    """The lines of a pane; a subclass makes the rows and says what a line leads to."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"lines--cursor", "lines--chosen", "lines--whole"}
    DEFAULT_CSS = """
    ListView > .lines--cursor {
        background: $block-cursor-background; color: $block-cursor-foreground; text-style: bold;
    }
    ListView > .lines--chosen { text-style: bold underline; }
    ListView > .lines--whole { background: $surface; color: $foreground; }
    ListView:ansi > .lines--whole { background: ansi_default; text-style: bold; }
    ListView:ansi > .lines--cursor {
        background: ansi_default; color: ansi_default; text-style: reverse bold;
    }
    """

    class Opened(Message):
        """A line was chosen."""

        def __init__(self, lines: "ListView", row: TextRow) -> None:
            super().__init__()
            self.lines, self.row = lines, row

        @property
        def control(self) -> "ListView":
            """The list that it is in."""
            return self.lines

    class Moved(Message):
        """The cursor was moved."""

    rows: Sequence[TextRow] = ()
    """The lines."""
    heads: Sequence[TextRow] = ()
    """Lines above them that stay where they are."""
    feet: Sequence[TextRow] = ()
    """Lines below them that stay where they are."""
    cursor = 0
    """The line that the cursor is on."""
    top = 0
    """The first line in sight."""
    chosen = ""
    """Lines that lead to this id are marked."""
    eager = True
    """Whether a click opens at once; else the first one on an item chooses it, and the next one
    opens."""
    stuck = False
    """Whether the end stays in sight as lines are added."""

    def show_rows(self, rows: Sequence[TextRow]) -> None:
        """Exchange the lines; the cursor stays on what it is on, and at the same height."""
        if rows == self.rows:
            return
        last = self.cursor >= len(self.rows) - 1
        old, top = self.rows, self.top
        key, self.rows = (old[self.cursor].key if old else ""), rows
        if self.stuck and last:
            self.cursor = max(0, len(rows) - 1)
            self._reveal()
        else:
            self._stay_on(key)
        self._tell_place()
        self._refresh_changed(old, top)

    def _stay_on(self, key: str) -> None:
        """Put the cursor on the line of an item, at the height at which it was; nearest, where it
        is gone."""
        rows, end = self.rows, max(0, len(self.rows) - 1)
        kept = min(self.cursor, end)
        same = kept < len(rows) and rows[kept].key == key
        found = kept if same or not key else self._place_of(key)
        if found is not None:
            self.cursor, self.top = found, max(0, found - (self.cursor - self.top))
        elif self.stuck:
            self.cursor = self.top = len(rows)
        self.cursor = min(self.cursor, end)
        self._clamp()

    def _refresh_changed(self, old: Sequence[TextRow], top: int) -> None:
        """Draw only the lines that look otherwise than before, as long as the list was not
        scrolled."""
        if top != self.top or self.has_focus:
            self.refresh()
            return
        nothing = TextRow("", ())
        for y in range(self.room):
            before = old[top + y] if top + y < len(old) else nothing
            after = self.rows[top + y] if top + y < len(self.rows) else nothing
            if before != after:
                self.refresh(Region(0, y + len(self.heads), self.size.width, 1))

    @property
    def room(self) -> int:
        """How many lines there is room for between the heads and the feet."""
        return max(0, self.size.height - len(self.heads) - len(self.feet))

    def show_heads(self, heads: Sequence[TextRow]) -> None:
        """Exchange the lines that stay."""
        if heads != self.heads:
            self.heads = heads
            self._clamp()
            self.refresh()

    def show_feet(self, feet: Sequence[TextRow]) -> None:
        """Exchange the lines that stay at the foot."""
        if feet != self.feet:
            self.feet = feet
            self._clamp()
            self._tell_place()
            self.refresh()

    def go_to(self, key: str) -> None:
        """Put the cursor on the first line that leads to an id, and bring it into sight."""
        names = enumerate(name_rows(self.rows))
        found = next((place for place, name in names if name.link == key), None)
        if found is not None:
            self._move_to(found)

    def _move_to_key(self, key: str) -> None:
        """Put the cursor on the first line of an item, if there is such a one."""
        found = self._place_of(key)
        if found is not None:
            self._move_to(found)

    def _place_of(self, key: str) -> int | None:
        """Return the first line of an item, if there is such a one."""
        names = enumerate(name_rows(self.rows))
        return next((place for place, name in names if name.key == key), None)

    def mark(self, key: str) -> None:
        """Mark the lines that lead to an id."""
        if key != self.chosen:
            self.chosen = key
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """Draw one line."""
        cells, base = self.size.width, self.ground
        if y < len(self.heads):
            head = self.heads[y]
            return draw_line(head.spans, head.tail, cells, self.styles_by_name, base)
        foot = y - len(self.heads) - self.room
        if 0 <= foot < len(self.feet):
            base = self.get_component_rich_style("lines--whole")
            return draw_line(
                self.feet[foot].spans, self.feet[foot].tail, cells, self.styles_by_name, base
            )
        start, told = self._told_whole()
        if 0 <= y - start < len(told):
            base = self.get_component_rich_style("lines--whole")
            return draw_line(told[y - start].spans, Span(""), cells, self.styles_by_name, base)
        place = self.top + y - len(self.heads)
        if place >= len(self.rows):
            return Strip.blank(cells, base)
        row = self.rows[place]
        if self.has_focus and row.key == self.rows[self.cursor].key:
            base = self.get_component_rich_style("lines--cursor")
            plain = [Span(span.text) for span in row.spans]
            return draw_line(plain, Span(row.tail.text), cells, self.styles_by_name, base)
        if row.link and row.link == self.chosen:
            base += Style(bold=True, underline=True)
        return draw_line(row.spans, row.tail, cells, self.styles_by_name, base)

    def _told_whole(self) -> tuple[int, list[TextRow]]:
        """Return the lines that tell the text of a cut line under the cursor whole, and where they
        begin.

        They lie over the last lines of the pane, or above the cursor where it is among these, so
        that nothing moves.
        """
        lines = self._whole_lines() if self.has_focus else []
        if not lines:
            return 0, []
        place, start = (
            self.cursor - self.top + len(self.heads),
            len(self.heads) + self.room - len(lines),
        )
        return start if place < start else place - len(lines), lines

    def _whole_lines(self) -> list[TextRow]:
        """Return the text of the line under the cursor, broken to the width; nothing where it is
        not cut."""
        row = self.rows[self.cursor] if self.rows else None
        if row is None or not row.whole:
            return []
        told = list(wrap_text(row.whole, self.size.width - 2))[: self.room - 1]
        return [
            TextRow(row.key, (Span("  " if turn else f"{ELLIPSIS} ", WARM), Span(line)))
            for turn, line in enumerate(told)
        ]

    def text(self) -> str:
        """Return all lines as text, for the clipboard."""
        lines = (*self.heads, *self.rows)
        return "\n".join("".join(span.text for span in row.spans).rstrip() for row in lines)

    def on_resize(self) -> None:
        """Keep the cursor in sight."""
        if self.stuck and self.cursor >= len(self.rows) - 1:
            self._reveal()
        self._clamp()
        self._tell_place()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Scroll, and leave the cursor where it is."""
        event.stop()
        self._scroll_by(3)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scroll, and leave the cursor where it is."""
        event.stop()
        self._scroll_by(-3)

    def on_click(self, event: events.Click) -> None:
        """Choose the line under the mouse."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        start, told = self._told_whole()
        place = (
            self.cursor
            if 0 <= offset.y - start < len(told)
            else self.top + offset.y - len(self.heads)
        )
        if offset.y < len(self.heads) and event.button != RIGHT:
            self.on_head(offset.y, offset.x)
        elif offset.y >= len(self.heads) + self.room:
            self._follow_foot(offset.y - len(self.heads) - self.room)
        elif place < len(self.rows):
            chosen = self.eager or self._start(place) == self._start(self.cursor)
            self._move_to(place)
            if chosen and event.button != RIGHT:
                self.action_open()

    def _follow_foot(self, foot: int) -> None:
        """Go to the item of a line at the foot."""
        if foot < len(self.feet):
            self._move_to_key(self.feet[foot].key)

    @property
    def menu_offset(self) -> Offset:
        """The line of the cursor."""
        return self.content_region.offset + Offset(2, self.cursor - self.top + len(self.heads) + 1)

    def on_head(self, y: int, x: int) -> None:
        """Do what a click on a line that stays means; nothing, unless a pane says otherwise."""

    def action_open(self) -> None:
        """Choose the line."""
        if self.rows:
            self.post_message(self.Opened(self, self.rows[self.cursor]))

    def action_up(self) -> None:
        """To the item before."""
        self._move_to(self._start(self._start(self.cursor) - 1))

    def action_down(self) -> None:
        """To the next item."""
        place = self.cursor + 1
        while place < len(self.rows) and self.rows[place].key == self.rows[self.cursor].key:
            place += 1
        self._move_to(place)

    def action_half_up(self) -> None:
        """Half a page up."""
        self._move_to(self.cursor - max(1, self.room // 2))

    def action_half_down(self) -> None:
        """Half a page down."""
        self._move_to(self.cursor + max(1, self.room // 2))

    def action_first(self) -> None:
        """To the first line."""
        self._move_to(0)

    def action_last(self) -> None:
        """To the last line."""
        self._move_to(len(self.rows) - 1)

    def on_focus(self) -> None:
        """Show the cursor."""
        self.refresh()

    def on_blur(self) -> None:
        """Hide the cursor."""
        self.refresh()

    def _start(self, place: int) -> int:
        """Return the first line of the item that a line is part of."""
        while 0 < place < len(self.rows) and self.rows[place - 1].key == self.rows[place].key:
            place -= 1
        return place

    def _move_to(self, place: int) -> None:
        self.cursor = max(0, min(place, len(self.rows) - 1))
        self._reveal()
        self._tell_place()
        self.refresh()
        self.post_message(self.Moved())

    def _reveal(self) -> None:
        height = max(1, self.room)
        self.top = max(self.cursor - height + 1, min(self.top, self.cursor))
        self._clamp()

    def _reveal_whole(self) -> None:
        """Bring all that is open under the cursor's line into sight, as far as there is room below
        that line."""
        key, last = self.rows[self.cursor].key, self.cursor
        while last + 1 < len(self.rows) and (
            self.rows[last + 1].key == key
            or self.rows[last + 1].key.startswith((f"{key}/", f"{key} "))
        ):
            last += 1
        self.top = min(self.cursor, max(self.top, last - self.room + 1))
        self._clamp()
        self.refresh()

    def _clamp(self) -> None:
        self.top = max(0, min(self.top, len(self.rows) - max(1, self.room)))

    def _scroll_by(self, rows: int) -> None:
        self.top += rows
        self._clamp()
        self.refresh()

    def _tell_place(self) -> None:
        more = len(self.rows) > self.room > 0
        self.border_subtitle = f"{self.cursor + 1}/{len(self.rows)}" if more else ""


class WrappedListView(ListView):
    """Lines that are broken to the width that there is."""

    @abstractmethod
    def _draw(self) -> None:
        """Make the lines for the width; where there is nothing to show yet, none."""

    def on_resize(self) -> None:
        """Break the lines anew."""
        self._draw()
