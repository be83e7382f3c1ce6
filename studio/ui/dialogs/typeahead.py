"""Keep the keys that are typed before a dialog's input is ready."""

from abc import abstractmethod

from textual import events
from textual.screen import ScreenResultType
from textual.widgets import Input

from studio.ui.dialogs.dialog import Dialog, DialogFooter


class TypeaheadDialog(Dialog[ScreenResultType]):
    """A dialog with a line; keys that were under way when it was opened are given to it by the
    app."""

    def __init__(self) -> None:
        super().__init__()
        self._waiting: list[events.Key] = []

    @abstractmethod
    def submit(self) -> None:
        """Close with what was typed or marked, if it is right."""

    def on_input_submitted(self) -> None:
        """Submit by enter."""
        self.submit()

    def on_dialog_footer_pressed(self, message: DialogFooter.Pressed) -> None:
        """Submit or cancel by a click."""
        if message.take:
            self.submit()
        else:
            self.dismiss(None)

    def catch_key(self, event: events.Key) -> bool:
        """Take a key that no widget took, for the line; False where it is none of the line's."""
        line = next(iter(self.query(Input)), None)
        if self.is_mounted and line is None:
            return False
        if not event.is_printable and (
            event.key != "enter" or (line is not None and line.has_focus)
        ):
            return False
        self._waiting.append(event)
        self._catch_up()
        return True

    def _catch_up(self) -> None:
        """Hand on what was kept, once there is a line for it."""
        line = next(iter(self.query(Input)), None)
        if line is None or not line.has_focus:
            if self.is_attached and self._waiting and not (self.is_mounted and line is None):
                self.set_timer(0.01, self._catch_up)
            return
        waiting, self._waiting = self._waiting, []
        for event in waiting:
            if event.character and event.is_printable:
                line.replace(event.character, *line.selection)
            else:
                self.run_worker(line.action_submit())
