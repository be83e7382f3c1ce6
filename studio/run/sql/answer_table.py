"""The rows of an answer to a statement."""

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.binding import BindingType
from textual.widgets import DataTable

from latticeville.core.text_width import fit, pad, text_width
from latticeville.tables.database import SqlAnswer
from latticeville.tables.text_table import cell_text
from studio.ui.command_scope import CommandScope, bindings
from studio.ui.text import clean

WIDEST = 120
"""Cells that a column takes at most; what is wider than the window scrolls."""
SAMPLE = 200
"""Rows from which the width of a column is taken."""


class LazyCell:
    """A value that is made text once it is drawn."""

    def __init__(self, value: object, cells: int, *, right: bool) -> None:
        self._value, self._cells, self._right = value, cells, right

    def __rich__(self) -> Text:
        text = fit(clean(cell_text(self._value)), self._cells)
        return Text(pad(text, self._cells, right=self._right), no_wrap=True, end="")


class AnswerTable(DataTable[LazyCell], CommandScope):
    """A table that moves as lists do."""

    where = "answer"
    BINDINGS: ClassVar[list[BindingType]] = bindings("answer")

    def __init__(self) -> None:
        super().__init__(id="answer", cursor_type="row", zebra_stripes=False, show_header=False)
        self.shown = SqlAnswer((), ())
        """The answer that is shown."""

    def show(self, answer: SqlAnswer, row: int = 0) -> None:
        """Show another answer, with the cursor on a row."""
        self.shown, self.show_header, self.border_title = answer, True, "Rows"
        self.clear(columns=True)
        widths = [self._width(place) for place in range(len(answer.columns))]
        right = [self._are_numbers(place) for place in range(len(answer.columns))]
        for name, cells, is_right in zip(answer.columns, widths, right, strict=True):
            title = pad(fit(clean(name), cells), cells, right=is_right)
            self.add_column(Text(title, no_wrap=True), width=cells)
        for values in answer.rows:
            styled = zip(values, widths, right, strict=True)
            self.add_row(*(LazyCell(one, width, right=is_right) for one, width, is_right in styled))
        self.move_cursor(row=row, scroll=True)

    def _width(self, place: int) -> int:
        texts = (cell_text(row[place]) for row in self.shown.rows[:SAMPLE])
        widest = max(map(text_width, (self.shown.columns[place], *texts)))
        return max(1, min(WIDEST, widest))

    def _are_numbers(self, place: int) -> bool:
        kinds = {type(row[place]) for row in self._sample() if row[place] is not None}
        return bool(kinds) and kinds <= {int, float}

    def _sample(self) -> Sequence[tuple[object, ...]]:
        return self.shown.rows[:SAMPLE]

    def action_open(self) -> None:
        """Choose the row at the cursor."""
        self.action_select_cursor()

    def action_up(self) -> None:
        """One row up."""
        self.action_cursor_up()

    def action_down(self) -> None:
        """One row down."""
        self.action_cursor_down()

    def action_half_up(self) -> None:
        """Half a page up."""
        self.move_cursor(row=self.cursor_row - self._half)

    def action_half_down(self) -> None:
        """Half a page down."""
        self.move_cursor(row=self.cursor_row + self._half)

    def action_first(self) -> None:
        """To the first row."""
        self.move_cursor(row=0)

    def action_last(self) -> None:
        """To the last row."""
        self.move_cursor(row=self.row_count - 1)

    def action_left(self) -> None:
        """Show columns to the left."""
        self.scroll_left(animate=False)

    def action_right(self) -> None:
        """Show columns to the right."""
        self.scroll_right(animate=False)

    @property
    def _half(self) -> int:
        return max(1, self.size.height // 2)
