"""A field of several lines in which any step can be undone."""

from textual.geometry import Offset
from textual.widgets import TextArea


class MultilineField(TextArea):
    """A text area whose undo does not fail.

    Where undo takes lines away and the scroll bar with them, Textual scrolls to a cursor that is
    still on one of these lines.
    """

    def scroll_cursor_visible(
        self,
        center: bool = False,  # noqa: FBT001, FBT002 - as Textual has it
        animate: bool = False,  # noqa: FBT001, FBT002 - as Textual has it
    ) -> Offset:
        """Bring the cursor into sight, unless it is on no line until the undo is done."""
        if self.cursor_location[0] >= self.document.line_count:
            return Offset()
        return super().scroll_cursor_visible(center, animate)
