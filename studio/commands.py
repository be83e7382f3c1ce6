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
    Command("app.theme", "Next theme", "Night, day, the terminal's own colours on dark and on light.",
            ("T",)),
    Command("app.suspend", "Suspend", "Back to the shell; `fg` returns.", ("ctrl+z",)),
    Command("app.leave", "Quit", "Leave the studio. The run so far stays in its log.", ("q", "ctrl+q")),
)  # fmt: skip

_SIMULATE = (
    Command(
        "simulate.play", "Play or pause",
        "Play on from the tick you see. Ticks that exist are shown again; after the last one new ones are made.",
        ("space",), "play", READY,
    ),
    Command("simulate.step", "Step", "One tick on; at the newest, a new one.", ("full_stop",), "step", READY),
    Command("simulate.back", "Step back", "One tick back.", ("comma",), "back", READY),
    Command(
        "simulate.next-event", "Next event",
        "On to the next tick at which something happened; to the selected one if there is one.",
        ("right_square_bracket",), "event", READY,
    ),
    Command("simulate.previous-event", "Previous event", "Back to the tick before at which something happened.",
            ("left_square_bracket",), when=READY),
    Command("simulate.start", "Start of the run", "Go to tick 0.", ("home",), when=READY),
    Command("simulate.newest", "Newest tick", "Go to the newest tick.", ("end",), "now", PAST),
    Command("simulate.next-refusal", "Next refusal",
            "On to the next action that was refused; the selected person's if there is one.",
            ("right_curly_bracket",), "refused", READY),
    Command("simulate.previous-refusal", "Previous refusal",
            "Back to the action before that was refused; the selected person's if there is one.",
            ("left_curly_bracket",), when=READY),
    Command("simulate.go-to", "Go to tick",
            "Type a tick or a time: 30, 09:30 or Tue 09:30. The palette takes them, too.",
            ("colon",), when=READY),
    Command("simulate.faster", "Faster", "×1, ×2, ×4, ×16, or as fast as it goes.", ("plus", "equals_sign"),
            when=READY),
    Command("simulate.slower", "Slower", "One speed down.", ("minus",), when=READY),
    Command("simulate.next-pane", "Next pane", "Focus the next pane.", ("tab",)),
    Command("simulate.previous-pane", "Previous pane", "Focus the pane before.", ("shift+tab",)),
    Command("simulate.side", "Outline or card", "Where there is room for one of them only, show the other.", ("o",)),
    Command("simulate.bottom", "Transcript or timeline", "Where there is room for one of them only, show the other.",
            ("t",)),
    Command("simulate.find", "Find", "Find people, places and things by letters of their names.", ("slash",),
            when=READY),
    Command("simulate.find-next", "Find next", "Select the next one found.", ("n",), when=READY),
    Command("simulate.find-previous", "Find previous", "Select the one found before.", ("N",), when=READY),
    Command("simulate.copy", "Copy", "Copy the focused pane's text.", ("y",), when=READY),
    Command("simulate.follow", "Follow", "Keep the selected person in the middle of the map; again to stop.", ("F",),
            "follow", PERSON),
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
    Command("map.zoom", "Zoom", "The whole map, as small as it takes; again, each cell.", ("z",), "zoom"),
    Command("map.pan", "Pan mode", "Arrows and hjkl move the map instead of the cursor.", ("p",), "pan"),
    Command("map.centre", "Centre", "Bring the selected one to the middle.", ("c",), when=SELECTED),
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
    Command("transcript.find", "Search the transcript", "Go to the tick at which something was told in these letters.",
            ("slash",), "search", READY, "simulate.find"),
    Command("transcript.find-next", "Next match", "On to the next tick that fits; after the last, to the first.",
            ("n",), "", READY, "simulate.find-next"),
    Command("transcript.find-previous", "Previous match", "Back to the tick before that fits.", ("N",), "",
            READY, "simulate.find-previous"),
)  # fmt: skip

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

MOVES = (
    "up", "down", "left", "right", "half_up", "half_down", "first", "last", "fold", "unfold",
    "pan_up", "pan_down", "pan_left", "pan_right",
)  # fmt: skip
"""Actions by which one moves, and which only make sense by key."""

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
