"""The context menu: what can be done at the mouse or the cursor, each command with its key."""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.geometry import Offset

from studio.ui.command_scope import bindings
from studio.ui.commands.registry import (
    MOVES,
    Command,
    commands_of,
    enclosing_scopes,
    find_command,
)
from studio.ui.dialogs.dialog import Dialog
from studio.ui.list_view import ListView
from studio.ui.text import Span, TextRow, span_width

OFFERED: Mapping[str, Sequence[str]] = {
    "map": ("select", "eyes", "centre"),
    "simulate": (
        "why",
        "memory",
        "beliefs",
        "interview",
        "meddle",
        "follow",
        "differ",
        "fork",
        "until",
    ),
    "draw": (
        "object",
        "person",
        "area",
        "room",
        "door",
        "grab",
        "duplicate",
        "add_box",
        "subtract_box",
        "wall",
        "pick",
        "gather",
        "copy",
        "cut",
        "paste",
    ),
    "design": ("edit", "delete"),
    "people": ("identity", "prompt", "day", "talk", "compare"),
    "things": ("add", "rename", "duplicate", "remove", "place"),
    "app": (),
}
"""The actions that are offered of a part that has more than a menu has room for."""
LAST: Mapping[str, Sequence[str]] = {
    "map": ("areas", "zoom", "style"),
    "draw": ("overlay", "areas", "zoom", "style"),
}
"""Actions about the view of a part, which come last."""
OF_PEOPLE = frozenset({"why", "memory", "beliefs", "interview", "differ"})
"""Actions of a run that are offered where a person is selected."""
FRAME = 2
"""Columns, and rows, of the border."""
GAP = 3
"""Least columns between a name and its key."""
_OWN = frozenset(key for command in commands_of("dialog") for key in command.keys)
"""The keys of the menu itself."""


def menu_commands(where: str, *, has_person: bool) -> list[Command]:
    """Return what the menu of a part offers, the part's own first, whether it can be done now or
    not.

    >>> [command.id for command in menu_commands("outline", has_person=True)][:3]
    ['outline.open', 'simulate.why', 'simulate.memory']
    """
    found = [command for part in enclosing_scopes(where) for command in _offered(part)]
    found += _named(where, LAST.get(where, ()))
    return [
        one for one in found if has_person or one.where != "simulate" or one.action not in OF_PEOPLE
    ]


def _offered(part: str) -> Iterator[Command]:
    if part in OFFERED:
        return _named(part, OFFERED[part])
    return (command for command in commands_of(part) if command.action not in MOVES)


def _named(part: str, actions: Sequence[str]) -> Iterator[Command]:
    found = (find_command(f"{part}.{action.replace('_', '-')}") for action in actions)
    return (command for command in found if command is not None)


class MenuItem(NamedTuple):
    """A command of the menu: its id, its name, its key as it is written, and the name of that
    key."""

    id: str
    name: str
    key: str = ""
    pressed: str = ""


class MenuLines(ListView):
    """The commands."""

    where = "dialog"
    BINDINGS: ClassVar[list[BindingType]] = bindings("dialog")

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Put the cursor under the mouse."""
        offset = event.get_content_offset(self)
        if offset is not None and self.top + offset.y < len(self.rows):
            self._move_to(self.top + offset.y)


class ContextMenu(Dialog[str]):
    """A list at a place of the screen; its result is the id of the command that was chosen, or
    None."""

    DEFAULT_CSS = """
    ContextMenu { background: transparent; }
    ContextMenu:ansi { background: transparent; }
    ContextMenu MenuLines {
        position: absolute; border: round $border; background: $surface; padding: 0 1;
    }
    """

    def __init__(self, items: Sequence[MenuItem], at: Offset) -> None:
        super().__init__()
        self._items, self._at = items, at

    def compose(self) -> ComposeResult:
        """Place the list beside the mouse, as far as there is room."""
        self._terminal = self.app.size
        rows = [
            TextRow(item.id, (Span(item.name),), Span(item.key), item.id) for item in self._items
        ]
        lines = MenuLines(id="menu")
        lines.rows = rows
        wide = max(span_width(row.spans) + GAP + len(row.tail.text) for row in rows) + FRAME + 2
        tall = min(len(rows) + FRAME, self.app.size.height)
        lines.styles.width, lines.styles.height = wide, tall
        lines.styles.offset = (
            max(0, min(self._at.x + 1, self.app.size.width - wide)),
            max(0, min(self._at.y, self.app.size.height - tall)),
        )
        yield lines

    def on_mount(self) -> None:
        """Let the keys move in the list."""
        self.query_one(MenuLines).focus()

    def on_resize(self) -> None:
        """Close where the terminal has another size, for the place is another one now."""
        if self.app.size != self._terminal:
            self.dismiss(None)

    def on_key(self, event: events.Key) -> None:
        """Choose a command by its own key, unless it moves in the list."""
        found = next((item.id for item in self._items if item.pressed == event.key), None)
        if found is not None and event.key not in _OWN:
            event.stop()
            self.dismiss(found)

    def on_list_view_opened(self, message: ListView.Opened) -> None:
        """Choose the line."""
        message.stop()
        self.dismiss(message.row.link)

    def on_click(self, event: events.Click) -> None:
        """Close by a click beside the list."""
        event.stop()
        if event.widget is self:
            self.dismiss(None)
