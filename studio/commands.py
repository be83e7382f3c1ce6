"""The one registry of commands: bindings, footer, palette, help and keymap all follow from it.

A command's `where` is the part of the screen that has it, and its `id` is what a keymap file rebinds. The part runs
it as the action of the same name: `map.follow` is `action_follow` of the map.
"""

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
    def past(self) -> bool:
        """Whether an earlier tick than the newest is shown."""
        ...

    @property
    def ready(self) -> bool:
        """Whether there is a world to look at."""
        ...


def always(_now: Circumstances) -> bool:
    """Tell that a command is always there."""
    return True


def selected(now: Circumstances) -> bool:
    """Tell whether something is selected."""
    return bool(now.selected)


def ready(now: Circumstances) -> bool:
    """Tell whether there is a world to look at."""
    return now.ready


def past(now: Circumstances) -> bool:
    """Tell whether an earlier tick than the newest is shown."""
    return now.past


class Command(msgspec.Struct, frozen=True):
    """One thing that can be done; `hint` is its word in the footer, without which it is not shown there."""

    id: str
    name: str
    help: str
    keys: tuple[str, ...] = ()
    hint: str = ""
    when: Callable[[Circumstances], bool] = always

    @property
    def where(self) -> str:
        """The part of the screen that has it."""
        return self.id.partition(".")[0]

    @property
    def action(self) -> str:
        """The name of the action that does it."""
        return self.id.partition(".")[2].replace("-", "_")


ABOVE = {
    "app": "", "simulate": "app", "welcome": "app", "broken": "app", "dialog": "",
    "map": "simulate", "outline": "simulate", "card": "simulate", "timeline": "simulate", "transcript": "simulate",
}  # fmt: skip
"""Each part of a screen and the one around it, whose keys hold in it too."""

LISTS = ("outline", "card", "transcript", "dialog", "welcome", "broken")
"""Parts that are lists and move as lists do."""

_APP = (
    Command("app.palette", "Command palette", "Find any command, person, place or thing by name.", ("ctrl+p",), "find"),
    Command("app.help", "Help", "Explain the focused pane, with its keys.", ("question_mark", "f1"), "help"),
    Command("app.jump", "Jump to a pane", "Put a letter on every pane; that letter goes there.", ("f2",)),
    Command("app.theme", "Next theme", "Night, day, the terminal's own colours on dark and on light."),
    Command("app.suspend", "Suspend", "Back to the shell; `fg` returns.", ("ctrl+z",)),
    Command("app.leave", "Quit", "Leave the studio. The run so far stays in its log.", ("q", "ctrl+q")),
)

_SIMULATE = (
    Command(
        "simulate.play", "Play or pause",
        "Play on from the tick you see. Ticks that exist are shown again; after the last one new ones are made.",
        ("space",), "play", ready,
    ),
    Command("simulate.step", "Step", "One tick on; at the newest, a new one.", ("full_stop",), "step", ready),
    Command("simulate.back", "Step back", "One tick back.", ("comma",), "back", ready),
    Command(
        "simulate.next-event", "Next event",
        "On to the next tick at which something happened; to the selected one if there is one.",
        ("right_square_bracket",), "event", ready,
    ),
    Command("simulate.previous-event", "Previous event", "Back to the tick before at which something happened.",
            ("left_square_bracket",), when=ready),
    Command("simulate.start", "Start of the run", "Go to tick 0.", ("home",), when=ready),
    Command("simulate.newest", "Newest tick", "Go to the newest tick.", ("end",), "now", past),
    Command("simulate.faster", "Faster", "×1, ×2, ×4, ×16, or as fast as it goes.", ("plus", "equals_sign"),
            when=ready),
    Command("simulate.slower", "Slower", "One speed down.", ("minus",), when=ready),
    Command("simulate.next-pane", "Next pane", "Focus the next pane.", ("tab",)),
    Command("simulate.previous-pane", "Previous pane", "Focus the pane before.", ("shift+tab",)),
    Command("simulate.side", "Outline or card", "Where there is room for one of them only, show the other.", ("o",)),
    Command("simulate.bottom", "Transcript or timeline", "Where there is room for one of them only, show the other.",
            ("t",)),
    Command("simulate.find", "Find", "Find people, places and things by letters of their names.", ("slash",),
            when=ready),
    Command("simulate.find-next", "Find next", "Select the next one found.", ("n",), when=ready),
    Command("simulate.find-previous", "Find previous", "Select the one found before.", ("N",), when=ready),
    Command("simulate.copy", "Copy", "Copy the focused pane's text.", ("y",), when=ready),
    Command("simulate.follow", "Follow", "Keep the selected person in the middle of the map; again to stop.", ("F",),
            when=selected),
    Command("simulate.away", "Step back", "Stop following, then select nothing.", ("escape",)),
    Command("simulate.close", "Other world", "Close this run and choose another world.", ("W",)),
)  # fmt: skip

_MAP = (
    Command("map.up", "Up", "Move the cursor; in pan mode, the map.", ("up", "k")),
    Command("map.down", "Down", "Move the cursor; in pan mode, the map.", ("down", "j")),
    Command("map.left", "Left", "Move the cursor; in pan mode, the map.", ("left", "h")),
    Command("map.right", "Right", "Move the cursor; in pan mode, the map.", ("right", "l")),
    Command("map.pan-up", "Pan up", "Move the map, eight rows.", ("shift+up", "K")),
    Command("map.pan-down", "Pan down", "Move the map, eight rows.", ("shift+down", "J")),
    Command("map.pan-left", "Pan left", "Move the map, sixteen columns.", ("shift+left", "H")),
    Command("map.pan-right", "Pan right", "Move the map, sixteen columns.", ("shift+right", "L")),
    Command("map.half-up", "Half a page up", "Move the cursor half a page.", ("ctrl+u", "pageup")),
    Command("map.half-down", "Half a page down", "Move the cursor half a page.", ("ctrl+d", "pagedown")),
    Command("map.first", "Top left", "Cursor to the first cell.", ("g",)),
    Command("map.last", "Bottom right", "Cursor to the last cell.", ("G",)),
    Command("map.select", "Select", "Select who stands there; again, what is under them.", ("enter",), "select"),
    Command(
        "map.areas", "Areas", "Frame the outermost areas with their names; again, all; again, none.", ("a",), "areas"
    ),
    Command("map.pan", "Pan mode", "Arrows and hjkl move the map instead of the cursor.", ("p",), "pan"),
    Command("map.centre", "Centre", "Bring the selected one to the middle.", ("c",), when=selected),
)

_OUTLINE = (
    Command("outline.open", "Select", "Select the line; an area opens or closes.", ("enter",), "select"),
    Command("outline.unfold", "Open", "Open the area.", ("right", "l"), "open"),
    Command("outline.fold", "Close", "Close the area, or go to the one around.", ("left", "h"), "close"),
)

_CARD = (Command("card.open", "Go there", "Select what the line speaks of.", ("enter",), "go there"),)

_TIMELINE = (
    Command("timeline.back", "Earlier", "Move one column back in time.", ("left", "h"), "earlier"),
    Command("timeline.on", "Later", "Move one column on in time.", ("right", "l"), "later"),
    Command("timeline.far-back", "Much earlier", "Move eight columns back.", ("ctrl+u", "pageup")),
    Command("timeline.far-on", "Much later", "Move eight columns on.", ("ctrl+d", "pagedown")),
)

_TRANSCRIPT = (
    Command("transcript.open", "Go there", "Go to the line's tick and select who did it.", ("enter",), "go there"),
)

_DIALOG = (Command("dialog.close", "Close", "Back to where you were.", ("escape", "q"), "close"),)

_WELCOME = (Command("welcome.open", "Open", "Open the world.", ("enter",), "open"),)

_BROKEN = (
    Command("broken.retry", "Try again", "Read the world again.", ("r",), "try again"),
    Command("broken.close", "Other world", "Choose another world.", ("escape", "W"), "other world"),
)


def _list(where: str) -> tuple[Command, ...]:
    """Return the commands by which a list moves."""
    return (
        Command(f"{where}.up", "Up", "One line up.", ("up", "k")),
        Command(f"{where}.down", "Down", "One line down.", ("down", "j")),
        Command(f"{where}.half-up", "Half a page up", "Half a page up.", ("ctrl+u", "pageup")),
        Command(f"{where}.half-down", "Half a page down", "Half a page down.", ("ctrl+d", "pagedown")),
        Command(f"{where}.first", "First line", "To the first line.", ("g",)),
        Command(f"{where}.last", "Last line", "To the last line.", ("G",)),
    )


COMMANDS: tuple[Command, ...] = (
    *_SIMULATE, *_MAP, *_OUTLINE, *_CARD, *_TIMELINE, *_TRANSCRIPT, *_DIALOG, *_WELCOME, *_BROKEN,
    *(command for where in LISTS for command in _list(where)), *_APP,
)  # fmt: skip
"""Every command, in the order in which help and footer name them."""

FORBIDDEN = frozenset(
    {"ctrl+m", "ctrl+h", "ctrl+i", "ctrl+j", "ctrl+left_square_bracket", "ctrl+b", "ctrl+t", "ctrl+o", "ctrl+g"}
)
"""Keys that terminals and multiplexers swallow."""


def commands(where: str) -> tuple[Command, ...]:
    """Return the commands of a part of the screen."""
    return tuple(command for command in COMMANDS if command.where == where)


def find(id: str) -> Command | None:  # noqa: A002 - it is what a command's name in a keymap is called everywhere
    """Return the command of an id."""
    return next((command for command in COMMANDS if command.id == id), None)


def around(where: str) -> tuple[str, ...]:
    """Return a part of the screen and those around it, outwards."""
    path = [where]
    while ABOVE[path[-1]]:
        path.append(ABOVE[path[-1]])
    return tuple(path)
