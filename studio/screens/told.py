"""What something has to tell, problem by problem: read it, and go on."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from latticeville.core.problems import Problem
from studio.panes.problems import MARKS
from studio.widgets.lines import Lines
from studio.widgets.part import bindings
from studio.widgets.spans import QUIET, STRONG, Row, Span, clean, wrap
from studio.widgets.ways import Ways


class Notes(Lines):
    """Problems, each with its place, reason and cure."""

    where = "dialog"
    BINDINGS: ClassVar[list[BindingType]] = bindings("dialog")

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(id="notes")
        self._problems = problems

    def on_resize(self) -> None:
        """Break the lines anew."""
        self.show_rows([row for number, one in enumerate(self._problems) for row in self._lines(f"{number}", one)])
        super().on_resize()

    def _lines(self, key: str, one: Problem) -> Iterator[Row]:
        where = f"{one.file}:{one.line}:{one.column}" if one.line else one.file
        yield Row(key, (MARKS[one.severity], Span(clean(where), STRONG)), Span(one.code, QUIET))
        for label, text in (("", one.what), ("why  ", one.why), ("fix  ", one.fix)):
            for turn, line in enumerate(wrap(text, self.size.width - 7) if text else ()):
                yield Row(key, (Span("  "), Span((label if turn == 0 else "").ljust(len(label)), QUIET), Span(line)))

    def action_open(self) -> None:
        """Go on."""
        self.screen.dismiss(None)

    def action_close(self) -> None:
        """Go on."""
        self.screen.dismiss(None)


class Told(ModalScreen[None]):
    """A sentence and a list of problems."""

    DEFAULT_CSS = """
    Told { align: center middle; background: $background 60%; }
    Told:ansi { background: ansi_default; }
    Told Vertical { width: 92%; max-width: 110; height: 80%; border: heavy $border; background: $surface;
        padding: 0 1; border-title-color: $accent; }
    Told #notes { height: 1fr; background: $surface; }
    Told Static { height: auto; }
    """

    def __init__(self, title: str, text: str, problems: Sequence[Problem]) -> None:
        super().__init__()
        self._title, self._text, self._problems = title, text, problems

    def compose(self) -> ComposeResult:
        """Show the sentence and the list."""
        with Vertical() as box:
            box.border_title = clean(self._title).replace("[", "(")
            yield Static(self._text, markup=False)
            yield Notes(self._problems)
            yield Ways("go on")

    def on_ways_gone(self) -> None:
        """Go on."""
        self.dismiss(None)
