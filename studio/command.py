"""What a command is, and when it holds."""

from collections.abc import Callable
from typing import Protocol

import msgspec


class Circumstances(Protocol):
    """What a command may ask before it offers itself."""

    @property
    def selected(self) -> str:
        """The id of what is selected, or ""."""
        ...

    @property
    def person(self) -> bool:
        """Whether a person is selected."""
        ...

    @property
    def past(self) -> bool:
        """Whether an earlier tick than the newest is shown."""
        ...

    @property
    def ready(self) -> bool:
        """Whether there is a world to look at."""
        ...


class When(msgspec.Struct, frozen=True):
    """Circumstances in which a command holds, and what is to be done first where it does not."""

    holds: Callable[[Circumstances], bool]
    otherwise: str = ""


ALWAYS = When(lambda _now: True)
"""Holds everywhere."""
READY = When(lambda now: now.ready, "the world is still being opened")
SELECTED = When(lambda now: bool(now.selected), "select somebody or something first")
PERSON = When(lambda now: now.person, "select a person first")
PAST = When(lambda now: now.past, "the newest tick is shown already")
SIGNS = When(
    lambda now: bool(getattr(now, "signs", False)),
    "v puts signs on the map where somebody is wrong, D where two differ",
)
DRAWING = When(lambda now: bool(getattr(now, "drawing", False)), "the run is what you see")


def bench(where: str) -> When:
    """Return the condition of going to a workbench: a world is open, and what is seen is not that workbench."""

    def elsewhere(now: Circumstances) -> bool:
        opened = getattr(now, "editable", False) or getattr(now, "drawing", False)
        return bool(opened) and getattr(now, "where", "") != where

    return When(elsewhere, "not from a recorded run, nor where you are already")


class Command(msgspec.Struct, frozen=True):
    """One thing that can be done; `hint` is its word in the footer, without which it is not shown there.

    `instead` is the id of a command of a part around, whose place and keys it takes where its own part is focused.
    """

    id: str
    name: str
    help: str
    keys: tuple[str, ...] = ()
    hint: str = ""
    when: When = ALWAYS
    instead: str = ""

    @property
    def where(self) -> str:
        """The part of the screen that has it."""
        return self.id.partition(".")[0]

    @property
    def action(self) -> str:
        """The name of the action that does it."""
        return self.id.partition(".")[2].replace("-", "_")
