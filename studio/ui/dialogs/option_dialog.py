"""The dialog that chooses an option from a list, filtered as one types."""

import re
from collections.abc import Callable, Sequence
from typing import ClassVar, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.fuzzy import FuzzySearch
from textual.widgets import Input, Static

from latticeville.core.text_fold import fold
from studio.ui.command_scope import bindings
from studio.ui.dialogs.dialog import DialogFooter
from studio.ui.dialogs.typeahead import TypeaheadDialog
from studio.ui.list_view import ListView
from studio.ui.text import QUIET, Span, TextRow, clean, clean_border

NEW = "\n"
"""What the key of an option that makes something new begins with; the letters of its name
follow."""
SEPARATOR = "\r"
"""The key of a line between options, which cannot be chosen."""
SHOWN = 10
"""Lines of the list that are seen at once."""


class Option(NamedTuple):
    """Something that can be chosen: what comes of it, its name, and a word on it."""

    key: str
    name: str
    note: str = ""


def rank_options(letters: str, options: Sequence[Option]) -> list[Option]:
    """Return the options that fit, best first: the letters stand together, or at least in this
    order in the name.

    >>> options = [Option("a", "knit"), Option("b", "Ada's Kitchen"), Option("c", "Kite")]
    >>> [one.name for one in rank_options("kit", options)]
    ["Ada's Kitchen", 'Kite', 'knit']
    """
    if not letters:
        return list(options)
    wanted, search = fold(letters), FuzzySearch()
    found: list[tuple[tuple[bool, bool, float], Option]] = []
    for one in options:
        whole = wanted in _text_of(one)
        score = 1.0 if whole else search.match(wanted, fold(one.name))[0]
        if score:
            begins = (
                any(word.startswith(wanted) for word in fold(one.name).split())
                or one.key == letters
            )
            found.append(((not begins, not whole, -score), one))
    return [one for _, one in sorted(found, key=lambda pair: pair[0])]


def has_letters(letters: str, option: Option) -> bool:
    """Tell whether letters stand together in what an option is called."""
    return fold(letters) in _text_of(option)


def _text_of(option: Option) -> str:
    return fold(f"{option.name} {option.note} {option.key}")


class OptionLines(ListView):
    """The list."""

    where = "dialog"
    BINDINGS: ClassVar[list[BindingType]] = bindings("dialog")


class OptionDialog(TypeaheadDialog[str]):
    """A line to type letters into, and what fits them; its result is the key of what was chosen, or
    None."""

    DEFAULT_CSS = """
    OptionDialog { align: center middle; background: $background 40%; }
    OptionDialog:ansi { background: ansi_default; }
    OptionDialog Vertical {
        width: 60; max-width: 96%; height: auto; max-height: 90%;
        border: heavy $border; background: $surface; padding: 0 1; border-title-color: $accent;
    }
    OptionDialog.-wide Vertical { width: 110; }
    OptionDialog Input, OptionDialog Input:focus { border: none; padding: 0; height: 1; background: $panel; }
    OptionDialog OptionLines { height: 10; background: $surface; }
    OptionDialog Static { height: auto; max-height: 8; color: $foreground; }
    """
    BINDINGS = [("escape", "dismiss", "Close")]  # noqa: RUF012 - as Textual declares it
    free_example = ", or a cell such as 12,5"
    """What else than a name can be typed where anything else can."""
    free_hint = "enter goes to {}"
    """What enter does with it."""
    leave = "back"
    """What esc does."""
    has_list_keys = False
    """Whether the list takes the focus, too, since keys do something there."""
    lines = SHOWN
    """Most lines of the list that are seen at once."""

    def __init__(
        self,
        title: str,
        options: Sequence[Option],
        *,
        text: str = "",
        search: bool = True,
        free: re.Pattern[str] | None = None,
        new: str = "",
        new_note: Callable[[str], str] = lambda _: "",
        wide: bool = False,
    ) -> None:
        super().__init__()
        self.set_class(wide, "-wide")
        self._title, self._options, self._text, self._search, self._free = (
            title,
            options,
            text,
            search,
            free,
        )
        self._new = new
        """What can be made of letters that are no option's name; nothing where that is not
        possible."""
        self._new_note = new_note
        """Says what the letters of a name would be made from."""
        self.fitting: tuple[str, ...] = ()
        """The keys of all that fits, best first."""

    def compose(self) -> ComposeResult:
        """Show the line and the list."""
        with Vertical() as box:
            box.border_title = clean_border(self._title)
            if self._text:
                yield Static(self._text, markup=False)
            if self._search:
                yield Input(placeholder="type to filter" + self._other_words)
            yield self.make_lines()
            yield from self.compose_foot()

    def make_lines(self) -> OptionLines:
        """Return the list."""
        return OptionLines(id="choices")

    def compose_foot(self) -> ComposeResult:
        """Show what stands below the list."""
        yield DialogFooter(leave=self.leave)

    @property
    def _other_words(self) -> str:
        """What else can be typed."""
        return (
            self.free_example
            if self._free
            else f", or the name of a new {self._new}"
            if self._new
            else ""
        )

    def on_mount(self) -> None:
        """Fill the list."""
        choices = self.query_one(OptionLines)
        choices.styles.height = min(self.lines, max(1, len(self._options)))
        choices.can_focus = self.has_list_keys or not self._search
        self._fill("")
        self.set_focus(self.query_one(Input) if self._search else choices)

    def offer(self, options: Sequence[Option]) -> None:
        """Exchange the options, as more of them are found; what is typed and what is marked
        stay."""
        self._options = options
        if not self.is_mounted:
            return
        choices = self.query_one(OptionLines)
        marked = choices.rows[choices.cursor].link
        choices.styles.height = min(self.lines, max(1, len(options)))
        self._fill(self.query_one(Input).value if self._search else "")
        choices.go_to(marked)
        choices.mark(choices.rows[choices.cursor].link if self._search else "")

    def _fitting(self, letters: str) -> list[Option]:
        """Return the options that fit, best first; before those in which the letters do not stand
        together comes what is made of letters that are no option's name."""
        options = [one for one in self._options if not letters or one.key != SEPARATOR]
        fitting = rank_options(letters, options)
        if self._new and letters and letters not in {name for one in fitting for name in one[:2]}:
            new = Option(
                f"{NEW}{letters}", f"New {self._new} “{letters}” …", self._new_note(letters)
            )
            fitting.insert(sum(has_letters(letters, one) for one in fitting), new)
        return fitting

    def _fill(self, letters: str) -> None:
        letters = letters.strip()
        fitting = self._fitting(letters)
        self.fitting = tuple(one.key for one in fitting)
        rows = [
            TextRow(one.key, (Span(f"── {clean(one.name)} ──", QUIET),))
            if one.key == SEPARATOR
            else TextRow(one.key, (Span(clean(one.name)),), Span(clean(one.note), QUIET), one.key)
            for one in fitting
        ]
        choices = self.query_one(OptionLines)
        choices.cursor = choices.top = 0
        choices.rows = ()
        free = bool(self._free and self._free.fullmatch(letters))
        none = self.free_hint.format(letters) if free else "No match."
        choices.show_rows(rows or [TextRow("", (Span(clean(none), QUIET),))])
        choices.cursor = 0
        choices.mark(rows[0].link if rows and self._search else "")

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show what fits."""
        self._fill(event.value)

    def on_key(self, event: events.Key) -> None:
        """Move in the list while typing."""
        choices = self.query_one(OptionLines)
        if self._search and event.key in ("up", "down", "ctrl+n"):
            event.stop()
            move = choices.action_up if event.key == "up" else choices.action_down
            move()
            if choices.rows[choices.cursor].key == SEPARATOR:
                move()
            choices.mark(choices.rows[choices.cursor].link)

    def submit(self) -> None:
        """Choose the marked one."""
        choices = self.query_one(OptionLines)
        typed = self.query_one(Input).value if self._search else ""
        if self._free and self._free.fullmatch(typed):
            self.dismiss(typed)
        else:
            self._choose(choices.rows[choices.cursor])

    def on_list_view_opened(self, message: ListView.Opened) -> None:
        """Choose the line."""
        message.stop()
        self._choose(message.row)

    def _choose(self, row: TextRow) -> None:
        if row.key != SEPARATOR:
            self.dismiss(row.link or None)
