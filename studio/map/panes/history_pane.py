"""The pane of edits: steps to undo and redo."""

from typing import ClassVar

from textual.binding import BindingType

from studio.project.history import History
from studio.ui.command_scope import bindings
from studio.ui.list_view import ListView
from studio.ui.text import QUIET, WARM, Span, TextRow, clean


class HistoryPane(ListView):
    """One line a step, the newest last; enter goes to it."""

    where = "steps"
    BINDINGS: ClassVar[list[BindingType]] = bindings("steps")
    BORDER_TITLE = "Steps"

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._known: tuple[object, ...] = ()

    def show(self, history: History) -> None:
        """Show another history; a stroke that goes on changes nothing."""
        known = (len(history.steps), history.at, history.steps[-1].label)
        if known == self._known:
            return
        self._known = known
        rows = []
        for number, label in enumerate(history.labels):
            mark = Span("▸ " if number == history.at else "  ", WARM)
            style = QUIET if number > history.at else "plain"
            tail = Span("undone" if number > history.at else "", QUIET)
            rows.append(TextRow(f"{number}", (mark, Span(clean(label), style)), tail, f"{number}"))
        self.show_rows(rows)
        if not self.has_focus:
            self.go_to(f"{history.at}")
