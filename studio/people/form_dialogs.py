"""Dialogs that edit a field or a row of a persona, by its id."""

from collections.abc import Callable
from functools import partial

from studio.editor.editor_screen import EditorScreen
from studio.people.model import form_edits
from studio.people.model.form import FormItem, form_items
from studio.people.model.names import read_names
from studio.people.model.row_guide import RowGuide
from studio.people.model.row_syntax import ROW_SYNTAX, RowSyntax, is_one_line
from studio.project.documents.project import Project, persona_file
from studio.project.edits.edit import Edit, EditRefusedError, find_mistake
from studio.ui.dialogs.option_dialog import Option, OptionDialog
from studio.ui.dialogs.text_dialog import TextDialog
from studio.ui.dialogs.validated_input import ValidatedInput

MOST = 40
"""From how many letters on a row is told shortened."""


async def change_item(screen: EditorScreen, name: str, item: FormItem) -> str:
    """Change an item in the dialog that fits it; return the key of the row that was added, if one
    was."""
    if item.sort == "list":
        return await add_row(screen, name, item)
    if item.sort == "row" and _is_one_line(screen.project, name, item):
        return await _change_row(screen, name, item)
    if item.sort in ("long", "row"):
        await write_text(screen, name, item)
    else:
        await _fill(screen, name, item)
    return ""


def _is_one_line(project: Project, name: str, item: FormItem) -> bool:
    rows = project.data(persona_file(name)).get(str(item.path[0]))
    row = rows[int(item.path[1])] if isinstance(rows, list) else None
    return is_one_line(ROW_SYNTAX[str(item.path[0])], row)


async def _fill(screen: EditorScreen, name: str, item: FormItem) -> None:
    def make(text: str) -> Edit:
        return form_edits.change_item(screen.project, name, item, text)

    wrong = partial(_mistake, screen, make)
    ask = ValidatedInput(f"{item.label} of {name}", item.help, item.text, wrong, item.words)
    text = await screen.app.push_screen_wait(ask)
    if text is not None:
        screen.attempt(lambda: make(text))


async def _change_row(screen: EditorScreen, name: str, item: FormItem) -> str:
    """Ask for a row anew; return its key."""
    syntax = ROW_SYNTAX[str(item.path[0])]

    def make(text: str) -> Edit:
        return form_edits.change_item(screen.project, name, item, text)

    def wrong(text: str) -> str:
        return _mistake(screen, make, text) if text else ""

    text = await _ask_row(screen, f"{syntax.title} of {name}", syntax, item.text, wrong)
    if not text:
        if text == "":
            clear_item(screen, name, item)
        return ""
    key = form_edits.row_key(screen.project, name, item, text)
    return _place(screen, lambda: (make(text), key))


async def _ask_row(
    screen: EditorScreen, title: str, syntax: RowSyntax, text: str, wrong: Callable[[str], str]
) -> str | None:
    guide = RowGuide(syntax, read_names(screen.project))
    ask = ValidatedInput(title, syntax.example, text, wrong, guide=guide)
    return await screen.app.push_screen_wait(ask)


async def add_row(screen: EditorScreen, name: str, item: FormItem) -> str:
    """Ask for another row of the list that an item is in; return its key."""
    key = str(item.path[0]) if item.path else item.key
    if key not in ROW_SYNTAX:
        lists = "the day, relationships, opinions, secrets, memories, beliefs"
        screen.tell(f"You can add rows to a list: {lists}.")
        return ""

    def make(text: str) -> tuple[Edit, str]:
        return form_edits.add_row(screen.project, name, key, text)

    def wrong(text: str) -> str:
        return _mistake(screen, lambda typed: make(typed)[0], text) if text else ""

    syntax = ROW_SYNTAX[key]
    text = await _ask_row(screen, f"{syntax.title} of {name}: add", syntax, "", wrong)
    return _place(screen, lambda: make(text)) if text else ""


async def write_text(screen: EditorScreen, name: str, item: FormItem) -> None:
    """Ask for a long text in a text area of its own."""
    try:
        before, path = form_edits.long_text(screen.project, name, item)
    except EditRefusedError as refused:
        screen.tell_refused(refused)
        return

    def make(text: str) -> Edit:
        return form_edits.set_text(screen.project, name, path, text)

    ask = TextDialog(f"{path[0]} of {name}", before, partial(_mistake, screen, make))
    text = await screen.app.push_screen_wait(ask)
    if text is not None:
        screen.attempt(lambda: make(text))


def shift_row(screen: EditorScreen, name: str, item: FormItem, way: int) -> str:
    """Move a row up or down in its list; return its key."""
    if item.sort != "row":
        return ""
    return _place(screen, lambda: form_edits.move_row(screen.project, name, item, way))


def shift_hours(
    screen: EditorScreen, name: str, item: FormItem, steps: int, *, behind: bool, gesture: int
) -> str:
    """Move a row of the day in time, and all behind it where wished; return its key."""
    minutes = steps * form_edits.MINUTES
    return _place(
        screen,
        lambda: form_edits.shift_hours(
            screen.project, name, item, minutes, behind=behind, gesture=gesture
        ),
    )


def _place(screen: EditorScreen, make: Callable[[], tuple[Edit, str]]) -> str:
    """Do an edit that puts a row somewhere; return the key of the row, if that was done."""
    try:
        edit, key = make()
    except EditRefusedError as refused:
        screen.tell_refused(refused)
        return ""
    return key if screen.do(edit) else ""


def _mistake(screen: EditorScreen, make: Callable[[str], Edit], text: str) -> str:
    return find_mistake(screen.project, lambda: make(text))


def clear_item(screen: EditorScreen, name: str, item: FormItem) -> None:
    """Take a row away, or leave a field out."""
    if item.sort == "list" or not item.text:
        screen.tell("There is nothing to remove.")
    elif item.sort not in ("row", "share", "value"):
        screen.attempt(lambda: form_edits.change_item(screen.project, name, item, ""))
    elif screen.do(form_edits.remove_item(name, item)) and item.sort == "row":
        text = item.text if len(item.text) < MOST else f"{item.text[: MOST - 1]}…"
        screen.tell(f"Removed: {text} · u: undo")


def turn_share(screen: EditorScreen, name: str, item: FormItem, way: int, gesture: int) -> None:
    """Turn a bar; what is turned in one gesture is one step of the history."""
    screen.attempt(lambda: form_edits.turn_share(screen.project, name, item, way, gesture))


def set_share(screen: EditorScreen, name: str, item: FormItem, steps: int) -> None:
    """Set a bar to so many steps."""
    share = f"{steps * form_edits.STEP:.2f}"
    screen.attempt(lambda: form_edits.change_item(screen.project, name, item, share))


async def set_for_all(screen: EditorScreen, names: tuple[str, ...]) -> None:
    """Ask for a field and its value, and set it for several personas as one step."""
    if not names:
        return
    who = names[0] if len(names) == 1 else f"{len(names)} people"
    item = await _choose_field(screen, names[0], who)
    if item is None:
        return

    def make(text: str) -> Edit:
        return form_edits.set_for_all(screen.project, names, item.key, text)

    wrong = partial(_mistake, screen, make)
    if item.sort == "list":
        text = await _ask_row(
            screen, f"{item.label} of {who}: add", ROW_SYNTAX[item.key], "", wrong
        )
    else:
        ask = ValidatedInput(f"{item.label} of {who}", item.help, "", wrong, item.words)
        text = await screen.app.push_screen_wait(ask)
    if text is not None:
        screen.attempt(lambda: make(text))


async def _choose_field(screen: EditorScreen, name: str, who: str) -> FormItem | None:
    items = form_items(screen.project, name, read_names(screen.project))
    known = {item.key: item for item in items if item.sort in _FOR_ALL}
    options = [
        Option(item.key, item.label, "add a row" if item.sort == "list" else "")
        for item in known.values()
    ]
    key = await screen.app.push_screen_wait(OptionDialog(f"Set for {who}", options))
    return known.get(key or "")


_FOR_ALL = ("word", "long", "names", "share", "value", "list")
"""The sorts of items that several people may have alike."""
