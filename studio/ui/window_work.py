"""The long work of a window, one piece at a time, and the line in which the window tells of it."""

from collections.abc import Callable
from typing import Any

from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from studio.task import Task, TaskStoppedError
from studio.ui.footer import CommandFooter
from studio.ui.text import clean

WAIT = 0.5
"""Seconds between two words on how far the work is."""
CANCELLED = "Cancelled."


class WindowWork:
    """Does the work of a window in a thread, and tells in its line `#told` how far it is."""

    def __init__(self, window: Screen[Any]) -> None:
        self._window = window
        self.task: Task | None = None
        """What is being done, if anything is."""

    def line(self) -> Static:
        """Return the line, to be laid out."""
        return Static(markup=False, id="told")

    def watch(self) -> None:
        """Tell from now on how far the work is."""
        self._window.set_interval(WAIT, self._tell_progress)

    def _tell_progress(self) -> None:
        if self.task is not None:
            self.tell(self.task.description)

    def tell(self, text: str, *, wrong: bool = False) -> None:
        """Show a text of one or more lines."""
        told = self._window.query_one("#told", Static)
        told.set_class(wrong, "-wrong")
        told.update("\n".join(map(clean, text.split("\n"))))

    def say(self, sentence: str) -> None:
        """Say a sentence in the footer."""
        self._window.query_one(CommandFooter).tell(sentence)

    def is_busy(self) -> bool:
        """Tell whether something is being done, and say so where it is."""
        if self.task is not None:
            self.say("Wait for this, or press esc.")
        return self.task is not None

    def begin(self, what: str, do: Callable[[Task], Message | None]) -> None:
        """Do something in a thread, in the place of what is being done; the window is sent the
        message that comes of it."""
        self.stop()
        task = self.task = Task(what, CANCELLED)
        self.tell(task.description)

        def work() -> None:
            try:
                message = do(task)
            except TaskStoppedError:
                return
            if message is not None:
                self._window.post_message(message)

        self._window.run_worker(work, thread=True, group="window")

    def take(self, task: Task) -> bool:
        """Take note that a task ended; False where it was stopped, or another took its place."""
        if task is not self.task:
            return False
        self.task = None
        return True

    def stop(self) -> bool:
        """Let what is being done end at its next look; tell whether there was anything."""
        if self.task is None:
            return False
        self.task.stop()
        self.task = None
        return True

    def copy(self, text: str, what: str) -> None:
        """Copy a text, and say what it is."""
        self._window.app.copy_to_clipboard(text)
        self.say(f"Copied {what} (if the terminal allows it).")

    def leave(self) -> None:
        """Cancel what is being done, else close the window."""
        if not self.cancel():
            self._window.dismiss(None)

    def cancel(self) -> bool:
        """Stop what is being done and say so; tell whether there was anything."""
        stopped = self.stop()
        if stopped:
            self.tell(CANCELLED)
        return stopped
