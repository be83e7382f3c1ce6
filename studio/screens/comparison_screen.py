"""Two runs side by side: where and why they part, and what became of people, things, places, events and numbers."""

from collections.abc import Callable
from typing import ClassVar, NamedTuple

from textual import events, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical

from latticeville.core.letters import fold
from latticeville.lab.diff import Comparison
from studio.panes.comparison_rows import ComparisonRow, Goal, first_open, folds, lines_of
from studio.widgets.ask import Ask
from studio.widgets.bar import Hints
from studio.widgets.dialog import Dialog
from studio.widgets.lines import Wrapped
from studio.widgets.part import bindings
from studio.widgets.spans import bordered


class ComparisonPlace(NamedTuple):
    """Where one was in a comparison: the line under the cursor, the first in sight, and what was open."""

    cursor: int = 0
    top: int = 0
    opened: frozenset[str] | None = None


class ComparisonChoice(NamedTuple):
    """What was chosen: a tick in the run `side`, with somebody there."""

    side: int
    goal: Goal


class ComparisonLines(Wrapped):
    """The lines of a comparison; enter goes to what a line tells of, space to the same in the other run."""

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
        self._lines: list[ComparisonRow] = []
        self._letters = ""
        self.opened = set(first_open(whole) if opened is None else opened)

    def _draw(self) -> None:
        self._lines = list(lines_of(self._names, self._whole, self.size.width, self._ends, self.opened))
        self.show_rows([line.row for line in self._lines])

    @property
    def _line(self) -> ComparisonRow | None:
        return self._lines[self.cursor] if self._lines else None

    def action_open(self) -> None:
        """Go to what the line tells of: in the run that it is of, else in the one that is open."""
        self._go(other=False)

    def action_other(self) -> None:
        """Go there in the other run."""
        self._go(other=True)

    def _go(self, *, other: bool) -> None:
        line = self._line
        if line is not None and line.goal is not None:
            side = self._here if line.goal.side is None else line.goal.side
            self.screen.dismiss(ComparisonChoice(1 - side if other else side, line.goal))
        elif line is not None and line.fold:
            self._toggle(line.fold)
        else:
            self._tell("This line leads nowhere: those of people and of events do.")

    def _tell(self, sentence: str) -> None:
        for hints in self.screen.query(Hints):
            hints.tell(sentence)

    def _toggle(self, fold: str) -> None:
        self.opened ^= {fold}
        self._draw()

    def action_unfold(self) -> None:
        """Open what the line sums up."""
        line = self._line
        if line is not None and line.fold and line.fold not in self.opened:
            self._toggle(line.fold)

    def action_fold(self) -> None:
        """Close what the line sums up, or what it is in."""
        line = self._line
        fold = "" if line is None else line.fold if line.fold in self.opened else line.inside
        if fold:
            self.opened.discard(fold)
            self._draw()
            self._move_to(next(place for place, each in enumerate(self._lines) if each.fold == fold))

    def action_next_person(self) -> None:
        """To the next person."""
        self._to(1, lambda line: line.heading)

    def action_previous_person(self) -> None:
        """To the person before."""
        self._to(-1, lambda line: line.heading)

    def _to(self, way: int, wanted: Callable[[ComparisonRow], bool]) -> bool:
        """Go to the next or previous line that is wanted, round the end; False where there is none."""
        count = len(self._lines)
        turns = ((self.cursor + way * step) % count for step in range(1, count + 1))
        found = next((place for place in turns if wanted(self._lines[place])), None)
        if found is not None:
            self._move_to(found)
        return found is not None

    @work
    async def action_find(self) -> None:
        """Ask for letters, open all, and go to the next line that has them."""
        letters = await self.app.push_screen_wait(Ask("Search the comparison", "letters", self._letters))
        if letters:
            self._letters = letters
            self.opened = set(folds(self._whole))
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
        elif not self._to(way, lambda line: letters in fold("".join(span.text for span in line.row.spans))):
            self._tell(f"No line has “{self._letters}”.")

    async def action_help(self) -> None:
        """Say what this is."""
        await self.run_action("app.help")

    def action_close(self) -> None:
        """Back to the run."""
        self.screen.dismiss(None)


class ComparisonScreen(Dialog[ComparisonChoice | None]):
    """Shows a comparison; `ends` are the last ticks of the two, `here` which of them is open, `at` where one was."""

    DEFAULT_CSS = """
    ComparisonScreen { align: center middle; background: $background 40%; }
    ComparisonScreen:ansi { background: ansi_default; }
    ComparisonScreen Vertical { width: 96%; height: 96%; }
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
    ) -> None:
        super().__init__()
        self._about, self._at = about, at
        self._sides = ComparisonLines(names, whole, ends, here, at.opened)

    @property
    def at(self) -> ComparisonPlace:
        """Where one is."""
        return ComparisonPlace(self._sides.cursor, self._sides.top, frozenset(self._sides.opened))

    def compose(self) -> ComposeResult:
        """Show the lines."""
        self._sides.border_title = bordered(self._about)
        with Vertical():
            yield self._sides
            yield Hints(id="hints")

    def on_mount(self) -> None:
        """Stand where one was."""
        if self._at.cursor:
            self.call_after_refresh(self._return)

    def _return(self) -> None:
        self._sides.cursor, self._sides.top = self._at.cursor, self._at.top
        self._sides.refresh()

    def on_click(self, event: events.Click) -> None:
        """Close when clicked beside."""
        if event.widget is self:
            self.dismiss(None)
