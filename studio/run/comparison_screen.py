"""The screen that compares two runs: divergence, people, world, events, numbers."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import ClassVar, NamedTuple

from textual import events, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical

from latticeville.core.text_fold import fold
from latticeville.reports.diff.compare import Comparison
from latticeville.reports.diff.rows import comparison_rows, first_open, first_row
from latticeville.reports.rows import RunTarget, ViewRow, folds
from studio.run.comparison_sides import ComparisonSides
from studio.ui.command_scope import bindings
from studio.ui.dialogs.dialog import Dialog
from studio.ui.dialogs.text_dialog import TextPrompt
from studio.ui.footer import CommandFooter
from studio.ui.list_view import WrappedListView
from studio.ui.text import TextRow, clean_border
from studio.ui.view_rows import PaintedView

PANES = {
    "beliefs": "beliefs",
    "memories": "memory",
    "recalls": "memory",
    "questions": "why",
    "answers": "why",
    "plan": "why",
    "inner": "why",
    "actions": "why",
    "doing": "why",
    "places": "map",
    "holdings": "card",
}
"""The pane that shows what differs of somebody."""


ROOM = 30
"""Rows of the terminal from which on the maps of both runs are large."""
SMALL = (76, 22)
"""Columns and rows of the terminal below which both runs have only a line each."""


class ComparisonPlace(NamedTuple):
    """Where one was in a comparison: the line under the cursor, the first in sight, and what was
    open; None where one was not in it yet."""

    cursor: int = 0
    top: int = 0
    opened: frozenset[str] | None = None


class ComparisonChoice(NamedTuple):
    """What was chosen: a tick in the run `side`, with somebody there."""

    side: int
    target: RunTarget

    @property
    def pane(self) -> str:
        """The pane that shows it, "" where none does."""
        return PANES.get(self.target.what, "card" if self.target.who else "")


class ComparisonLines(WrappedListView):
    """The lines of a comparison; enter goes to what a line tells of, space to the same in the other
    run."""

    where = "partings"
    eager = False
    BINDINGS: ClassVar[list[BindingType]] = bindings("partings")

    def __init__(
        self,
        names: tuple[str, str],
        whole: Comparison,
        ends: tuple[int, int],
        here: int,
        opened: frozenset[str] | None = None,
    ) -> None:
        super().__init__(id="sides")
        self._names, self._whole, self._ends, self._here = names, whole, ends, here
        self._view = PaintedView((), 0)
        self._letters = ""
        self.opened = set(first_open(whole) if opened is None else opened)

    def _told(self) -> Iterator[ViewRow]:
        return comparison_rows(self._whole, self._names, self._ends)

    def _draw(self) -> None:
        self._view = PaintedView(self._told(), self.size.width, self.opened)
        self.show_rows(self._view.rows)

    def begin(self) -> None:
        """Stand on the first difference that has a place, with what leads up to it in sight."""
        found = self._place_of(first_row(self._whole))
        if found is not None:
            self._move_to(found)
            self.top = max(0, found - self.room * 2 // 3)
            self.refresh()

    @property
    def target(self) -> RunTarget | None:
        """What the line at the cursor leads to."""
        row = self._view.views.get(self._key)
        return row.target if row is not None and isinstance(row.target, RunTarget) else None

    @property
    def _key(self) -> str:
        return self.rows[self.cursor].key if self.rows else ""

    def action_open(self) -> None:
        """Go to what the line tells of: in the run that it is of, else in the one that is open."""
        self._go(other=False)

    def action_other(self) -> None:
        """Go there in the other run."""
        self._go(other=True)

    def _go(self, *, other: bool) -> None:
        row = self._view.views.get(self._key)
        if row is not None and isinstance(row.target, RunTarget):
            side = self._here if row.target.side is None else row.target.side
            self.screen.dismiss(ComparisonChoice(1 - side if other else side, row.target))
        elif row is not None and row.children:
            self._toggle(row.key)
        else:
            self._tell("No target on this line. People, differences and events have one.")

    def _tell(self, sentence: str) -> None:
        for hints in self.screen.query(CommandFooter):
            hints.tell(sentence)

    def _toggle(self, key: str) -> None:
        self.opened ^= {key}
        self._draw()

    def action_unfold(self) -> None:
        """Open what the line sums up."""
        row = self._view.views.get(self._key)
        if row is not None and row.children and row.key not in self.opened:
            self._toggle(row.key)

    def action_fold(self) -> None:
        """Close what the line sums up, or what it is in."""
        key = self._key if self._key in self.opened else self._view.inside.get(self._key)
        if key:
            self.opened.discard(key)
            self._draw()
            self._move_to_key(key)

    def action_next_person(self) -> None:
        """To the next person."""
        self._to(1, _is_person)

    def action_previous_person(self) -> None:
        """To the person before."""
        self._to(-1, _is_person)

    def _to(self, way: int, wanted: Callable[[TextRow], bool]) -> bool:
        """Go to the next or previous line that is wanted, round the end; False where there is
        none."""
        count = len(self.rows)
        turns = ((self.cursor + way * step) % count for step in range(1, count + 1))
        found = next((place for place in turns if wanted(self.rows[place])), None)
        if found is not None:
            self._move_to(found)
        return found is not None

    @work
    async def action_find(self) -> None:
        """Ask for letters, open all, and go to the next line that has them."""
        letters = await self.app.push_screen_wait(
            TextPrompt("Search the comparison", "letters", self._letters)
        )
        if letters:
            self._letters = letters
            self.opened = set(folds(self._told()))
            self._draw()
            self.action_find_next()

    def action_find_next(self) -> None:
        """To the next line that has the letters."""
        self._find(1)

    def action_find_previous(self) -> None:
        """To the line before that has the letters."""
        self._find(-1)

    def _find(self, way: int) -> None:
        letters = fold(self._letters)
        if not letters:
            self._tell("Nothing is looked for yet: / finds by letters.")
        elif not self._to(
            way, lambda row: letters in fold("".join(span.text for span in row.spans))
        ):
            self._tell(f"No line has “{self._letters}”.")


def _is_person(row: TextRow) -> bool:
    sort, _, rest = row.key.partition(" ")
    return sort == "who" and " " not in rest


class ComparisonScreen(Dialog[ComparisonChoice | None]):
    """Shows a comparison; `ends` are the last ticks of the two, `here` which of them is open, `at`
    where one was; with the `folders` of the runs, also their maps."""

    DEFAULT_CSS = """
    ComparisonScreen { align: center middle; background: $background 40%; }
    ComparisonScreen:ansi { background: ansi_default; }
    ComparisonScreen > Vertical { width: 100%; height: 100%; background: $background; }
    ComparisonLines { border: heavy $border; background: $surface; border-title-color: $accent; height: 1fr; }
    """

    def __init__(
        self,
        names: tuple[str, str],
        whole: Comparison,
        about: str,
        ends: tuple[int, int],
        here: int = 1,
        at: ComparisonPlace = ComparisonPlace(),  # noqa: B008 - it is frozen
        folders: tuple[Path, Path] | None = None,
    ) -> None:
        super().__init__()
        self._about, self._at = about, at
        self._sides = ComparisonLines(names, whole, ends, here, at.opened)
        self._columns = ComparisonSides(names, folders) if folders else None

    @property
    def at(self) -> ComparisonPlace:
        """Where one is."""
        return ComparisonPlace(self._sides.cursor, self._sides.top, frozenset(self._sides.opened))

    def compose(self) -> ComposeResult:
        """Show the lines."""
        self._sides.border_title = clean_border(self._about)
        with Vertical():
            if self._columns is not None:
                yield self._columns
            yield self._sides
            yield CommandFooter(id="hints")

    def on_mount(self) -> None:
        """Stand where one was, else on the first difference that has a place."""
        self.call_after_refresh(self._begin if self._at.opened is None else self._return)

    def _begin(self) -> None:
        self._sides.begin()
        self.on_list_view_moved()

    def _return(self) -> None:
        self._sides.cursor, self._sides.top = self._at.cursor, self._at.top
        self._sides.refresh()
        self.on_list_view_moved()

    def on_resize(self, event: events.Resize) -> None:
        """Make the maps of both runs smaller where there is little room, or leave them out."""
        if self._columns is not None:
            (columns, rows), small = event.size, SMALL
            self._columns.set_class(rows < ROOM, "-low")
            self._columns.set_class(columns < small[0] or rows < small[1], "-tiny")

    def on_list_view_moved(self) -> None:
        """Show both sides of the line at the cursor."""
        if self._columns is not None:
            self._columns.show(self._sides.target)
