"""Edit a long text in a text area, or in the user's editor."""

import os
import shlex
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from textual import events
from textual.app import ComposeResult, SuspendNotSupported
from textual.containers import Vertical
from textual.widgets import Input, Static, TextArea

from studio.ui.dialogs.dialog import Dialog, DialogFooter
from studio.ui.dialogs.typeahead import TypeaheadDialog
from studio.ui.text import clean_border
from studio.ui.text_area import MultilineField


class TextPrompt(TypeaheadDialog[str]):
    """One line to type into; enter takes it, esc goes back."""

    DEFAULT_CSS = """
    TextPrompt { align: center bottom; background: transparent; }
    TextPrompt Vertical { width: 100%; height: auto; border: heavy $border; background: $surface; padding: 0 1;
        border-title-color: $accent; }
    TextPrompt Input, TextPrompt Input:focus { border: none; padding: 0; height: 1; background: $panel; }
    """
    BINDINGS = [("escape", "dismiss", "Close")]  # noqa: RUF012 - as Textual declares it
    take = "ok"
    """What enter does."""

    def __init__(self, title: str, example: str, wanted: str = "") -> None:
        super().__init__()
        self._title, self._example, self._wanted = title, example, wanted

    def compose(self) -> ComposeResult:
        """Show the field."""
        with Vertical() as box:
            box.border_title = clean_border(self._title)
            yield Input(self._wanted, placeholder=self._example, select_on_focus=True)
            yield DialogFooter(self.take)

    def submit(self) -> None:
        """Take what was typed."""
        self.accept(self.query_one(Input).value.strip())

    def accept(self, typed: str) -> None:
        """Close with what was typed."""
        self.dismiss(typed)


class RepeatedPrompt(TextPrompt):
    """One line after another: enter says what was typed and leaves the line open for more, until
    esc."""

    take = "say"

    def __init__(self, title: str, example: str, say: Callable[[str], bool]) -> None:
        super().__init__(title, example)
        self._say = say
        """Says a line; False while another is not answered yet, and the line stays as it is
        typed."""

    def accept(self, typed: str) -> None:
        """Say what was typed, and keep the line open."""
        if typed and self._say(typed):
            self.query_one(Input).value = ""


class TextDialog(Dialog[str]):
    """Its own undo and redo; ctrl+s takes what is right, esc goes back, and asks once where
    something was typed."""

    DEFAULT_CSS = """
    TextDialog { align: center middle; background: $background 40%; }
    TextDialog:ansi { background: ansi_default; }
    TextDialog Vertical { width: 100%; max-width: 100; height: 80%; border: heavy $border; background: $surface;
        padding: 0 1; border-title-color: $accent; }
    TextDialog TextArea, TextDialog TextArea:focus { border: none; padding: 0; height: 1fr; background: $panel; }
    TextDialog Static { height: auto; color: $foreground; }
    TextDialog #wrong { color: $error; text-style: bold; }
    """
    BINDINGS = [  # noqa: RUF012 - as Textual declares it
        ("ctrl+s", "take", "Take"),
        ("f5", "editor", "Editor"),
        ("escape", "away", "Back"),
    ]

    def __init__(self, title: str, text: str, check: Callable[[str], str]) -> None:
        super().__init__()
        self._title, self._text, self._check = title, text, check
        self._warned = False

    def compose(self) -> ComposeResult:
        """Show the text area."""
        with Vertical() as box:
            box.border_title = clean_border(self._title)
            yield MultilineField(
                self._text, soft_wrap=True, tab_behavior="focus", show_line_numbers=False
            )
            yield Static("", markup=False, id="wrong")
            yield Static(
                "ctrl+s apply   ctrl+z undo   ctrl+y redo   f5 $EDITOR   esc back", markup=False
            )

    def on_mount(self) -> None:
        """Begin at the end."""
        area = self.query_one(TextArea)
        area.move_cursor(area.document.end)
        area.focus()

    def on_text_area_changed(self) -> None:
        """Say what is wrong so far."""
        self._warned = False
        wrong = self._check(self._typed)
        self._say(f"✗ {wrong}" if wrong else "")

    @property
    def _typed(self) -> str:
        return self.query_one(TextArea).text.rstrip()

    def _say(self, sentence: str) -> None:
        self.query_one("#wrong", Static).update(sentence)

    def on_key(self, event: events.Key) -> None:
        """Leave by esc, which the text area would take for itself."""
        if event.key == "escape":
            event.stop()
            self.action_away()

    def action_take(self) -> None:
        """Take the text, if it is right."""
        if not self._check(self._typed):
            self.dismiss(self._typed)

    def action_away(self) -> None:
        """Go back; where something was typed, at the second time."""
        if self._typed == self._text.rstrip() or self._warned:
            self.dismiss(None)
        else:
            self._warned = True
            self._say("Not applied yet. ctrl+s: apply · esc again: discard")

    def action_editor(self) -> None:
        """Edit the text in $VISUAL or $EDITOR, and come back with it."""
        editor = os.environ.get("VISUAL") or os.environ.get("EDITOR") or ""
        if not editor:
            self._say("Set $VISUAL or $EDITOR to use an editor.")
            return
        area = self.query_one(TextArea)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "text.txt"
            file.write_text(area.text, encoding="utf-8")
            try:
                with self.app.suspend():
                    done = subprocess.run([*shlex.split(editor), str(file)], check=False)  # noqa: S603 - theirs
                text = file.read_text(encoding="utf-8")
            except (OSError, ValueError, SuspendNotSupported) as error:
                self._say(f"{editor}: {error}")
                return
        if done.returncode:
            self._say(f"{editor} failed with {done.returncode}; the text is not changed.")
        elif text.rstrip() != area.text.rstrip():
            area.replace(text.rstrip("\n"), area.document.start, area.document.end)
