"""The base class of dialogs; a dialog closes once."""

from textual.await_complete import AwaitComplete
from textual.screen import ModalScreen, ScreenResultType


class Dialog(ModalScreen[ScreenResultType]):
    """A screen over another; a key or a resize that comes as it closes does not close the one
    behind, too."""

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Close with a result; a second time does nothing."""
        return super().dismiss(result) if self.is_active else AwaitComplete()
