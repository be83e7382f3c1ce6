"""A command, and when it is available."""

from collections.abc import Callable

import msgspec


class Availability(msgspec.Struct, frozen=True):
    """Circumstances in which a command holds, and what is to be done first where it does not.

    They are read from the attributes of the screen; a screen without one is as if it were false.
    """

    holds: Callable[[object], bool]
    otherwise: str = ""


ALWAYS = Availability(lambda _now: True)
"""Holds everywhere."""
READY = Availability(lambda now: bool(getattr(now, "ready", False)), "the world is still loading")
SELECTED = Availability(
    lambda now: bool(getattr(now, "selected", "")), "select a person or an object first"
)
PERSON = Availability(lambda now: bool(getattr(now, "person", False)), "select a person first")
PAST = Availability(lambda now: bool(getattr(now, "past", False)), "this is the newest tick")
SIGNS = Availability(
    lambda now: bool(getattr(now, "signs", False)),
    "press v or V first to show marks on the map",
)
NOWHERE = Availability(lambda _now: False, "nothing is edited here")
"""Holds nowhere: where nothing is edited, nothing is undone."""
DRAWING = Availability(
    lambda now: bool(getattr(now, "drawing", False)), "you are in the simulation already"
)


def at_workbench(where: str) -> Availability:
    """Return the condition of going to a workbench: a world is open, and what is seen is not that
    workbench."""

    def elsewhere(now: object) -> bool:
        opened = getattr(now, "editable", False) or getattr(now, "drawing", False)
        return bool(opened) and getattr(now, "where", "") != where

    return Availability(elsewhere, "not in a recorded run, and not where you are")


DISMISS = "screen.dismiss"
"""The action that closes a dialog without a result."""
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
    runs: str = ""
    """The action that does it, where that is not one of its part with the name in the id."""

    def reason_unavailable(self, now: object) -> str:
        """Return why it cannot be done now, on a screen, or nothing."""
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
        return self.runs or self.id.partition(".")[2].replace("-", "_")


def window_help(where: str) -> Command:
    """Return the command of a window that opens the help on it."""
    keys = ("question_mark", "f1")
    about = "Explain this window, with its keys."
    return Command(f"{where}.help", "Help", about, keys, "help")


def window_copy(where: str, hint: str = "") -> Command:
    """Return the command of a window that copies its list."""
    about = "Copy all lines."
    return Command(f"{where}.copy", "Copy", about, ("y",), hint, group="Edit", runs="copy_lines")
