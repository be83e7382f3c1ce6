"""A command, and when it is available."""

from collections.abc import Callable
from typing import Protocol

import msgspec


class CommandContext(Protocol):
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


class Availability(msgspec.Struct, frozen=True):
    """Circumstances in which a command holds, and what is to be done first where it does not."""

    holds: Callable[[CommandContext], bool]
    otherwise: str = ""


ALWAYS = Availability(lambda _now: True)
"""Holds everywhere."""
READY = Availability(lambda now: now.ready, "the world is still loading")
SELECTED = Availability(lambda now: bool(now.selected), "select a person or an object first")
PERSON = Availability(lambda now: now.person, "select a person first")
PAST = Availability(lambda now: now.past, "this is the newest tick")
SIGNS = Availability(
    lambda now: bool(getattr(now, "signs", False)),
    "press v or V first to show marks on the map",
)
NOWHERE = Availability(lambda _now: False, "nothing to undo here")
"""Holds nowhere: where nothing is edited, nothing is undone."""
DRAWING = Availability(
    lambda now: bool(getattr(now, "drawing", False)), "you are in the simulation already"
)


def at_workbench(where: str) -> Availability:
    """Return the condition of going to a workbench: a world is open, and what is seen is not that
    workbench."""

    def elsewhere(now: CommandContext) -> bool:
        opened = getattr(now, "editable", False) or getattr(now, "drawing", False)
        return bool(opened) and getattr(now, "where", "") != where

    return Availability(elsewhere, "not in a recorded run, and not where you are")


HEADINGS = {"app": "App", "draw": "Draw", "trial": "Try"}
"""Headings of the palette for the commands of whole parts."""


class Command(msgspec.Struct, frozen=True):
    """One thing that can be done; `hint` is its word in the footer, without which it is not shown
    there.

    `instead` is the id of a command of a part around, whose place and keys it takes where its own
    part is focused. One that `edits` changes the project, or opens a dialog that does, and needs a
    world that may be written.
    """

    id: str
    name: str
    help: str
    keys: tuple[str, ...] = ()
    hint: str = ""
    when: Availability = ALWAYS
    instead: str = ""
    edits: bool = False
    group: str = ""
    """The heading of the palette under which it stands, where that is another than its part's."""

    def reason_unavailable(self, now: CommandContext) -> str:
        """Return why it cannot be done now, or nothing."""
        if self.edits and (read_only := getattr(now, "read_only", "")):
            return str(read_only)
        return "" if self.when.holds(now) else self.when.otherwise

    @property
    def heading(self) -> str:
        """The heading under which it stands in the palette."""
        part = HEADINGS.get(self.where) or ("Edit" if self.edits else "View")
        return self.group or part

    @property
    def where(self) -> str:
        """The part of the screen that has it."""
        return self.id.partition(".")[0]

    @property
    def action(self) -> str:
        """The name of the action that does it."""
        return self.id.partition(".")[2].replace("-", "_")
