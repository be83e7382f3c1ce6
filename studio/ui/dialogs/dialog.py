"""What dialogs have in common: their base class, and the footer with their keys."""

from typing import ClassVar

from textual import events
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.screen import ModalScreen, ScreenResultType

from studio.ui.bar import Bar
from studio.ui.text import QUIET, WARM, Span, span_width

HELP = Binding("f1", "app.help", "Help", show=False, id="dialog.help")
"""The key that explains a window, also where one types."""


class Dialog(ModalScreen[ScreenResultType]):
    """A screen over another; a key or a resize that comes as it closes does not close the one
    behind, too."""

    BINDINGS: ClassVar[list[BindingType]] = [HELP]

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Close with a result; a second time does nothing."""
        return super().dismiss(result) if self.is_active else AwaitComplete()


class DialogFooter(Bar):
    """Names two ways out; a click on one goes it."""

    DEFAULT_CSS = "DialogFooter { background: $surface; padding: 0; }"

    class Pressed(Message):
        """A way out was clicked."""

        def __init__(self, *, take: bool) -> None:
            super().__init__()
            self.take = take

    def __init__(
        self, take: str = "select", leave: str = "back", *, completes: bool = False
    ) -> None:
        super().__init__()
        self._first = (Span("enter", WARM), Span(f" {take}   ", QUIET)) if take else ()
        self._out = (*self._first, Span("esc", WARM), Span(f" {leave}", QUIET))
        self.left = (
            (*self._out, Span("   tab", WARM), Span(" complete", QUIET)) if completes else self._out
        )

    def on_click(self, event: events.Click) -> None:
        """Leave by the way under the mouse."""
        event.stop()
        place = event.get_content_offset_capture(self).x
        if place < span_width(self._out):
            self.post_message(self.Pressed(take=place < span_width(self._first)))
