"""Plays a page of the docs: runs its commands, makes its edits, and returns the page as it would be
written now.

A block marked `console` holds commands after `$ ` and, below each, what it prints on a terminal. In
it a line `…` stands for any number of lines, and `…` within a line for any text. A block marked
`toml` whose first line is a comment of one of these forms is an edit of a file:

    # worlds/mine/world.toml, at the end
    # worlds/mine/world.toml, instead of: start = [14, 6]
    # worlds/mine/world.toml, below: from = "09:30"

What follows the colon is how one line of the file begins, no other line beginning so.
"""

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from latticeville.world.io.world_cache import CACHE_VARIABLE
from tests.docs.forked_commands import forked_commands

ROOT = Path(__file__).parents[2]
_BLOCK = re.compile(r"^```(console|toml)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_EDIT = re.compile(r"# (\S+), (at the end|instead of|below)(?:: ([^\n]*))?\n(.*)", re.DOTALL)
_INSTALLED = re.compile(r"Memories are matched by words\. By meaning: ")
"""How a line begins that depends on what is installed."""
_SECONDS = 60


def played(page: str, folder: Path) -> str:
    """Return a page with what its commands really print in a folder; what it elides stays
    elided."""

    def play(block: re.Match[str]) -> str:
        if block[1] == "console":
            return f"```console\n{_console(block[2], folder, variables)}```"
        edit = _EDIT.fullmatch(block[2])
        if edit:
            _change(folder / edit[1], edit[2], edit[3], edit[4])
        return block[0]

    with forked_commands() as commands:
        variables = _environment(folder, commands)
        return _BLOCK.sub(play, page)


def agrees(told: str, real: str) -> bool:
    """Tell whether an output is the one that a page tells.

    >>> agrees("one\\n…\\nlast in … s\\n", "one\\ntwo\\nthree\\nlast in 0.1 s\\n"), agrees("one\\n", "two\\n")
    (True, False)
    """
    lines = (
        "(?:.*\n)*" if line == "…" else ".*".join(map(re.escape, line.split("…"))) + "\n"
        for line in _lines(told)
    )
    return re.fullmatch("".join(lines), "".join(f"{line}\n" for line in _lines(real))) is not None


def _lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.splitlines()]


def _console(body: str, folder: Path, variables: Mapping[str, str]) -> str:
    """Run the commands of a block one after the other; `$?` is the exit code of the one before."""
    parts, code = [], 0
    for part in re.split(r"^(?=\$ )", body, flags=re.MULTILINE)[1:]:
        command, told = part.removeprefix("$ ").split("\n", 1)
        done = subprocess.run(
            ["sh", "-c", f"(exit {code}); {command}"],
            cwd=folder,
            env=variables,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=_SECONDS,
            check=False,
            encoding="utf-8",
        )
        code = done.returncode
        real = "".join(f"{line}\n" for line in _lines(done.stdout) if not _INSTALLED.match(line))
        parts.append(f"$ {command}\n{told if agrees(told, real) else real}")
    return "".join(parts)


def _environment(folder: Path, commands: Path) -> dict[str, str]:
    """Return the environment of somebody who has activated the virtual environment and sits at a
    terminal; what lies in `commands` goes first."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("XDG_") and name != CACHE_VARIABLE
    }
    folders = (commands, Path(sys.executable).parent, kept.get("PATH", os.defpath))
    path = os.pathsep.join(map(str, folders))
    return kept | {"PATH": path, "HOME": str(folder), "PYTHONUNBUFFERED": "1", "PYTHONUTF8": "1"}


def _change(file: Path, how: str, mark: str | None, new: str) -> None:
    """Make an edit."""
    lines = file.read_text("utf-8").splitlines(keepends=True)
    if mark is None:
        file.write_text("".join([*lines, "\n", new]), "utf-8")
        return
    (place,) = (number for number, line in enumerate(lines) if line.startswith(mark))
    lines[place : place + 1] = [new] if how == "instead of" else [lines[place], new]
    file.write_text("".join(lines), "utf-8")
