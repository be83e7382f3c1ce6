"""Completions of a line while it is typed: of words, and of paths."""

import asyncio
import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from textual.suggester import Suggester

_LAST = re.compile(r"[a-z0-9_]+$")


class WordSuggester(Suggester):
    """Offers the first of some words that begins as the last word of the line."""

    def __init__(self, words: Sequence[str]) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._words = words

    async def get_suggestion(self, value: str) -> str | None:
        """Return the line with its last word completed, or None."""
        return self.complete(value)

    def complete(self, value: str) -> str | None:
        """Return the line with its last word completed, or None."""
        found = _LAST.search(value)
        if found is None:
            return None
        word = next(
            (word for word in self._words if word.startswith(found[0]) and word != found[0]), None
        )
        return value[: found.start()] + word if word else None


class PathSuggester(Suggester):
    """Offers the first folder, or file with one of some endings, that begins as the path of the
    line."""

    def __init__(self, endings: Iterable[str]) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._endings = tuple(endings)

    async def get_suggestion(self, value: str) -> str | None:
        """Return the path with its last part completed, or None; the disk is read in a thread."""
        return await asyncio.to_thread(self.complete, value)

    def complete(self, value: str) -> str | None:
        """Return the path with its last part completed, a folder's with a slash, or None."""
        head, slash, last = value.rpartition("/")
        folder = expand_path(head + slash or ".")
        try:
            with os.scandir(folder) as found:
                names = sorted(filter(None, map(self._offered, found)))
        except (OSError, ValueError):
            return None
        hidden = last.startswith(".")
        name = next(
            (
                one
                for one in names
                if one.startswith(last) and one != last and (hidden or one[0] != ".")
            ),
            None,
        )
        return f"{head}{slash}{name}" if name and last else None

    def _offered(self, one: "os.DirEntry[str]") -> str:
        if one.is_dir():
            return f"{one.name}/"
        return one.name if Path(one.name).suffix.lower() in self._endings else ""


def expand_path(typed: str) -> Path:
    """Return the path that was typed, with ~ of whoever types."""
    return Path(os.path.expanduser(typed.strip()))  # noqa: PTH111 - a ~ of nobody is left as it is
