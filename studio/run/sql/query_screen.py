"""The window of statements: an editor, what came of the last statement, and its rows."""

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.message import Message

from latticeville.reports.rows import count
from latticeville.tables.database import LIMITS, SqlAnswer
from latticeville.tables.registry import TABLES
from studio.run.sql.answer_table import AnswerTable
from studio.run.sql.session import (
    FIRST,
    QuerySession,
    RowTarget,
    StatementResult,
    ask,
    missing_packages,
    row_target,
)
from studio.run.sql.statement_editor import OfferLines, StatementEditor
from studio.task import Task
from studio.ui.command_scope import CommandScope, bindings
from studio.ui.dialogs.dialog import Dialog
from studio.ui.footer import CommandFooter
from studio.ui.text import clean_border
from studio.ui.window_work import WindowWork

HELP = f"f5 runs the statement. Tables: {', '.join(one.name for one in TABLES)}."
"""Stands there before a statement was run."""


class QueryScreen(Dialog[RowTarget | None], CommandScope, inherit_bindings=False):
    """Asks the tables of a run; closes with where the chosen row leads."""

    where = "query"
    BINDINGS: ClassVar[list[BindingType]] = bindings("query")
    DEFAULT_CSS = """
    QueryScreen { align: center middle; background: $background 40%; }
    QueryScreen:ansi { background: ansi_default; }
    QueryScreen > Vertical { width: 100%; height: 100%; background: $background; }
    QueryScreen StatementEditor { height: auto; min-height: 5; max-height: 40%; padding: 0;
        border: round $border-blurred; border-title-color: $foreground; background: $surface; }
    QueryScreen StatementEditor:focus { border: heavy $border; border-title-color: $accent; }
    QueryScreen #told { height: auto; max-height: 8; padding: 0 1; color: $quiet; }
    QueryScreen #told.-wrong { color: $error; text-style: bold; }
    QueryScreen AnswerTable { height: 1fr; border: round $border-blurred; background: $surface;
        border-title-color: $foreground; }
    QueryScreen AnswerTable:focus { border: heavy $border; border-title-color: $accent; }
    QueryScreen AnswerTable > .datatable--header { background: $panel; color: $accent; }
    QueryScreen:ansi #told { color: ansi_default; text-style: dim; }
    QueryScreen:ansi #told.-wrong { color: ansi_red; text-style: bold; }
    QueryScreen:ansi StatementEditor:focus, QueryScreen:ansi AnswerTable:focus { border: heavy ansi_yellow; }
    QueryScreen:ansi AnswerTable > .datatable--header { background: ansi_default; color: ansi_yellow; }
    """

    class Ended(Message):
        """A statement was answered, or could not be."""

        def __init__(self, task: Task, found: StatementResult) -> None:
            super().__init__()
            self.task, self.found = task, found

    def __init__(
        self, folder: Path, session: QuerySession, is_person: Callable[[str], bool]
    ) -> None:
        super().__init__()
        self._folder, self._session, self._is_person = folder, session, is_person
        self._editor = StatementEditor(session.text, self.action_next_pane)
        self._table = AnswerTable()
        self.work = WindowWork(self)
        """The statement at work, if there is one."""

    def compose(self) -> ComposeResult:
        """Show the editor, what came of the last statement, and the rows."""
        self._editor.border_title = clean_border(f"SQL · {self._folder.name}")
        self._table.border_title = "Rows · f5 runs the statement"
        with Vertical():
            yield self._editor
            yield OfferLines()
            yield self.work.line()
            yield self._table
            yield CommandFooter(id="hints")

    def on_mount(self) -> None:
        """Stand where one was."""
        self._editor.move_cursor(self._editor.document.end)
        answer, missing = self._session.answer, missing_packages()
        if missing:
            self.work.tell(missing, wrong=True)
        elif answer is None and self._session.text == FIRST:
            self.action_run()
        elif answer is None:
            self.work.tell(HELP)
        else:
            self._show(answer, self._session.row)
        self._editor.focus() if answer is None else self._table.focus()
        self.work.watch()

    def on_unmount(self) -> None:
        """Keep where one was, and cancel what is not answered."""
        self._session.text = self._editor.text
        self._session.row = self._table.cursor_row
        self.work.stop()

    @on(StatementEditor.Offered)
    def show_offers(self, message: StatementEditor.Offered) -> None:
        """Show the completions of the editor."""
        self.query_one(OfferLines).show(message.offers, message.marked)

    def action_run(self) -> None:
        """Run the statement, in a thread."""
        statement = self._editor.text.strip()
        self._editor.hide_offers()
        self._session.keep(self._editor.text)
        self.work.begin(
            "Reading the run", lambda task: self.Ended(task, ask(self._folder, statement, task))
        )

    def on_query_screen_ended(self, message: Ended) -> None:
        """Show what came of a statement, unless another was run meanwhile."""
        if not self.work.take(message.task):
            return
        if message.found.answer is None:
            self.work.tell(message.found.trouble, wrong=True)
        else:
            self._session.answer = message.found.answer
            self._show(message.found.answer)

    def _show(self, answer: SqlAnswer, row: int = 0) -> None:
        self._table.show(answer, row)
        cut = f"; only the first {LIMITS.rows:,} are shown" if answer.is_cut else ""
        leads = " Enter on a row goes there." if answer.rows and self._leads(0) else ""
        self.work.tell(f"{count(len(answer.rows), 'row')}{cut}.{leads}")

    def _leads(self, row: int) -> bool:
        target = self._target(row)
        return target.tick is not None or bool(target.who)

    def _target(self, row: int) -> RowTarget:
        shown = self._table.shown
        return row_target(dict(zip(shown.columns, shown.rows[row], strict=True)), self._is_person)

    def on_data_table_row_selected(self) -> None:
        """Close with where the row at the cursor leads."""
        if not self._table.shown.rows:
            return
        if self._leads(self._table.cursor_row):
            self.dismiss(self._target(self._table.cursor_row))
        else:
            self.work.say("This row has no tick and nobody: select the column tick or who.")

    def action_next_pane(self) -> None:
        """Go to the statement, or to the rows."""
        (self._table if self._editor.has_focus else self._editor).focus()

    def action_previous_pane(self) -> None:
        """Go to the other one: there are two."""
        self.action_next_pane()

    def action_earlier(self) -> None:
        """Show the statement before."""
        self._go(-1)

    def action_later(self) -> None:
        """Show the statement after it."""
        self._go(1)

    def _go(self, way: int) -> None:
        self._session.text = self._editor.text
        found = self._session.go(way)
        if found is None:
            self.work.say("No further statement in this session.")
            return
        self._editor.text = found
        self._editor.move_cursor(self._editor.document.end)
        self._editor.focus()
        self.call_after_refresh(self._editor.hide_offers)

    def action_copy(self) -> None:
        """Copy all rows as CSV."""
        answer = self._table.shown
        rows = count(len(answer.rows), "row")
        self.work.copy("".join(answer.csv_lines()), f"{rows} as CSV")

    def action_away(self) -> None:
        """Cancel the statement at work; hide the completions; else close."""
        if not self.work.cancel() and not self._editor.hide_offers():
            self.dismiss(None)
