"""The table of all keys: their meaning in every workbench, or in one, and the exceptions.

`python -m studio.ui.commands.keys_table > docs/keys.md` writes the page.
"""

from collections.abc import Iterator
from typing import NamedTuple

from studio.ui.commands.command import DISMISS
from studio.ui.commands.key_names import key_name
from studio.ui.commands.registry import COMMANDS, Command, enclosing_scopes

MEANINGS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "up": (("up", "k"), ("up",)),
    "down": (("down", "j"), ("down",)),
    "left, close, less, earlier": (
        ("left", "h"),
        ("left", "fold", "less", "back", "previous_call"),
    ),
    "right, open, more, later": (
        ("right", "l"),
        ("right", "unfold", "more", "on", "next_call", "go"),
    ),
    "move the item at the cursor: the map, a row, a mark": (
        ("shift+up", "K", "shift+down", "J", "shift+left", "H", "shift+right", "L"),
        (
            "pan_up",
            "pan_down",
            "pan_left",
            "pan_right",
            "shift_up",
            "shift_down",
            "earlier",
            "later",
            "raise",
            "lower",
            "previous_weight",
            "next_weight",
            "much_less",
            "much_more",
            "mine",
            "theirs",
        ),
    ),
    "half a page up, or back": (("pageup", "ctrl+u"), ("half_up", "far_back")),
    "half a page down, or on": (("pagedown", "ctrl+d"), ("half_down", "far_on")),
    "first line or cell; the start of the run": (("g", "home"), ("first", "start")),
    "last line or cell; the end of the run": (("G", "end"), ("last", "newest")),
    "next pane": (("tab",), ("next_pane",)),
    "previous pane": (("shift+tab",), ("previous_pane",)),
    "open, select or edit the item at the cursor": (
        ("enter",),
        ("open", "select", "land", "retry"),
    ),
    "the main thing here: play, draw, mark, press, mend, take": (
        ("space",),
        ("play", "dab", "also", "fix", "mark", "open", "turn", "other"),
    ),
    "back; close": (("escape",), ("away", DISMISS)),
    "find, by letters": (("slash", "ctrl+f", "colon"), ("find", "go_to", "filter")),
    "next found": (("n",), ("find_next", "next_sign")),
    "found before": (("N",), ("find_previous", "previous_sign")),
    "next event, recall or heading": (
        ("greater_than_sign",),
        ("next_event", "next_recall", "next_part"),
    ),
    "the one before": (("less_than_sign",), ("previous_event", "previous_recall", "previous_part")),
    "one step on in time": (("full_stop",), ("step", "wait")),
    "one step back in time": (("comma",), ("back",)),
    "more: zoom in, weigh more": (("plus", "equals_sign"), ("zoom_in", "raise", "more")),
    "less: zoom out, weigh less": (("minus",), ("zoom_out", "lower", "less")),
    "faster; a larger brush": (("ctrl+up", "right_square_bracket"), ("faster", "larger")),
    "slower; a smaller brush": (("ctrl+down", "left_square_bracket"), ("slower", "smaller")),
    "as it was at first": (("0",), ("reset", "over", "hand")),
    "add: a person, a kind, a row, an area, a glyph; in a run, act as a person": (
        ("a", "ctrl+n"),
        ("add", "new", "area", "act"),
    ),
    "edit: the present, fields, a glyph, a text, a memory, the stage": (
        ("e",),
        ("meddle", "rewrite", "edit", "long", "stage", "set"),
    ),
    "remove": (("x", "delete"), ("remove", "delete", "clear", "forget")),
    "rename": (("R",), ("rename",)),
    "duplicate": (("C",), ("duplicate",)),
    "copy": (("y",), ("copy", "copy_lines")),
    "keep: a stamp, a test, a scenario": (("Y",), ("keep_stamp", "keep", "expect")),
    "place an object": (("o",), ("object", "place")),
    "move: carry what is selected, pan the map": (("M",), ("pan", "carry", "grab")),
    "ask or talk to a person": (("A",), ("interview", "talk")),
    "memory and mind of a person": (("m",), ("memory", "mind")),
    "compare": (("d",), ("compare",)),
    "another view: beliefs on the map, overlay, cast, details, stream": (
        ("v",),
        ("eyes", "stream", "overlay", "cast", "picture", "voice"),
    ),
    "a further view: two minds, layers, identity": (("V",), ("differ", "layers", "identity")),
    "frames of areas": (("O",), ("areas",)),
    "the whole map": (("z",), ("zoom",)),
    "this pane alone": (("Z",), ("alone",)),
    "undo": (("u", "ctrl+z"), ("undo",)),
    "redo": (("U", "ctrl+y", "ctrl+r"), ("redo",)),
    "save": (("ctrl+s",), ("save", "keep")),
    "quit; close a dialog": (("q", "ctrl+q"), ("leave", DISMISS)),
    "another world": (("ctrl+w",), ("close", DISMISS)),
    "help": (("question_mark", "f1"), ("help",)),
}
"""What keys mean in more than one workbench, with the actions that mean it."""

EXCEPTIONS = {
    "s": "select cells on the map, as in any drawing program; in lists, which lines are shown and "
    "in which order",
    "t": "the text tool on the map; in the run, transcript or timeline, which only small "
    "terminals need",
    "c": "choose a glyph on the map; in the run, card or outline, which only small terminals "
    "need; in the list of runs, compress",
    "B": "branches of the run; on the map, another box of an area",
    "D": "a door on the map; the day of a person; charts of the run, of which the day is the first",
    "F": "follow a person in the run; fill on the map",
    "I": "the small map; import of worlds and people, where there is no such map",
    "L": "somebody lives here, in the list of people; elsewhere it moves things on",
    "P": "a person on the map; the first prompt of a person; questions to several people in the "
    "run",
    "r": "relations, in the run and among people; the rectangle on the map, as in any drawing program",
    "apostrophe": "favourite tools on the map, each by a digit; in the run, the next death, fight or "
    "anomaly",
    "left_square_bracket": "a row of the day earlier; elsewhere slower, or a smaller brush",
    "right_square_bracket": "a row of the day later; elsewhere faster, or a larger brush",
    "left_curly_bracket": "a row of the day and all behind it earlier; in the run, the refusal before",
    "right_curly_bracket": "a row of the day and all behind it later; in the run, the next refusal",
    "backspace": "back to where one came from in the run, as in a browser; elsewhere it removes, "
    "as in any editor",
}
"""Keys that mean different things in different workbenches, each with the reason; there are at most
sixteen."""

WORKBENCHES = {"design": "Map", "people": "People", "things": "Objects", "simulate": "Simulate"}
"""The workbenches, by the part of the screen that a workbench is."""
OF_RUN = frozenset({"partings", "runs", "query", "statement", "answer", "scenarios", "studies"})
"""Parts of windows over a run, which count as its workbench."""
EVERYWHERE = "Everywhere"
"""Where a key is that belongs to no workbench: the app, its dialogs, its first screen."""
PARTS = {
    "draw": "map",
    "things": "",
    "design": "",
    "people": "",
    "simulate": "",
    "facts": "facts",
    "partings": "comparison",
    "runs": "list of runs",
    "query": "SQL",
    "statement": "SQL statement",
    "answer": "SQL rows",
    "compare": "two versions of a file",
    "app": "",
    "broken": "broken world",
}
"""What the page calls the parts whose names in the registry say less; "" is the whole workbench."""
HEAD = """# Keys

One key means one thing in the whole studio, or it belongs to one workbench; the exceptions are listed below, each with
its reason. `python -m studio.ui.commands.keys_table > docs/keys.md` writes this page. A line of the
keymap file (`latticeville where` names it) rebinds a command by its id: `simulate.play = "f12"`. Where the terminal or
the layout of the keyboard keeps a key to itself, the other keys of the command do the same.
"""


class KeyUse(NamedTuple):
    """A key, and a command that it does in a workbench."""

    key: str
    workbench: str
    command: Command


def uses() -> Iterator[KeyUse]:
    """Yield every key of every command with its workbench."""
    for command in COMMANDS:
        own = (WORKBENCHES[part] for part in enclosing_scopes(command.where) if part in WORKBENCHES)
        workbench = WORKBENCHES["simulate"] if command.where in OF_RUN else next(own, EVERYWHERE)
        for key in command.keys:
            yield KeyUse(key, workbench, command)


def meaning(key: str, command: Command) -> str:
    """Return what a key of a command means: a meaning that is shared, else the command's own
    action."""
    for word, (keys, actions) in MEANINGS.items():
        if key in keys and command.action in actions:
            return word
    return command.action


def ambiguous_keys() -> dict[str, set[str]]:
    """Return the keys that mean different things in different workbenches, with what they mean."""
    benches: dict[str, set[str]] = {}
    meanings: dict[str, set[str]] = {}
    for key, workbench, command in uses():
        benches.setdefault(key, set()).add(workbench)
        meanings.setdefault(key, set()).add(meaning(key, command))
    return {
        key: meant for key, meant in meanings.items() if len(meant) > 1 and len(benches[key]) > 1
    }


def page() -> str:
    """Return the page of all keys."""
    lines = [HEAD, "## The same everywhere", "", "| keys | what they do |", "|---|---|"]
    lines += [f"| {_keys(keys)} | {word} |" for word, (keys, _actions) in MEANINGS.items()]
    lines += ["", "## Exceptions", "", "| key | why it means more than one thing |", "|---|---|"]
    lines += [f"| {_keys((key,))} | {reason} |" for key, reason in EXCEPTIONS.items()]
    for workbench in (EVERYWHERE, *sorted(WORKBENCHES.values(), key=[*WORKBENCHES.values()].index)):
        lines += ["", f"## {workbench}", "", "| keys | command | where | id |", "|---|---|---|---|"]
        here = {command.id: command for _key, bench, command in uses() if bench == workbench}
        lines += [_line(command) for command in here.values()]
    keyless = [f"`{command.id}` ({command.name})" for command in COMMANDS if not command.keys]
    lines += [
        "",
        "## Without a key",
        "",
        "The palette (ctrl+p) does these, and the keymap file can give them keys:",
        "",
    ]
    lines += [", ".join(keyless) + "."]
    return "\n".join(lines) + "\n"


def _line(command: Command) -> str:
    where = PARTS.get(command.where, command.where)
    return f"| {_keys(command.keys)} | {command.name} | {where} | `{command.id}` |"


def _keys(keys: tuple[str, ...]) -> str:
    """Write keys as a cell of a table has them."""
    return " ".join(f"`{key_name(key)}`".replace("|", "\\|") for key in keys)


if __name__ == "__main__":
    print(page(), end="")  # noqa: T201 - it is what the program is for
