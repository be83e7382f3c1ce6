"""Ask for a file to write; confirm before overwriting one."""

import os
from collections.abc import Collection
from pathlib import Path

from textual.app import App

from studio.ui.dialogs.option_dialog import Option, OptionDialog
from studio.ui.dialogs.validated_input import ValidatedInput
from studio.ui.dialogs.word_suggester import PathSuggester, expand_path


async def ask_file(
    app: App[None], title: str, text: str, wanted: str, endings: Collection[str]
) -> Path | None:
    """Ask for a file with one of some endings; None where there is none to write into."""

    def wrong(typed: str) -> str:
        path = expand_path(typed)
        if path.suffix.lower() not in endings:
            return f"use one of the extensions {', '.join(endings)}"
        if path.is_dir():
            return f"“{path}” is a folder"
        return "" if path.absolute().parent.is_dir() else f"there is no folder “{path.parent}”"

    typed = await app.push_screen_wait(
        ValidatedInput(title, text, wanted, wrong, PathSuggester(endings))
    )
    if not typed:
        return None
    file = expand_path(typed)
    if not _is_taken(file):
        return file
    options = [Option("", "Cancel"), Option("over", "Overwrite")]
    pick = OptionDialog("This file already exists", options, text=str(file), search=False)
    return file if await app.push_screen_wait(pick) else None


def _is_taken(file: Path) -> bool:
    """Tell whether there is such a file or link already."""
    return os.path.lexists(file)
