"""Words that are typed or pasted where keys are commands do nothing."""

import asyncio
from collections import deque
from collections.abc import Callable
from itertools import pairwise

from textual import events
from textual.app import App
from textual.widgets import Input, TextArea

from studio.ui.pane_screen import PaneScreen

LETTERS = 4
"""Different letters that make a word of what arrives in one read."""
APART = 0.015
"""Seconds between two keys of one read, at most: nobody types faster than this."""
REST = 0.002
"""Seconds without another key after which a read is at its end."""


def is_word(keys: str) -> bool:
    """Tell whether keys are a word, rather than one or two keys that are held down.

    >>> is_word("hello"), is_word("jjjjllll"), is_word("dad")
    (True, False, False)
    """
    return len({key.casefold() for key in keys if key.isalpha()}) >= LETTERS


class TypedWords:
    """Takes letters that arrive as one read away from a screen whose keys are commands."""

    def __init__(self, app: App[None], say: Callable[[str], None]) -> None:
        self._app, self._say = app, say
        self._waiting = deque[events.Key]()
        self._done = 0.0
        """When the last key arrived of the read that was looked at last."""
        self._refused = False
        """Whether the keys of that read do nothing."""

    def note(self, key: events.Key) -> None:
        """Take note of a key that has arrived and waits for its turn."""
        self._waiting.append(key)

    async def take(self, key: events.Key) -> bool:
        """Tell whether a key is part of a word that does nothing."""
        if self._waiting:
            self._waiting.popleft()
        if key.time <= self._done:
            return self._refused
        self._refused = False
        if not (key.character or "").isalpha() or not self._are_commands():
            return False
        await self._end_of_read()
        read = self._read(key)
        self._done = read[-1].time
        self._refused = is_word("".join(one.character or "" for one in read))
        if self._refused:
            self._say("Keys are commands here, so these letters did nothing. ?: the keys")
        return self._refused

    def _are_commands(self) -> bool:
        """Tell whether letters are commands where the focus is."""
        screen = self._app.screen
        return isinstance(screen, PaneScreen) and not isinstance(screen.focused, Input | TextArea)

    async def _end_of_read(self) -> None:
        """Wait until no further key arrives."""
        known = -1
        while known != len(self._waiting):
            known = len(self._waiting)
            await asyncio.sleep(REST)

    def _read(self, first: events.Key) -> list[events.Key]:
        """Return the keys that arrived together with one."""
        found = [first]
        for before, key in pairwise((first, *self._waiting)):
            if key.time - before.time > APART:
                break
            found.append(key)
        return found
