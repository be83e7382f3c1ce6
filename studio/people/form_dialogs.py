"""Dialogs that edit a field or a row of a persona."""

from collections.abc import Callable
from functools import partial
from typing import Protocol

from studio.people.model import form_edits
from studio.people.model.form import FormItem, offered_ids
from studio.people.model.row_syntax import ROW_SYNTAX, is_one_line
from studio.people.people_host import PeopleHost, attempt, find_mistake, tell_refused
from studio.project.documents.project import persona_file
from studio.project.edits.edit import Edit, EditRefusedError
from studio.ui.dialogs.text_dialog import TextDialog
from studio.ui.dialogs.validated_input import ValidatedInput
from studio.ui.dialogs.word_suggester import WordSuggester

MOST = 40
"""From how many letters on a row is told shortened."""


class FormHost(PeopleHost, Protocol):
    """The screen that shows the form."""

    def go_to_item(self, key: str) -> None:
        """Put the cursor of the form on an item."""


class FormDialogs:
    """Dialogs about items of the form of the selected persona, and the edits that follow."""

    def __init__(self, host: FormHost) -> None:
        self._host = host
        self._gesture, self._turned = 0, ""

    async def open(self, item: FormItem) -> None:
        """Change an item in the dialog that fits it."""
        if item.sort == "list":
            await self.add(item)
        elif item.sort == "long" or (item.sort == "row" and not self._is_one_line(item)):
            await self.write(item)
        else:
            await self._fill(item)

    def _is_one_line(self, item: FormItem) -> bool:
        rows = self._host.project.data(persona_file(self._host.selected)).get(str(item.path[0]))
        row = rows[int(item.path[1])] if isinstance(rows, list) else None
        return is_one_line(ROW_SYNTAX[str(item.path[0])], row)

    async def _fill(self, item: FormItem) -> None:
        host, name = self._host, self._host.selected
        title = ROW_SYNTAX[str(item.path[0])].title if item.sort == "row" else item.label

        def make(text: str) -> Edit:
            return form_edits.change_item(host.project, name, item, text)

        words = WordSuggester(item.words) if item.sort == "row" else item.words
        wrong = partial(self._find_mistake, make)
        ask = ValidatedInput(f"{title} of {name}", item.help, item.text, wrong, words)
        text = await host.app.push_screen_wait(ask)
        if text == "" and item.sort == "row":
            self.clear(item)
        elif text is not None:
            attempt(host, lambda: make(text))

    def _find_mistake(self, make: Callable[[str], Edit], text: str) -> str:
        return find_mistake(self._host.project, lambda: make(text))

    async def add(self, item: FormItem) -> None:
        """Ask for another row of the list that an item is in."""
        host, name = self._host, self._host.selected
        key = str(item.path[0]) if item.path else item.key
        if key not in ROW_SYNTAX:
            lists = "routine, relationships, memories and the lists below"
            host.tell(f"You can add rows to a list: {lists}.")
            return

        def make(text: str) -> tuple[Edit, str]:
            return form_edits.add_row(host.project, name, key, text)

        def wrong(text: str) -> str:
            return self._find_mistake(lambda typed: make(typed)[0], text) if text else ""

        syntax = ROW_SYNTAX[key]
        words = WordSuggester(offered_ids(host.project, syntax.words))
        ask = ValidatedInput(f"{syntax.title} of {name}: add", syntax.example, "", wrong, words)
        if text := await host.app.push_screen_wait(ask):
            self._place(lambda: make(text))

    async def write(self, item: FormItem) -> None:
        """Ask for a long text in a text area of its own."""
        host, name = self._host, self._host.selected
        try:
            before, path = form_edits.long_text(host.project, name, item)
        except EditRefusedError as refused:
            tell_refused(host, refused)
            return

        def make(text: str) -> Edit:
            return form_edits.set_text(host.project, name, path, text)

        ask = TextDialog(f"{path[0]} of {name}", before, partial(self._find_mistake, make))
        text = await host.app.push_screen_wait(ask)
        if text is not None:
            attempt(host, lambda: make(text))

    def shift(self, item: FormItem, way: int) -> None:
        """Move a row up or down in its list."""
        host = self._host
        if item.sort == "row":
            self._place(lambda: form_edits.move_row(host.project, host.selected, item, way))

    def _place(self, make: Callable[[], tuple[Edit, str]]) -> None:
        """Do an edit that puts a row somewhere, and go there."""
        try:
            edit, key = make()
        except EditRefusedError as refused:
            tell_refused(self._host, refused)
            return
        if self._host.do(edit):
            self._host.go_to_item(key)

    def clear(self, item: FormItem) -> None:
        """Take a row away, or leave a field out."""
        host = self._host
        if item.sort == "list" or not item.text:
            host.tell("There is nothing to remove.")
        elif item.sort not in ("row", "share", "value"):
            attempt(host, lambda: form_edits.change_item(host.project, host.selected, item, ""))
        elif host.do(form_edits.remove_item(host.selected, item)) and item.sort == "row":
            text = item.text if len(item.text) < MOST else f"{item.text[: MOST - 1]}…"
            host.tell(f"Removed: {text} · u: undo")

    def turn(self, item: FormItem, way: int) -> None:
        """Turn a bar; what is turned without a pause between is one step."""
        host, key = self._host, f"{self._host.selected} {item.key}"
        if key != self._turned:
            self._gesture, self._turned = self._gesture + 1, key
        gesture = self._gesture
        attempt(
            host, lambda: form_edits.turn_share(host.project, host.selected, item, way, gesture)
        )

    def set_share(self, item: FormItem, steps: int) -> None:
        """Set a bar to so many steps."""
        host, share = self._host, f"{steps * form_edits.STEP:.2f}"
        attempt(host, lambda: form_edits.change_item(host.project, host.selected, item, share))
