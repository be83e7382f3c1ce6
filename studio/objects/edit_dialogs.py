"""Dialogs that end in an edit: a line checked as it is typed, a question before a loss."""

from collections.abc import Callable, Sequence

from studio.editor.editor_screen import EditorScreen
from studio.objects.model import find_mistake
from studio.project.edits.edit import Edit
from studio.ui.dialogs.line_guide import LineGuide
from studio.ui.dialogs.option_dialog import Option, OptionDialog
from studio.ui.dialogs.validated_input import ValidatedInput

LISTED = 6
"""How many of those that a loss concerns are named."""


async def ask_edit(
    host: EditorScreen,
    title: str,
    help: str,  # noqa: A002 - as Fill calls it
    text: str,
    make: Callable[[str], Edit],
    words: Sequence[str] = (),
    guide: LineGuide | None = None,
) -> str:
    """Ask for a line and do the edit that it makes; return the line, or "" without an edit.

    What the edit would break is said while typing.
    """
    before = host.project
    ask = ValidatedInput(
        title, help, text, lambda typed: find_mistake(before, lambda: make(typed)), words, guide
    )
    typed = await host.app.push_screen_wait(ask)
    if typed is None or (typed == text and typed):
        return ""
    if host.project is not before:
        host.tell("The world changed on disk: nothing was written. Open it again.")
        return ""
    return typed if host.do(make(typed)) else ""


async def confirm_loss(host: EditorScreen, title: str, lost: Sequence[str], word: str) -> bool:
    """Ask before an edit that deletes more than itself; return whether it may be done."""
    if not lost:
        return True
    more = [f"… and {len(lost) - LISTED} more"] if len(lost) > LISTED else []
    options = [Option("", "Cancel"), Option("do", word)]
    text = "\n".join((*lost[:LISTED], *more))
    answer = await host.app.push_screen_wait(OptionDialog(title, options, text=text, search=False))
    return bool(answer)
