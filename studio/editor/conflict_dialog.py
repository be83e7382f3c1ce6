"""The dialog of a file that changed on disk and here: choose a side for each item."""

from collections.abc import Iterator
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical

from studio.project.conflict import Choice, Conflict, ConflictItem, Key
from studio.ui.command_scope import bindings
from studio.ui.dialogs.dialog import Dialog
from studio.ui.footer import CommandFooter
from studio.ui.list_view import WrappedListView
from studio.ui.text import QUIET, STRONG, WARM, Span, TextRow, clean, wrap_text

_ABOUT = (
    "This file changed on disk and here. ▸ marks the side that each item comes from: the side "
    "that changed it, or "
    "yours if both did."
)


class ConflictItems(WrappedListView):
    """The items; space goes to the other side, enter takes the choices."""

    where = "compare"
    BINDINGS: ClassVar[list[BindingType]] = bindings("compare")

    def __init__(self, conflict: Conflict, about: str = _ABOUT) -> None:
        super().__init__(id="items")
        self._about = about
        self._items = conflict.items
        self.choices: dict[Key, Choice] = {item.key: item.suggested for item in self._items}

    def _draw(self) -> None:
        lines = wrap_text(self._about, self.size.width)
        self.show_heads(
            [*(TextRow("about", (Span(line, QUIET),)) for line in lines), TextRow("gap", ())]
        )
        self.show_rows(
            [
                row
                for number, item in enumerate(self._items)
                for row in self._lines(f"{number}", item)
            ]
        )

    def _lines(self, key: str, item: ConflictItem) -> Iterator[TextRow]:
        clash = Span("changed on both sides" if item.is_clash else "", WARM)
        yield TextRow(key, (Span(clean(" ".join(item.key)), STRONG),), clash)
        for side, value in (("mine", item.mine), ("theirs", item.theirs)):
            taken = self.choices[item.key] == side
            text = "–" if value is None else str(value)
            for turn, line in enumerate(list(wrap_text(text, self.size.width - 12))[:4]):
                head = f"{'▸' if taken else ' '} {side if turn == 0 else '':<8}"
                yield TextRow(
                    key,
                    (
                        Span(head, WARM if taken else QUIET),
                        Span(clean(line), "plain" if taken else QUIET),
                    ),
                )

    def action_turn(self) -> None:
        """Take the other side's."""
        if self.rows:
            key = self._items[int(self.rows[self.cursor].key)].key
            self.choices[key] = "theirs" if self.choices[key] == "mine" else "mine"
            self._draw()

    def _all(self, side: Choice) -> None:
        self.choices = dict.fromkeys(self.choices, side)
        self._draw()

    def action_mine(self) -> None:
        """Take every item as it is here."""
        self._all("mine")

    def action_theirs(self) -> None:
        """Take every item as it is on disk."""
        self._all("theirs")


class ConflictDialog(Dialog[dict[Key, Choice] | None]):
    """Lists the items; its result is a side for each, or None."""

    DEFAULT_CSS = """
    ConflictDialog { align: center middle; background: $background 60%; }
    ConflictDialog:ansi { background: ansi_default; }
    ConflictDialog Vertical { width: 92%; max-width: 110; height: 90%; }
    ConflictDialog #items { border: heavy $border; background: $surface; padding: 0 1; height: 1fr; }
    """

    def __init__(self, conflict: Conflict, about: str = _ABOUT) -> None:
        super().__init__()
        self._conflict, self._about = conflict, about

    def compose(self) -> ComposeResult:
        """Show the items."""
        with Vertical():
            items = ConflictItems(self._conflict, self._about)
            items.border_title = f"{clean(self._conflict.name)}: mine or theirs"
            yield items
            yield CommandFooter()

    def on_list_view_opened(self) -> None:
        """Take the choices."""
        self.dismiss(dict(self.query_one(ConflictItems).choices))
