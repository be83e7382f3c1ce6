"""The inspector: the fields of the selection."""

from collections.abc import Iterator
from typing import ClassVar

from textual.binding import BindingType
from textual.message import Message

from studio.project.documents.project import Project
from studio.project.edits.edit import EditRefusedError
from studio.project.fields import FormField, FormSubject, form_subject, list_fields
from studio.ui.command_scope import bindings
from studio.ui.list_view import WrappedListView
from studio.ui.text import QUIET, Span, TextRow, clean, clean_border, wrap_text

LABEL = 9
"""Cells that the names of fields fill."""


class Inspector(WrappedListView):
    """One line a field; enter changes it."""

    where = "form"
    BINDINGS: ClassVar[list[BindingType]] = bindings("form")
    BORDER_TITLE = "Fields"

    class ChangeRequested(Message):
        """A field is to be changed, or left out."""

        def __init__(self, about: FormSubject, field: FormField, *, clear: bool) -> None:
            super().__init__()
            self.about, self.field, self.clear = about, field, clear

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._about: FormSubject | None = None
        self._fields: tuple[FormField, ...] = ()

    def show(self, project: Project, about: FormSubject | None) -> None:
        """Show the fields of something."""
        if about != self._about:
            self.cursor = self.top = 0
            self.rows = ()
        try:
            self._about, self._fields = about, list_fields(project, about) if about else ()
        except EditRefusedError:
            self._about, self._fields = None, ()
        self._draw()

    def show_entries(self, project: Project, name: str, others: tuple[str, ...] = ()) -> None:
        """Show the fields of what has an id, or those that it has in common with others, or
        nothing."""
        try:
            self.show(project, form_subject(project, name, *others) if name else None)
        except EditRefusedError:
            self.show(project, None)

    def _draw(self) -> None:
        about = self._about
        many = (
            f"{len(about.ids)} {about.sort}"
            if about and about.more
            else about.name
            if about
            else ""
        )
        self.border_title = clean_border(f"Fields · {many}") if about else "Fields"
        nothing = TextRow("", (Span("Select something to see its fields.", QUIET),))
        self.show_rows([row for field in self._fields for row in self._lines(field)] or [nothing])

    def _lines(self, field: FormField) -> Iterator[TextRow]:
        text, style = (field.text, "plain") if field.text else (field.otherwise or "–", QUIET)
        for turn, line in enumerate(wrap_text(text, self.size.width - LABEL)):
            label = Span(f"{field.key:<{LABEL}}"[:LABEL] if turn == 0 else " " * LABEL, QUIET)
            yield TextRow(field.key, (label, Span(clean(line), style)), link=field.key)

    def _change(self, *, clear: bool) -> None:
        key = self.rows[self.cursor].link if self.rows else ""
        field = next((field for field in self._fields if field.key == key), None)
        if field and self._about:
            self.post_message(self.ChangeRequested(self._about, field, clear=clear))

    def action_open(self) -> None:
        """Change the field."""
        self._change(clear=False)

    def action_clear(self) -> None:
        """Leave the field out."""
        self._change(clear=True)
