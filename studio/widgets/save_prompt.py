"""Asking for a file to write into; none is written over unasked."""

import os
from collections.abc import Callable, Collection
from pathlib import Path

from textual.app import App

from studio.widgets.fill import Fill
from studio.widgets.paths import Paths, typed_path
from studio.widgets.pick import Option, Pick


def ask_file(
    app: App[None], title: str, text: str, wanted: str, endings: Collection[str], then: Callable[[Path], object]
) -> None:
    """Ask for a file with one of some endings, and go on with it."""

    def wrong(typed: str) -> str:
        path = typed_path(typed)
        if path.suffix.lower() not in endings:
            return f"use one of the extensions {', '.join(endings)}"
        if path.is_dir():
            return f"“{path}” is a folder"
        return "" if path.absolute().parent.is_dir() else f"there is no folder “{path.parent}”"

    def filed(typed: str | None) -> None:
        if not typed:
            return
        file = typed_path(typed)
        if not os.path.lexists(file):
            then(file)
            return

        def written(way: str | None) -> None:
            if way:
                then(file)

        options = [Option("", "Cancel"), Option("over", "Overwrite")]
        ask = Pick("This file already exists", options, text=str(file), search=False)
        app.push_screen(ask, written)

    app.push_screen(Fill(title, text, wanted, wrong, Paths(endings)), filed)
