"""The list of a world's runs: shows one, notes, deletes and compresses them."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Input, Static

from studio.app import run_list
from studio.app.run_changes import RunChanges
from studio.ui.command_scope import bindings
from studio.ui.dialogs.dialog import DialogFooter
from studio.ui.dialogs.option_dialog import OptionDialog, OptionLines
from studio.ui.dialogs.validated_input import ValidatedInput
from studio.ui.in_worker import in_worker
from studio.ui.list_view import ListView
from studio.ui.text import QUIET, WARM, Span, clean


class RunLines(OptionLines):
    """The runs; a key changes the one at the cursor."""

    where = "runs"
    BINDINGS: ClassVar[list[BindingType]] = bindings("runs")

    @property
    def _dialog(self) -> "RunsDialog | None":
        return self.screen if isinstance(self.screen, RunsDialog) else None

    def action_edit(self) -> None:
        """Write a note."""
        if self._dialog:
            self._dialog.ask_note()

    def action_delete(self) -> None:
        """Delete the run."""
        if self._dialog:
            self._dialog.delete()

    def action_compress(self) -> None:
        """Compress the run."""
        if self._dialog:
            self._dialog.compress()

    def action_undo(self) -> None:
        """Undo the newest change."""
        if self._dialog:
            self._dialog.undo()

    def action_filter(self) -> None:
        """Go to the line that filters."""
        self.screen.set_focus(self.screen.query_one(Input))


class RunsFooter(DialogFooter):
    """Names the ways out, and the keys of the list or how one comes to it."""

    KEYS = (("e", "note"), ("x", "delete"), ("c", "compress"), ("u", "undo"), ("?", "help"))

    def tell(self, *, in_list: bool) -> None:
        """Name what the keys do where the focus is."""
        keys = self.KEYS if in_list else (("tab", "note, delete, compress"),)
        more = [
            span for key, word in keys for span in (Span(f"  {key}", WARM), Span(f" {word}", QUIET))
        ]
        self.say((*self._out, *more), Span(""))


class RunsDialog(OptionDialog):
    """The runs of a world as trees; its result is the folder of the one that is to be shown, or
    None."""

    DEFAULT_CSS = """
    RunsDialog #said { color: $accent; display: none; }
    """
    has_list_keys = True

    def __init__(
        self,
        trees: run_list.RunTrees,
        changes: RunChanges,
        read: Callable[[], Awaitable[run_list.RunTrees | None]],
    ) -> None:
        super().__init__(
            "Branches and earlier runs", run_list.format_forest(trees.lines, trees.here), wide=True
        )
        self.trees, self._changes, self._read = trees, changes, read
        self.has_changed = False
        """Whether any run was changed."""

    def make_lines(self) -> OptionLines:
        """Return the list of runs."""
        return RunLines(id="choices")

    def compose_foot(self) -> ComposeResult:
        """Show what came of a change, and the keys."""
        yield Static("", markup=False, id="said")
        yield RunsFooter()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Name the keys of what has the focus."""
        lines = self.query_one(RunLines)
        self.query_one(RunsFooter).tell(in_list=event.widget is lines)

    def on_list_view_moved(self, message: ListView.Moved) -> None:
        """Mark the run at the cursor."""
        message.stop()
        lines = self.query_one(RunLines)
        lines.mark(lines.rows[lines.cursor].link)

    def catch_key(self, event: events.Key) -> bool:
        """Keep keys for the line, unless the list has the focus."""
        has_list = self.is_mounted and self.query_one(RunLines).has_focus
        return False if has_list else super().catch_key(event)

    @in_worker
    async def ask_note(self) -> None:
        """Ask for the note of the run at the cursor, and write it."""
        from latticeville.runs.run_collection import MAX_NOTE, read_note

        run = self._run
        if run is None:
            return

        def wrong(typed: str) -> str:
            return f"write at most {MAX_NOTE} letters" if len(typed) > MAX_NOTE else ""

        text = f"At most {MAX_NOTE} letters; an empty line removes the note."
        ask = ValidatedInput(f"Note on {run.name}", text, read_note(run), wrong)
        typed = await self.app.push_screen_wait(ask)
        if typed is not None:
            await self._change(lambda: self._changes.write_note(run, typed))

    @in_worker
    async def delete(self) -> None:
        """Delete the run at the cursor."""
        if run := self._run:
            await self._change(lambda: self._changes.delete(run, self.trees.here))

    @in_worker
    async def compress(self) -> None:
        """Compress the run at the cursor."""
        if run := self._run:
            self._say(f"Compressing {run.name} …")
            await self._change(lambda: self._changes.compress(run))

    @in_worker
    async def undo(self) -> None:
        """Undo the newest change."""
        await self._change(lambda: self._changes.undo(self.trees.here.parent))

    @property
    def _run(self) -> Path | None:
        """The run at the cursor, if there is one."""
        lines = self.query_one(RunLines)
        link = lines.rows[lines.cursor].link
        return Path(link) if link else None

    async def _change(self, change: Callable[[], str]) -> None:
        """Change something in a thread, say what came of it, and show the runs as they are now."""
        said = await asyncio.to_thread(change)
        self.has_changed = True
        trees = await self._read()
        if not self.is_attached:
            return
        lines = self.query_one(RunLines)
        place = lines.cursor
        if trees is not None and trees.lines != self.trees.lines:
            link = lines.rows[place].link
            self.trees = trees
            self.offer(run_list.format_forest(trees.lines, trees.here))
            if all(row.link != link for row in lines.rows):
                lines.go_to(lines.rows[min(place, len(lines.rows) - 1)].link)
                lines.mark(lines.rows[lines.cursor].link)
        self._say(said)

    def _say(self, sentence: str) -> None:
        said = self.query_one("#said", Static)
        said.update(clean(sentence))
        said.display = bool(sentence)
