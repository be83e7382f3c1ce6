"""All commands of the studio; bindings, footer, palette, help and keymap come from here.

A command's `where` is the part of the screen that has it, and its `id` is what a keymap file
rebinds. The part runs it as the action of the same name: `map.follow` is `action_follow` of the
map.
"""

from functools import cache

from studio.ui.commands.command import (
    ALWAYS,
    DISMISS,
    DRAWING,
    NOWHERE,
    Availability,
    Command,
    at_workbench,
    window_copy,
    window_help,
)
from studio.ui.commands.map_commands import DESIGN, DESIGN_PARTS
from studio.ui.commands.objects_commands import THINGS, THINGS_LISTS, THINGS_PARTS
from studio.ui.commands.people_commands import PEOPLE, PEOPLE_LISTS, PEOPLE_PARTS
from studio.ui.commands.query_commands import QUERY, QUERY_PARTS
from studio.ui.commands.run_list_commands import RUN_LIST
from studio.ui.commands.scenario_commands import SCENARIO_PARTS, SCENARIOS
from studio.ui.commands.simulate_commands import (
    COMPARISON,
    SIMULATE,
    SIMULATE_LISTS,
    SIMULATE_PARTS,
)
from studio.ui.commands.study_commands import STUDIES, STUDY_PARTS

ABOVE = {
    "app": "",
    "welcome": "app",
    "broken": "app",
    "dialog": "",
    "partings": "",
    "runs": "",
    **QUERY_PARTS,
    **SCENARIO_PARTS,
    **STUDY_PARTS,
    **DESIGN_PARTS,
    **PEOPLE_PARTS,
    **THINGS_PARTS,
    **SIMULATE_PARTS,
}
"""Each part of a screen and the one around it, whose keys hold in it too."""

LISTS = (
    *SIMULATE_LISTS,
    "dialog",
    "partings",
    "runs",
    "answer",
    "scenarios",
    "studies",
    "welcome",
    "broken",
    "tree",
    "tiles",
    "problems",
    "steps",
    "form",
    "compare",
    *PEOPLE_LISTS,
    *THINGS_LISTS,
)
"""Parts that are lists and move as lists do."""

IN_RUN = frozenset(part for part, around_it in ABOVE.items() if around_it == "simulate")
"""Parts beside which `home` and `end` are the start and the end of the run."""

_APP = (
    Command(
        "app.palette",
        "Command palette",
        "Find any command, person, place or object by name.",
        ("ctrl+p",),
        "find",
    ),
    Command(
        "app.help",
        "Help",
        "Explain the focused pane, with its keys.",
        ("question_mark", "f1"),
        "help",
    ),
    Command(
        "app.menu",
        "Context menu",
        "Show what can be done with the item at the cursor or the mouse.",
        ("shift+f10", "f22", "f16"),
    ),
    Command(
        "app.jump",
        "Jump to a pane",
        "Show a letter on every pane; press it to go there.",
        ("f2",),
        group="Go to",
    ),
    Command(
        "app.design",
        "Edit the map",
        "Open the map workbench. The run continues in the background.",
        ("1", "alt+1", "f3"),
        when=at_workbench("design"),
        group="Go to",
    ),
    Command(
        "app.people",
        "Edit the people",
        "Open the people workbench: personas and previews of their minds.",
        ("2", "alt+2"),
        when=at_workbench("people"),
        group="Go to",
    ),
    Command(
        "app.things",
        "Edit objects",
        "Object kinds and their state machines: edit, try and check them. The run continues in "
        "the background.",
        ("3", "alt+3"),
        when=at_workbench("things"),
        group="Go to",
    ),
    Command(
        "app.simulate",
        "Watch the run",
        "Open the simulation.",
        ("4", "alt+4", "f4"),
        when=DRAWING,
        group="Go to",
    ),
    Command(
        "app.new",
        "File › New world",
        "Create a world from a template: blank, village, dungeon or survival.",
    ),
    Command(
        "app.import",
        "File › Import",
        "Create a world from a Tiled map, a Generative Agents town, a scenario of Terrarium or an "
        "original world.",
    ),
    Command("app.export", "File › Export", "Export the world as a Tiled map, text or a picture."),
    Command(
        "app.picture",
        "File › Export picture or film",
        "Export the run: the shown tick as a picture, several as an animation or a web page.",
    ),
    Command(
        "app.terrarium",
        "File › Export in Terrarium's layout",
        "Export the run as a folder of events, states and a chronicle, as Terrarium writes them.",
    ),
    Command(
        "app.tour", "Tour", "Learn the main keys in two minutes; press again to stop.", ("f9",)
    ),
    Command(
        "app.theme",
        "Next theme",
        "Switch the theme: night, day, terminal colours on dark, on light.",
        ("T",),
        group="Appearance",
    ),
    Command(
        "app.themes",
        "Choose a theme",
        "Choose from all themes; the screen shows the one at the cursor.",
        group="Appearance",
    ),
    Command(
        "app.models",
        "Choose a model",
        "Try the models and embedders of this machine, and choose one for this world.",
    ),
    Command(
        "app.undo",
        "Undo",
        "Take the last edit back, where one edits.",
        ("u", "ctrl+z"),
        when=NOWHERE,
        group="Edit",
    ),
    Command(
        "app.redo",
        "Redo",
        "Do again what was undone, where one edits.",
        ("ctrl+y", "ctrl+r", "U"),
        when=NOWHERE,
        group="Edit",
    ),
    Command("app.copy", "Copy", "Copy the focused pane's text.", ("y",), group="Edit"),
    Command("app.suspend", "Suspend", "Return to the shell; `fg` comes back."),
    Command("app.leave", "Quit", "Leave the studio. The log keeps the run.", ("q", "ctrl+q")),
)

_DIALOG = (
    Command("dialog.open", "Choose", "Select the line.", ("enter",)),
    Command(
        "dialog.close",
        "Close",
        "Close this window.",
        ("escape", "q"),
        "close",
        group="Go to",
        runs=DISMISS,
    ),
    window_help("dialog"),
    window_copy("dialog"),
)

_WELCOME = (
    Command("welcome.open", "Open the world", "Open the world.", ("enter",), "open"),
    Command("welcome.new", "New world", "Create a world from a template.", ("a", "ctrl+n"), "new"),
    Command(
        "welcome.import",
        "Import",
        "Create a world from a map or a town in another format.",
        ("I",),
        "import",
    ),
)

_BROKEN = (
    Command("broken.retry", "Try again", "Load the world again.", ("enter",), "try again"),
    Command(
        "broken.close",
        "Other world",
        "Choose another world.",
        ("escape", "ctrl+w"),
        "other world",
        group="Go to",
        runs=DISMISS,
    ),
)


def _list(where: str) -> tuple[Command, ...]:
    """Return the commands by which a list moves."""
    return (
        Command(f"{where}.up", "Up", "One line up.", ("up", "k")),
        Command(f"{where}.down", "Down", "One line down.", ("down", "j")),
        Command(f"{where}.half-up", "Half a page up", "Half a page up.", ("ctrl+u", "pageup")),
        Command(
            f"{where}.half-down", "Half a page down", "Half a page down.", ("ctrl+d", "pagedown")
        ),
        Command(
            f"{where}.first",
            "First line",
            "To the first line.",
            ("g",) if where in IN_RUN else ("g", "home"),
        ),
        Command(
            f"{where}.last",
            "Last line",
            "To the last line.",
            ("G",) if where in IN_RUN else ("G", "end"),
        ),
    )


COMMANDS: tuple[Command, ...] = (
    *SIMULATE,
    *_DIALOG,
    *COMPARISON,
    *RUN_LIST,
    *QUERY,
    *SCENARIOS,
    *STUDIES,
    *_WELCOME,
    *_BROKEN,
    *DESIGN,
    *PEOPLE,
    *THINGS,
    *(command for where in LISTS for command in _list(where)),
    *_APP,
)
"""Every command, in the order in which help and footer name them."""

_BY_ID = {command.id: command for command in COMMANDS}

__all__ = [
    "ALWAYS",
    "COMMANDS",
    "Availability",
    "Command",
    "commands_of",
    "enclosing_scopes",
    "find_command",
]

MOVES = (
    "up",
    "down",
    "left",
    "right",
    "half_up",
    "half_down",
    "first",
    "last",
    "fold",
    "unfold",
    "pan_up",
    "pan_down",
    "pan_left",
    "pan_right",
)
"""Actions by which one moves, and which only make sense by key."""

FORBIDDEN = frozenset(
    {
        "ctrl+m",
        "ctrl+h",
        "ctrl+i",
        "ctrl+j",
        "ctrl+left_square_bracket",
        "ctrl+b",
        "ctrl+t",
        "ctrl+o",
        "ctrl+g",
    }
)
"""Keys that terminals and multiplexers swallow."""


@cache
def commands_of(where: str) -> tuple[Command, ...]:
    """Return the commands of a part of the screen."""
    return tuple(command for command in COMMANDS if command.where == where)


def find_command(id: str) -> Command | None:  # noqa: A002 - it is what a command's name in a keymap is called everywhere
    """Return the command of an id."""
    return _BY_ID.get(id)


def enclosing_scopes(where: str) -> tuple[str, ...]:
    """Return a part of the screen and those around it, outwards."""
    path = [where]
    while ABOVE[path[-1]]:
        path.append(ABOVE[path[-1]])
    return tuple(path)
