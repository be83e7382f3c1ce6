"""Where the studio keeps what is its own: settings, keymap, run logs, the list of recent worlds, crash reports."""

import re
from pathlib import Path

from latticeville.core.places import config, state

_NUMBER = re.compile(r"run-(\d+)")


def keymap_file() -> Path:
    """Return the file that rebinds keys."""
    return config() / "keymap.toml"


def settings_file() -> Path:
    """Return the file of settings."""
    return config() / "settings.toml"


def recent_file() -> Path:
    """Return the list of worlds opened before, the newest first, one a line."""
    return state() / "recent.txt"


def crash_folder() -> Path:
    """Return the folder of crash reports."""
    return state() / "crashes"


def new_run(world: str) -> Path:
    """Make and return a fresh, numbered folder for the run of a world; two at once never get the same."""
    folder = state() / "runs" / world
    folder.mkdir(parents=True, exist_ok=True)
    taken = [int(match[1]) for path in folder.iterdir() if (match := _NUMBER.fullmatch(path.name))]
    number = max(taken, default=0) + 1
    while True:
        run = folder / f"run-{number:04}"
        try:
            run.mkdir()
        except FileExistsError:
            number += 1
        else:
            return run
